import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row, RowWindow } from '#mcp/traffic-row.ts'
import { rowPace } from './row-pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const window = (total: number, more: Partial<RowWindow> = {}): RowWindow => ({
  count: total,
  total,
  dropped: 0,
  from: 0,
  rows: [{ seq: total } as Row],
  scanning: false,
  ...more,
})
const same = (total: number) => window(total, { rows: [{ seq: 1 } as Row] })

function paced() {
  const shown: number[] = []
  const pace = rowPace(window(0, { rows: [], scanning: true }), ({ total }) => shown.push(total))
  return { pace, shown, wait: (milliseconds: number) => vi.advanceTimersByTime(milliseconds) }
}

test('the first is shown at once, those that follow soon keep their distance, and the newest of them counts', () => {
  const { pace, shown, wait } = paced()
  pace.take(same(1))
  expect(shown).toEqual([1])
  wait(10)
  pace.take(same(2))
  wait(20)
  pace.take(same(3))
  expect(shown).toEqual([1])
  wait(70)
  expect(shown).toEqual([1, 3])
  wait(500)
  pace.take(same(4))
  expect(shown).toEqual([1, 3, 4])
})

test('rows of several records rush by when none of those shown is left, whatever their numbers', () => {
  const { pace, shown, wait } = paced()
  const of = (connection: string, seq: number, from: number) => window(from + 1, { from, rows: [{ connection, seq } as Row] })
  pace.take(of('b', 2 ** 32, 0))
  wait(1)
  pace.take(of('a', 7, 900))
  wait(100)
  expect(shown).toEqual([1])
  wait(399)
  expect(shown).toEqual([1, 901])
})

test('rows that rush by are shown less often, and soon once the answer that they led to has come', () => {
  const { pace, shown, wait } = paced()
  pace.take(window(10))
  wait(1)
  pace.take(window(1000))
  wait(100)
  expect(shown).toEqual([10])
  wait(399)
  expect(shown).toEqual([10, 1000])
  wait(10)
  pace.take(window(2000))
  wait(2)
  pace.answered()
  wait(4)
  expect(shown).toEqual([10, 1000, 2000])
  wait(8)
  pace.take(window(3000))
  wait(8)
  expect(shown).toEqual([10, 1000, 2000, 3000])
})

test('more rows than a person reads are shown four times a second, fewer as they come', () => {
  const shownAt = (rows: number, each: number) => {
    const { pace, shown, wait } = paced()
    for (let row = 1; row <= rows; row += 1) {
      pace.take(same(row))
      wait(each)
    }
    return shown
  }
  const slow = shownAt(40, 100)
  expect(slow).toEqual(Array.from({ length: 40 }, (_, at) => at + 1))
  const fast = shownAt(120, 25)
  expect(fast.slice(-5).map((row, at, all) => row - (all[at - 1] ?? row - 10))).toEqual([10, 10, 10, 10, 10])
})

test('what a filter finds is not taken for rows that come', () => {
  const { pace, shown, wait } = paced()
  pace.take(same(1))
  wait(200)
  pace.take({ ...same(2), count: 0, scanning: true, list: 1 })
  wait(10)
  pace.take({ ...same(3), count: 500, scanning: true, list: 1 })
  wait(90)
  expect(shown).toEqual([1, 2, 3])
  pace.take({ ...same(4), count: 500, list: 1 })
  wait(100)
  // A filter that was taken back shows more rows at once, none of which is new.
  pace.take({ ...same(5), count: 900, list: 2 })
  wait(20)
  pace.take({ ...same(6), count: 901, list: 2 })
  wait(96)
  expect(shown).toEqual([1, 2, 3, 4, 5, 6])
})

test('the end of a search is not held back by the pace of its hits', () => {
  const { pace, shown, wait } = paced()
  pace.take(window(10, { scanning: true }))
  wait(5)
  pace.take(window(60, { scanning: true }))
  wait(5)
  pace.take(window(100))
  wait(6)
  expect(shown).toEqual([10, 100])
})

test('what is not shown yet is not shown after it was stopped', () => {
  const { pace, shown, wait } = paced()
  pace.take(same(1))
  pace.take(same(2))
  pace.stop()
  wait(1000)
  expect(shown).toEqual([1])
})

test('answers in a row hurry nothing, and neither does one beneath a dialog', () => {
  const { pace, shown, wait } = paced()
  pace.answered()
  wait(200)
  pace.answered()
  wait(200)
  pace.take(window(10))
  wait(1)
  pace.take(window(1000))
  pace.answered()
  wait(100)
  expect(shown).toEqual([10])

  const covered: number[] = []
  const under = rowPace(
    window(0),
    ({ total }) => covered.push(total),
    () => true,
  )
  under.take(same(1))
  wait(1)
  under.take(same(2))
  under.answered()
  wait(490)
  expect(covered).toEqual([1])
  wait(10)
  expect(covered).toEqual([1, 2])
})
