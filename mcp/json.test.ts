import { expect, test } from 'vitest'
import { isObject, parseJson, writeJson } from './json.ts'
import { layOut } from './json-layout.ts'
import { spell, spelledIn, spelledLike, spellingOf } from './spelling.ts'

test.each([
  '{"d":1.10,"e":1e400,"f":-0,"g":[1.0,2E5,0.1],"h":123456789.12345678}',
  '{"n":9007199254740993,"m":1.50}',
  '[1.10]',
  '{"a":{"b":[{"c": -1.0e-7}]}}'.replace(' ', ''),
  '{"__proto__":1.10,"a/b~":2.0}',
  '{"version":"1.10","n":1}',
])('%s leaves as it came', (text) => {
  expect(writeJson(parseJson(text))).toBe(text)
})

test('values stay plain: a number is a number', () => {
  expect(parseJson('{"d":1.10,"e":[1e3],"x":1e400}')).toEqual({ d: 1.1, e: [1000], x: Infinity })
  expect(parseJson('1.10')).toBe(1.1)
  expect(parseJson('{"a":1.10,"a":2}')).toEqual({ a: 2 })
})

test('a minus that was worked out stays', () => {
  expect(writeJson({ a: [-0, 0, -1] })).toBe('{"a":[-0,0,-1]}')
})

test('a number that was changed since is written as it is now', () => {
  const value = parseJson('{"d":1.10}')
  if (!isObject(value)) throw new Error('no object')
  value.d = 5
  expect(writeJson(value)).toBe('{"d":5}')
})

test('what was written crosses to a copy', () => {
  const value = parseJson('{"d":1.10,"a/b":[{"~":2.0}]}')
  const copy = structuredClone(value)
  expect(writeJson(copy)).toBe('{"d":1.1,"a/b":[{"~":2}]}')
  spell(copy, spelledIn(value))
  expect(writeJson(copy)).toBe('{"d":1.10,"a/b":[{"~":2.0}]}')
  if (!isObject(value)) throw new Error('no object')
  expect(spellingOf(spelledLike(value, { ...value, more: 1 }), 'd', 1.1)).toBe('1.10')
})

test('nesting beyond measure is read as ever', () => {
  expect(() => parseJson(`{"a":1.10,"b":${'['.repeat(1e5)}${']'.repeat(1e5)}}`)).not.toThrow()
})

test('laid out by tokens, literals and doubled members stay', () => {
  expect(layOut('{"a":1.10,"a":{"b":[ ]},"c":["x\\"{,}",1e400]}')).toBe(
    '{\n  "a": 1.10,\n  "a": {\n    "b": []\n  },\n  "c": [\n    "x\\"{,}",\n    1e400\n  ]\n}',
  )
})
