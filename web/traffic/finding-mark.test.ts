import { expect, test } from 'vitest'
import { markOf } from './FindingMark.tsx'

test('what is folded away is counted with what stands for it, and the worst is shown', () => {
  expect(markOf(undefined, { rows: 2, worst: 'fail' })).toMatchObject({ mark: 'fail', rows: 2 })
  expect(markOf('warn', { rows: 2, worst: 'fail' })).toMatchObject({ mark: 'fail', rows: 3 })
  expect(markOf('fail', { rows: 1, worst: 'warn' })).toMatchObject({ mark: 'fail', rows: 2 })
  expect(markOf('info', { rows: 1, worst: 'warn' })).toMatchObject({ mark: 'warn', rows: 1 })
  expect(markOf('warn', undefined)).toMatchObject({ mark: 'warn', rows: 1 })
  expect(markOf('info', undefined)).toBeUndefined()
})
