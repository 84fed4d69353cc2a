import { expect, test } from 'vitest'
import type { Row, RowKind } from '#mcp/traffic-row.ts'
import { isExit, stderrOf } from './last-words.ts'

const row = (seq: number, kind: RowKind) => ({ seq, kind }) as Row

test('the last lines of a process are its own: not those of the one before, nor of the next', () => {
  const rows = [row(1, 'start'), row(2, 'stderr'), row(3, 'exit'), row(4, 'start'), row(5, 'stderr'), row(9, 'stderr'), row(10, 'exit')]
  const later = [row(11, 'start'), row(12, 'stderr')]
  expect(stderrOf([...rows, ...later], 10).map(({ seq }) => seq)).toEqual([5, 9])
  expect(stderrOf(rows, 3).map(({ seq }) => seq)).toEqual([2])
})

test('of many lines the last stand', () => {
  const rows = Array.from({ length: 40 }, (_, index) => row(index + 1, 'stderr'))
  expect(stderrOf(rows, 41).map(({ seq }) => seq)).toEqual([29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40])
  expect(stderrOf([], 1)).toEqual([])
})

test('an end of the process is told from other failures by its data', () => {
  expect(isExit({ data: { code: 1, signal: null } })).toBe(true)
  expect(isExit({ data: { code: 'ECONNREFUSED' } })).toBe(false)
  expect(isExit({ data: undefined })).toBe(false)
  expect(isExit(undefined)).toBe(false)
})
