import { afterEach, expect, test, vi } from 'vitest'
import { batch } from './engine-posts.ts'

afterEach(() => vi.useRealTimers())

test('what changed is handed over once, within the shortest time that was asked for', () => {
  vi.useFakeTimers()
  const told: string[][] = []
  const { add } = batch<string>((items) => told.push([...items]))
  add('a', 100)
  vi.advanceTimersByTime(50)
  add('b', 100)
  add('a', 200)
  add('c', 10)
  vi.advanceTimersByTime(9)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([['a', 'b', 'c']])
  add('d', 100)
  vi.advanceTimersByTime(99)
  add('e', 60)
  vi.advanceTimersByTime(1)
  expect(told).toEqual([
    ['a', 'b', 'c'],
    ['d', 'e'],
  ])
  vi.advanceTimersByTime(1000)
  expect(told).toHaveLength(2)
})
