// Patterns of other engines: what each becomes, and that it matches what was meant.
import { expect, test } from 'vitest'
import { runnable } from './pattern-spelling.ts'

test.each([
  ['^[\\p{L}\\p{N} ._-]+$', 'Åse 1', 'a/b'],
  ['^[\\w-.]+$', 'a-b.c', 'a b'],
  ['^[\\w.-]+@[\\w-]+$', 'a.b@c-d', 'a b'],
  ['^[a-z\\d-_]+$', 'a-9_', 'A'],
  ['^{[a-z]+}$', '{ab}', 'ab'],
  ['^a{2}b{1,}c{,3}$', 'aabbc{,3}', 'aabc'],
  ['^x]$', 'x]', 'x'],
  ['^\\@\\"\\_\\-\\#$', '@"_-#', '@'],
  ['^[\\-\\_\\]]+$', '-_]', 'a'],
  ['\\A(?P<year>\\d{4})-(?P=year)\\Z', '2026-2026', '2026-2025'],
  ['^[[:alpha:]][[:alnum:]_]*$', 'a_9', '9a'],
  ['^\\pL+$', 'Åse', '1'],
  ['(?<!x)y$', 'ay', 'xy'],
  ['^\\u{1F600}$', '😀', 'u'],
])('%s', (pattern, good, bad) => {
  const spelt = runnable(pattern)!
  expect([RegExp(spelt, 'u').test(good), RegExp(spelt, 'u').test(bad)]).toEqual([true, false])
})

test.each(['a++', '(unclosed', '[z-a]', '\\p{IsGreek}', '(?>atomic)'])('%s has no such spelling', (pattern) =>
  expect(runnable(pattern)).toBeUndefined(),
)
