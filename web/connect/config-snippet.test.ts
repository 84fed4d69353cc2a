import { describe, expect, test } from 'vitest'
import { looksLikeConfig, readSnippet, writeSnippet } from './config-snippet.ts'

describe('readSnippet', () => {
  test('passes over a BOM, comments and trailing commas', () => {
    const text = '\uFEFF{ // mine\n"mcpServers":{"a":{"command":"npx","args":["-y","x // y", "b,]",],}}}'
    expect(looksLikeConfig(text)).toBe(true)
    expect(readSnippet(text).servers).toEqual([
      { name: 'a', target: { kind: 'stdio', command: 'npx', args: ['-y', 'x // y', 'b,]'], env: [] } },
    ])
  })

  test('reads the inside of an object', () => {
    const text = `"files": { "command": "npx", "args": ["server", 8080], "env": { "KEY": "v" }, "cwd": "/tmp" },`
    expect(looksLikeConfig(text)).toBe(true)
    expect(readSnippet(text).servers).toEqual([
      {
        name: 'files',
        target: { kind: 'stdio', command: 'npx', args: ['server', '8080'], env: [{ name: 'KEY', value: 'v' }], cwd: '/tmp' },
      },
    ])
  })

  test('reads a remote server; a bearer token has a field of its own', () => {
    const text = JSON.stringify({
      servers: { r: { type: 'http', url: 'https://x/mcp', headers: { Authorization: 'Bearer t', 'X-A': '1' } } },
    })
    expect(readSnippet(text).servers[0]?.target).toEqual({
      kind: 'http',
      url: 'https://x/mcp',
      headers: [{ name: 'X-A', value: '1' }],
      bearer: 't',
      via: 'auto',
    })
  })

  test('tells of entries that are no servers, and of placeholders', () => {
    const { servers, notes } = readSnippet('{"mcpServers":{"a":{"url":"https://x","headers":{"K":"${input:key}"}},"b":{}}}')
    expect(servers.map(({ name }) => name)).toEqual(['a'])
    expect(notes).toHaveLength(2)
  })

  test('places a fault', () => {
    expect(() => readSnippet('{\n  "mcpServers": {\n    "a" }')).toThrow(/line 3/)
    expect(() => readSnippet('{"x": 1}')).toThrow(/No server in it/)
  })

  test('a command line is not taken for one', () => {
    expect(looksLikeConfig('npx -y server --json \'{"a":1}\'')).toBe(false)
  })
})

test('what is written is read back', () => {
  const target = { kind: 'http' as const, url: 'https://x/mcp', headers: [{ name: 'X-A', value: '1' }], bearer: 't', via: 'auto' as const }
  expect(readSnippet(writeSnippet('r', target)).servers).toEqual([{ name: 'r', target }])
})
