import { expect, test } from 'vitest'
import { eventStream, readStream } from './event-stream.ts'

/** What a stream says, fed in pieces of so many characters. */
function heard(text: string, piece: number): unknown[] {
  const all: unknown[] = []
  const stream = eventStream(
    (message) => void all.push(message),
    (sign) => void all.push({ sign }),
  )
  for (let from = 0; from < text.length; from += piece) stream.feed(text.slice(from, from + piece))
  stream.finish()
  return all
}

const SAID = [
  'retry: 3000\n\n',
  ': keep-alive\n\n',
  'id: 1\ndata: \n\n',
  'data: {"a":1}\n\n',
  'id: 2\n\n',
  'event: ping\n\n',
  'retry: 50\nid: 3\ndata: x\n\n',
  'data: a\ndata: b\nid: 4\n\n',
  'data:retry: 9\n\n',
  `data: ${'long '.repeat(2000)}\n\n`,
  'retry: 7\nid: 5\n\n',
  'retry: soon\n\n',
  '\n\n',
  'data: end',
].join('')
const MEANT = [
  { sign: { retry: 3000 } },
  { sign: { comment: 'keep-alive' } },
  { data: '', id: '1' },
  { data: '{"a":1}' },
  { sign: { id: '2' } },
  { sign: { event: 'ping' } },
  { data: 'x', id: '3', retry: 50 },
  { data: 'a\nb', id: '4' },
  { data: 'retry: 9' },
  { data: 'long '.repeat(2000) },
  { sign: { retry: 7, id: '5' } },
  { data: 'end' },
]

test.each([1, 2, 3, 7, 64, 5000, 1e6])('what is said between messages is heard, in pieces of %d characters', (piece) => {
  expect(heard(SAID, piece)).toEqual(MEANT)
})

test.each([1, 5, 1e6])('and so it is where lines end with CR LF, in pieces of %d characters', (piece) => {
  expect(heard(SAID.replaceAll('\n', '\r\n'), piece)).toEqual(MEANT)
})

test('a wait belongs to the event that it stands in, and to none that follows', () => {
  expect(heard('retry: 1\n\ndata: a\n\nretry: 2\ndata: b\n\ndata: c\n\n', 1e6)).toEqual([
    { sign: { retry: 1 } },
    { data: 'a' },
    { data: 'b', retry: 2 },
    { data: 'c' },
  ])
})

test('a stream of any signs, blocks and lines says the same in whatever pieces it comes', () => {
  // Numbers that look thrown, and are the same each time.
  let seed = 7
  const next = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 1
    return seed % below
  }
  const lines = ['retry: 5', 'id: 1', 'event: e', 'data: d', `data: ${'x'.repeat(5000)}`, 'id', ': c', 'dataset: 1', '', '', '']
  for (let round = 0; round < 80; round++) {
    const end = round % 3 === 0 ? '\r\n' : '\n'
    const text = Array.from({ length: 2 + next(12) }, () => lines[next(lines.length)]).join(end) + end
    const whole = heard(text, 1e6)
    for (const piece of [1, 2, 3, 5, 11, 4097]) expect([text, piece, heard(text, piece)]).toEqual([text, piece, whole])
  }
})

test.each(['\n', '\r\n'])('a whole text says piece by piece what it says at once (%j)', (end) => {
  // The first block is a sign only in a text that is gone through by blocks, which its end asks for.
  const text = `id: 9\n: note\n\n${'data: some words\n\n'.repeat(60_000)}${SAID}`.replaceAll('\n', end)
  const all: unknown[] = []
  const shares = [
    ...readStream(
      text,
      (message) => void all.push(message),
      (sign) => void all.push({ sign }),
    ),
  ]
  expect(shares.length).toBeGreaterThan(3)
  expect(shares.at(-1)).toBe(1)
  expect(all).toEqual(heard(text, text.length))
})

test('a place that a comment or an unknown field follows in its block is heard as well, whatever else the stream says', () => {
  expect(heard('id: 1\n: c\n\ndata: a\n\nevent: e\ndataset: 1\n\n', 1e6)).toEqual([
    { sign: { comment: 'c' } },
    { sign: { id: '1' } },
    { data: 'a' },
    { sign: { event: 'e' } },
  ])
})
