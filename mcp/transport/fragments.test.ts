import { expect, test } from 'vitest'
import { Fragments } from './fragments.ts'

/** What each of these lines completes. */
function taken(...lines: string[]): (string | undefined)[] {
  const fragments = new Fragments()
  return lines.map((line) => {
    const mended = fragments.take(line)
    return mended === undefined ? undefined : `${mended.lines} ${mended.reading.kind}`
  })
}

test('an indented message is known at its last line, whatever was printed before', () => {
  expect(taken('[INFO] it begins', '[WARN] a "quote', '{', '"jsonrpc": "2.0", "id": 1,', '"result": { "a": "}" }', '}')).toEqual([
    ...Array.from({ length: 5 }, () => undefined),
    '4 result',
  ])
})

test('a bare line break within a text, and escapes', () => {
  expect(taken('{"id":1,"result":"a\\"', 'b{"}')).toEqual([undefined, '2 result'])
})

test('what never becomes a message is forgotten, and the next one is known all the same', () => {
  expect(taken('{', '}', '{', '"method": "x"', '}')).toEqual([undefined, undefined, undefined, undefined, '3 notification'])
  expect(taken('{"a":', ']', ']', '{', '"method":"x"}')).toEqual([undefined, undefined, undefined, undefined, '2 notification'])
  const heap = Array.from({ length: 6000 }, () => '{')
  expect(taken(...heap).filter((one) => one !== undefined)).toEqual([])
})
