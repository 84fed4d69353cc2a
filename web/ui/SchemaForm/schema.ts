// What the form knows of JSON Schema as a language: its dialects, where sub-schemas stand, how local references
// are found. A server's schema is copied and mended here once, so that nothing after it can throw or fetch.
import { isObject, type Json } from '#mcp/json.ts'

export type SchemaObject = { [key: string]: Json }
export type Draft = '4' | '7' | '2019-09' | '2020-12'

/** Something in a schema that is not right or cannot be honoured. `at`: JSON Pointer into the schema. */
export interface SchemaNote {
  at: string
  says: string
}

export interface Mended {
  /** A deep copy of the schema: patterns that run, references that resolve, `nullable` spelt as a type. */
  root: SchemaObject
  /** undefined: a dialect we do not know, so values are not checked. */
  draft: Draft | undefined
  notes: SchemaNote[]
}

const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const ONES = ['items', 'additionalItems', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const RARE = ['unevaluatedItems', 'unevaluatedProperties', 'contentSchema']

/** Copies a schema and mends it. Never throws. */
export function mend(schema: Json): Mended {
  const notes: SchemaNote[] = []
  const draft = draftOf(schema, notes)
  if (typeof schema === 'boolean') return { root: schema ? {} : { not: {} }, draft, notes }
  if (!isObject(schema)) {
    notes.push({ at: '', says: 'The schema is not an object: any JSON can be sent.' })
    return { root: {}, draft, notes }
  }
  const root = copySchema(schema, '', schema, notes) as SchemaObject
  return { root, draft, notes }
}

function draftOf(schema: Json, notes: SchemaNote[]): Draft | undefined {
  const named = isObject(schema) ? schema.$schema : undefined
  if (typeof named !== 'string') return '2020-12'
  if (/2020-12/.test(named)) return '2020-12'
  if (/2019-09/.test(named)) return '2019-09'
  if (/draft-0[67]/.test(named) || /^https?:\/\/json-schema\.org\/schema#?$/.test(named)) return '7'
  if (/draft-04/.test(named)) return '4'
  notes.push({ at: '/$schema', says: `The dialect “${named}” is not known: values are not checked against it.` })
  return undefined
}

function copySchema(schema: Json, at: string, root: SchemaObject, notes: SchemaNote[]): Json {
  if (!isObject(schema)) return schema
  const copy: SchemaObject = {}
  for (const [key, value] of Object.entries(schema)) {
    const here = `${at}/${escapePointer(key)}`
    if (MAPS.includes(key) && isObject(value)) {
      const members: SchemaObject = {}
      for (const [name, member] of Object.entries(value)) {
        const spot = `${here}/${escapePointer(name)}`
        const key2 = key === 'patternProperties' ? mendPattern(name, spot, notes) : name
        if (key2 !== undefined) define(members, key2, Array.isArray(member) ? member : copySchema(member, spot, root, notes))
      }
      define(copy, key, members)
    } else if (key === 'properties') {
      // `properties: []` is how some languages write an empty map.
      notes.push({ at: here, says: '“properties” is not an object and is ignored.' })
    } else if ((LISTS.includes(key) || key === 'items') && Array.isArray(value))
      copy[key] = value.map((member, index) => copySchema(member, `${here}/${index}`, root, notes))
    else if (ONES.includes(key) || RARE.includes(key)) copy[key] = copySchema(value, here, root, notes)
    else if (key === 'pattern' && typeof value === 'string') {
      const pattern = mendPattern(value, here, notes)
      if (pattern !== undefined) copy.pattern = pattern
    } else if (key === '$ref' || key === '$dynamicRef') {
      if (typeof value === 'string' && findRef(value, root) !== undefined) {
        // A dynamic reference without a dynamic scope is a plain one; the form has no other.
        copy.$ref = value
      } else notes.push({ at: here, says: refusal(value) })
    } else if (key === 'required' || key === 'enum') {
      if (Array.isArray(value)) copy[key] = key === 'required' ? value.filter((name) => typeof name === 'string') : structuredClone(value)
    } else if (key !== 'nullable' && key !== '$schema') define(copy, key, structuredClone(value))
  }
  if (schema.nullable === true) addNull(copy)
  return copy
}

function addNull(schema: SchemaObject): void {
  if (typeof schema.type === 'string') schema.type = [schema.type, 'null']
  else if (Array.isArray(schema.type) && !schema.type.includes('null')) schema.type = [...schema.type, 'null']
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null]
}

function refusal(ref: Json | undefined): string {
  if (typeof ref !== 'string') return 'The reference is not a string and is ignored.'
  if (ref.startsWith('#')) return `The reference “${ref}” leads nowhere: any JSON can be sent here.`
  return `The reference “${ref}” points outside the schema and is never fetched: any JSON can be sent here.`
}

/** Finds what a reference names inside `root`: a JSON Pointer, an anchor, or an `$id`. undefined when it is not there. */
export function findRef(ref: string, root: SchemaObject): { schema: Json; at: string } | undefined {
  if (ref === '#' || ref === '') return { schema: root, at: '' }
  if (ref.startsWith('#/')) {
    let now: Json | undefined = root
    for (const part of ref.slice(2).split('/')) {
      const name = unescapePart(part)
      if (Array.isArray(now)) now = now[Number(name)]
      else now = isObject(now) && Object.hasOwn(now, name) ? now[name] : undefined
      if (now === undefined) return undefined
    }
    return isObject(now) || typeof now === 'boolean' ? { schema: now, at: ref.slice(1) } : undefined
  }
  const anchor = ref.startsWith('#') ? ref.slice(1) : undefined
  return search(root, '', (schema) =>
    anchor === undefined ? schema.$id === ref : schema.$anchor === anchor || schema.$dynamicAnchor === anchor || schema.$id === ref,
  )
}

function search(
  schema: Json | undefined,
  at: string,
  wanted: (schema: SchemaObject) => boolean,
  depth = 0,
): { schema: Json; at: string } | undefined {
  if (depth > 60) return undefined
  if (Array.isArray(schema)) {
    for (const [index, member] of schema.entries()) {
      const found = search(member, `${at}/${index}`, wanted, depth + 1)
      if (found !== undefined) return found
    }
    return undefined
  }
  if (!isObject(schema)) return undefined
  if (wanted(schema)) return { schema, at }
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'enum' || key === 'const' || key === 'default' || key === 'examples') continue
    const found = search(value, `${at}/${escapePointer(key)}`, wanted, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** A pattern that this engine runs with the `u` flag, mended where that is safe; undefined (with a note) when it cannot be. */
function mendPattern(pattern: string, at: string, notes: SchemaNote[]): string | undefined {
  const flags = /^\(\?i\)/.exec(pattern)
  const tries = [pattern]
  if (flags !== null) tries.push(`(?i:${pattern.slice(flags[0].length)})`)
  // Escapes that other dialects allow and the u flag does not: `\-`, `\@`, `\"` mean the bare character.
  tries.push(pattern.replace(/\\([^\p{L}\p{N}\s^$\\.*+?()[\]{}|/-])/gu, '$1').replace(/\\-(?![^[]*\])/g, '-'))
  // Python and .NET spell anchors and named groups their own way.
  tries.push(
    pattern
      .replace(/\\A/g, '^')
      .replace(/\\[zZ]/g, '$')
      .replace(/\(\?P</g, '(?<'),
  )
  for (const one of tries) {
    try {
      RegExp(one, 'u')
      return one
    } catch {
      // The next spelling may do.
    }
  }
  notes.push({ at, says: `The pattern “${pattern}” is not one that JavaScript runs: it is not checked.` })
  return undefined
}

export function escapePointer(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1')
}

export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${escapePointer(String(part))}`).join('')
}

function unescapePart(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A stray percent sign means itself.
  }
  return text.replace(/~1/g, '/').replace(/~0/g, '~')
}

/** Sets an own property, whatever its name is: `__proto__` too. */
export function define(target: { [key: string]: Json }, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

export function own<T>(target: { [key: string]: T } | undefined, key: string): T | undefined {
  return target !== undefined && Object.hasOwn(target, key) ? target[key] : undefined
}
