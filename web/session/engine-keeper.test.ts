import { afterEach, expect, test, vi } from 'vitest'
import { Breath } from '#mcp/breath.ts'
import { createJudge } from '#mcp/conformance/judge.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import { createTraffic, type Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { createKeeper } from './engine-keeper.ts'
import { memoryStore, type RecordStore } from './record-store.ts'

/** Milliseconds for which somebody waits for the worker. */
const quiet = vi.hoisted(() => ({ left: 0 }))
vi.mock('./engine-quiet.ts', () => ({ quietLeft: () => quiet.left }))

const TARGET: Target = { kind: 'http', url: 'http://x/mcp', headers: [], bearer: 'bearer-secret', via: 'auto' }
const names = (traffic: Traffic) => traffic.window({ filter: '', tail: true, from: 0, size: 1e5 }).rows.map(({ name }) => name)
const say = (traffic: Traffic, text: string) => traffic.append(0, { kind: 'stderr', text })

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a tab that is loaded again has its record back, without secrets, and goes on from there', async () => {
  const store = memoryStore()
  const first = createTraffic()
  const before = await createKeeper(store, 'tab')
  await before.attach('c', first, TARGET)
  for (let n = 0; n < 5000; n += 1) say(first, `line ${n}`)
  say(first, 'with bearer-secret')
  await before.flush()
  say(first, 'later')
  await before.flush()

  const second = createTraffic()
  const after = await createKeeper(store, 'tab')
  await after.attach('c', second, TARGET)
  expect(names(second).slice(0, 5002)).toEqual(names(first).map((name) => name.replace('bearer-secret', 'REDACTED-1')))
  expect(names(second).at(-1)).toContain('loaded again')
  say(second, 'new')
  await after.flush()
  const third = createTraffic()
  await (await createKeeper(store, 'tab')).attach('c', third, TARGET)
  expect(names(third).slice(-3, -1)).toEqual([names(second).at(-2), 'new'])
})

test('what comes back too late is counted as missing, and is there after the next reload', async () => {
  const store = memoryStore()
  const first = createTraffic()
  const before = await createKeeper(store, 'tab')
  await before.attach('c', first, TARGET)
  for (let n = 0; n < 10; n += 1) say(first, `line ${n}`)
  await before.flush()
  const second = createTraffic()
  say(second, 'at once')
  const late = await createKeeper(store, 'tab')
  await late.attach('c', second, TARGET)
  expect(second).toMatchObject({ total: 1, dropped: 10 })
  await late.flush()
  const third = createTraffic()
  await (await createKeeper(store, 'tab')).attach('c', third, TARGET)
  expect(third).toMatchObject({ total: 12, dropped: 0 })
})

test('while somebody waits for the worker nothing is written, in the midst of a record either; unless all is to be written at once', async () => {
  vi.useFakeTimers()
  const store = memoryStore()
  let puts = 0
  const asking: RecordStore = {
    ...store,
    put: (part) => {
      if ((puts += 1) === 1) quiet.left = 700
      return store.put(part)
    },
  }
  const traffic = createTraffic()
  const keeper = await createKeeper(asking, 'tab')
  await keeper.attach('c', traffic, TARGET)
  for (let n = 0; n < 9000; n += 1) say(traffic, `line ${n}`)
  await vi.waitFor(() => expect(puts).toBeGreaterThan(0), { timeout: 20_000, interval: 100 })
  await vi.advanceTimersByTimeAsync(500)
  expect(puts).toBe(1)
  quiet.left = 0
  await vi.advanceTimersByTimeAsync(500)
  expect(puts).toBe(5)
  for (let n = 0; n < 9000; n += 1) say(traffic, `line ${n}`)
  quiet.left = 700
  await keeper.flush()
  quiet.left = 0
  expect(puts).toBe(10)
})

