import { describe, expect, test } from 'vitest'
import { decodeBase64 } from './base64.ts'

const base64Of = (bytes: Iterable<number>) => btoa(String.fromCharCode(...bytes))

function textOf(base64: string): string {
  const decoded = decodeBase64(base64)
  if (decoded.kind === 'broken') throw new Error(decoded.says)
  return new TextDecoder().decode(decoded.bytes)
}

describe('decodes', () => {
  test('all lengths, with their padding', () => {
    for (const text of ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']) {
      const base64 = btoa(text)
      expect(textOf(base64)).toBe(text)
      expect(decodeBase64(base64)).toMatchObject({ kind: 'bytes', notes: [] })
    }
  })

  test('every byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
    expect(decodeBase64(base64Of(bytes))).toEqual({ kind: 'bytes', bytes, notes: [] })
  })

  test('base64url, missing padding, line breaks and data: URLs, each with a note', () => {
    const bytes = new Uint8Array([0xfb, 0xff, 0xbf, 0x01])
    expect(decodeBase64(base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))).toMatchObject({
      kind: 'bytes',
      bytes: bytes,
      notes: [expect.stringContaining('padding'), expect.stringContaining('base64url')],
    })
    expect(textOf('aGVs\nbG8=')).toBe('hello')
    expect(decodeBase64('aGVs\nbG8=')).toMatchObject({ notes: [expect.stringContaining('line breaks')] })
    expect(textOf('data:text/plain;base64,aGVsbG8=')).toBe('hello')
    expect(decodeBase64('aGVsbG9=')).toMatchObject({ notes: [expect.stringContaining('bits')] })
  })
})

describe('names the first wrong character', () => {
  test.each([
    ['SG!!VsbG8=', 3, '“!”'],
    ['SGVs bG8é', 9, 'U+00E9'],
    ['SGVsbG8=x', 9, 'follows the padding'],
    ['SGVsbG8==', 9, '“=”'],
    ['=', 1, '“=”'],
    ['SGVsb', 5, 'middle of a byte'],
  ])('%s at %i', (text, at, says) => {
    expect(decodeBase64(text)).toMatchObject({ kind: 'broken', at, says: expect.stringContaining(says) })
  })
})
