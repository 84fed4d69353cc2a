import { expect, test } from 'vitest'
import { pathOf } from './ActivityStrip.tsx'
import { stretchBy } from './strip-keys.ts'

test('a quarter of a bar is a quarter of its height, and one in a thousand is still seen', () => {
  expect(pathOf([1000, 0], 1000)).toBe('M0 20v-20h.8V20z')
  expect(pathOf([1000], 1000, () => 250)).toBe('M0 20v-5h.8V20z')
  expect(pathOf([1000], 1000, () => 1)).toBe('M0 20v-4h.8V20z')
  expect(pathOf([1000], 1000, () => 0)).toBe('')
})

test.each([
  ['ArrowLeft', false, [575, 675]],
  ['ArrowUp', false, [625, 725]],
  ['PageDown', false, [500, 600]],
  ['PageUp', false, [700, 800]],
  ['Home', false, [0, 100]],
  ['End', false, [900, 1000]],
  ['ArrowRight', true, [600, 725]],
  ['Home', true, [0, 700]],
  ['End', true, [600, 1000]],
  // It does not end before it begins.
  ['PageDown', true, [600, 700]],
  ['Enter', false, undefined],
] as const)('of a stretch of time, %s (with Shift: %s) makes %s', (key, shift, made) => {
  expect(stretchBy(key, shift, [600, 700], [0, 1000])).toEqual(made)
})

test('where all is shown, keys begin at its end, and go nowhere beyond it', () => {
  expect(stretchBy('ArrowLeft', false, undefined, [0, 1000])).toEqual([875, 975])
  expect(stretchBy('End', false, undefined, [0, 1000])).toEqual([900, 1000])
  expect(stretchBy('PageUp', false, [900, 1000], [0, 1000])).toEqual([900, 1000])
})
