import { expect, test } from 'vitest'
import { eachLine } from '#mcp/transport/tunnel-frames.ts'
import { cutLines } from './lines.ts'

function cut(...chunks: (string | Uint8Array)[]): string[] {
  const lines: string[] = []
  const cutter = cutLines((block) => eachLine(block, (bytes) => lines.push(Buffer.from(bytes).toString('latin1'))))
  for (const chunk of chunks) cutter.push(typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk)
  cutter.end()
  return lines
}

test('lines come whole, however the chunks fall', () => {
  expect(cut('a\nb\n', 'c', 'd', '\n', 'e')).toEqual(['a', 'b', 'cd', 'e'])
})

test('a CR stays, before the break too: who reads the line says that it was there', () => {
  expect(cut('a\r\nb\r', '\nc\rd\n')).toEqual(['a\r', 'b\r', 'c\rd'])
})

test('empty lines are left out', () => {
  expect(cut('\n\r\n', 'a\n\n', '\r', '\n')).toEqual(['a'])
})

test('bytes that are not UTF-8 stay as they came', () => {
  expect(cut(new Uint8Array([0xff, 0xc3, 0x0a, 0x80]))).toEqual(['\xff\xc3', '\x80'])
})

test('a line of many pieces is joined once', () => {
  const piece = Buffer.alloc(64 * 1024, 0x61)
  let size = 0
  const cutter = cutLines((bytes) => (size = bytes.length))
  for (let count = 0; count < 800; count++) cutter.push(piece)
  cutter.push(Buffer.from('\n'))
  expect(size).toBe(800 * piece.length)
})

test('lines that came at once go on at once', () => {
  const blocks: string[] = []
  const cutter = cutLines((block) => blocks.push(Buffer.from(block).toString()))
  for (const chunk of ['a\nb\nc', 'd\n', 'e']) cutter.push(Buffer.from(chunk))
  cutter.end()
  expect(blocks).toEqual(['a\nb', 'cd', 'e'])
})

test('a line without end is not kept: its start and its length are told, and the lines after it come', () => {
  const lines: string[] = []
  const told: [string, number][] = []
  const cutter = cutLines(
    (block) => eachLine(block, (bytes) => lines.push(Buffer.from(bytes).toString())),
    (start, bytes) => told.push([Buffer.from(start).toString(), bytes]),
    10,
  )
  for (const chunk of ['a\nbbbb', 'bbbb', 'bbbb', 'bbbb', 'bb\nc\nd', 'd\n']) cutter.push(Buffer.from(chunk))
  expect(told).toEqual([['b'.repeat(12), 18]])
  expect(lines).toEqual(['a', 'c', 'dd'])
  cutter.push(Buffer.from('e'.repeat(100_000)))
  cutter.end()
  expect(told[1]![0]).toHaveLength(65_536)
  expect(told[1]![1]).toBe(100_000)
})
