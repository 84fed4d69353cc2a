import { expect, test } from 'vitest'
import { mapping } from './use-row-scroll.ts'
import { standing } from './use-way-back.ts'

const rowHeight = 22
const stood = (count: number, top: number, from: number, size: number) => {
  const first = Math.floor(mapping(count, rowHeight, 220).toRow(top))
  const rows = Array.from({ length: size }, (_, at) => ({ seq: 1000 + from + at }))
  return standing({ follow: false, rowHeight, stands: () => ({ first, base: 0, height: 220, top }) }, { count, from, rows })
}

test('a list stands where its middle row says, to the pixel', () => {
  expect(stood(5000, 1200 * 22 + 7, 1188, 34)).toEqual({ follow: false, row: 2205, beyond: 7 - 5 * 22 })
  // A million rows: what is scaled comes back as well.
  const count = 1_000_000
  const top = 7_000_003
  const first = Math.floor(mapping(count, rowHeight, 220).toRow(top))
  const place = stood(count, top, first - 12, 34)
  expect(place).toMatchObject({ row: 1000 + first + 5 })
  expect(mapping(count, rowHeight, 220).toTop(first + 5) + (place as { beyond: number }).beyond).toBeCloseTo(top, 3)
})

test('a list that was scrolled further than its rows have come is known by the nearest of them', () => {
  expect(stood(5000, 1200 * 22, 100, 34)).toEqual({ follow: false, row: 1133, beyond: (1200 - 133) * 22 })
  expect(stood(0, 0, 0, 0)).toMatchObject({ row: undefined })
})

test('the end is followed again', () => {
  expect(
    standing({ follow: true, rowHeight, stands: () => ({ first: 0, base: 0, height: 220, top: 0 }) }, { count: 0, from: 0, rows: [] }),
  ).toEqual({
    follow: true,
  })
})
