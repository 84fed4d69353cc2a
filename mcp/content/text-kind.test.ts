import { describe, expect, test } from 'vitest'
import { lookAtText, SENTENCE } from './text-kind.ts'

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
  expect(lookAtText('hello', '', 'file:///a/README.md').modes).toEqual(['markdown', 'text'])
  expect(lookAtText('# Title\n\nSome **bold** text', '').modes).toEqual(['text', 'markdown'])
  expect(lookAtText('a # b, 2 * 3 * 4', '').modes).toEqual(['text'])
})

test('a table first when announced, offered when it looks so, by any separator', () => {
  expect(lookAtText('a,b\n1,2\n', 'text/csv')).toMatchObject({ modes: ['table', 'text'], separator: ',' })
  expect(lookAtText('a;b\n1;2\n', 'text/csv')).toMatchObject({ modes: ['table', 'text'], separator: ';' })
  expect(lookAtText('a\tb\n1\t2', '')).toMatchObject({ modes: ['text', 'table'], separator: '\t' })
  expect(lookAtText('Hello, world.\nBye, world.', '').modes).toEqual(['text'])
  expect(lookAtText('only one column\n', 'text/csv')).toMatchObject({ modes: ['table', 'text'], separator: ',' })
})

test('a page is source first, and drawn on demand', () => {
  expect(lookAtText('<h1>x</h1>', 'text/html')).toMatchObject({ modes: ['text', 'page'], language: 'xml' })
  expect(lookAtText('<!doctype html><p>x', '')).toMatchObject({ modes: ['text', 'page'] })
})

test('a type that no text has is said', () => {
  expect(lookAtText('hello', 'image/png').notes).toEqual(['Announced as image/png, but sent as text.'])
  expect(lookAtText('hello', 'application/x-httpd-php').notes).toEqual([])
})

describe('the language of source is told', () => {
  test.each([
    ['python', 'print(1)', 'text/x-python', ''],
    ['typescript', 'let a: number', 'text/plain', 'file:///a/b.ts'],
    ['xml', '<?xml version="1.0"?><a/>', '', ''],
    ['xml', '<feed xmlns="x"><entry/></feed>', 'application/atom+xml', ''],
    ['yaml', 'a: 1\nb:\n  - x\n  - y\nc: z\n', '', ''],
    ['yaml', 'a: 1', 'application/x-yaml', ''],
    ['bash', '#!/usr/bin/env bash\necho', '', ''],
    ['diff', 'diff --git a/x b/x\n', '', ''],
    ['javascript', 'x', 'application/javascript', ''],
  ])('%s', (language, text, mimeType, name) => {
    expect(lookAtText(text, mimeType, name).language).toBe(language)
  })

  test('prose has none', () => {
    for (const text of [
      'Note: this is prose.\nIt goes on: and on.\nEnd: yes.\nReally: no.',
      'a < b and c > d',
      'Hello',
      '<name> is required',
    ])
      expect(lookAtText(text, '').language).toBeUndefined()
  })
})

test('a member that is there twice is named, since only the last is seen as JSON', () => {
  expect(lookAtText('{"a":{"b":1,"b":2}}', '').notes).toEqual([
    '“b” is there twice in /a: as JSON only the last is seen, in the text all of them.',
  ])
})

test('of JSON Lines the line that breaks them is named', () => {
  expect(lookAtText('{"a":1}\n{"a":2}\n{"a":\n', '').notes).toEqual([
    expect.stringMatching(/^2 of its lines are JSON objects; line 3 is none: /),
  ])
  expect(lookAtText('{ this is\nno JSON at all\n}', '').notes).toEqual([])
})

test('a sentence is told at once, and as it is told by each look', () => {
  const parts = [
    '',
    'flood is over',
    'diff --git a b',
    '---',
    'a: b',
    '- x',
    'a,b',
    'a\tb',
    '| a |',
    '#!sh',
    '# t',
    '<a>',
    '{',
    '[x](y)',
    '**b**',
    '```',
    '"q"',
  ]
  const texts = parts.flatMap((one) => parts.flatMap((two) => [' ', '\n', '\r', '\u2028'].map((between) => one + between + two)))
  // With a name that says nothing, each look is taken.
  for (const text of texts) expect(lookAtText(text, 'text/plain'), text).toEqual(lookAtText(text, 'text/plain', 'name'))
  expect(texts.filter((text) => SENTENCE.test(text)).length).toBeGreaterThan(50)
  expect(texts.filter((text) => !SENTENCE.test(text)).length).toBeGreaterThan(50)
})
