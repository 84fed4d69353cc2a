import { expect, test } from 'vitest'
import { maskInUrl, masksInWords } from './mask-places.ts'

test.each([
  ['https://x.test/?a=1&key=••••', '“key” in the URL'],
  ['https://x.test/#token=••••', '“token” in the URL'],
  ['https://••••@x.test/?a=1', 'the user and password in the URL'],
  ['https://x.test/••••/mcp', 'the URL'],
  ['https://x.test/', undefined],
])('%s: %s', (url, place) => {
  expect(maskInUrl(url)).toBe(place)
})

test('each word of a command is named by its flag, else by its number', () => {
  expect(masksInWords(['node', 'x.js', '--api-key', '••••', '--token=••••', '••••', 'plain'])).toEqual([
    'the value of --api-key',
    'the value of --token',
    'argument 5',
  ])
  expect(masksInWords(['••••', '••••'])).toEqual(['the program', 'argument 1'])
})