test('what a person who acts all the time brought about is written within some seconds', async () => {
  vi.useFakeTimers()
  const store = memoryStore()
  const traffic = createTraffic()
  const keeper = await createKeeper(store, 'tab')
  await keeper.attach('c', traffic, TARGET)
  quiet.left = 100
  for (let n = 0; n < 10; n += 1) {
    say(traffic, `line ${n}`)
    await vi.advanceTimersByTimeAsync(700)
  }
  quiet.left = 0
  expect(await keeper.size()).toBeGreaterThan(0)
})

/** A store with a record of so many lines in it. */
async function stored(lines: number): Promise<RecordStore> {
  const store = memoryStore()
  const traffic = createTraffic()
  const keeper = await createKeeper(store, 'tab')
  await keeper.attach('c', traffic, TARGET)
  for (let n = 0; n < lines; n += 1) say(traffic, `line ${n}`)
  await keeper.flush()
  return store
}

/** A clock that takes a long look at all: each piece of work is over its time at once. */
function slow(): void {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 2))
}

/** Begins to keep 1,000 lines on a slow machine, and stops in the midst of the part that they make; `turns`: of others, so far. */
async function inTheMidst(store: RecordStore) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const traffic = createTraffic()
  const keeper = await createKeeper(store, 'tab')
  await keeper.attach('c', traffic, TARGET)
  for (let n = 0; n < 1000; n += 1) say(traffic, `line ${n}`)
  slow()
  vi.advanceTimersByTime(1500)
  await new Breath().take()
  expect(await keeper.size()).toBe(0)
  return { traffic, keeper }
}

/** What a tab that is loaded again has of a record. */
async function broughtBack(store: RecordStore): Promise<string[]> {
  const traffic = createTraffic()
  await (await createKeeper(store, 'tab')).attach('c', traffic, TARGET)
  return names(traffic)
}

test('a part that is made leaves others their turn, and whoever cannot wait goes on with it: each message is kept once, in its order', async () => {
  const store = memoryStore()
  const { traffic, keeper } = await inTheMidst(store)
  say(traffic, 'said meanwhile')
  await keeper.flush()
  say(traffic, 'and after')
  await new Breath().take()
  await keeper.flush()
  const back = await broughtBack(store)
  expect(back.slice(0, -1)).toEqual([...Array.from({ length: 1000 }, (_, n) => `line ${n}`), 'said meanwhile', 'and after'])
})

test('what is cleared while a part of it is made is in none', async () => {
  const store = memoryStore()
  const { traffic, keeper } = await inTheMidst(store)
  traffic.clear()
  await keeper.forget('c', false)
  say(traffic, 'after')
  await keeper.flush()
  expect((await broughtBack(store)).slice(0, -1)).toEqual(['after'])
})

test('what comes back comes in slices, between which others have their turn, and tells how far it is', async () => {
  const store = await stored(2500)
  slow()
  const traffic = createTraffic()
  const shares: number[] = []
  let turns = 0
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    turns += 1
    port2.postMessage(null)
  }
  port2.postMessage(null)
  await (await createKeeper(store, 'tab')).attach('c', traffic, TARGET, (share) => shares.push(share))
  port1.close()
  expect(turns).toBeGreaterThan(20)
  expect(shares.length).toBeGreaterThan(20)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBeLessThanOrEqual(1)
  expect(traffic).toMatchObject({ total: 2501, dropped: 0 })
})

test('what is written while it comes back stands after it, is counted with what is gone, and is all there after the next reload', async () => {
  const store = await stored(2500)
  slow()
  const traffic = createTraffic()
  const keeper = await createKeeper(store, 'tab')
  await keeper.attach('c', traffic, TARGET, (share) => {
    if (share > 0.5 && traffic.dropped === 0 && names(traffic).at(-1) !== 'live') say(traffic, 'live')
  })
  const came = traffic.total - 1
  expect(names(traffic)).toEqual([...Array.from({ length: came }, (_, n) => `line ${n}`), 'live'])
  expect(came).toBeGreaterThan(1000)
  expect(traffic.dropped).toBe(2500 - came)
  await keeper.flush()
  const back = createTraffic()
  await (await createKeeper(store, 'tab')).attach('c', back, TARGET)
  expect(back).toMatchObject({ total: 2502, dropped: 0 })
  expect(names(back).at(-2)).toBe('live')
})

