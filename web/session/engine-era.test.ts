import { afterEach, describe, expect, test } from 'vitest'
import type { Program } from '#mcp/testing/fake-proxy.ts'
import { fakeServer } from '#mcp/testing/fake-server.ts'
import { closePages, command, http, page, program, recorded, SETTINGS } from './engine-test-page.ts'

afterEach(closePages)

const AUTO = { ...SETTINGS, era: 'auto' as const }
const allowing = (...names: string[]) => ({
  reached: true as const,
  status: 204,
  headers: [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Headers', names.join(', ')],
  ] as [string, string][],
  ms: 3,
})
const LEGACY = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id']
const MODERN = ['content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']
const methods = (server: ReturnType<typeof fakeServer>) => server.seen.flatMap(({ message }) => message?.method ?? [])

describe('the era', () => {
  test('is found over stdio, and keep-alive follows it', async () => {
    const it = page({ proxy: { programs: { node: program({ era: 'modern', pipe: true }) } } })
    await it.call('connect', 'c', 'C', command('node'), { ...AUTO, keepAlive: 1 })
    await it.until(() => it.state()?.status === 'connected')
    expect(it.state().facts).toMatchObject({ era: 'modern', pings: false, verdict: { rule: 'discovered' } })
    await it.call('setLogLevel', 'c', 'debug')
    await it.call('request', 'c', 'tools/list', undefined, {})
    const { rows } = { rows: (await recorded(it)).split('\n').slice(1) }
    expect(rows.filter((row) => row.includes('tools/list'))[0]).toContain('io.modelcontextprotocol/logLevel')
    expect(rows.some((row) => row.includes('"ping'))).toBe(false)
  })

  test('of a process that ends at the first question is settled by starting it once more', async () => {
    const strict: Program = (request, child) => {
      const inner = program({ pipe: true })(request, child)
      let greeted = false
      return {
        line(text) {
          greeted ||= text.includes('"initialize"')
          if (greeted) inner.line(text)
          else child.exit({ code: 1, signal: null })
        },
      }
    }
    const it = page({ proxy: { programs: { node: strict } } })
    await it.call('connect', 'c', 'C', command('node'), AUTO)
    await it.until(() => it.state()?.status === 'connected')
    expect(it.state().facts).toMatchObject({ era: 'legacy', verdict: { rule: 'exit' } })
    expect(it.proxy.spawned).toHaveLength(2)
    await it.call('connect', 'c', 'C', command('node'), { ...AUTO, known: it.state().facts!.verdict })
    expect(it.proxy.spawned).toHaveLength(3)
  })

  test('is not sought by starting a broken process twice', async () => {
    const broken: Program = (_request, child) => {
      child.complain("Error: Cannot find module 'zod'")
      child.exit({ code: 1, signal: null })
      return { line: () => {} }
    }
    const it = page({ proxy: { programs: { node: broken } } })
    await expect(it.call('connect', 'c', 'C', command('node'), AUTO)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(it.proxy.spawned).toHaveLength(1)
  })
})

describe('the way to a remote server', () => {
  test('is direct for the older era where only that may come from a page', async () => {
    const server = fakeServer({ listens: false })
    const it = page({ fetch: server.fetch, proxy: { preflight: () => allowing(...LEGACY), hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http(), AUTO)
    await it.until(() => it.state()?.status === 'connected')
    expect(methods(server)).toEqual(['server/discover', 'initialize', 'notifications/initialized'])
    expect(it.proxy.fetched.map(({ headers }) => headers.get('mcp-method'))).toEqual(['server/discover'])
    expect(it.state().route).toMatchObject({ via: 'direct' })
  })

  test('is direct for the newer era, save for calls whose arguments are headers', async () => {
    const tools = [{ name: 'query', inputSchema: { type: 'object', properties: { r: { type: 'string', 'x-mcp-header': 'Region' } } } }]
    const server = fakeServer({ era: 'modern', answers: { 'tools/list': () => ({ tools }) } })
    const it = page({ fetch: server.fetch, proxy: { preflight: () => allowing(...MODERN), hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http(), AUTO)
    await it.call('request', 'c', 'tools/list', undefined, {})
    expect(it.proxy.fetched).toHaveLength(0)
    await it.call('request', 'c', 'tools/call', { name: 'query', arguments: { r: 'eu' } }, {})
    expect(it.proxy.fetched.map(({ headers }) => headers.get('mcp-param-region'))).toEqual(['eu'])
    await it.until(() => it.state().route?.notes.some((note) => note.includes('mcp-param-region')) === true)
    expect(it.state().route).toMatchObject({ via: 'direct' })
  })

  test('leads through the proxy where the newer era may not come from a page', async () => {
    const server = fakeServer({ era: 'modern' })
    const it = page({ proxy: { preflight: () => allowing(...LEGACY), hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http(), AUTO)
    await it.until(() => it.state()?.status === 'connected')
    expect(it.state().route).toMatchObject({ via: 'proxy', why: expect.stringContaining('mcp-method') })
  })

  test('without a proxy, a page that is kept out concludes nothing', async () => {
    const it = page({ proxy: false })
    await expect(it.call('connect', 'c', 'C', http(), AUTO)).rejects.toMatchObject({ kind: 'unreachable' })
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().facts).toBeUndefined()
    expect(it.state().problem?.todo).toContainEqual(expect.stringContaining('Legacy'))
  })
})
