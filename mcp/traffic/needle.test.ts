import { expect, test } from 'vitest'
import { Needle } from './needle.ts'

test.each([
  ['needle of', 'a NEEDLE of hay', true],
  ['needle of', 'a needle o', false],
  ['a', 'A', true],
  ['a', '', false],
  ['aab', 'aaaaab', true],
  ['abab', 'abacabab', true],
  ['"x":1', '{"x":1}', true],
  ['[', '{', false],
  ['@', '`', false],
  ['z{', 'Z{', true],
  ['z{', 'Z[', false],
  ['end', 'the end', true],
  ['the', 'The end', true],
])('%s in %s: %s', (text, hay, is) => {
  const bytes = new TextEncoder().encode(`${text}${hay}${text}`)
  expect(new Needle(text).isIn(bytes, text.length, hay.length)).toBe(is)
})

test('finds what a search in the text finds, whatever it is', () => {
  let state = 7
  const random = (below: number): number => (state = (state * 48_271) % 2_147_483_647) % below
  const word = (length: number): string => Array.from({ length }, () => 'abAB{é'[random(6)]).join('')
  for (let round = 0; round < 5000; round++) {
    const text = word(1 + random(4))
      .toLowerCase()
      .replaceAll('é', 'b')
    const hay = word(random(30))
    const bytes = new TextEncoder().encode(hay)
    expect(new Needle(text).isIn(bytes, 0, bytes.length), `${text} in ${hay}`).toBe(hay.toLowerCase().includes(text))
  }
})
