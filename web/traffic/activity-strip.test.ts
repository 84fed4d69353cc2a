import { expect, test } from 'vitest'
import { pathOf } from './ActivityStrip.tsx'
import { inMilliseconds, readStretch, readZooms, spellStretch, stretchBy, zoomable, type Stretch } from './strip-keys.ts'

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
  expect(stretchBy('PageUp', false, [850, 950], [0, 1000])).toEqual([900, 1000])
  expect(stretchBy('ArrowLeft', false, [10, 110], [0, 1000])).toEqual([0, 100])
  expect(stretchBy('ArrowRight', true, [800, 990], [0, 1000])).toEqual([800, 1000])
})

test('a stretch is whole milliseconds, holds what stands at the ends, and does not grow by being moved', () => {
  const ends: Stretch = [1000.6, 1100.2]
  expect(inMilliseconds([1000.6, 1050.4], ends)).toEqual([1000, 1050])
  expect(inMilliseconds([1050.4, 1100.2], ends)).toEqual([1050, 1101])
  let shown: Stretch = [1030, 1040]
  for (let press = 0; press < 10; press += 1) shown = inMilliseconds(stretchBy('ArrowRight', false, shown, ends)!, ends)
  expect(shown[1] - shown[0]).toBe(10)
  expect(readStretch(spellStretch(shown))).toEqual(shown)
})

test('what is zoomed to holds as long as what is shown lies within; a stretch alone is shown on the whole', () => {
  expect(readZooms('0-500.100-200', [120, 130])).toEqual([
    [0, 500],
    [100, 200],
  ])
  expect(readZooms('0-500.100-200', [100, 200])).toHaveLength(2)
  expect(readZooms('0-500.100-200', [300, 310])).toEqual([[0, 500]])
  expect(readZooms('0-500', [600, 700])).toEqual([])
  expect(readZooms('0-500', undefined)).toEqual([])
  expect(readZooms('', [1, 2])).toEqual([])
  expect(readZooms('nonsense.5-5', [5, 5])).toEqual([])
})

test('there is more to see of a part that is not too short', () => {
  expect(zoomable([100, 200], [0, 1000])).toBe(true)
  expect(zoomable([0, 1000], [0, 1000])).toBe(false)
  expect(zoomable([100, 110], [0, 1000])).toBe(false)
  expect(zoomable(undefined, [0, 1000])).toBe(false)
})
