import { expect, test } from 'vitest'
import { day, grouped, reveal, running } from './format.ts'

test('marks what hides or turns text, and leaves emoji whole', () => {
  expect(reveal('a\u200bb \u202egnp.exe')).toBe('a⟦U+200B⟧b ⟦U+202E⟧gnp.exe')
  expect(reveal('x\u200dy 👩\u200d')).toBe('x⟦U+200D⟧y 👩⟦U+200D⟧')
  expect(reveal('a\u2028b\u00adc\u3164\u{e0100}')).toBe('a⟦U+2028⟧b⟦U+00AD⟧c⟦U+3164⟧⟦U+E0100⟧')
  expect(reveal('Reads\u{e0049}\u{e0067}')).toBe('Reads⟦U+E0049⟧⟦U+E0067⟧')
  for (const emoji of ['👩\u200d🚀', '👩🏽\u200d⚕\ufe0f', '🏳\ufe0f\u200d🌈', '👨\u200d👩\u200d👧']) expect(reveal(emoji)).toBe(emoji)
})

test('marks control characters and halves of pairs, and leaves line breaks and tabs alone', () => {
  expect(reveal('nul\0 \u001b[31mred\x7f')).toBe('nul⟦U+0000⟧ ⟦U+001B⟧[31mred⟦U+007F⟧')
  expect(reveal('\ud800 x \udc00 😀')).toBe('⟦U+D800⟧ x ⟦U+DC00⟧ 😀')
  expect(reveal('a\tb\r\nc\r')).toBe('a\tb\r\nc\r')
  // By itself it breaks no line on the screen.
  expect(reveal('a\rb')).toBe('a⟦U+000D⟧b')
})

test('groups the digits of counts', () => {
  expect([0, 7, 999, 1000, 12_345, 1_000_000, 1_234_567].map(grouped)).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '12,345',
    '1,000,000',
    '1,234,567',
  ])
})

test('a time that runs has tenths of seconds, and a day is written one way', () => {
  expect([-5, 0, 149, 12_480, 125_000].map(running)).toEqual(['0.0 s', '0.0 s', '0.1 s', '12.4 s', '2 min 05 s'])
  expect(day(new Date(2026, 10, 28, 23, 59).getTime())).toBe('28 Nov 2026')
})