test('what is cleared or forgotten while it comes back comes no further', async () => {
  for (const end of [false, true]) {
    const store = await stored(2500)
    slow()
    const traffic = createTraffic()
    const keeper = await createKeeper(store, 'tab')
    await keeper.attach('c', traffic, TARGET, (share) => {
      if (share < 0.5 || traffic.total === 0) return
      traffic.clear()
      void keeper.forget('c', end)
    })
    expect(traffic).toMatchObject({ total: 0, dropped: 0 })
    expect(await keeper.size()).toBe(0)
  }
})

test('what was cleared and put back is kept again, once, before what came since', async () => {
  const store = memoryStore()
  const traffic = createTraffic()
  const keeper = await createKeeper(store, 'tab')
  await keeper.attach('c', traffic, TARGET)
  for (let n = 0; n < 4500; n += 1) say(traffic, `line ${n}`)
  await keeper.flush()
  say(traffic, 'not written yet')
  traffic.clear()
  await keeper.forget('c', false)
  say(traffic, 'since')
  await keeper.flush()
  // Some of what came since is being written just then.
  for (let n = 0; n < 4500; n += 1) say(traffic, `later ${n}`)
  const writing = keeper.flush()
  for (const _step of traffic.putBack());
  await Promise.all([writing, keeper.keepAnew('c')])
  say(traffic, 'last')
  await keeper.flush()
  const back = createTraffic()
  await (await createKeeper(store, 'tab')).attach('c', back, TARGET)
  expect(names(back).slice(0, -1)).toEqual(names(traffic))
  expect(back).toMatchObject({ total: 9004, dropped: 0 })
})

test('a part that is gone from the storage is counted', async () => {
  const store = await stored(2500)
  const traffic = createTraffic()
  await (
    await createKeeper({ ...store, text: async (part) => (part.n === 1 ? undefined : store.text(part)) }, 'tab')
  ).attach('c', traffic, TARGET)
  expect(traffic).toMatchObject({ total: 501, dropped: 2000 })
})

test('another tab, another connection and what was cleared get nothing', async () => {
  const store = memoryStore()
  const keeper = await createKeeper(store, 'tab')
  const traffic = createTraffic()
  await keeper.attach('c', traffic, TARGET)
  say(traffic, 'one')
  await keeper.flush()
  const fresh = async (tab: string, connection: string) => {
    const empty = createTraffic()
    await (await createKeeper(store, tab)).attach(connection, empty, TARGET)
    return empty.total
  }
  expect(await fresh('other', 'c')).toBe(0)
  expect(await fresh('tab', 'd')).toBe(0)
  await keeper.forget('c', false)
  expect(await fresh('tab', 'c')).toBe(0)
  say(traffic, 'two')
  await keeper.flush()
  expect(await keeper.size()).toBeGreaterThan(0)
  await keeper.forget('c', true)
  say(traffic, 'three')
  await keeper.flush()
  expect(await keeper.size()).toBe(0)
})

test('the oldest goes beyond the limit, and after a week', async () => {
  const store = memoryStore()
  const now = Date.now()
  const keeper = await createKeeper(store, 'tab', () => now, { most: 160_000, longest: 100_000 })
  const traffic = createTraffic()
  await keeper.attach('c', traffic, TARGET)
  for (let n = 0; n < 30; n += 1) {
    say(traffic, `${n} ${'x'.repeat(10_000)}`)
    await keeper.flush()
  }
  expect(await keeper.size()).toBeLessThan(170_000)
  const back = createTraffic()
  await (await createKeeper(store, 'tab', () => now)).attach('c', back, TARGET)
  expect(names(back).at(-2)).toMatch(/^29 /)
  // What is gone is counted, over a second reload too.
  expect(back.dropped).toBeGreaterThan(10)
  expect(back.total + back.dropped).toBe(31)
  say(back, 'new')
  const again = createTraffic()
  await (await createKeeper(store, 'tab', () => now)).attach('c', again, TARGET)
  expect(again.total + again.dropped).toBe(31)
  expect(await (await createKeeper(store, 'other', () => now + 8 * 86_400_000)).size()).toBe(0)
})

