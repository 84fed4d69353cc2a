import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './paced.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what never ceases is looked at all the same, once a pace, with the newest wish', async () => {
  const seen: number[] = []
  const look = paced(500)
  for (let at = 0; at < 20; at++) {
    look(async () => void seen.push(at))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(seen.length).toBeGreaterThanOrEqual(3)
  expect(seen[0]).toBe(4)
})

test('slow work is waited for, and no work is done that is wanted no more', async () => {
  const look = paced(500)
  let begun = 0
  const slow = () => {
    begun += 1
    return new Promise<void>((resolve) => setTimeout(resolve, 5000))
  }
  look(slow)
  for (let at = 0; at < 40; at++) {
    await vi.advanceTimersByTimeAsync(100)
    look(slow)
  }
  expect(begun).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(begun).toBe(2)
  look(undefined)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(begun).toBe(2)
})
