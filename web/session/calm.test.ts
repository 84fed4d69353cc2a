import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { untilCalm } from './calm.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it waits for a call under way, and goes on once that is over', async () => {
  let busy = true
  let begun = false
  void untilCalm(() => busy)().then(() => (begun = true))
  await vi.advanceTimersByTimeAsync(3000)
  expect(begun).toBe(false)
  busy = false
  await vi.advanceTimersByTimeAsync(100)
  expect(begun).toBe(true)
})

test('a call that hangs is waited for ten seconds in all, not for each piece of work', async () => {
  const calm = untilCalm(() => true)
  let done = 0
  void (async () => {
    for (done = 0; done < 5; done++) await calm()
  })()
  await vi.advanceTimersByTimeAsync(9900)
  expect(done).toBe(0)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).toBe(5)
})
