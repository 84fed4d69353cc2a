import { expect, test } from 'vitest'
import { cutLarge, heldAt, heldText, noteHeld, valueAt } from './held.ts'
import { isDeep, LONG_TEXT } from './long-text.ts'
import { isObject, type Json } from './json.ts'

const LONG = 'x'.repeat(LONG_TEXT + 1)
const RECORDS = Array.from({ length: 12_000 }, (_, id) => ({ id, name: `Record ${id}` }))

test('what is small comes back itself', () => {
  const value = { content: [{ type: 'text', text: 'hello' }], structuredContent: { n: [1, 2] } }
  const { value: cut, parts } = cutLarge(value)
  expect(cut).toBe(value)
  expect(parts).toEqual([])
})

test('a long text leaves its beginning and the way to it, and its neighbours stay', () => {
  const value: Json = {
    content: [
      { type: 'text', text: 'first' },
      { type: 'resource', resource: { uri: 'a://b', text: LONG } },
    ],
  }
  const { value: cut, parts } = cutLarge(value)
  expect(parts).toEqual([{ pointer: '/content/1/resource/text', kind: 'text', length: LONG.length }])
  noteHeld(cut, { id: 7, parts })
  const resource = valueAt(cut, '/content/1/resource')
  expect(isObject(resource) && resource.uri).toBe('a://b')
  expect(heldText(resource, 'text')).toEqual({ id: 7, pointer: '/content/1/resource/text', kind: 'text', length: LONG.length })
  expect(heldAt(valueAt(cut, '/content/1'))).toMatchObject({ id: 7, pointer: '/content/1' })
  expect(heldAt(cut)).toMatchObject({ pointer: '' })
  expect(heldAt(valueAt(cut, '/content/0'))).toBeUndefined()
  expect(valueAt(value, '/content/1/resource/text')).toBe(LONG)
})

test('a container of many values is left out whole, a list of many blocks is not', () => {
  const value: Json = { content: RECORDS.map(({ name }) => ({ type: 'text', text: name })), structuredContent: { records: RECORDS } }
  const { value: cut, parts } = cutLarge(value)
  expect(parts).toEqual([{ pointer: '/structuredContent', kind: 'value', length: 1 }])
  noteHeld(cut, { id: 1, parts })
  expect(valueAt(cut, '/content/11999/text')).toBe('Record 11999')
  expect(heldAt(valueAt(cut, '/structuredContent'))).toEqual({ id: 1, pointer: '/structuredContent', kind: 'value', length: 1 })
})

test('what lies too deep for a browser to hand over stays behind, also along the spine', () => {
  const deep = (member: string) => JSON.parse(`{"${member}":`.repeat(5000) + '1' + '}'.repeat(5000)) as Json
  expect(cutLarge({ content: [], structuredContent: deep('a') })).toEqual({
    value: { content: [], structuredContent: {} },
    parts: [{ pointer: '/structuredContent', kind: 'value', length: 1 }],
  })
  expect(cutLarge(deep('content')).parts).toEqual([{ pointer: '/content'.repeat(13), kind: 'value', length: 1 }])
})

test('of a list only what is too deep stays behind: its neighbours are there', () => {
  const deep = JSON.parse(`{"a":`.repeat(5000) + '1' + '}'.repeat(5000)) as Json
  const wide = { enum: Array.from({ length: 30_000 }, (_, at) => at) }
  const tools = [
    { name: 'wide', inputSchema: wide },
    { name: 'deep', inputSchema: deep },
  ]
  expect([isDeep({ tools }), isDeep({ tools: [tools[0]!] })]).toEqual([true, false])
  expect(cutLarge({ tools }, Infinity)).toEqual({
    value: { tools: [tools[0], { name: 'deep', inputSchema: {} }] },
    parts: [{ pointer: '/tools/1/inputSchema', kind: 'value', length: 1 }],
  })
})

test('odd member names are no trap', () => {
  const value = JSON.parse(`{"_meta":{"a/b~c":"${LONG}","__proto__":{"x":1}}}`) as Json
  const { value: cut, parts } = cutLarge(value)
  expect(parts[0]?.pointer).toBe('/_meta/a~1b~0c')
  noteHeld(cut, { id: 2, parts })
  expect(heldText(valueAt(cut, '/_meta'), 'a/b~c')?.length).toBe(LONG.length)
  expect(Object.hasOwn(valueAt(cut, '/_meta') as object, '__proto__')).toBe(true)
  expect(valueAt(value, '/_meta/a~1b~0c')).toBe(LONG)
  expect(valueAt(value, '/nowhere/at/all')).toBeUndefined()
})
