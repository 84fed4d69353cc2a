import { expect, test } from 'vitest'
import { Pages, type Place } from './pages.ts'

/** Puts texts and reads them back by the places that hold in the end. */
function kept(texts: readonly (readonly [string, string, string])[]): string[] {
  const places = new Map<number, Place>()
  const copy = ({ page, offset, lengths }: Place): Place => ({ page, offset, lengths: [...lengths] })
  const pages = new Pages((slot, place) => places.set(slot, copy(place)))
  texts.forEach((three, slot) => {
    pages.put(slot, ...three)
    places.set(slot, copy(pages.place))
  })
  pages.settle()
  const read = texts.map((_, slot) => {
    const { page, offset, lengths } = places.get(slot)!
    const [first, second, third] = lengths
    return [
      pages.text(page, offset, first),
      pages.text(page, offset + first, second),
      pages.text(page, offset + first + second, third),
    ].join('|')
  })
  const bytes = [...places.values()].reduce((sum, { lengths }) => sum + lengths[0] + lengths[1] + lengths[2], 0)
  expect(pages.live).toBe(bytes)
  for (const { page, lengths } of places.values()) pages.release(page, lengths[0] + lengths[1] + lengths[2])
  expect(pages.live).toBe(0)
  return read
}

test('what is encoded together is read apart', () => {
  const texts = Array.from({ length: 20_000 }, (_, at): [string, string, string] => [
    `head ${at}`,
    `body ${at}`,
    at % 3 === 0 ? `more ${at}` : '',
  ])
  expect(kept(texts)).toEqual(texts.map((three) => three.join('|')))
})

test('a text that is not ASCII moves those after it, and is read as it was', () => {
  const odd = ['über', '日本語', '🙂🙂', 'é', 'a\u0000b', '']
  const texts = Array.from({ length: 9_000 }, (_, at): [string, string, string] =>
    at % 700 === 350 ? [odd[at % 5]!, odd[at % 6]!, odd[at % 4]!] : [`h${at}`, 'x'.repeat(at % 300), ''],
  )
  expect(kept(texts)).toEqual(texts.map((three) => three.join('|')))
})

test('half a character at the end of one text does not take half of the next', () => {
  expect(
    kept([
      ['a', 'b\uD83D', ''],
      ['\uDE42c', 'd', ''],
    ]),
  ).toEqual(['a|b\uFFFD|', '\uFFFDc|d|'])
})

test('a text larger than a page lies alone, between others that wait', () => {
  const large = 'x'.repeat(2_000_000)
  expect(
    kept([
      ['a', 'b', 'c'],
      ['', large, 'e'],
      ['f', 'ü', 'g'],
    ]),
  ).toEqual(['a|b|c', `|${large}|e`, 'f|ü|g'])
})
