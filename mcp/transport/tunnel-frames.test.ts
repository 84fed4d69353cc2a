import { expect, test } from 'vitest'
import { eachText } from './each-text.ts'
import { eachLine } from './tunnel-frames.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const texts = (block: Uint8Array): unknown[] => {
  const lines: unknown[] = []
  eachText(block, (line) => lines.push(line))
  return lines
}

test.each(['a', 'a\nb', 'a\r\n\n\r\nb\r', '\uFEFFa\n\u{1F600}\n', '\n', ''])('lines as text are those as bytes: %j', (text) => {
  const lines: string[] = []
  eachLine(bytes(text), (line) => lines.push(new TextDecoder('utf-8', { ignoreBOM: true }).decode(line)))
  expect(texts(bytes(text))).toEqual(lines)
})

test('a block that is not UTF-8 comes as the bytes that it is', () => {
  const block = new Uint8Array([...bytes('good\n'), 0xff, 0x0a])
  expect(texts(block)).toEqual([bytes('good'), new Uint8Array([0xff])])
})
