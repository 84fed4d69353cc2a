import { expect, test } from 'vitest'
import { changesDrawing, followAfter, followByKey, goesOnFrom, mapping, MOST_PIXELS, offsetOf } from './use-row-scroll.ts'

test('short lists scroll pixel for pixel', () => {
  const map = mapping(1000, 22, 200)
  expect(map.total).toBe(22_000)
  expect(map.toRow(440)).toBe(20)
  expect(map.toTop(20)).toBe(440)
})

test('long lists are scaled so that both ends can be reached', () => {
  const map = mapping(2_000_000, 22, 200)
  expect(map.total).toBe(MOST_PIXELS)
  expect(map.toRow(0)).toBe(0)
  // The last pixel that can be scrolled to shows the last rows.
  expect(map.toRow(MOST_PIXELS - 200)).toBeCloseTo(2_000_000 - 200 / 22, 3)
  expect(map.toTop(map.toRow(7_000_000))).toBeCloseTo(7_000_000, 3)
})

test('what stands under the rows is not scaled with them', () => {
  for (const count of [1000, 2_000_000]) {
    const map = mapping(count, 22, 200)
    const end = map.total - 200
    expect(map.toRow(end + 44)).toBeCloseTo(map.toRow(end) + 2, 3)
    expect(map.toTop(map.toRow(end + 44))).toBeCloseTo(end + 44, 3)
    expect(map.toTop(map.toRow(end / 2))).toBeCloseTo(end / 2, 3)
  }
})

test('the end is followed on when the list grew since, and not by who goes up', () => {
  const list = { scrollTop: 800, clientHeight: 200, scrollHeight: 1000 }
  expect(followAfter(list, 600)).toBe(true)
  expect(followAfter({ ...list, scrollHeight: 1220 }, 600)).toBeUndefined()
  expect(followAfter({ ...list, scrollTop: 700 }, 800)).toBe(false)
  expect(followAfter({ ...list, scrollTop: 797 }, 800)).toBeUndefined()
})

test('a list that becomes shorter is not followed for that', () => {
  expect(followAfter({ scrollTop: 0, clientHeight: 200, scrollHeight: 66 }, 800)).toBeUndefined()
  expect(followAfter({ scrollTop: 300, clientHeight: 200, scrollHeight: 500 }, 800)).toBeUndefined()
})

test('a scroll to the end that was ours does not follow it for who left it since', () => {
  expect(followAfter({ scrollTop: 800, clientHeight: 200, scrollHeight: 1000 }, 800)).toBeUndefined()
})

test('who goes to a row by a key stays there, and follows the end once they go down to the last row', () => {
  expect(['ArrowUp', 'PageUp', 'Home', 'ArrowDown', 'PageDown'].map((key) => followByKey(key, 480, 500))).not.toContain(true)
  expect(['ArrowDown', 'PageDown', 'End'].map((key) => followByKey(key, 499, 500))).not.toContain(false)
  // The first row that is chosen from below is the last one.
  expect(followByKey('ArrowUp', 499, 500)).toBe(false)
})

test('a list whose end is followed is not drawn anew because it stands elsewhere', () => {
  const now = { first: 100, base: 2200, height: 200, top: 0 }
  const next = { first: 400, base: 8800, height: 200, top: 0 }
  expect(changesDrawing(now, next, true)).toBe(false)
  expect(changesDrawing(now, next, false)).toBe(true)
  expect(changesDrawing(now, { ...now }, false)).toBe(false)
  expect(changesDrawing(now, { ...next, height: 222 }, true)).toBe(true)
})

test('who follows the end has the last row at the end, also of a list that grew and is not longer than before', () => {
  for (const count of [1000, 700_000, 2_000_000]) {
    const { total } = mapping(count, 22, 200)
    const from = count - 12
    const last = (follow: boolean, place: { first: number; base: number }) =>
      offsetOf(from, { follow, place: { ...place, height: 200, top: 0 }, rowHeight: 22 }, count, total) + 12 * 22
    expect(last(true, { first: 0, base: 0 })).toBe(total)
    // Nor does anything move when it is left.
    expect(last(false, { first: count - 10, base: total - 10 * 22 })).toBe(total)
  }
})

test('the first key in a list begins with what is in sight, and not at its end for who goes down', () => {
  expect(goesOnFrom('ArrowDown', true, 500, 470) + 1).toBe(470)
  expect(goesOnFrom('ArrowDown', false, 500, 20) + 1).toBe(20)
  expect(goesOnFrom('ArrowUp', true, 500, 470) - 1).toBe(499)
})
