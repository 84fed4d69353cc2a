import { expect, test } from 'vitest'
import type { Json } from './json.ts'
import { metaWarnings } from './meta-names.ts'

test.each(['plain', 'with.dots-and_lines0', '', 'example.com/name', 'com.example.mcp/name', 'com.example/', 'x/y', 'traceparent'])(
  '%j may be used',
  (name) => expect(metaWarnings({ [name]: 1 }, '2025-11-25')).toEqual([]),
)

test.each([
  ['-x', 'letters, digits'],
  ['x.', 'letters, digits'],
  ['a b', 'letters, digits'],
  ['é', 'letters, digits'],
  ['com.example/a/b', 'is labels with dots between'],
  ['1com.example/a', '"1com" is none'],
  ['com-.example/a', '"com-" is none'],
  ['com..example/a', 'an empty one is none'],
  ['/a', 'an empty one is none'],
  ['com.example/-a', 'after the prefix'],
])('%j is told to be no name', (name, words) => {
  expect(metaWarnings({ [name]: 1 }, '2025-06-18')).toEqual([expect.stringContaining(words)])
})

test.each([
  ['io.modelcontextprotocol/x', [false, true]],
  ['dev.mcp/x', [false, true]],
  ['org.modelcontextprotocol.api/x', [true, true]],
  ['modelcontextprotocol.io/x', [true, false]],
  ['tools.mcp.com/x', [true, true]],
  ['a.b.mcp.com/x', [true, false]],
  ['com.example.mcp/x', [false, false]],
] as [string, boolean[]][])('%s belongs to the protocol in 2025-06-18 and later: %j', (name, reserved) => {
  const told = (['2025-06-18', '2025-11-25'] as const).map((revision) => metaWarnings({ [name]: 1 }, revision).length === 1)
  expect(told).toEqual(reserved)
})

test('revisions before have no grammar', () => {
  expect(metaWarnings({ 'a b': 1, 'io.modelcontextprotocol/x': 1 }, '2025-03-26')).toEqual([])
})

test.each<[string, Json, boolean]>([
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', true],
  ['traceparent', '00-00000000000000000000000000000000-b7ad6b7169203331-01', false],
  ['traceparent', '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01', false],
  ['traceparent', 7, false],
  ['tracestate', 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE', true],
  ['tracestate', 'nothing', false],
  ['baggage', 'userId=alice,serverNode=DF%2028;p=1', true],
  ['baggage', 'user id', false],
])('%s with the value %j is good: %j, where the revision defines it', (name, value, good) => {
  expect(metaWarnings({ [name]: value }, '2026-07-28')).toHaveLength(good ? 0 : 1)
  expect(metaWarnings({ [name]: value }, '2025-11-25')).toEqual([])
})
