import { expect, test } from 'vitest'
import { placePopup } from './place-popup.ts'

test('it stands beneath its field where it fits', () => {
  expect(placePopup({ top: 100, bottom: 130 }, 240, 800)).toEqual({ top: 132, height: 240 })
})

test('it flips up where there is more room, and ends right above the field', () => {
  expect(placePopup({ top: 600, bottom: 630 }, 240, 680)).toEqual({ top: 358, height: 240 })
})

test('it never covers what is to be pressed next, nor leaves the window', () => {
  const low = placePopup({ top: 100, bottom: 130 }, 240, 800, [300])
  expect(low.top + low.height).toBeLessThan(300)
  const high = placePopup({ top: 200, bottom: 230 }, 240, 800, [300])
  expect(high).toEqual({ top: 8, height: 190 })
})

test('rather over that than too small to read', () => {
  expect(placePopup({ top: 40, bottom: 70 }, 240, 800, [90])).toEqual({ top: 72, height: 240 })
})
