import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { headerText, mirror, paramHeaders } from './param-headers.ts'

const object = (properties: { [name: string]: Json }): Json => ({ type: 'object', properties })
const region: Json = { type: 'string', 'x-mcp-header': 'Region' }

describe('annotations', () => {
  test('are found along properties, at any depth', () => {
    const schema = object({ region, deep: object({ 'a/b': { type: 'integer', 'x-mcp-header': 'Deep' } }), other: { type: 'string' } })
    expect(paramHeaders(schema)).toEqual({
      kind: 'headers',
      headers: [
        { name: 'Region', path: ['region'] },
        { name: 'Deep', path: ['deep', 'a/b'] },
      ],
    })
  })

  test('are not what merely has their name', () => {
    const schema = object({
      'x-mcp-header': { type: 'string', default: { 'x-mcp-header': '' } },
      other: { type: 'object', examples: [{ 'x-mcp-header': 3 }] },
    })
    expect(paramHeaders(schema)).toEqual({ kind: 'headers', headers: [] })
  })

  test.each<[string, Json, string]>([
    ['empty', object({ a: { type: 'string', 'x-mcp-header': '' } }), '/properties/a/x-mcp-header'],
    ['no string', object({ a: { type: 'string', 'x-mcp-header': 5 } }), '/properties/a/x-mcp-header'],
    ['with a space', object({ a: { type: 'string', 'x-mcp-header': 'My Region' } }), '/properties/a/x-mcp-header'],
    ['with a line break', object({ a: { type: 'string', 'x-mcp-header': 'a\r\nb' } }), '/properties/a/x-mcp-header'],
    ['named twice but for case', object({ a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } }), '/properties/b/x-mcp-header'],
    ['on a number', object({ a: { type: 'number', 'x-mcp-header': 'A' } }), '/properties/a/x-mcp-header'],
    ['on an object', object({ a: { type: 'object', 'x-mcp-header': 'A' } }), '/properties/a/x-mcp-header'],
    ['without a type', object({ a: { 'x-mcp-header': 'A' } }), '/properties/a/x-mcp-header'],
    ['on the root', { type: 'object', 'x-mcp-header': 'A' }, '/x-mcp-header'],
    ['in an array', object({ a: { type: 'array', items: region } }), '/properties/a/items/x-mcp-header'],
    ['in a composition', { type: 'object', anyOf: [object({ a: region })] }, '/anyOf/0/properties/a/x-mcp-header'],
    ['in a condition', { type: 'object', if: object({ a: region }) }, '/if/properties/a/x-mcp-header'],
    ['in a definition', { type: 'object', $defs: { a: region } }, '/$defs/a/x-mcp-header'],
  ])('that are %s exclude the tool', (_, schema, at) => expect(paramHeaders(schema)).toMatchObject({ kind: 'fault', at }))
})

describe('values', () => {
  test.each([
    ['us-west1', 'us-west1'],
    ['a b\tc', 'a b\tc'],
    ['', ''],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
  ])('%j travel as %s', (text, header) => expect(headerText(text)).toBe(header))

  const specs = [
    { name: 'S', path: ['s'] },
    { name: 'N', path: ['deep', 'n'] },
    { name: 'B', path: ['b'] },
  ]
  test('are read at their path; what is absent or null has no header', () => {
    expect(mirror(specs, { s: 'x', deep: { n: -7 }, b: false }).headers).toEqual([
      ['Mcp-Param-S', 'x'],
      ['Mcp-Param-N', '-7'],
      ['Mcp-Param-B', 'false'],
    ])
    expect(mirror(specs, { s: null, deep: [1] })).toEqual({ headers: [] })
    expect(mirror(specs, undefined)).toEqual({ headers: [] })
  })

  test('beyond what a double holds are not sent', () => {
    expect(mirror(specs, { deep: { n: 9007199254740993n } }).fault).toContain('deep.n')
    expect(mirror(specs, { deep: { n: 2 ** 60 } }).fault).toContain('deep.n')
  })
})
