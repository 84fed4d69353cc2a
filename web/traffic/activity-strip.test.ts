import { expect, test } from 'vitest'
import { pathOf } from './ActivityStrip.tsx'

test('a quarter of a bar is a quarter of its height, and one in a thousand is still seen', () => {
  expect(pathOf([1000, 0], 1000)).toBe('M0 20v-20h.8V20z')
  expect(pathOf([1000], 1000, () => 250)).toBe('M0 20v-5h.8V20z')
  expect(pathOf([1000], 1000, () => 1)).toBe('M0 20v-4h.8V20z')
  expect(pathOf([1000], 1000, () => 0)).toBe('')
})
