import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { Json } from '#mcp/json.ts'
import { connect } from '#mcp/session.ts'
import type { Session } from '#mcp/session-types.ts'
import { fakeServer } from '#mcp/testing/fake-server.ts'
import { createTraffic } from '#mcp/traffic.ts'
import type { ConnectionState } from './connection-state.ts'
import { acceptStates } from './connections.ts'
import { lastListing, lifetimesCount, listQuery, readPages, type Listing } from './list-query.ts'

const listing = (name: string): Listing => ({ items: [{ name }], pages: 1, notes: [], seq: 1, exchange: 1, ms: 1, bytes: 1 })

test('what was listed last stays known, over attempts that brought nothing, and is of that server alone', () => {
  const client = new QueryClient()
  client.setQueryData(['mcp', 'a', 'tools/list', 9], listing('old'))
  client.setQueryData(['mcp', 'a', 'tools/list', 10], listing('new'))
  client.setQueryData(['mcp', 'b', 'tools/list', 12], listing('other'))
  client.setQueryData(['mcp', 'a', 'prompts/list', 12], listing('prompt'))
  expect(lastListing(client, 'a', 'tools/list')).toEqual(listing('new'))
  expect(lastListing(client, 'c', 'tools/list')).toBeUndefined()
})

const open: Session[] = []
afterEach(() => Promise.all(open.splice(0).map((session) => session.close())))

/** The listing that comes of these pages, by cursor, and the cursors that were asked for. */
async function listed(pages: { [cursor: string]: { [member: string]: Json } }) {
  const asked: Json[] = []
  const list = ({ cursor }: { [member: string]: Json }): Json => {
    asked.push(cursor ?? null)
    return pages[cursor === undefined ? 'first' : String(cursor)]!
  }
  const session = await connect({
    url: 'http://server.test/mcp',
    fetch: fakeServer({ listens: false, answers: { 'resources/list': list } }).fetch,
    traffic: createTraffic(),
    clientInfo: { name: 'test', version: '0' },
    capabilities: {},
    onAsk: () => new Promise(() => {}),
    onNotice: () => {},
  })
  open.push(session)
  const { items, pages: count, notes } = await readPages((method, params) => session.request(method, params), 'resources/list')
  return { items, count, notes, asked }
}

test('pages are asked for by their cursors as they came, an empty one too, until none is named; any may be empty', async () => {
  const odd = 'ü =&"9007199254740993"\n'
  const pages = {
    first: { resources: ['a'], nextCursor: odd },
    [odd]: { resources: [], nextCursor: '' },
    '': { resources: ['b', 'c'] },
  }
  expect(await listed(pages)).toEqual({ items: ['a', 'b', 'c'], count: 3, notes: [], asked: [null, odd, ''] })
})

test('null is the end as well; a cursor that is no text, or comes twice, is an end that is said', async () => {
  expect(await listed({ first: { resources: ['a'], nextCursor: null } })).toMatchObject({ count: 1, notes: [] })
  expect(await listed({ first: { resources: ['a'], nextCursor: 5 } })).toMatchObject({
    count: 1,
    notes: [expect.stringContaining('not a string')],
  })
  const round = await listed({ first: { resources: [], nextCursor: 'x' }, x: { resources: [], nextCursor: 'x' } })
  expect(round).toMatchObject({ count: 2, notes: [expect.stringContaining('came twice')] })
})

test.each([
  ['tools/list', 'tools'],
  ['resources/list', 'resources'],
  ['resources/templates/list', 'resourceTemplates'],
  ['prompts/list', 'prompts'],
] as const)('%s is read page by page', async (method, member) => {
  const asked: Json[] = []
  const page = (params: Json | undefined): Promise<{ result: Json; answerSeq: number; exchange: number; ms: number; bytes: number }> => {
    asked.push(params ?? null)
    const result = params === undefined ? { [member]: [1], nextCursor: 'n' } : { [member]: [2] }
    return Promise.resolve({ result, answerSeq: 1, exchange: 1, ms: 1, bytes: 1 })
  }
  expect((await readPages((_, params) => page(params), method)).items).toEqual([1, 2])
  expect(asked).toEqual([null, { cursor: 'n' }])
})

