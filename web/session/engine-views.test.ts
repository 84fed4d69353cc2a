import { expect, test, vi } from 'vitest'
import { createTraffic } from '#mcp/traffic.ts'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { createViews } from './engine-views.ts'

const query = { filter: '', tail: true, from: 0, size: 5 }

function watched() {
  const traffic = createTraffic()
  const pushed: RowWindow[] = []
  const take = ({ window }: { window: RowWindow }) => void pushed.push(window)
  const made = createViews(() => traffic, take)
  const views = { ...made, hurry: () => made.hurry().forEach(take) }
  traffic.subscribe(() => views.touch('c'))
  views.show(1, 'c', query)
  views.hurry()
  return { traffic, views, pushed }
}

test('what is due soon can be had at once, and is not pushed twice', () => {
  const { traffic, views, pushed } = watched()
  traffic.append(0, { kind: 'stderr', text: 'a' })
  traffic.append(0, { kind: 'stderr', text: 'b' })
  views.hurry()
  expect(pushed.map(({ total }) => total)).toEqual([0, 2])
  views.hurry()
  expect(pushed).toHaveLength(2)
})

test('in a hurry, too, a page that draws nothing gets two windows', () => {
  const { traffic, views, pushed } = watched()
  for (let at = 0; at < 10; at++) {
    traffic.append(0, { kind: 'stderr', text: String(at) })
    views.hurry()
  }
  expect(pushed.map(({ total }) => total)).toEqual([0, 1])
  views.acknowledge(1)
  views.hurry()
  expect(pushed.at(-1)!.total).toBe(10)
})

test('a view whose rows change all the time is pushed twenty times a second, at once in a hurry, and soon again after a rest', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { traffic, views, pushed } = watched()
    const flood = (milliseconds: number): number => {
      const before = pushed.length
      for (let at = 0; at < milliseconds; at += 4) {
        traffic.append(0, { kind: 'stderr', text: String(at) })
        vi.advanceTimersByTime(4)
        views.acknowledge(1)
      }
      return pushed.length - before
    }
    expect(flood(100)).toBeGreaterThan(3)
    expect(flood(1000)).toBe(20)
    traffic.append(0, { kind: 'stderr', text: 'last' })
    views.hurry()
    expect(pushed.at(-1)!.total).toBe(traffic.total)
    vi.advanceTimersByTime(200)
    traffic.append(0, { kind: 'stderr', text: 'after a rest' })
    vi.advanceTimersByTime(16)
    expect(pushed.at(-1)!.total).toBe(traffic.total)
  } finally {
    vi.useRealTimers()
  }
})

test('a window says of which list it is: another one when other rows are asked for, not when the place in it is another', () => {
  const { views, pushed } = watched()
  const listOf = (asked: Partial<RowQuery>): number => {
    views.acknowledge(1)
    views.show(1, 'c', { ...query, ...asked })
    views.hurry()
    return pushed.at(-1)!.list!
  }
  const first = pushed[0]!.list!
  expect([listOf({ tail: false, from: 3 }), listOf({ tail: false, around: 2, size: 9 })]).toEqual([first, first])
  const others = [listOf({ filter: 'x' }), listOf({ kinds: ['request'] }), listOf({ threads: [] }), listOf({ threads: [1] }), listOf({})]
  expect(new Set([first, ...others]).size).toBe(6)
})

test('what a request changes is pushed with its answer, or a little later where that is long in coming', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { traffic, views, pushed } = watched()
    views.patient()
    traffic.append(0, { kind: 'stderr', text: 'asked' })
    vi.advanceTimersByTime(80)
    expect(pushed).toHaveLength(1)
    traffic.append(0, { kind: 'stderr', text: 'answered' })
    views.hurry()
    expect(pushed.map(({ total }) => total)).toEqual([0, 2])
    views.acknowledge(1)
    vi.advanceTimersByTime(200)
    views.patient()
    traffic.append(0, { kind: 'stderr', text: 'asked again' })
    vi.advanceTimersByTime(91)
    expect(pushed.at(-1)!.total).toBe(3)
    views.acknowledge(1)
    traffic.append(0, { kind: 'stderr', text: 'a word meanwhile' })
    vi.advanceTimersByTime(17)
    expect(pushed.at(-1)!.total).toBe(4)
  } finally {
    vi.useRealTimers()
  }
})

test('a search in a long record rests once its first hits are out, the longer the more there is; a new question does not wait for it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    let steps = 0
    let total = 1_000_000
    const row = createTraffic().append(0, { kind: 'stderr', text: 'a' })
    const source = {
      window: () => {
        steps += 1
        return { count: 1, total, dropped: 0, from: 0, rows: steps > 1 ? [{ seq: row } as RowWindow['rows'][number]] : [], scanning: true }
      },
    }
    const views = createViews(
      () => source,
      () => {},
    )
    const within = (ms: number): number => {
      const before = steps
      for (let at = 0; at < ms; at += 1) {
        vi.advanceTimersByTime(1)
        views.acknowledge(1)
      }
      return steps - before
    }
    const search = (filter: string) => views.show(1, 'c', { ...query, filter })
    search('x')
    // One without a hit, one with some.
    expect([within(2), within(40)]).toEqual([2, 0])
    search('xy')
    expect([within(1), within(40)]).toEqual([1, 0])
    expect(within(30)).toBeGreaterThan(10)
    total = 1000
    search('xyz')
    expect(within(20)).toBeGreaterThan(10)
  } finally {
    vi.useRealTimers()
  }
})
