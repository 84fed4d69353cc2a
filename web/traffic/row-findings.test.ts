import { expect, test } from 'vitest'
import type { CheckFinding, CheckState } from '../session/check-state.ts'
import { findingsAt } from '#mcp/conformance/by-row.ts'
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
  expect([...notesAt(found)]).toEqual([['/result', 'C: wrong; B: odd']])
})

test('of a rule that is broken very often the message says so, though its words were not kept', () => {
  const often = { ...rule('B', { seq: 9, says: 'odd', outcome: 'warn' }), outcome: 'warn', broken: 7000 } as CheckState
  expect(findingsAt([often], 1, ['B'])).toEqual([{ rule: often }])
  expect(findingsAt([{ ...often, outcome: 'info' }], 1, ['B'])).toEqual([])
  expect(findingsAt([often], 1, ['C'])).toEqual([])
})
