import { expect, test } from 'vitest'
import { Lines } from './lines.ts'

/** What comes of a text in pieces of a size, the end included. */
function cut(text: string, size: number, longest?: number): (string | null)[] {
  const lines = new Lines(longest)
  const taken: (string | null)[] = []
  for (let at = 0; at < text.length; at += size) taken.push(...lines.take(text.slice(at, at + size)))
  const last = lines.end()
  return last === undefined ? taken : [...taken, last]
}

test.each([1, 2, 3, 100])('lines are the same in whatever pieces they come (%i)', (size) => {
  expect(cut('a\n\nbcd\r\ne\u2028f', size)).toEqual(['a', '', 'bcd\r', 'e\u2028f'])
  expect(cut('a\n', size)).toEqual(['a', ''])
})

test.each([1, 2, 3, 100])('one that is longer than a text may be is told once, and the others stay (%i)', (size) => {
  expect(cut('abc\nabcdefghij\nxyz\nlong too', size, 4)).toEqual(['abc', null, 'xyz', null])
  expect(cut('abcd\nabcde\n', size, 4)).toEqual(['abcd', null, ''])
})

test('it is told before the line has ended', () => {
  const lines = new Lines(4)
  expect(lines.take('abc')).toEqual([])
  expect(lines.take('de')).toEqual([null])
  expect(lines.take('fghijkl')).toEqual([])
})
