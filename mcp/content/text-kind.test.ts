import { expect, test } from 'vitest'
import { lookAtText } from './text-kind.ts'

test('JSON is found by looking, with exact integers', () => {
  expect(lookAtText(' {"id": 9007199254740993}', '')).toEqual({ modes: ['json', 'text'], json: { id: 9007199254740993n }, notes: [] })
  expect(lookAtText('[1]', 'text/plain').modes).toEqual(['json', 'text'])
})

test('a bare number or word is JSON only when it is announced so', () => {
  expect(lookAtText('42', '').modes).toEqual(['text'])
  expect(lookAtText('42', 'application/json').modes).toEqual(['json', 'text'])
})

test('broken JSON that was announced says so; unannounced it is just text', () => {
  expect(lookAtText('{oops', 'application/vnd.api+json')).toMatchObject({ modes: ['text'], notes: [expect.stringContaining('not JSON')] })
  expect(lookAtText('{oops', '')).toEqual({ modes: ['text'], notes: [] })
})

test('JSON Lines are read line by line', () => {
  expect(lookAtText('{"a":1}\n{"a":2}\n', '')).toMatchObject({ modes: ['lines', 'text'], json: [{ a: 1 }, { a: 2 }] })
})

test('markdown first when announced, offered when it looks so', () => {
  expect(lookAtText('hello', 'text/markdown').modes).toEqual(['markdown', 'text'])
  expect(lookAtText('# Title\n\nSome **bold** text', '').modes).toEqual(['text', 'markdown'])
  expect(lookAtText('a # b, 2 * 3 * 4', '').modes).toEqual(['text'])
})

test('a very large JSON text is read on demand only', () => {
  const text = `["${'x'.repeat(8_100_000)}"]`
  expect(lookAtText(text, 'application/json')).toEqual({ modes: ['text'], notes: [], unread: true })
  expect(lookAtText(text, 'application/json', true).modes).toEqual(['json', 'text'])
})
