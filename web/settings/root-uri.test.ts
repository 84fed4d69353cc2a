import { expect, test } from 'vitest'
import { pathToUri, rootFault } from './root-uri.ts'

test.each([
  ['/home/me/my project', 'file:///home/me/my%20project'],
  ['C:\\Users\\me', 'file:///C:/Users/me'],
  ['file:///x', 'file:///x'],
  ['', ''],
])('a path becomes a URI: %s', (text, uri) => {
  expect(pathToUri(text)).toBe(uri)
})

test('what is no file URI is said', () => {
  expect(rootFault('file:///x')).toBeUndefined()
  expect(rootFault('')).toBeUndefined()
  expect(rootFault('home/me')).toMatch(/URI/)
  expect(rootFault('https://x')).toMatch(/file:/)
})
