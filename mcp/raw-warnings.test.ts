import { expect, test } from 'vitest'
import { rawWarnings } from './raw-warnings.ts'
import type { Revision } from './dialect/revisions.ts'

const warn = (value: unknown, revision: Revision = '2025-11-25', envelope = {}) =>
  rawWarnings(typeof value === 'string' ? value : JSON.stringify(value), { revision, envelope })
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

test('what is well, and what is no JSON, gets no word', () => {
  expect(warn(ping)).toEqual([])
  expect(warn('{')).toEqual([])
  expect(warn('7')).toEqual([])
  expect(warn([ping, { jsonrpc: '2.0', method: 'notifications/x' }], '2025-03-26')).toEqual([])
})

test('a member that stands twice is told, which the value no longer shows', () => {
  expect(warn('{"jsonrpc":"2.0","id":1,"method":"ping","id":2}')).toEqual([expect.stringContaining('"id" stands twice')])
  expect(warn('{"jsonrpc":"2.0","id":1,"method":"x","params":{"x":[{"id":1},{"id":1}]}}')).toEqual([])
})

test('a batch is told where there is none, and what must not be in one', () => {
  expect(warn([ping])).toEqual(['A batch: 2025-11-25 has none (2025-03-26 alone does).'])
  expect(warn([ping, { ...ping, method: 'initialize' }], '2025-03-26')).toEqual(['initialize must travel alone, not in a batch.'])
  expect(warn([ping, { jsonrpc: '2.0', id: 2, result: {} }], '2025-03-26')).toEqual([expect.stringContaining('mixes the two')])
})

test('names in _meta are looked at, except those that the era brings itself', () => {
  const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'a b': 1 }
  const message = { ...ping, params: { _meta } }
  expect(warn(message, '2026-07-28', { 'io.modelcontextprotocol/protocolVersion': 'x' })).toEqual([expect.stringContaining('"a b"')])
  expect(warn(message, '2025-11-25')).toHaveLength(2)
  expect(warn([message, message], '2025-03-26')).toEqual([])
})
