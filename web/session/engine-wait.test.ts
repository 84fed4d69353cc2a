import { expect, test } from 'vitest'
import { afterLoss, pauseBefore } from './engine-wait.ts'

test('a server that was well is tried again soon, then less and less often', () => {
  expect(afterLoss({ kind: 'http', lived: 60_000, short: 2 })).toEqual({ attempt: 1, short: 0 })
  expect([1, 2, 3, 4, 5, 6, 40].map((attempt) => pauseBefore(attempt, 0))).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000])
  expect([1, 3, 40].map((attempt) => pauseBefore(attempt, 1))).toEqual([188, 750, 3750])
})

test.each(['http', 'stdio'] as const)('a connection over %s that dies young again and again is given up', (kind) => {
  let short = 0
  const attempts = [1, 2, 3].map(() => {
    const next = afterLoss({ kind, lived: 1200, short })
    short = next.short
    return next.attempt
  })
  expect(attempts).toEqual([1, 3, null])
})

test('a process that died at its start is not started again', () => {
  expect(afterLoss({ kind: 'stdio', lived: 300, short: 0 })).toEqual({ attempt: null, short: 0 })
})
