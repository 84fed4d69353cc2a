// Definitions as digests, member by member: enough to say what changed, small enough to be kept in the tab's storage.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import type { ListMethod } from './list-methods.ts'

/** A digest for each member of a definition; of one that is no object, the one of the whole under ''. */
export type Digest = { [member: string]: string }

/** What a list holds by name; entries of one name in their order. */
export type Digests = ReadonlyMap<string, readonly Digest[]>

/** Characters in storage; what is longer is not kept. */
const LONGEST = 1_000_000
const KEY = 'loupe.seen '

const known = new WeakMap<object, Digest>()

export function digestsOf(items: readonly Json[], method: ListMethod): Digests {
  const member = method === 'resources/list' ? 'uri' : method === 'resources/templates/list' ? 'uriTemplate' : 'name'
  const names = new Map<string, Digest[]>()
  for (const item of items) {
    const name = isObject(item) && typeof item[member] === 'string' ? item[member] : ''
    const same = names.get(name)
    if (same === undefined) names.set(name, [digestOf(item)])
    else same.push(digestOf(item))
  }
  return names
}

function digestOf(item: Json): Digest {
  if (!isObject(item)) return { '': hash(writeJson(item)) }
  const before = known.get(item)
  if (before !== undefined) return before
  const digest = Object.fromEntries(Object.entries(item).map(([member, value]) => [member, hash(writeJson(value))]))
  known.set(item, digest)
  return digest
}

/** Names of the members that differ, in the order of the two together. */
export function differing(before: Digest = {}, after: Digest = {}): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => !Object.hasOwn(before, member) || !Object.hasOwn(after, member) || before[member] !== after[member],
  )
}

export function keepDigests(key: string, digests: Digests): void {
  try {
    const text = JSON.stringify([...digests])
    if (text.length <= LONGEST) window.sessionStorage.setItem(KEY + key, text)
    else window.sessionStorage.removeItem(KEY + key)
  } catch {
    // Full or forbidden: after a reload nothing is known of what was there before.
  }
}

export function keptDigests(key: string): Digests | undefined {
  try {
    const text = window.sessionStorage.getItem(KEY + key)
    return text === null ? undefined : new Map(JSON.parse(text) as [string, Digest[]][])
  } catch {
    return undefined
  }
}

/** 53 bits of a text (cyrb53): to tell texts apart, not to withstand anyone. */
function hash(text: string): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}