test('a cursor that the server does not take ends the list with its error', async () => {
  const refuse = (): Promise<never> => Promise.reject(new Error('Invalid cursor (-32602)'))
  await expect(readPages(refuse, 'tools/list')).rejects.toThrow('Invalid cursor')
})

test('a list is as fresh as the page that ends first, and private when one page is', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 })
  const answers: Json[] = [
    { tools: [], ttlMs: 60_000, cacheScope: 'public', nextCursor: 'x' },
    { tools: [], ttlMs: 5000, nextCursor: 'y' },
    { tools: [], ttlMs: 90_000, cacheScope: 'public' },
  ]
  const page = () => Promise.resolve({ result: answers.shift()!, answerSeq: 1, exchange: 1, ms: 1, bytes: 1 })
  expect((await readPages(page, 'tools/list')).fresh).toEqual({ until: 6000, lasts: true, scope: 'private' })
  vi.useRealTimers()
})

test('lifetimes count where a person wants it: a stale list is asked for when it is looked at, and never by the clock', async () => {
  vi.useFakeTimers()
  const facts = { era: 'modern', capabilities: {}, verdict: { rule: 'chosen' } }
  acceptStates([{ id: 'm', status: 'connected', generation: 1, facts } as unknown as ConnectionState])
  const client = new QueryClient()
  let asked = 0
  let ttl: number | undefined = 60_000
  const options = {
    ...listQuery('m', 1, 'tools/list'),
    queryFn: () => {
      asked += 1
      return { ...listing('one'), ...(ttl === undefined ? {} : { fresh: { until: Date.now() + ttl, lasts: ttl > 0, scope: 'private' } }) }
    },
  }
  const look = async () => {
    const stop = new QueryObserver(client, options).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(1)
    return stop
  }
  const leave = await look()
  await vi.advanceTimersByTimeAsync(90_000)
  leave()
  ;(await look())()
  expect(asked).toBe(1)
  lifetimesCount(() => true)
  const stay = await look()
  expect(asked).toBe(2)
  ;(await look())()
  expect(asked).toBe(2)
  await vi.advanceTimersByTimeAsync(90_000)
  expect(asked).toBe(2)
  stay()
  // Who does not say how long says: not at all.
  ttl = undefined
  ;(await look())()
  ;(await look())()
  expect(asked).toBe(4)
  lifetimesCount(() => false)
  ;(await look())()
  expect(asked).toBe(4)
  client.clear()
  vi.useRealTimers()
})

test('pages beyond what is asked for at once are there on demand, and nothing of them counts as a change', async () => {
  const pages = (method: string, { cursor }: { cursor?: string } = {}) => {
    const at = Number(cursor ?? 0)
    return Promise.resolve({
      result: { resources: [`r${at}`], ...(at < 4 ? { nextCursor: String(at + 1) } : {}) },
      answerSeq: at,
      exchange: at,
      ms: 1,
      bytes: 1,
      method,
    })
  }
  const ask = (method: string, params?: Json) => pages(method, params as { cursor?: string })
  const first = await readPages(ask, 'resources/list', { most: 2 })
  expect(first).toMatchObject({ items: ['r0', 'r1'], pages: 2, next: '2', notes: [] })
  const second = await readPages(ask, 'resources/list', { most: 1, after: first })
  expect(second).toMatchObject({ items: ['r0', 'r1', 'r2'], pages: 3, next: '3', grownFrom: 2 })
  const all = await readPages(ask, 'resources/list', { after: second })
  expect(all.items).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  expect(all.next).toBeUndefined()
  expect(first.items).toEqual(['r0', 'r1'])
})
