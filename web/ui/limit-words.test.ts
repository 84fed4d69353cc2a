import { expect, test } from 'vitest'
import { timeLeft } from './format.ts'
import { limitWords } from './LimitClock.tsx'

const clock = (idle: number, total: number, more: object = {}) => ({
  at: 1000,
  held: false,
  ran: 0,
  limits: { idle, total },
  left: { idle, total },
  ...more,
})

test('the clock is quiet until a quarter is used, then names the limit that comes first', () => {
  expect(limitWords(clock(0, 0), 9e9)).toBeUndefined()
  expect(limitWords(clock(40_000, 60_000), 10_000)).toBeUndefined()
  expect(limitWords(clock(40_000, 60_000), 12_000)).toBe('Gives up in 29 s if nothing comes.')
  // Progress has come since: now the whole is nearer.
  expect(limitWords(clock(40_000, 60_000, { left: { idle: 40_000, total: 20_000 } }), 1000)).toBe('Gives up in 20 s, progress or not.')
  expect(limitWords(clock(40_000, 0), 500_000)).toBe('Gives up in 0 s if nothing comes.')
})

test('it stands still while a person is asked', () => {
  expect(limitWords(clock(40_000, 0, { held: true }), 500_000)).toContain('stands still')
})

test('what is left is whole seconds', () => {
  expect([0, 1, 59_001, 125_000, 11_220_000].map(timeLeft)).toEqual(['0 s', '1 s', '1 min 00 s', '2 min 05 s', '3 h 07 min'])
})
