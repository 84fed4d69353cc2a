import { expect, test } from 'vitest'
import { diffLines, pairLines } from './line-diff.ts'

test('a line that took the place of another stands beside it, others beside nothing', () => {
  const pairs = pairLines(diffLines('a\nb\nc\nd', 'a\nB\nc\nd\ne'))
  expect(pairs).toEqual([
    { kind: 'same', before: 'a', after: 'a' },
    { kind: 'changed', before: 'b', after: 'B' },
    { kind: 'same', before: 'c', after: 'c' },
    { kind: 'same', before: 'd', after: 'd' },
    { kind: 'changed', after: 'e' },
  ])
})
