import { expect, test } from 'vitest'
import { standing, withExtensions } from './extensions.ts'
import { readExtensions } from './extensions-read.ts'

test('ids with objects of settings are declared, blank is none', () => {
  expect(readExtensions(' ')).toEqual({ extensions: {}, warnings: [] })
  const text = '{"com.example/x": {"level": 3}, "com.example/y": {}}'
  expect(readExtensions(text)).toEqual({ extensions: { 'com.example/x': { level: 3 }, 'com.example/y': {} }, warnings: [] })
})

test.each([
  ['{', 'not JSON'],
  ['[]', 'Write an object'],
  ['{"": {}}', 'empty'],
  ['{"com.example/x": true}', 'must be an object'],
])('%s is not declared, since: %s', (text, why) => {
  expect(readExtensions(text)).toEqual({ fault: expect.stringContaining(why) })
})

test.each([
  ['{"x": {}}', 'has a prefix'],
  ['{"com..example/x": {}}', 'prefix is labels'],
  ['{"com.example/-x": {}}', 'letter or digit first'],
  ['{"io.modelcontextprotocol/x": {}}', 'belong to the protocol'],
])('%s is declared, and told to be odd: %s', (text, odd) => {
  expect(readExtensions(text)).toMatchObject({ warnings: [expect.stringContaining(odd)] })
})

test('an extension holds only where both sides declare it', () => {
  const x = { extensions: { x: {} } }
  expect([
    standing('x', x, x),
    standing('x', x, {}),
    standing('x', { extensions: {} }, x),
    standing('x', {}, {}),
    standing('x', x, undefined),
  ]).toEqual(['both', 'theirs', 'ours', 'unknown', 'unknown'])
})

test('one server’s own stand over those of all, and null leaves one out', () => {
  expect(withExtensions({ a: {}, b: { x: 1 } }, { b: {}, a: null, c: {} })).toEqual({ b: {}, c: {} })
})
