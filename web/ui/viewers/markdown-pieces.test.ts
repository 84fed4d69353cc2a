import { expect, test } from 'vitest'
import { piecesOf } from './markdown-pieces.ts'

test('a short text is one piece; a long one is cut between blocks and nothing is lost', () => {
  expect(piecesOf('# a\n\nb')).toEqual(['# a\n\nb'])
  const text = Array.from({ length: 3000 }, (_, at) => `Paragraph ${at} with some words.\n\n`).join('')
  const pieces = piecesOf(text)
  expect(pieces.length).toBeGreaterThan(4)
  expect(pieces.join('')).toBe(text)
  expect(pieces.slice(0, -1).every((piece) => piece.endsWith('\n\n'))).toBe(true)
})

test('a fence is not cut in two, and links by reference find what they name', () => {
  const code = `\`\`\`js\n${'let a = 1\n\n'.repeat(2000)}\`\`\`\n\n`
  const pieces = piecesOf(`${'Some words.\n\n'.repeat(900)}${code}${'See [this][one].\n\n'.repeat(1000)}[one]: https://example.com/\n`)
  expect(pieces.filter((piece) => piece.includes('let a = 1'))).toHaveLength(1)
  expect(pieces.every((piece) => piece.includes('[one]: https://example.com/'))).toBe(true)
})

test('one line without end is cut all the same', () => {
  expect(piecesOf('x'.repeat(1_000_000)).length).toBeGreaterThan(3)
})
