import { expect, test } from 'vitest'
import { HeldTime } from './held-time.ts'

test('a login while connecting is no part of how fast a server is', () => {
  const held = new HeldTime()
  const reading = { ran: 0, limits: { idle: 0, total: 0 }, left: { idle: 0, total: 0 } }
  for (const [at, stands] of [
    [0, false],
    [100, true],
    [900, true],
    [5100, false],
    [5200, false],
    [6000, true],
    [6500, false],
  ] as const)
    held.take({ ...reading, at, held: stands })
  expect(held.ms).toBe(5500)
})
