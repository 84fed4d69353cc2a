import { expect, test } from 'vitest'
import { configOf, curlOf } from './bridge-text.ts'

const URL_ = 'http://127.0.0.1:4664/mcp/it%27s'

test('the curl line sends a greeting with the token', () => {
  const line = curlOf("http://h/it's", 'to-ken')
  expect(line).toMatch(/^curl -i 'http:\/\/h\/it'\\''s' -H /)
  expect(line).toContain("-H 'X-Loupe-Token: to-ken'")
  expect(line).toContain("-H 'Accept: application/json, text/event-stream'")
  expect(JSON.parse(/-d '(.*)'$/.exec(line)![1]!)).toMatchObject({ jsonrpc: '2.0', method: 'initialize' })
})

test('the piece of an mcp.json names the header', () => {
  expect(JSON.parse(configOf('a', URL_, 't'))).toEqual({
    mcpServers: { a: { type: 'http', url: URL_, headers: { 'X-Loupe-Token': 't' } } },
  })
})
