// How many findings there are: rules, each once, wherever it was found.
import { expect, test } from 'vitest'
import type { Mark } from './check-state.ts'
import { acceptFindings, acceptRun, belowOf, foundIn } from './findings.ts'

const NONE = { counts: { fail: 0, warn: 0, info: 0 }, rules: [], judged: 0, behind: 0, missed: 0, broken: 0, marks: [] }

test('a rule that is broken many times, seen and in a run, is one finding', () => {
  expect(foundIn('a')).toBe(0)
  acceptFindings('a', { ...NONE, counts: { fail: 300, warn: 0, info: 1 }, rules: ['JR-02', 'TL-01'] })
  expect(foundIn('a')).toBe(2)
  acceptRun('a', [
    { id: 'JR-02', outcome: 'fail' },
    { id: 'SE-06', outcome: 'inconclusive' },
    { id: 'LC-01', outcome: 'pass' },
    { id: 'PR-01', outcome: 'skipped' },
  ])
  expect(foundIn('a')).toBe(3)
  expect(foundIn('b')).toBe(0)
})

test('below a request each row that breaks a rule counts once, and the worst is what is said', () => {
  const take = (...marks: [number, Mark, number?][]) => acceptFindings('below', { ...NONE, marks })
  take([2, 'info', 1], [3, 'warn', 1], [9, 'fail'])
  expect(belowOf('below', 1)).toEqual({ rows: 1, worst: 'warn' })
  // The same row once more, graver; another that was a remark until now; one beneath another request.
  take([3, 'fail', 1], [2, 'warn', 1], [5, 'warn', 4])
  expect(belowOf('below', 1)).toEqual({ rows: 2, worst: 'fail' })
  expect(belowOf('below', 4)).toEqual({ rows: 1, worst: 'warn' })
  // What is less grave than what is known changes nothing, and what belongs to no request is below none.
  take([3, 'warn', 1])
  expect(belowOf('below', 1)).toEqual({ rows: 2, worst: 'fail' })
  expect(belowOf('below', 9)).toBeUndefined()
  expect(belowOf('elsewhere', 1)).toBeUndefined()
})
