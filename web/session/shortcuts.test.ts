import { expect, test } from 'vitest'
import { isCharacter, matches, type KeyPress } from './shortcuts.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
})

test('keys are matched with their modifiers, and no others', () => {
  expect(matches('mod+k', press('k', { ctrlKey: true }))).toBe(true)
  expect(matches('mod+k', press('K', { metaKey: true }))).toBe(true)
  expect(matches('mod+k', press('k'))).toBe(false)
  expect(matches('r', press('r'))).toBe(true)
  expect(matches('r', press('r', { ctrlKey: true }))).toBe(false)
  expect(matches('r', press('R', { shiftKey: true }))).toBe(false)
  expect(matches('f6', press('F6'))).toBe(true)
  expect(matches('f6', press('F6', { shiftKey: true }))).toBe(false)
  expect(matches('shift+f6', press('F6', { shiftKey: true }))).toBe(true)
})

test('a character that needs shift on some keyboards is matched with and without it', () => {
  expect(matches('?', press('?', { shiftKey: true }))).toBe(true)
  expect(matches('/', press('/'))).toBe(true)
  expect(matches('/', press('/', { shiftKey: true }))).toBe(true)
})

test('a key of a single character is told from those with modifiers and names', () => {
  for (const key of ['r', '?', '/']) expect(isCharacter(press(key))).toBe(true)
  expect(isCharacter(press('?', { shiftKey: true }))).toBe(true)
  expect(isCharacter(press('k', { metaKey: true }))).toBe(false)
  for (const key of ['F6', 'Escape', 'Enter']) expect(isCharacter(press(key))).toBe(false)
})