test('what memory dropped before it was kept is counted, and what is long comes back whole', async () => {
  const store = memoryStore()
  const traffic = createTraffic({ memoryLimit: 100_000 })
  for (let n = 0; n < 1000; n += 1) say(traffic, `${n} ${'x'.repeat(300)}`)
  const keeper = await createKeeper(store, 'tab')
  await keeper.attach('c', traffic, TARGET)
  await keeper.flush()
  const back = createTraffic()
  await (await createKeeper(store, 'tab')).attach('c', back, TARGET)
  expect(back.dropped).toBe(traffic.dropped)
  expect(back.total + back.dropped).toBe(1001)

  const many = createTraffic()
  await keeper.attach('d', many, TARGET)
  for (let n = 0; n < 1000; n += 1) say(many, `${n} ${'x'.repeat(20_000)}`)
  await keeper.flush()
  const whole = createTraffic()
  await (await createKeeper(store, 'tab')).attach('d', whole, TARGET)
  expect(whole).toMatchObject({ total: 1001, dropped: 0 })
})

test('a message too long to be kept leaves a word, and nobody is blamed for what it was', async () => {
  const store = memoryStore()
  const traffic = createTraffic()
  const keeper = await createKeeper(store, 'tab', Date.now, { most: 1_000_000, longest: 1000 })
  await keeper.attach('c', traffic, TARGET)
  const call = (id: number, length: number): void => {
    const exchange = traffic.open()
    const body = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a"}}`
    traffic.append(exchange, { kind: 'sent', method: 'STDIN', url: 'stdio:x', headers: [], body })
    traffic.append(exchange, { kind: 'frame', text: `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"x":"${'x'.repeat(length)}"}}` })
    traffic.append(exchange, { kind: 'closed' })
  }
  call(1, 10)
  call(2, 2000)
  const stream = traffic.open()
  traffic.append(stream, { kind: 'sent', method: 'GET', url: 'http://x/mcp', headers: [] })
  traffic.append(stream, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  await keeper.flush()
  const back = createTraffic()
  await (await createKeeper(store, 'tab')).attach('c', back, TARGET)
  const rows = back.window({ filter: '', tail: true, from: 0, size: 10 }).rows
  expect(rows.map(({ kind, status, tone }) => [kind, status, tone])).toEqual([
    ['request', 'ok', 'ok'],
    ['result', 'ok', 'ok'],
    ['request', 'answer not kept', 'plain'],
    ['note', 'not kept', 'warn'],
    ['http', 'cut off', 'plain'],
    ['start', '', 'plain'],
  ])
  const judge = createJudge(RULES)
  for (const event of back.events()) judge.take(event)
  judge.end()
  expect(judge.standings().filter(({ outcome }) => outcome === 'fail')).toEqual([])
})

test('a flood is kept when it is over, and what goes on and on every twelve seconds all the same', async () => {
  vi.useFakeTimers()
  const keeper = await createKeeper(memoryStore(), 'tab')
  const traffic = createTraffic()
  await keeper.attach('c', traffic, TARGET)
  const flood = (): void => {
    for (let n = 0; n < 3000; n += 1) say(traffic, 'x')
  }
  flood()
  await vi.advanceTimersByTimeAsync(1600)
  expect(await keeper.size()).toBe(0)
  await vi.advanceTimersByTimeAsync(1600)
  const once = await keeper.size()
  expect(once).toBeGreaterThan(0)
  for (let n = 0; n < 8; n += 1) {
    expect(await keeper.size()).toBe(once)
    flood()
    await vi.advanceTimersByTimeAsync(1500)
  }
  await vi.advanceTimersByTimeAsync(10)
  expect(await keeper.size()).toBeGreaterThan(once)
})
