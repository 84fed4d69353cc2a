import { expect, test } from 'vitest'
import { isEnough } from './arrive.ts'

test('a list that is being looked for is waited for, on a slow machine as well; one that nothing is heard of is not', () => {
  expect(isEnough(100, false, 150)).toBe(false)
  expect(isEnough(200, false, 150)).toBe(true)
  expect(isEnough(2000, true, 150)).toBe(false)
  expect(isEnough(3500, true, 150)).toBe(true)
})
