// What stands between the times of two rows is the difference of the times that are shown.
import { expect, test } from 'vitest'
import { clock } from '../ui/format.ts'
import { deltaOf } from './columns.tsx'

test.each([
  [0.9, 5.1, '+5'],
  [0.1, 0.9, '+0'],
  [1000.9, 1999.1, '+999'],
  [0.9, 1000.2, '+1.0s'],
  [5.2, 0.9, '−5'],
  [0, 99_949, '+99.9s'],
  [0, 99_950, '+1m40s'],
  [0, 119_600, '+2m00s'],
  [0, 3_599_600, '+1h00m'],
  [0, 12_000_000, '+3h20m'],
])('from %d to %d is %s', (before, at, says) => {
  expect(deltaOf({ at }, { at: before })).toBe(says)
})

test('below a second it is exact, whatever the fractions', () => {
  const shown = (at: number) => Number(clock(at).slice(-3))
  for (let step = 0; step < 400; step += 1) {
    const before = 1_764_000_000_000 + step * 1.37
    const at = before + (step % 17) * 0.61
    expect(deltaOf({ at }, { at: before })).toBe(`+${(shown(at) - shown(before) + 1000) % 1000}`)
  }
})
