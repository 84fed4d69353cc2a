import { expect, test } from 'vitest'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'
import { isSecretHeader } from '#mcp/traffic/secret-headers.ts'
import { maskUrl } from '#mcp/traffic/secret-names.ts'
import { curlOf, holdsSecrets, maskHeaders } from './secrets.ts'

const http: ExchangeDetail = {
  exchange: 1,
  method: 'POST',
  url: 'https://me:pass@example.com/mcp?api_key=abc&lang=en',
  requestHeaders: [
    ['Authorization', 'Bearer abc.def'],
    ['Content-Type', 'application/json'],
    ['Mcp-Session-Id', 's-1'],
    ['Content-Length', '12'],
  ],
  requestBody: `{"text":"it's"}`,
  sentAt: 0,
  rows: [],
  rowCount: 0,
}

test('names of secrets', () => {
  for (const name of [
    'authorization',
    'Proxy-Authorization',
    'Cookie',
    'Set-Cookie',
    'MCP-Session-Id',
    'X-Api-Key',
    'x-auth-token',
    'X-Client-Secret',
  ])
    expect(isSecretHeader(name), name).toBe(true)
  for (const name of ['Accept', 'Content-Type', 'MCP-Protocol-Version', 'Cache-Control']) expect(isSecretHeader(name), name).toBe(false)
})

test('values are masked, the scheme of an Authorization stays', () => {
  expect(maskHeaders(http.requestHeaders, 'request')).toEqual([
    ['Authorization', 'Bearer ••••'],
    ['Content-Type', 'application/json'],
    ['Mcp-Session-Id', '••••'],
    ['Content-Length', '12'],
  ])
  expect(maskUrl(http.url)).toBe('https://••••@example.com/mcp?api_key=••••&lang=en')
  expect(maskUrl('http://x/mcp?a=%2F')).toBe('http://x/mcp?a=%2F')
  expect(maskUrl('wss://u:p@x/?b&key=#f?token=1')).toBe('wss://••••@x/?b&key=••••#f?token=1')
  expect(maskUrl('no URL ?code=1')).toBe('no URL ?code=••••')
  expect(holdsSecrets(http)).toBe(true)
})

test('a header of a request that somebody made up may be a key; one of a response is none', () => {
  const made: [string, string][] = [
    ['X-Session-Key', 'abc'],
    ['X-Mine', 'def'],
    ['traceparent', '00-1'],
    ['Mcp-Param-Region', 'eu'],
  ]
  expect(maskHeaders(made, 'request').map(([, value]) => value)).toEqual(['••••', '••••', '00-1', 'eu'])
  expect(maskHeaders([['X-Powered-By', 'Express']], 'response')).toEqual([['X-Powered-By', 'Express']])
})

test('curl quotes for a shell, and holds no secret unless asked for', () => {
  const masked = curlOf(http, false)
  expect(masked).not.toMatch(/abc|pass|s-1/)
  expect(masked).toContain(`--data-raw '{"text":"it'\\''s"}'`)
  expect(masked).not.toContain('Content-Length')
  expect(curlOf(http, true)).toContain(`-H 'Authorization: Bearer abc.def'`)
})
