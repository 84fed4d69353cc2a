import { expect, test } from 'vitest'
import { ranFor } from './run-time.ts'

const reading = { at: 5000, held: false, ran: 300, limits: { idle: 0, total: 0 }, left: { idle: 0, total: 0 } }

test('what a person takes to answer or to log in is no part of how long a call took', () => {
  expect(ranFor({ startedAt: 1000 }, 1500)).toBe(500)
  expect(ranFor({ startedAt: 1000, clock: { reading: { ...reading, held: true } } }, 60_000)).toBe(300)
  expect(ranFor({ startedAt: 1000, clock: { reading } }, 5200)).toBe(500)
})
