import { describe, expect, test } from 'vitest'
import { fileName, look, sniff } from './sniff.ts'

const bytes = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)))
const png = bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 2], 'IHDRxx', [0, 0, 0, 0, 0, 0, 0, 0], 'IEND', [0, 0, 0, 0])
const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0xff, 0xd9])

describe('by their first bytes', () => {
  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
    ['audio/wav', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
    ['image/avif', bytes([0, 0, 0, 28], 'ftypavif')],
    ['application/pdf', bytes('%PDF-1.7')],
    ['application/x-tar', bytes('a'.padEnd(257, '\0'), 'ustar')],
    ['font/woff2', bytes('wOF2')],
  ])('%s', (mimeType, some) => {
    expect(sniff(some)).toBe(mimeType)
  })

  test('nothing is found in plain text or in too little', () => {
    expect(sniff(bytes('hello'))).toBeUndefined()
    expect(sniff(bytes('RIFF'))).toBeUndefined()
    expect(sniff(bytes('BM'))).toBeUndefined()
  })
})

describe('announced and found', () => {
  test('agreement says nothing', () => {
    expect(look(png, 'image/png')).toEqual({ kind: 'image', mimeType: 'image/png', notes: [] })
    expect(look(bytes('{"a":1}'), 'application/json; charset=utf-8')).toMatchObject({ kind: 'text', notes: [] })
  })

  test('a wrong type is said and the bytes win', () => {
    expect(look(jpeg, 'image/png')).toEqual({
      kind: 'image',
      mimeType: 'image/jpeg',
      notes: ['Announced as image/png, but the bytes are image/jpeg.'],
    })
    expect(look(bytes('not an image'), 'image/png')).toMatchObject({ kind: 'text', notes: [expect.stringContaining('text')] })
  })

  test('a missing type is found and said', () => {
    expect(look(png, '')).toMatchObject({ kind: 'image', notes: [expect.stringContaining('No mimeType')] })
    expect(look(bytes('plain'), '')).toMatchObject({ kind: 'text', text: 'plain' })
  })

  test('text that is not UTF-8 is shown as bytes, and the byte is named', () => {
    expect(look(bytes([0xff, 0xfe]), 'text/plain')).toMatchObject({ kind: 'hex', notes: [expect.stringContaining('byte 1 (0xFF)')] })
    expect(look(bytes('abc', [0xc3, 0x28]), 'text/plain').notes[0]).toMatch(/byte [45] /)
  })

  test('text is read in the encoding that was announced, where all of it is of that', () => {
    expect(look(bytes('pris: ', [0xe5]), 'text/plain; charset="latin1"')).toEqual({
      kind: 'text',
      mimeType: 'text/plain',
      notes: ['Read as latin1, as announced.'],
      text: 'pris: å',
    })
    expect(look(bytes([0xe5]), 'text/plain; charset=nonsense').kind).toBe('hex')
    expect(look(bytes([0xe5]), 'text/plain; charset=utf-8').kind).toBe('hex')
  })

  test('no bytes are no image, and half a picture is half a picture', () => {
    expect(look(bytes(), 'image/png')).toEqual({
      kind: 'text',
      mimeType: 'text/plain',
      notes: ['Announced as image/png, but there are no bytes.'],
      text: '',
    })
    for (const [type, whole] of [
      ['image/png', png],
      ['image/jpeg', jpeg],
      ['image/webp', bytes('RIFF', [8, 0, 0, 0], 'WEBPVP8 ')],
    ] as const) {
      expect(look(whole, type).notes).toEqual([])
      expect(look(whole.slice(0, -3), type).notes).toEqual(['The file ends before its end: it is cut short.'])
    }
  })

  test('svg is an image, and so is an SVG without a type', () => {
    const svg = bytes('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(look(svg, 'image/svg+xml').kind).toBe('image')
    expect(look(svg, '').kind).toBe('image')
  })
})

test('file names come from the URI, hold no path and get an ending', () => {
  expect(fileName('file:///a/b/report.csv', 'text/csv')).toBe('report.csv')
  expect(fileName('demo://resource/1', 'text/plain')).toBe('1.txt')
  expect(fileName('x://a/..%2F..%2Fetc%2Fpasswd', '')).toBe('_.._etc_passwd.bin')
  expect(fileName('', 'image/svg+xml', 'image')).toBe('image.svg')
  expect(fileName('', 'application/vnd.api+json')).toBe('content.json')
})

test('an AVIF image is one, also where its first brand is a general one', () => {
  const avif = Uint8Array.from(
    atob(
      'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
    ),
    (char) => char.charCodeAt(0),
  )
  expect(look(avif, '')).toMatchObject({ kind: 'image', mimeType: 'image/avif' })
  expect(look(avif, 'image/avif')).toEqual({ kind: 'image', mimeType: 'image/avif', notes: [] })
  expect(sniff(bytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0], 'mif1avif'))).toBe('image/avif')
  expect(sniff(bytes([0, 0, 0, 24], 'ftypmif1', [0, 0, 0, 0], 'mif1heic'))).toBe('image/heic')
})
