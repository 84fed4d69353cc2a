import { afterEach, expect, test, vi } from 'vitest'
import { createTraffic, type Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { createKeeper } from './engine-keeper.ts'
import { memoryStore } from './record-store.ts'

const TARGET: Target = { kind: 'http', url: 'http://x/mcp', headers: [], bearer: 'bearer-secret', via: 'auto' }
const names = (traffic: Traffic) => traffic.window({ filter: '', tail: true, from: 0, size: 1e5 }).rows.map(({ name }) => name)
const say = (traffic: Traffic, text: string) => traffic.append(0, { kind: 'stderr', text })

afterEach(() => vi.useRealTimers())

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
  const keeper = await createKeeper(store, 'tab', () => now)
  const traffic = createTraffic()
  await keeper.attach('c', traffic, TARGET)
  for (let n = 0; n < 30; n += 1) {
    say(traffic, `${n} ${'x'.repeat(1_000_000)}`)
    await keeper.flush()
  }
  expect(await keeper.size()).toBeLessThan(17 * 1024 * 1024)
  const back = createTraffic()
  await (await createKeeper(store, 'tab', () => now)).attach('c', back, TARGET)
  expect(names(back).at(-2)).toMatch(/^29 /)
  expect(await (await createKeeper(store, 'other', () => now + 8 * 86_400_000)).size()).toBe(0)
})

test('a flood is kept when it is over, and what goes on and on every few seconds all the same', async () => {
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
  for (let n = 0; n < 4; n += 1) {
    flood()
    await vi.advanceTimersByTimeAsync(1500)
  }
  await vi.advanceTimersByTimeAsync(10)
  expect(await keeper.size()).toBeGreaterThan(once)
})
