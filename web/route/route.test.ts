import { describe, expect, test } from 'vitest'
import { readDeepLink } from './deep-link.ts'
import { parseRoute, writeRoute, type Route } from './route.ts'

describe('a route', () => {
  test.each<Route>([
    { connection: 'a', panel: 'tools', item: 'x/y?z#%2F &=+', query: { args: '{"a":"b&c=d #?%"}' } },
    { connection: '', panel: 'settings', query: {} },
    { connection: 'ж ü', panel: 'resources', item: 'file:///a%20b?c', query: { tab: 'raw' } },
    { connection: 'a', panel: 'tools', item: '', query: {} },
  ])('survives writing and reading: %o', (route) => {
    expect(parseRoute(writeRoute(route))).toEqual(route)
  })

  test('rubbish is read as far as it goes', () => {
    expect(parseRoute('#/a/%E0%A4%A')).toEqual({ connection: 'a', panel: '%E0%A4%A', query: {} })
    expect(parseRoute('')).toEqual({ connection: '', panel: '', query: {} })
  })
})

describe('a deep link', () => {
  test('names a server and where to go', () => {
    const link = readDeepLink('http://127.0.0.1:1/?server=https%3A%2F%2Fx%2Fmcp%3Fa%3Db&via=proxy#/tools/a%2Fb%3Fc?args=%7B%22n%22%3A1%7D')
    expect(link).toEqual({
      url: 'https://x/mcp?a=b',
      transport: 'auto',
      era: 'auto',
      via: 'proxy',
      goal: { panel: 'tools', item: 'a/b?c', query: { args: '{"n":1}' } },
      notes: [],
    })
  })

  test('may leave the place of the connection empty', () => {
    const link = readDeepLink('http://127.0.0.1:1/?server=https://x#//tools/echo?args=1')
    expect(link?.goal).toEqual({ panel: 'tools', item: 'echo', query: { args: '1' } })
  })

  test('says what it did not understand', () => {
    const link = readDeepLink('http://127.0.0.1:1/?server=https://x&transport=pigeon')
    expect(link?.transport).toBe('auto')
    expect(link?.notes[0]).toContain('transport=pigeon')
    expect(link?.goal).toEqual({ panel: '', query: {} })
  })

  test.each([
    ['transport=ws', 'begins with ws://'],
    ['name=prod', '“name”'],
  ])('says that it does not follow %s', (wish, words) => {
    const notes = readDeepLink(`http://127.0.0.1:1/?server=https://x&${wish}`)?.notes
    expect(notes).toHaveLength(1)
    expect(notes?.[0]).toContain(words)
  })

  test.each([
    'transport=http',
    'transport=sse',
    'transport=auto',
    'era=legacy',
    'era=auto',
    'era=modern',
    'era=2025-06-18',
    'via=proxy',
    'token=t',
  ])('follows %s silently', (wish) => {
    expect(readDeepLink(`http://127.0.0.1:1/?server=https://x&${wish}`)?.notes).toEqual([])
  })

  test('a transport that the address cannot have is told', () => {
    const notes = (transport: string, url: string) => readDeepLink(`http://127.0.0.1:1/?server=${url}&transport=${transport}`)?.notes
    expect(notes('sse', 'wss://x')).toEqual([expect.stringContaining('transport=sse')])
    expect(notes('http', 'ws://x')).toEqual([expect.stringContaining('over a WebSocket')])
    expect(notes('ws', 'wss://x')).toEqual([])
    expect(notes('auto', 'ws://x')).toEqual([])
  })

  test('a page without one has none', () => {
    expect(readDeepLink('http://127.0.0.1:1/#/a/tools')).toBeUndefined()
  })
})
