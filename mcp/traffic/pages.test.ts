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

test('what is read onward is what is read one by one, ASCII or not, and what is written meanwhile comes too', () => {
  const places: Place[] = []
  const copy = ({ page, offset, lengths }: Place): Place => ({ page, offset, lengths: [...lengths] })
  const pages = new Pages((slot, place) => (places[slot] = copy(place)))
  const texts = Array.from({ length: 12_000 }, (_, at) =>
    at % 1500 === 700
      ? `über 日本語 🙂 ${at}`
      : at % 997 === 0
        ? 'x'.repeat(5000)
        : at % 5000 === 4999
          ? 'y'.repeat(2_000_000)
          : `text ${at}`,
  )
  let read = 0
  const readOn = (): void => {
    pages.settle()
    for (; read < places.length; read++) {
      const { page, offset, lengths } = places[read]!
      expect(pages.textOnward(page, offset + lengths[0], lengths[1])).toBe(texts[read])
    }
  }
  texts.forEach((text, slot) => {
    pages.put(slot, 'h', text, '')
    places[slot] = copy(pages.place)
    if (slot % 777 === 0) readOn()
  })
  readOn()
  expect(read).toBe(texts.length)
  const { page, offset, lengths } = places[3]!
  expect(pages.textOnward(page, offset + lengths[0], lengths[1])).toBe(texts[3])
})
