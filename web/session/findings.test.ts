// How many findings there are: rules, each once, wherever it was found.
import { expect, test } from 'vitest'
import { acceptFindings, acceptRun, foundIn } from './findings.ts'

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
