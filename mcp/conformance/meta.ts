// `_meta` wherever a message has one, and what is amiss with its names.
import { isObject, type Json } from '../json.ts'
import { metaWarnings } from '../meta-names.ts'
import type { Revision } from '../dialect/revisions.ts'
import type { Message, Obj } from './seen.ts'

/** What the revisions define under prefixes of the protocol. */
const DEFINED = new Set(
  [
    'protocolVersion',
    'clientInfo',
    'clientCapabilities',
    'serverInfo',
    'subscriptionId',
    'logLevel',
    'related-task',
    'model-immediate-response',
  ].map((name) => `io.modelcontextprotocol/${name}`),
)
const MOST = 200
const OURS = 'io.modelcontextprotocol/'
/** What the extension gives to files of skills. */
const SKILLS = 'io.modelcontextprotocol.skills/'

/** Each `_meta` of a message, with its JSON Pointer: its own, and those of its items. */
export function* metasIn({ kind, params, result, text }: Message): Generator<[string, Obj]> {
  // Most have none, and a look at the text costs least.
  if (!text.includes('_meta')) return
  const base = kind === 'result' ? '/result' : '/params'
  let left = MOST
  const walk = function* (value: Json | undefined, at: string, depth: number): Generator<[string, Obj]> {
    if (depth > 4 || left <= 0) return
    if (Array.isArray(value)) for (const [index, one] of value.entries()) yield* walk(one, `${at}/${index}`, depth + 1)
    if (!isObject(value)) return
    if (isObject(value._meta)) {
      left -= 1
      yield [`${at}/_meta`, value._meta]
    }
    for (const name of ['tools', 'resources', 'resourceTemplates', 'prompts', 'content', 'contents', 'messages', 'resource'])
      if (value[name] !== undefined) yield* walk(value[name], `${at}/${name}`, depth + 1)
  }
  yield* walk(kind === 'result' ? result : params, base, 0)
}

export function metaFaults(meta: Obj, revision: Revision | undefined, which: 'grammar' | 'reserved'): string | undefined {
  if (revision === undefined) return undefined
  const known = Object.fromEntries(
    Object.entries(meta).filter(([name]) => !DEFINED.has(name) && !name.startsWith(OURS) && !name.startsWith(SKILLS)),
  )
  const own = Object.keys(meta).filter((name) => name.startsWith(OURS) && !DEFINED.has(name))
  if (which === 'reserved' && own.length > 0) return `${JSON.stringify(own[0])} is not defined under that prefix`
  return metaWarnings(known, revision).find((text) => /belong to the protocol/.test(text) === (which === 'reserved'))
}
