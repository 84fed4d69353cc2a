// What the form knows of JSON Schema as a language: its dialects, where sub-schemas stand, how local references
// are found. A server's schema is copied and mended here once, so that nothing after it can throw or fetch.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { runnable } from './pattern-spelling.ts'
import { baseOf, RefIndex, refTo, type RefKind } from './refs.ts'
import { define, escapePointer, findPart, MAPS, own, type SchemaObject } from './schema-parts.ts'

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

const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const ONES = ['items', 'additionalItems', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']
const RARE = ['unevaluatedItems', 'unevaluatedProperties', 'contentSchema']

const NUMBERS =
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems minProperties maxProperties'.split(
    ' ',
  )

/** Stands in the copy where a reference leads out of the schema. */
export const OUTSIDE = 'x-loupe-outside'

/** Copies a schema and mends it. Never throws. */
export function mend(schema: Json): Mended {
  const notes: SchemaNote[] = []
  const draft = draftOf(schema, notes)
  if (typeof schema === 'boolean') return { root: schema ? {} : { not: {} }, draft, notes }
  if (!isObject(schema)) {
    notes.push({ at: '', says: 'The schema is not an object: any JSON can be sent.' })
    return { root: {}, draft, notes }
  }
  const mending: Mending = { refs: new RefIndex(schema), draft, notes, done: new Set(), wanted: new Set() }
  const root = copySchema(schema, '', mending.refs.base, mending) as SchemaObject
  // References may lead to places where no schema is looked for, such as OpenAPI's components: these are mended as well.
  for (const at of mending.wanted) {
    if (mending.done.has(at)) continue
    const mark = at.lastIndexOf('/')
    const around = findPart(root, at.slice(0, mark))
    const name = at
      .slice(mark + 1)
      .replace(/~1/g, '/')
      .replace(/~0/g, '~')
    const part = findPart(schema, at)
    if (part === undefined || typeof around !== 'object' || around === null) continue
    define(around as SchemaObject, name, copySchema(part, at, mending.refs.baseAt(at), mending))
  }
  return { root, draft, notes }
}

const DIALECTS = 'draft-04, draft-06, draft-07, 2019-09 and 2020-12'

