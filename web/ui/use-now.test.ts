import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilBeat } from './use-now.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('who begins to tick at another time ticks together with the rest', () => {
  const start = performance.now()
  vi.advanceTimersByTime(70)
  const mine = performance.now() + untilBeat(250)
  vi.advanceTimersByTime(110)
  const yours = performance.now() + untilBeat(250)
  const slow = performance.now() + untilBeat(500)
  expect(yours).toBeCloseTo(mine)
  expect((slow - mine) % 250).toBeCloseTo(0)
  expect(mine).toBeGreaterThan(start + 70)
  // On a beat, it is the next one that is waited for.
  vi.advanceTimersByTime(mine - performance.now())
  expect(untilBeat(250)).toBeCloseTo(250)
})
