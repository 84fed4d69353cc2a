import { expect, test } from 'vitest'
import type { CheckState } from '../session/check-state.ts'
import { brokenRules } from './broken-rules.ts'

const rule = (id: string, outcome: CheckState['outcome'], broken: number, gone?: number): CheckState =>
  ({ id, outcome, broken, level: 'MUST', says: 'It does.', ...(gone !== undefined && { gone: { messages: gone, seqs: [] } }) }) as never

test('the rule that is broken once comes before the one that is broken thousands of times, and both after what is graver', () => {
  const found = brokenRules([
    [rule('A', 'warn', 1), rule('B', 'fail', 2501), rule('C', 'fail', 1), rule('D', 'pass', 0), rule('E', 'info', 9)],
    [rule('A', 'fail', 3), rule('B', 'warn', 10, 4), rule('F', 'warn', 5, 5)],
  ])
  expect(found.map(({ id, outcome, times }) => [id, outcome, times])).toEqual([
    ['C', 'fail', 1],
    ['A', 'fail', 4],
    ['B', 'fail', 2507],
  ])
})
