// What is too large to carry to the page stays with the engine; the page gets the rest of the result, and for each part
// that is missing the way to it. Values stay plain JSON, so that every reader reads them as ever: where a part is
// missing is known beside them.
import { isObject, type Json } from './json.ts'
import { DEEPEST, LONG_TEXT } from './long-text.ts'

/** A part of a result that stayed behind. */
export interface HeldPart {
  /** JSON Pointer into the result. */
  pointer: string
  /** 'text': a string, of which the page has the beginning. 'value': a container, of which the page has none. */
  kind: 'text' | 'value'
  /** Characters of the text, members of the container. */
  length: number
}

/** What stayed behind of one result. */
export interface Held {
  /** Names the result in the engine, as long as it keeps it. */
  id: number
  parts: HeldPart[]
}

/** The way to something in a held result: a part, or a value that contains one. */
export interface HeldRef {
  id: number
  pointer: string
  kind: 'text' | 'value'
  length: number
}

/** Values in a container that travel. */
const MANY_VALUES = 20_000
/** Characters of a text that travel when the rest does not: enough to name it and to find out its kind. */
const BEGINNING = 4_000
/** Members of these are looked at one by one, since people see them one by one. */
const SPINE = new Set('content contents messages resource tools prompts resources resourceTemplates'.split(' '))

/** Cuts out what is too large: of more than `many` values, or too deep. `value` is not changed; it is given back itself when nothing is. */
export function cutLarge(value: Json, many = MANY_VALUES): { value: Json; parts: HeldPart[] } {
  const parts: HeldPart[] = []
  return { value: cut(value, '', 0, { parts, many }), parts }
}

/** The spine is no longer than this: a result in a result in a result. */
const LONGEST_SPINE = 12

/** `spine`: how far along it this stands; undefined beside it. */
function cut(value: Json, pointer: string, spine: number | undefined, into: { parts: HeldPart[]; many: number }): Json {
  const { parts, many } = into
  if (typeof value === 'string') {
    if (value.length <= LONG_TEXT) return value
    parts.push({ pointer, kind: 'text', length: value.length })
    return value.slice(0, BEGINNING)
  }
  if (typeof value !== 'object' || value === null) return value
  if (spine === undefined && isLarge(value, many)) {
    parts.push({ pointer, kind: 'value', length: Array.isArray(value) ? value.length : Object.keys(value).length })
    return Array.isArray(value) ? [] : {}
  }
  const before = parts.length
  const next = spine === undefined || spine >= LONGEST_SPINE ? undefined : spine + 1
  if (Array.isArray(value)) {
    const copy = value.map((one, at) => cut(one, `${pointer}/${at}`, next, into))
    return parts.length === before ? value : copy
  }
  const copy: { [key: string]: Json } = {}
  for (const [key, one] of Object.entries(value)) {
    const cutOne = cut(one, `${pointer}/${escapeKey(key)}`, SPINE.has(key) ? next : undefined, into)
    // Assigning to "__proto__" would set the prototype.
    Object.defineProperty(copy, key, { value: cutOne, enumerable: true, writable: true, configurable: true })
  }
  return parts.length === before ? value : copy
}

/** Whether a container holds too many values, or values too deep; looks at no more of them than it must. */
function isLarge(value: Json, many: number): boolean {
  let seen = 0
  let level: Json[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    const below: Json[] = []
    for (const one of level) {
      const members = Array.isArray(one) ? one : Object.values(one as { [key: string]: Json })
      seen += members.length
      if (seen > many) return true
      for (const member of members) if (typeof member === 'object' && member !== null) below.push(member)
    }
    level = below
  }
  return false
}

const refs = new WeakMap<object, HeldRef>()
const texts = new WeakMap<object, Map<string, HeldRef>>()

/** Remembers beside a cut result what it lacks; from then on `heldAt` and `heldText` know. */
export function noteHeld(value: Json, { id, parts }: Held): void {
  for (const { pointer, kind, length } of parts) {
    const keys = pointer.split('/').slice(1).map(unescapeKey)
    let here: Json = value
    let at = ''
    for (const [depth, key] of keys.entries()) {
      if (typeof here !== 'object' || here === null) break
      if (!refs.has(here)) refs.set(here, { id, pointer: at, kind: 'value', length: 0 })
      if (kind === 'text' && depth === keys.length - 1) {
        const known = texts.get(here) ?? new Map<string, HeldRef>()
        texts.set(here, known.set(key, { id, pointer, kind, length }))
        break
      }
      here = (Array.isArray(here) ? here[Number(key)] : here[key]) ?? null
      at += `/${escapeKey(key)}`
    }
    if (kind === 'value' && typeof here === 'object' && here !== null) refs.set(here, { id, pointer, kind, length })
  }
}

/** The way to the whole of a value of which some part, or all, is not here; undefined when all of it is. */
export function heldAt(value: Json | undefined): HeldRef | undefined {
  return typeof value === 'object' && value !== null ? refs.get(value) : undefined
}

/** The way to a member's text of which only the beginning is here. */
export function heldText(owner: Json | undefined, key: string): HeldRef | undefined {
  return typeof owner === 'object' && owner !== null ? texts.get(owner)?.get(key) : undefined
}

/** The value at a JSON Pointer; undefined when there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let here: Json | undefined = value
  for (const key of pointer.split('/').slice(1).map(unescapeKey)) {
    if (Array.isArray(here)) here = here[Number(key)]
    else if (isObject(here) && Object.hasOwn(here, key)) here = here[key]
    else return undefined
  }
  return here
}

function escapeKey(key: string): string {
  return key.replace(/~/g, '~0').replace(/\//g, '~1')
}

function unescapeKey(key: string): string {
  return key.replace(/~1/g, '/').replace(/~0/g, '~')
}
