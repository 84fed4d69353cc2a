import { expect, test } from 'vitest'
import { isPart } from './subscriptions.ts'

test.each([
  ['file:///project', 'file:///project/a.txt', true],
  ['file:///project/', 'file:///project/a.txt', true],
  ['demo://list', 'demo://list?page=2', true],
  ['demo://list', 'demo://list', false],
  ['demo://list', 'demo://listing', false],
  ['demo://list/1', 'demo://list', false],
])('of %s, %s is a part: %s', (whole, uri, part) => {
  expect(isPart(whole, uri)).toBe(part)
})