function draftOf(schema: Json, notes: SchemaNote[]): Draft | undefined {
  const named = isObject(schema) ? schema.$schema : undefined
  if (typeof named !== 'string') {
    const old = oldWord(schema)
    if (old !== undefined) notes.push({ at: old, says: `No dialect is named, and this is how draft-07 writes it: it is read as draft-07.` })
    return old === undefined ? '2020-12' : '7'
  }
  if (/2020-12/.test(named)) return '2020-12'
  if (/2019-09/.test(named)) return '2019-09'
  if (/draft-0[67]/.test(named) || /^https?:\/\/json-schema\.org\/schema#?$/.test(named)) return '7'
  if (/draft-04/.test(named)) return '4'
  notes.push({ at: '/$schema', says: `The dialect “${named}” is not known: values are not checked against it. Known are ${DIALECTS}.` })
  return undefined
}

const NEWER = [
  'prefixItems',
  'dependentSchemas',
  'dependentRequired',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
  '$anchor',
]

/** Where a schema that names no dialect says something as the drafts up to 07 did, and nothing as later ones do: a JSON Pointer. */
function oldWord(schema: Json): string | undefined {
  let found: string | undefined
  const walk = (part: Json, at: string, depth: number): boolean => {
    if (!isObject(part) || depth > 60) return true
    if (NEWER.some((key) => key in part)) return false
    if (Array.isArray(part.items)) found ??= `${at}/items`
    else if (isObject(part.dependencies)) found ??= `${at}/dependencies`
    return Object.entries(part).every(([key, value]) => {
      const here = `${at}/${escapePointer(key)}`
      if (MAPS.includes(key) && isObject(value))
        return Object.entries(value).every(([name, one]) => walk(one, `${here}/${escapePointer(name)}`, depth + 1))
      if (Array.isArray(value) && (LISTS.includes(key) || key === 'items'))
        return value.every((one, at) => walk(one, `${here}/${at}`, depth + 1))
      return ONES.includes(key) ? walk(value, here, depth + 1) : true
    })
  }
  return walk(schema, '', 0) ? found : undefined
}

interface Mending {
  refs: RefIndex
  draft: Draft | undefined
  notes: SchemaNote[]
  /** JSON Pointers of what was copied as a schema. */
  done: Set<string>
  /** JSON Pointers of what is referred to. */
  wanted: Set<string>
}

/** Addresses and anchors, and what else says how to read a schema: all of it is settled in the copy. */
const SETTLED = ['$schema', '$id', 'id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', 'nullable', 'x-nullable']
const REFS: readonly string[] = ['$ref', '$dynamicRef', '$recursiveRef'] satisfies RefKind[]

function copySchema(schema: Json, at: string, outer: string, mending: Mending): Json {
  mending.done.add(at)
  const { notes } = mending
  if (typeof schema === 'boolean') return schema
  if (!isObject(schema)) {
    // Left as it is, it would trip the judge, and nothing around it would be checked.
    notes.push({ at, says: `${writeJson(schema).slice(0, 60)} is not a schema: any JSON can be sent here.` })
    return true
  }
  const base = at === '' ? outer : baseOf(schema, outer)
  const copy: SchemaObject = {}
  for (const [key, value] of Object.entries(schema)) {
    const here = `${at}/${escapePointer(key)}`
    if (MAPS.includes(key) && isObject(value)) {
      const members: SchemaObject = {}
      for (const [name, member] of Object.entries(value)) {
        const spot = `${here}/${escapePointer(name)}`
        const key2 = key === 'patternProperties' ? mendPattern(name, spot, notes) : name
        const names = key === 'dependencies' ? namesIn(member) : undefined
        if (key2 !== undefined) define(members, key2, names ?? copySchema(member, spot, base, mending))
      }
      define(copy, key, members)
    } else if (key === 'dependentRequired' && isObject(value)) {
      const members: SchemaObject = {}
      for (const [name, member] of Object.entries(value)) define(members, name, namesIn(member) ?? [])
      copy[key] = members
    } else if (isMisshapen(key, value)) {
      // `properties: []` is how some languages write an empty map.
      notes.push({ at: here, says: `“${key}” is not ${wordFor(key)} and is ignored.` })
    } else if ((LISTS.includes(key) || key === 'items') && Array.isArray(value))
      copy[key] = [
        ...value.map((member, index) => copySchema(member, `${here}/${index}`, base, mending)),
        ...(key === 'allOf' && Array.isArray(copy.allOf) ? copy.allOf : []),
      ]
    else if (ONES.includes(key) || RARE.includes(key)) {
      if (isObject(value) || typeof value === 'boolean') copy[key] = copySchema(value, here, base, mending)
      else notes.push({ at: here, says: `“${key}” is not a schema and is ignored.` })
    } else if (key === 'type') {
      const type = mendType(value, here, notes)
      if (type !== undefined) copy.type = type
    } else if (key === 'pattern' && typeof value === 'string') {
      const pattern = mendPattern(value, here, notes)
      if (pattern !== undefined) copy.pattern = pattern
    } else if (REFS.includes(key)) {
      const pointer = typeof value === 'string' ? mending.refs.find(key as RefKind, value, base, at) : undefined
      if (pointer === undefined) {
        notes.push({ at: here, says: refusal(value) })
        if (typeof value === 'string' && !value.startsWith('#')) copy[OUTSIDE] = value
      } else {
        mending.wanted.add(pointer)
        if (copy.$ref === undefined) copy.$ref = refTo(pointer)
        else copy.allOf = [...(Array.isArray(copy.allOf) ? copy.allOf : []), { $ref: refTo(pointer) }]
      }
    } else if (key === 'required') copy[key] = namesIn(value) ?? []
    else if (!SETTLED.includes(key) || typeof value === 'object') define(copy, key, structuredClone(value))
  }
  if (mending.draft !== '4') for (const edge of ['minimum', 'maximum'] as const) mendExclusive(copy, edge, at, notes)
  if (schema.nullable !== true && schema['x-nullable'] !== true) return copy
  const says = '“nullable” is OpenAPI’s word, not one of JSON Schema: it is read as “or null”.'
  if (!notes.some((note) => note.says === says)) notes.push({ at, says })
  return orNull(copy)
}

/** Names in a list, or one by itself, as old drafts have it; undefined where it is neither. */
function namesIn(value: Json): string[] | undefined {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : undefined
}

/** Whether a keyword holds what it never can: the judge would trip over it, or read it as it was not meant. */
function isMisshapen(key: string, value: Json): boolean {
  if (MAPS.includes(key)) return true
  if (LISTS.includes(key) || key === 'enum' || key === 'required') return !Array.isArray(value)
  if (key === 'pattern') return typeof value !== 'string'
  if (NUMBERS.includes(key)) return typeof value !== 'number' && typeof value !== 'bigint' && typeof value !== 'boolean'
  return false
}

function wordFor(key: string): string {
  return MAPS.includes(key) ? 'an object' : key === 'pattern' ? 'a text' : NUMBERS.includes(key) ? 'a number' : 'a list'
}

/** `exclusiveMinimum: true` beside `minimum` is how draft-04 says it, and OpenAPI 3.0 still. */
function mendExclusive(copy: SchemaObject, edge: 'minimum' | 'maximum', at: string, notes: SchemaNote[]): void {
  const key = edge === 'minimum' ? 'exclusiveMinimum' : 'exclusiveMaximum'
  if (typeof copy[key] !== 'boolean') return
  if (copy[key] && copy[edge] !== undefined) {
    copy[key] = copy[edge]
    delete copy[edge]
    notes.push({ at: `${at}/${key}`, says: `“${key}: true” is how draft-04 writes it: the bound itself is not allowed.` })
  } else delete copy[key]
}

/** What is about the field, not about its value. */
const WORDS = ['title', 'description', 'default', 'examples', 'readOnly', 'writeOnly', 'deprecated']

function orNull(schema: SchemaObject): SchemaObject {
  if (!['$ref', 'allOf', 'anyOf', 'oneOf', 'const', 'not'].some((key) => key in schema)) {
    if (typeof schema.type === 'string') schema.type = [schema.type, 'null']
    else if (Array.isArray(schema.type) && !schema.type.includes('null')) schema.type = [...schema.type, 'null']
    if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null]
    return schema
  }
  const words = Object.entries(schema).filter(([key]) => WORDS.includes(key))
  const rest = Object.entries(schema).filter(([key]) => !WORDS.includes(key))
  return { anyOf: [Object.fromEntries(rest), { type: 'null' }], ...Object.fromEntries(words) }
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** Names that programming languages have for the types of JSON Schema. */
const ALIASES: { [name: string]: string } = {
  str: 'string',
  text: 'string',
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  bool: 'boolean',
  dict: 'object',
  map: 'object',
  list: 'array',
  none: 'null',
}

/** The types of JSON Schema among those named; undefined where any will do. */
function mendType(type: Json, at: string, notes: SchemaNote[]): Json | undefined {
  if (typeof type === 'string' && TYPES.includes(type)) return type
  const named = (Array.isArray(type) ? type : [type]).map((one) => {
    if (typeof one !== 'string' || TYPES.includes(one)) return one
    const small = one.toLowerCase()
    const meant = TYPES.includes(small) ? small : own(ALIASES, small)
    if (meant !== undefined) notes.push({ at, says: `“${one}” is not a type of JSON Schema: it is read as “${meant}”.` })
    return meant ?? one
  })
  const known = [...new Set(named.filter((one) => typeof one === 'string' && TYPES.includes(one)))]
  if (known.length < named.length && !notes.some((note) => note.at === at))
    notes.push({ at, says: `${writeJson(type)} is not a type of JSON Schema${known.length > 0 ? '.' : ': any JSON can be sent.'}` })
  return known.length === 0 ? undefined : Array.isArray(type) ? known : known[0]
}

function refusal(ref: Json | undefined): string {
  if (typeof ref !== 'string') return 'The reference is not a string and is ignored.'
  if (ref.startsWith('#')) return `The reference “${ref}” leads nowhere: any JSON can be sent here.`
  return `The reference “${ref}” points outside the schema and is never fetched: any JSON can be sent here.`
}

/** A pattern that this engine runs with the `u` flag; undefined (with a note) when it cannot be one. */
function mendPattern(pattern: string, at: string, notes: SchemaNote[]): string | undefined {
  const spelt = runnable(pattern)
  if (spelt === undefined) notes.push({ at, says: `The pattern “${pattern}” is not one that JavaScript runs: it is not checked.` })
  return spelt
}
