import { expect, test } from 'vitest'
import { jsonParts } from './json-parts.ts'
import { parseJson, writeJson } from './json.ts'

test.each([
  ['nested', { a: [1, { b: [], c: {}, d: [[], [null, undefined, { e: undefined }]] }], f: { g: { h: { i: 'x\ny"' } } } }],
  ['members that are not there', { a: undefined, b: { c: undefined }, d: [undefined] }],
  ['numbers as they were written', parseJson('{"a":1.0,"b":[1e400,-0,12345678901234567890],"c":{"d":1.50}}')],
  ['no object', 'a\nb'],
  ['none', null],
])('%s: the parts together are the text as it is written at once', (_, value) => {
  for (const deep of [0, 1, 2, 3, 9]) expect([...jsonParts(value, deep)].join('')).toBe(writeJson(value, 1))
})

test('what lies deep comes by itself', () => {
  expect([...jsonParts({ a: [{ b: 1 }, { b: 2 }] }, 2)]).toEqual([
    '{\n "a": ',
    '[\n  ',
    '{\n   "b": 1\n  }',
    ',\n  ',
    '{\n   "b": 2\n  }',
    '\n ]',
    '\n}',
  ])
})
