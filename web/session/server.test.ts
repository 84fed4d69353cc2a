import { describe, expect, test } from 'vitest'
import type { Target } from '#mcp/transport/target.ts'
import { serverId } from './server-id.ts'
import { remember, secretsOf, withoutSecrets, withReferences } from './server.ts'

const stdio = (command: string, ...args: string[]): Target => ({ kind: 'stdio', command, args, env: [] })
const http: Target = {
  kind: 'http',
  url: 'https://mcp.example/mcp',
  headers: [{ name: 'X-Api-Key', value: 'k-123' }],
  bearer: 'b-456',
  via: 'auto',
}

describe('remember', () => {
  test('leaves every secret value out, and says which', () => {
    const kept = remember({ id: 'a', name: 'a', target: http, era: 'auto' }, false, 5)
    expect(JSON.stringify(kept)).not.toMatch(/k-123|b-456/)
    expect(kept.withheld).toEqual(['X-Api-Key', 'Bearer token'])
    expect(kept.target).toMatchObject({ headers: [{ name: 'X-Api-Key', value: '' }] })
  })

  test('keeps them when asked to', () => {
    const kept = remember({ id: 'a', name: 'a', target: http, era: 'auto' }, true, 5)
    expect(kept.target).toEqual(http)
    expect(kept.withheld).toEqual([])
  })

  test('an environment is secret too', () => {
    const target: Target = { kind: 'stdio', command: 'x', args: [], env: [{ name: 'TOKEN', value: 's3' }] }
    expect(withoutSecrets(target)).toEqual({ ...target, env: [{ name: 'TOKEN', value: '' }] })
  })
})

test('a URL is remembered, and handed on, without the keys in its query', () => {
  const target: Target = { kind: 'http', url: 'https://u:p@x/mcp?api_key=k1&lang=en#t', headers: [], via: 'auto' }
  const kept = remember({ id: 'x', name: 'x', target, era: 'auto' }, false, 0)
  expect(kept.target).toMatchObject({ url: 'https://x/mcp?api_key=&lang=en#t' })
  expect(kept.withheld).toEqual(['user and password in the URL', 'api_key in the URL'])
  expect(withReferences(target)).toMatchObject({ url: 'https://${USER_AND_PASSWORD}@x/mcp?api_key=${API_KEY}&lang=en#t' })
  const named: Target = { ...target, url: 'https://x/mcp?api_key=${KEY}' }
  expect(remember({ id: 'x', name: 'x', target: named, era: 'auto' }, false, 0)).toMatchObject({ target: named, withheld: [] })
  expect(withReferences(named)).toEqual(named)
})

test('a command is remembered, and handed on, without the values of telling flags', () => {
  const target = stdio('npx', '-y', 'server', '--api-key', 'k1', '--token=t1', 'https://x/mcp?key=q1', '--port', '80')
  const kept = remember({ id: 'x', name: 'x', target, era: 'auto' }, false, 0)
  expect(kept.target).toMatchObject({ args: ['-y', 'server', '--api-key', '', '--token=', 'https://x/mcp?key=', '--port', '80'] })
  expect(kept.withheld).toEqual(['--api-key', '--token', 'key'])
  expect(withReferences(target)).toMatchObject({
    args: ['-y', 'server', '--api-key', '${API_KEY}', '--token=${TOKEN}', 'https://x/mcp?key=${KEY}', '--port', '80'],
  })
  const named = stdio('server', '--api-key', '${KEY}')
  expect(remember({ id: 'x', name: 'x', target: named, era: 'auto' }, false, 0)).toMatchObject({ target: named, withheld: [] })
})

test('ids are readable and free', () => {
  expect(serverId('My Server!', [])).toBe('my-server')
  expect(serverId('Привет', [])).toBe('привет')
  expect(serverId('???', ['server'])).toBe('server-2')
  expect(serverId('a', ['a', 'a-2'])).toBe('a-3')
})

test('a reference to a variable is no secret, and stands for one where a server is handed on', () => {
  const env = [
    { name: 'TOKEN', value: '${MY_TOKEN}' },
    { name: 'KEY', value: 'k' },
    { name: 'api.key', value: '' },
  ]
  const target = { kind: 'stdio' as const, command: 'x', args: [], env }
  expect(secretsOf(target).map(({ name }) => name)).toEqual(['KEY'])
  expect(withoutSecrets(target).kind === 'stdio' && withoutSecrets(target)).toMatchObject({
    env: [{ value: '${MY_TOKEN}' }, { value: '' }, { value: '' }],
  })
  expect(withReferences(target)).toMatchObject({ env: [{ value: '${MY_TOKEN}' }, { value: '${KEY}' }, { value: '${API_KEY}' }] })
  const remote = {
    kind: 'http' as const,
    url: 'https://x',
    headers: [{ name: 'X-A', value: 'Token ${A}' }],
    bearer: 't',
    via: 'auto' as const,
  }
  expect(withReferences(remote)).toMatchObject({ headers: [{ value: 'Token ${A}' }], bearer: '${API_TOKEN}' })
  expect(withoutSecrets({ ...remote, bearer: '${T}' })).toMatchObject({ bearer: '${T}' })
})
