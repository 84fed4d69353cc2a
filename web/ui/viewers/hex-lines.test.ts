import { expect, test } from 'vitest'
import { hexLine, hexPieces } from './hex-lines.ts'

const bytes = Uint8Array.from([0x61, 0xe9, 0x20, 0xff, 0xfe, 0x62, 0x63, 0x64, 0x65])
const marked = [1, 2, 3, 5, 8, 9]
const drawn = (from: number) =>
  hexPieces(bytes, from, 4, 4, marked)
    .map(({ text, mark }) => (mark ? `[${text}]` : text))
    .join('')

test('bytes that are marked are so in both columns, over the ends of lines', () => {
  expect([0, 4, 8].map(drawn)).toEqual(['0000  61 [e9]  20 [ff]  a[·] [·]', '0004  [fe] 62  63 64  [·]bcd', '0008  [65]            [e]'])
  expect(hexLine(bytes, 0, 4, 4)).toBe('0000  61 e9  20 ff  a· ·')
})
