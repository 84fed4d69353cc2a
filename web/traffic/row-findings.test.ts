import { expect, test } from 'vitest'
import type { CheckFinding, CheckState } from '../session/check-state.ts'
import { findingsAt, gravityOf, wordsOf } from '#mcp/conformance/by-row.ts'
import { notesAt } from './RowFindings.tsx'

const rule = (id: string, ...findings: CheckFinding[]) => ({ id, findings }) as CheckState

test('of a message: what was found in it, the gravest first, and by its place', () => {
  const found = findingsAt(
    [
      rule('A', { seq: 1, says: 'noted', outcome: 'info', pointer: '/id' }, { seq: 2, says: 'other', outcome: 'fail' }),
      rule('B', { seq: 1, says: 'odd', outcome: 'warn', pointer: '/result' }),
      rule('C', { seq: 1, says: 'wrong', outcome: 'fail', pointer: '/result' }, { seq: 1, says: 'whole', outcome: 'fail' }),
    ],
    1,
  )
  expect(found.map(({ finding }) => finding?.says)).toEqual(['wrong', 'whole', 'odd'])
  expect(notesAt(found)).toEqual([{ at: '/result', says: 'C: wrong; B: odd' }])
  expect(notesAt(found.slice(2))).toEqual([{ at: '/result', says: 'B: odd', mild: true }])
})

test('of a rule that is broken very often the message says so, though its words were not kept', () => {
  const often = { ...rule('B', { seq: 9, says: 'odd', outcome: 'warn' }), outcome: 'warn', broken: 7000 } as CheckState
  expect(findingsAt([often], 1, ['B'])).toEqual([{ rule: often }])
  expect(findingsAt([{ ...often, outcome: 'info' }], 1, ['B'])).toEqual([])
  expect(findingsAt([often], 1, ['C'])).toEqual([])
  expect(wordsOf({ rule: often })).toMatch(/^One of 7,000 breaches of this rule: /)
})

test('of what was found again and again in the same words, those are told also of a row that was not kept', () => {
  const odd: CheckFinding = { seq: 1, says: 'odd', outcome: 'fail', times: 2500, rows: [1, 2, 3], last: 5000 }
  const once: CheckFinding = { seq: 2718, says: 'other', outcome: 'fail' }
  const broken = (...findings: CheckFinding[]) =>
    ({ ...rule('B', ...findings), outcome: 'fail', broken: findings.reduce((sum, { times = 1 }) => sum + times, 0) }) as CheckState
  const says = (state: CheckState, seq: number) => findingsAt([state], seq, ['B']).map(({ finding }) => finding?.says)
  expect(says(broken(odd, once), 2719)).toEqual(['odd'])
  // It could be one or the other, or of words of which nothing was kept.
  expect(says(broken({ ...odd, rows: [1] }, { ...odd, rows: [2], says: 'odd too' }), 2719)).toEqual([undefined])
  expect(says({ ...broken({ ...odd, rows: [1] }), broken: 2501 }, 2719)).toEqual([undefined])
})

test('how grave a finding is stands beside it in words', () => {
  const of = (level: string, outcome: CheckFinding['outcome'], more: Partial<CheckState> = {}) =>
    gravityOf({ rule: { ...rule('A'), level, ...more } as CheckState, finding: { seq: 1, says: '', outcome } })
  expect(of('MUST', 'fail')).toBe('MUST, failed')
  expect(of('MUST', 'warn')).toBe('MUST, warning')
  expect(of('derived', 'warn', { misfit: true })).toBe('derived, outside of the schema, warning')
})
