import { expect, test } from 'vitest'
import { replacedIn } from '../traffic/read-event.ts'
import { replacedBy, scan, wireBytes } from './replaced.ts'
import { Utf8 } from './utf8.ts'

const bytesOf = (...codes: number[]) => Uint8Array.from(codes)
const decode = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)

/** Bytes in which much is wrong, the same each time. */
function* wild(count: number): Generator<Uint8Array> {
  let seed = 7
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * below)
  }
  const likely = [0x41, 0x80, 0xbf, 0xc2, 0xc0, 0xe0, 0xa0, 0xed, 0x9f, 0xef, 0xbb, 0xbd, 0xf0, 0x90, 0xf4, 0x8f, 0xf5, 0xff, 0xe2]
  for (let at = 0; at < count; at += 1) yield Uint8Array.from({ length: next(24) }, () => likely[next(likely.length)]!)
}

test('the text and what was replaced in it are the bytes that came', () => {
  for (const bytes of wild(600)) {
    const text = decode(bytes)
    const { runs } = scan(bytes)
    expect(runs).toHaveLength(text.split('\uFFFD').length - 1)
    expect([...wireBytes(text, replacedBy(runs)).bytes]).toEqual([...bytes])
  }
})

test('the same however the bytes are cut', () => {
  for (const bytes of wild(400)) {
    const utf8 = new Utf8()
    let text = ''
    for (let at = 0; at < bytes.length; at += 2) text += utf8.decode(bytes.subarray(at, at + 2), false)
    text += utf8.decode(undefined, true)
    const whole = scan(bytes)
    expect(utf8.broken).toBe(whole.broken)
    if (whole.broken) expect(utf8.replaced).toBe(replacedBy(whole.runs))
  }
})

test('a sign that the peer wrote is not odd; where what was replaced is not known, each may be', () => {
  const bytes = bytesOf(0x61, 0xef, 0xbf, 0xbd, 0xe9, 0x20, 0xff)
  const { runs, broken } = scan(bytes)
  expect([runs, broken]).toEqual([['efbfbd', 'e9', 'ff'], true])
  expect(wireBytes(decode(bytes), replacedBy(runs))).toEqual({ bytes, odd: [4, 5, 6, 7], kept: true })
  expect(wireBytes('a\uFFFD', undefined)).toEqual({ bytes: bytesOf(0x61, 0xef, 0xbf, 0xbd), odd: [1, 4], kept: false })
  // Something was taken out of the text.
  expect(wireBytes('\uFFFD', 'e9 ff')).toMatchObject({ kept: false })
  expect(scan(bytesOf(0xef, 0xbf, 0xbd)).broken).toBe(false)
})

test('what is no text at all is not kept twice', () => {
  expect(replacedBy(scan(new Uint8Array(100_000).fill(0xff)).runs)).toBe('')
  const utf8 = new Utf8()
  for (let at = 0; at < 50; at += 1) utf8.decode(new Uint8Array(1000).fill(0xff), false)
  expect([utf8.broken, utf8.replaced]).toEqual([true, ''])
})

test('a list in a file is hexadecimal', () => {
  for (const replaced of ['e9', 'e9 ff', 'f09080']) expect(replacedIn({ replaced })).toEqual({ replaced })
  for (const replaced of ['', 'e', 'E9', 'e9  ff', 7]) expect(replacedIn({ replaced })).toEqual({})
})
