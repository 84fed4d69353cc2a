import { expect, test } from 'vitest'
import { readGreeting } from './sent-greeting.ts'

test('reads what a handshake declares', () => {
  const params = { protocolVersion: '2025-06-18', capabilities: { elicitation: {}, roots: { listChanged: true } } }
  expect(readGreeting(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))).toEqual({
    method: 'initialize',
    revision: '2025-06-18',
    capabilities: params.capabilities,
  })
})

test('reads what a request without a handshake declares', () => {
  const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } }
  expect(readGreeting(JSON.stringify({ id: 1, method: 'server/discover', params: { _meta: meta } }))).toEqual({
    method: 'server/discover',
    revision: '2026-07-28',
    capabilities: { sampling: {} },
  })
})

test.each(['', '[]', '{', '{"method":5,"params":[]}', '{"params":{"_meta":3,"capabilities":"all"}}'])('%s says nothing', (text) => {
  expect(readGreeting(text)).toEqual({ method: '', revision: '', capabilities: {} })
})
