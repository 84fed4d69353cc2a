import { expect, test } from 'vitest'
import { readValue } from '../jsonrpc.ts'
import { headerFault, Proof, versionIn } from './modern-http.ts'

const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
const call = { method: 'tools/call', params: { name: 'grüß', _meta } }
const HEADERS = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': '=?base64?Z3LDvMOf?=' }

test('headers say what the body says, coded or not', () => {
  expect(headerFault(new Headers(HEADERS), call)).toBeUndefined()
  expect(headerFault(new Headers({ ...HEADERS, 'Mcp-Name': 'other' }), call)).toContain('Mcp-Name says "other"')
  expect(headerFault(new Headers({ ...HEADERS, 'Mcp-Name': '=?base64?%?=' }), call)).toContain('Mcp-Name says')
  expect(headerFault(new Headers({ ...HEADERS, 'MCP-Protocol-Version': '2025-11-25' }), call)).toContain('MCP-Protocol-Version')
  const { 'Mcp-Method': _, ...rest } = HEADERS
  expect(headerFault(new Headers(rest), call)).toBe('The header Mcp-Method is missing; the body says "tools/call"')
})

test('a request of the newer era names its revision', () => {
  expect(versionIn(call.params)).toBe('2026-07-28')
  expect(versionIn({ _meta: { progressToken: 1 } })).toBeUndefined()
  expect(versionIn([])).toBeUndefined()
})

test('an unknown method is 404 only from a server that has shown its era', () => {
  const proof = new Proof()
  const failure = (code: number) => readValue({ id: 1, error: { code, message: '' } })
  expect(proof.status(failure(-32601))).toBe(400)
  expect(proof.status(readValue({ id: 1, result: { tools: [] } }))).toBe(200)
  expect(proof.modern).toBe(false)
  expect(proof.status(failure(-32022))).toBe(400)
  expect(proof.status(failure(-32601))).toBe(404)
  expect(proof.status(failure(-32602))).toBe(200)
  const other = new Proof()
  other.status(readValue({ id: 1, result: { resultType: 'complete' } }))
  expect(other.modern).toBe(true)
})
