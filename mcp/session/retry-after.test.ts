import { expect, test, vi } from 'vitest'
import { listen, type Channel } from './listen.ts'
import { retryAt } from './retry-after.ts'

const now = Date.parse('2026-10-21T07:00:00Z')
const at = (after: string, more: { [name: string]: string } = {}, status = 429) =>
  retryAt(status, new Headers({ 'retry-after': after, ...more }), now)

test('seconds and dates, by the clock of the server where it says it', () => {
  expect(at('120')).toBe(now + 120_000)
  expect(at('Wed, 21 Oct 2026 07:01:00 GMT')).toBe(now + 60_000)
  expect(at('Wed, 21 Oct 2026 09:01:00 GMT', { date: 'Wed, 21 Oct 2026 09:00:00 GMT' })).toBe(now + 60_000)
  expect(at('Wed, 21 Oct 2020 07:01:00 GMT')).toBe(now)
  expect(at('5', {}, 503)).toBe(now + 5000)
})

test('nonsense asks for nothing, and for ever is no longer than a timer waits', () => {
  expect([at(''), at('soon'), at('-5'), at('5', {}, 500), retryAt(429, new Headers(), now)]).toEqual(Array(5).fill(undefined))
  expect(at('9'.repeat(400))! - now).toBeLessThan(2 ** 31)
})

test('a stream that is refused for a while is opened again when the while is over, and no sooner', async () => {
  vi.useFakeTimers()
  const control = new AbortController()
  let opened = 0
  const channel: Channel = {
    open() {
      opened += 1
      const headers = new Headers({ 'retry-after': '90' })
      const end = { exchange: 1, status: 503, headers, form: 'empty' as const, seq: 0, text: '' }
      return { id: 1, responded: Promise.resolve(503), ended: Promise.resolve(end) }
    },
  }
  const states: string[] = []
  const done = listen(channel, { onState: (state) => states.push(state), onGap: () => {}, onGone: () => {} }, control.signal)
  await vi.advanceTimersByTimeAsync(89_000)
  expect(opened).toBe(1)
  await vi.advanceTimersByTimeAsync(1000)
  expect([opened, states]).toEqual([2, ['opening', 'opening']])
  control.abort()
  await done
  vi.useRealTimers()
})
