// When what nobody waits for rests.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askQuiet, inQuiet, quietLeft } from './engine-quiet.ts'

beforeAll(() => {
  vi.useFakeTimers()
})
afterAll(() => vi.useRealTimers())

test('it rests while a request leaves and while its answer is drawn, also one that failed', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  expect(quietLeft()).toBe(0)
  let fail: (error: Error) => void = () => undefined
  const asked = inQuiet(() => new Promise((_, reject) => (fail = reject)))
  const outcome = expect(asked).rejects.toThrow('no')
  expect(quietLeft()).toBeGreaterThan(100)
  // Not for as long as the server takes.
  await vi.advanceTimersByTimeAsync(5000)
  expect(quietLeft()).toBe(0)
  fail(new Error('no'))
  await outcome
  expect(quietLeft()).toBeGreaterThan(100)
})

test('requests that follow one upon another ask for no rest', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  await inQuiet(() => Promise.resolve())
  for (let at = 0; at < 3; at += 1) {
    await vi.advanceTimersByTimeAsync(280)
    await inQuiet(() => Promise.resolve())
  }
  expect(quietLeft()).toBe(0)
})

test('a short rest does not end a longer one', async () => {
  await vi.advanceTimersByTimeAsync(10_000)
  askQuiet(1000)
  await inQuiet(() => Promise.resolve())
  expect(quietLeft()).toBe(1000)
})
