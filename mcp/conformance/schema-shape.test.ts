import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { schemaFault } from './schema-shape.ts'

const SEVEN = 'http://json-schema.org/draft-07/schema#'
const SIX = 'http://json-schema.org/draft-06/schema#'
const FOUR = 'http://json-schema.org/draft-04/schema#'
type Obj = { [key: string]: Json }
const inside = (value: Json): Obj => ({ type: 'object', properties: { a: value } })

describe('in 2020-12', () => {
  test.each<[Obj, string, string]>([
    [{ type: 'array', items: [{ type: 'string' }] }, '/items', 'one schema in 2020-12'],
    [{ allOf: [] }, '/allOf', 'at least one'],
    [{ anyOf: {} }, '/anyOf', 'a list of schemas'],
    [{ oneOf: ['a'] }, '/oneOf/0', 'an object, true or false'],
    [{ prefixItems: [] }, '/prefixItems', 'at least one'],
    [{ type: [] }, '/type', 'at least one'],
    [{ type: ['string', 'string'] }, '/type', 'each of them once'],
    [{ type: 'str' }, '/type', 'no type "str"'],
    [{ type: ['string', null] }, '/type', 'no type null'],
    [{ required: ['a', 'a'] }, '/required', 'each of them once'],
    [{ required: true }, '/required', 'a list of names'],
    [{ dependentRequired: { b: 'c' } }, '/dependentRequired/b', 'a list of names'],
    [{ dependentRequired: ['b'] }, '/dependentRequired', 'an object'],
    [{ minLength: -1 }, '/minLength', '0 or more'],
    [{ maxItems: 1.5 }, '/maxItems', 'whole number'],
    [{ multipleOf: 0 }, '/multipleOf', 'above 0'],
    [{ exclusiveMinimum: true }, '/exclusiveMinimum', 'a number'],
    [{ minimum: '1' }, '/minimum', 'a number'],
    [{ $ref: 7 }, '/$ref', 'a URI'],
    [{ $ref: '#/$defs/none' }, '/$ref', 'leads nowhere'],
    [{ $ref: '#none' }, '/$ref', 'leads nowhere'],
    [{ pattern: 7 }, '/pattern', 'a text'],
    [{ $id: 'https://a.test/#/x' }, '/$id', 'without a fragment'],
    [{ $anchor: '#a' }, '/$anchor', 'a name'],
    [{ uniqueItems: 'yes' }, '/uniqueItems', 'true or false'],
    [{ 'x/y': 1, not: 1 }, '/not', 'an object, true or false'],
    [{ patternProperties: { a: 1 } }, '/patternProperties/a', 'an object, true or false'],
  ])('%j is none', (schema, at, words) => {
    expect(schemaFault(inside(schema))).toEqual({ says: expect.stringContaining(words), at: `/properties/a${at}` })
  })

  test.each<[Obj, string]>([
    [{ pattern: '[' }, 'no regular expression'],
    [{ patternProperties: { '(': {} } }, 'no regular expression'],
    [{ enum: [] }, 'no value fits'],
  ])('%j is one that is advised against', (schema, words) => {
    expect(schemaFault(inside(schema))).toMatchObject({ outcome: 'warn', says: expect.stringContaining(words) })
  })

  test.each<[Obj]>([
    [{ type: ['string', 'null'], enum: ['a', 'a'], const: null, default: { $ref: '#/nowhere' } }],
    [{ additionalItems: 7, dependentSchemas: {}, $comment: 'x', 'x-own': [] }],
    [{ prefixItems: [{ type: 'string' }], items: false, required: [] }],
    [{ properties: { $ref: { type: 'string' }, enum: {}, type: {} }, required: ['$ref'] }],
    [{ pattern: '^\\p{L}+\\-$', minLength: 0, maxLength: 10 }],
    [{ $ref: '#' }],
    [{ $ref: '#/properties/a/$defs/b~1c', $defs: { 'b/c': { $anchor: 'here' }, d: { $ref: '#here' } } }],
    [{ $ref: 'https://a.test/other.json#/x' }],
    [{ $id: 'https://a.test/b.json', $ref: '#/$defs/none' }],
    [{ examples: [], title: 'x', deprecated: true, format: 'made-up' }],
  ])('%j is one', (schema) => {
    expect(schemaFault(inside(schema))).toBeUndefined()
  })
})

describe('in the dialect that is named', () => {
  test.each<[string, Obj, string | undefined]>([
    [SEVEN, { items: [{ type: 'string' }], additionalItems: false }, undefined],
    [SEVEN, { items: [] }, '/items'],
    [SEVEN, { dependencies: { a: ['b'], c: { type: 'object' } } }, undefined],
    [SEVEN, { dependencies: { a: ['b', 'b'] } }, '/dependencies/a'],
    [SEVEN, { prefixItems: 7, dependentRequired: 7, $defs: 7 }, undefined],
    [SEVEN, { definitions: { a: { $id: '#here' } }, $ref: '#here' }, undefined],
    [SEVEN, { exclusiveMinimum: true }, '/exclusiveMinimum'],
    [SIX, { enum: ['a', 'a'] }, '/enum'],
    [SIX, { if: 7 }, undefined],
    [FOUR, { minimum: 0, exclusiveMinimum: true }, undefined],
    [FOUR, { exclusiveMinimum: 0 }, '/exclusiveMinimum'],
    [FOUR, { required: [] }, '/required'],
    [FOUR, { properties: { a: true } }, '/properties/a'],
    [FOUR, { additionalProperties: false }, undefined],
    ['https://json-schema.org/draft/2019-09/schema', { items: [{}], additionalItems: {} }, undefined],
    ['https://json-schema.org/draft/2020-12/schema', { items: [{}] }, '/items'],
  ])('%s: %j', ($schema, schema, at) => {
    expect(schemaFault({ $schema, ...schema })?.at).toBe(at)
  })

  test('or in one of two, where none is; what is not known is not judged', () => {
    const pair = { items: [{ type: 'string' }] }
    expect(schemaFault(pair, ['2020-12', 'draft-07'])).toBeUndefined()
    expect(schemaFault({ items: [] }, ['2020-12', 'draft-07'])).toMatchObject({ at: '/items' })
    expect(schemaFault({ $schema: 'https://a.test/own', type: 7 })).toMatchObject({ outcome: 'inconclusive', at: '/$schema' })
  })
})
