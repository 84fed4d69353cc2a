// Whether a tool's schema is one at all: the forms that its dialect has for keywords, without judging any value by it. The tables
// say what the metaschemas say, in words that can be told.
import { isObject, type Json } from '../json.ts'
import { danglingRef } from './schema-refs.ts'

export type Draft = '2020-12' | '2019-09' | 'draft-07' | 'draft-06' | 'draft-04'

/** What a keyword must be. `schemas`: a list of them with at least one; `items`: one, or such a list. */
type Form =
  | 'schema'
  | 'schemas'
  | 'items'
  | 'map'
  | 'dependencies'
  | 'text'
  | 'reference'
  | 'address'
  | 'anchor'
  | 'pattern'
  | 'flag'
  | 'count'
  | 'number'
  | 'above 0'
  | 'limit'
  | 'list'
  | 'choices'
  | 'names'
  | 'names by name'
  | 'type'

const TYPES: readonly unknown[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']

const OLD: { [keyword: string]: Form } = {
  $schema: 'text',
  title: 'text',
  description: 'text',
  multipleOf: 'above 0',
  maximum: 'number',
  exclusiveMaximum: 'limit',
  minimum: 'number',
  exclusiveMinimum: 'limit',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  additionalItems: 'schema',
  items: 'items',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'flag',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'names',
  additionalProperties: 'schema',
  definitions: 'map',
  properties: 'map',
  patternProperties: 'map',
  dependencies: 'dependencies',
  enum: 'choices',
  type: 'type',
  format: 'text',
  allOf: 'schemas',
  anyOf: 'schemas',
  oneOf: 'schemas',
  not: 'schema',
}
const SIX: typeof OLD = {
  ...OLD,
  $id: 'reference',
  $ref: 'reference',
  examples: 'list',
  contains: 'schema',
  propertyNames: 'schema',
  exclusiveMaximum: 'number',
  exclusiveMinimum: 'number',
}
const SEVEN: typeof OLD = {
  ...SIX,
  $comment: 'text',
  readOnly: 'flag',
  contentMediaType: 'text',
  contentEncoding: 'text',
  ...Object.fromEntries(['if', 'then', 'else'].map((keyword): [string, Form] => [keyword, 'schema'])),
}
const NINE: typeof OLD = {
  ...SEVEN,
  $id: 'address',
  $anchor: 'anchor',
  $defs: 'map',
  writeOnly: 'flag',
  deprecated: 'flag',
  maxContains: 'count',
  minContains: 'count',
  dependentRequired: 'names by name',
  dependentSchemas: 'map',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
  contentSchema: 'schema',
}
const { additionalItems: _, ...KEPT } = NINE
const TWELVE: typeof OLD = {
  ...KEPT,
  items: 'schema',
  prefixItems: 'schemas',
  $dynamicRef: 'reference',
  $dynamicAnchor: 'anchor',
}
const FORMS: { [draft in Draft]: ReadonlyMap<string, Form> } = {
  '2020-12': new Map(Object.entries(TWELVE)),
  '2019-09': new Map(Object.entries(NINE)),
  'draft-07': new Map(Object.entries(SEVEN)),
  'draft-06': new Map(Object.entries(SIX)),
  'draft-04': new Map(Object.entries(OLD)),
}
const MOST = 5000

export interface ShapeFault {
  says: string
  at: string
  /** The dialect only recommends it. */
  outcome?: 'warn' | 'inconclusive'
}

/** What a schema says that it is written in; null: another than is known here. */
export function draftOf(schema: Json): Draft | undefined | null {
  const named = isObject(schema) ? schema.$schema : undefined
  if (typeof named !== 'string') return undefined
  const [, draft] = /^https?:\/\/json-schema\.org\/(?:draft\/)?(2020-12|2019-09|draft-0[467])\/schema#?$/.exec(named) ?? []
  return draft === undefined ? null : (draft as Draft)
}

/** The first keyword that is of the wrong form, in the dialect that it names or in the first of these; undefined when it is a schema. */
export function schemaFault(schema: Json, usual: readonly Draft[] = ['2020-12']): ShapeFault | undefined {
  const named = draftOf(schema)
  if (named === null)
    return {
      says: `its dialect ${JSON.stringify((schema as { $schema?: Json }).$schema)} is not known here`,
      at: '/$schema',
      outcome: 'inconclusive',
    }
  let first: ShapeFault | undefined
  for (const draft of named === undefined ? usual : [named]) {
    const fault = faultIn(schema, draft)
    if (fault === undefined) return undefined
    // What is merely not recommended is the least of them.
    if (first === undefined || (first.outcome === undefined && fault.outcome !== undefined)) first = fault
  }
  return first
}

function faultIn(schema: Json, draft: Draft): ShapeFault | undefined {
  const forms = FORMS[draft]
  let left = MOST
  let advised: ShapeFault | undefined
  const fits = (value: Json, form: Form, keyword: string, at: string): ShapeFault | undefined => {
    const fault = (what: string): ShapeFault => ({ says: `"${keyword}" must be ${what}`, at })
    switch (form) {
      case 'schema':
        if (Array.isArray(value) && keyword === 'items')
          return fault(`one schema in ${draft}: a list goes into "prefixItems", or name the dialect in "$schema"`)
        return walk(value, at, draft !== 'draft-04' || keyword.startsWith('additional'))
      case 'items':
        return Array.isArray(value) ? fits(value, 'schemas', keyword, at) : walk(value, at, draft !== 'draft-04')
      case 'schemas':
        if (!Array.isArray(value)) return fault('a list of schemas')
        if (value.length === 0) return fault('a list of at least one schema')
        return firstOf(value.entries(), ([index, one]) => walk(one, `${at}/${index}`, draft !== 'draft-04'))
      case 'map':
        if (!isObject(value)) return fault('an object')
        return firstOf(Object.entries(value), ([key, one]) => {
          if (keyword === 'patternProperties') advise(key, at)
          return walk(one, `${at}/${escaped(key)}`, draft !== 'draft-04')
        })
      case 'dependencies':
        if (!isObject(value)) return fault('an object')
        return firstOf(Object.entries(value), ([key, one]) =>
          Array.isArray(one) ? fits(one, 'names', key, `${at}/${escaped(key)}`) : walk(one, `${at}/${escaped(key)}`, draft !== 'draft-04'),
        )
      case 'text':
        return typeof value === 'string' ? undefined : fault('a text')
      case 'reference':
        return typeof value === 'string' && !/[\s<>\\^`{|}]/.test(value) ? undefined : fault('a URI or a part of one')
      case 'address':
        return typeof value === 'string' && /^[^#\s<>\\^`{|}]*#?$/.test(value) ? undefined : fault('a URI without a fragment')
      case 'anchor':
        return typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value) ? undefined : fault('a name')
      case 'pattern':
        if (typeof value !== 'string') return fault('a text')
        return void advise(value, at)
      case 'flag':
        return typeof value === 'boolean' ? undefined : fault('true or false')
      case 'count':
        return isNumber(value) && Number.isInteger(Number(value)) && Number(value) >= 0 ? undefined : fault('a whole number, 0 or more')
      case 'number':
        return isNumber(value) ? undefined : fault('a number')
      case 'above 0':
        return isNumber(value) && Number(value) > 0 ? undefined : fault('a number above 0')
      case 'limit':
        return typeof value === 'boolean' ? undefined : fault(`true or false in ${draft}`)
      case 'list':
        return Array.isArray(value) ? undefined : fault('a list')
      case 'choices':
        if (!Array.isArray(value)) return fault('a list')
        if (draft === 'draft-04' || draft === 'draft-06') {
          if (value.length === 0) return fault('a list of at least one value')
          if (new Set(value.map(written)).size < value.length) return fault('a list of values, each of them once')
        }
        if (value.length > 0) return undefined
        advised ??= { says: `"${keyword}" is empty, so that no value fits`, at, outcome: 'warn' }
        return undefined
      case 'names':
        if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return fault('a list of names')
        if (new Set(value).size < value.length) return fault('a list of names, each of them once')
        return value.length === 0 && draft === 'draft-04' ? fault('a list of at least one name') : undefined
      case 'names by name':
        if (!isObject(value)) return fault('an object of lists of names')
        return firstOf(Object.entries(value), ([key, one]) => fits(one as Json, 'names', key, `${at}/${escaped(key)}`))
      case 'type': {
        const all = Array.isArray(value) ? value : [value]
        if (all.length === 0) return fault('a type, or a list of at least one')
        const strange = all.find((one) => !TYPES.includes(one))
        if (strange !== undefined) return { says: `there is no type ${JSON.stringify(strange)}`, at }
        return new Set(all).size < all.length ? fault('a list of types, each of them once') : undefined
      }
    }
  }
  const advise = (pattern: string, at: string): void => {
    if (!isPattern(pattern)) advised ??= { says: `${JSON.stringify(pattern)} is no regular expression (ECMA-262)`, at, outcome: 'warn' }
  }
  const walk = (value: Json | undefined, at: string, plain: boolean): ShapeFault | undefined => {
    if ((typeof value === 'boolean' && plain) || (left -= 1) < 0) return undefined
    if (!isObject(value)) return { says: `a schema must be an object${plain ? ', true or false' : ''}`, at }
    for (const [keyword, one] of Object.entries(value)) {
      const form = forms.get(keyword)
      const fault = form === undefined ? undefined : fits(one as Json, form, keyword, `${at}/${escaped(keyword)}`)
      if (fault !== undefined) return fault
    }
    return undefined
  }
  return walk(schema, '', draft !== 'draft-04') ?? danglingRef(schema) ?? advised
}

function firstOf<T>(all: Iterable<T>, look: (one: T) => ShapeFault | undefined): ShapeFault | undefined {
  for (const one of all) {
    const fault = look(one)
    if (fault !== undefined) return fault
  }
  return undefined
}

const written = (value: Json): string => JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
const isNumber = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint'
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

function isPattern(pattern: string): boolean {
  for (const flags of ['u', ''])
    try {
      void new RegExp(pattern, flags)
      return true
    } catch {
      // The other way of reading it may do.
    }
  return false
}

export function depthOf(value: Json | undefined, limit = 100): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  let deepest = 0
  for (const one of Object.values(value)) deepest = Math.max(deepest, depthOf(one, limit - 1))
  return deepest + 1
}
