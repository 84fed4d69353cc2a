import { expect, test } from 'vitest'
import { canOpen } from './open-browser.ts'

test('opens where someone would see it', () => {
  expect(canOpen({}, 'darwin')).toBe(true)
  expect(canOpen({}, 'win32')).toBe(true)
  expect(canOpen({}, 'linux')).toBe(false)
  expect(canOpen({ DISPLAY: ':0' }, 'linux')).toBe(true)
  expect(canOpen({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  expect(canOpen({ DISPLAY: ':0', CI: 'true' }, 'linux')).toBe(false)
  expect(canOpen({ CI: '1' }, 'darwin')).toBe(false)
  expect(canOpen({ CI: 'false' }, 'darwin')).toBe(true)
})
