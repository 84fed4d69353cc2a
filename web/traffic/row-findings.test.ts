import { expect, test } from 'vitest'
import type { CheckFinding, CheckState } from '../session/check-state.ts'
import { findingsOf, notesAt } from './RowFindings.tsx'

const rule = (id: string, ...findings: CheckFinding[]) => ({ id, findings }) as CheckState

test('of a message: what was found in it, the gravest first, and by its place', () => {
  const found = findingsOf(
    [
      rule('A', { seq: 1, says: 'noted', outcome: 'info', pointer: '/id' }, { seq: 2, says: 'other', outcome: 'fail' }),
      rule('B', { seq: 1, says: 'odd', outcome: 'warn', pointer: '/result' }),
      rule('C', { seq: 1, says: 'wrong', outcome: 'fail', pointer: '/result' }, { seq: 1, says: 'whole', outcome: 'fail' }),
    ],
    1,
  )
  expect(found.map(({ finding }) => finding.says)).toEqual(['wrong', 'whole', 'odd'])
  expect([...notesAt(found)]).toEqual([['/result', 'C: wrong; B: odd']])
})
