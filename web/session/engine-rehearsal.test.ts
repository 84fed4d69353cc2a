import { expect, test } from 'vitest'
import { rehearse } from './engine-rehearsal.ts'

test.each([true, false])('a whole flood is read, and its conversation ends (piped: %s)', async (piped) => {
  expect(await rehearse(piped)).toBeGreaterThan(3000)
})
