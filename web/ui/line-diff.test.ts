import { expect, test } from 'vitest'
import { compare, DiffRows } from './diff-rows.ts'
import { diffLines } from './line-diff.ts'

const rowsOf = (before: string, after: string, asResults = false) => new DiffRows(compare(before, after, asResults))

test('a line that took the place of another stands beside it, others beside nothing', () => {
  const rows = rowsOf('a\nb\nc\nd', 'a\nB\nc\nd\ne')
  expect(rows.slice(0, rows.count)).toEqual([
    { kind: 'same', before: 'a', after: 'a' },
    { kind: 'changed', before: 'b', after: 'B' },
    { kind: 'same', before: 'c', after: 'c' },
    { kind: 'same', before: 'd', after: 'd' },
    { kind: 'changed', after: 'e' },
  ])
  expect(rows.slice(3, 5)).toEqual(rows.slice(0, 5).slice(3))
})

test('what is the same is the same, and nothing beside something is all new', () => {
  expect(rowsOf('a\nb', 'a\nb').same).toBe(true)
  expect(rowsOf('', 'a\nb').slice(0, 9)).toEqual([
    { kind: 'changed', after: 'a' },
    { kind: 'changed', after: 'b' },
  ])
})

test('in texts of many lines, a line that came in above moves nothing', () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`)
  const changed = ['new', ...lines.slice(0, 9_000), 'other', ...lines.slice(9_001)]
  const found = diffLines(lines.join('\n'), changed.join('\n')).filter(({ kind }) => kind !== 'same')
  expect(found).toEqual([
    { kind: 'only-second', text: 'new' },
    { kind: 'only-first', text: 'line 9000' },
    { kind: 'only-second', text: 'other' },
  ])
})

test('both texts can be put together again from what differs, whatever repeats in them', () => {
  const random = (seed: number) => Array.from({ length: 4_000 }, (_, at) => String(((at * 7919 + seed * 104_729) % 9973) % 40)).join('\n')
  const [before, after] = [random(1), random(5)]
  const found = diffLines(before, after)
  const without = (kind: string) =>
    found
      .filter((line) => line.kind !== kind)
      .map(({ text }) => text)
      .join('\n')
  expect(without('only-second')).toBe(before)
  expect(without('only-first')).toBe(after)
})

test('texts within results are compared line by line, JSON as it is laid out', () => {
  const result = (text: string) => JSON.stringify({ content: [{ type: 'text', text }] })
  const lines = (rows: DiffRows) => rows.slice(0, rows.count).filter(({ kind }) => kind === 'changed')
  expect(lines(rowsOf(result('{"a":1,"b":[2]}'), result('{"a":1,"b":[3]}'), true))).toEqual([
    { kind: 'changed', before: '          2', after: '          3' },
  ])
  expect(lines(rowsOf(result('one\ntwo'), result('one\nTWO'), true))).toEqual([
    { kind: 'changed', before: '        "two"', after: '        "TWO"' },
  ])
})

test('members that merely moved are no difference, and that they did is told', () => {
  const changed = (rows: DiffRows) => rows.slice(0, rows.count).filter(({ kind }) => kind === 'changed')
  const first = '{"a":1,"b":{"c":[{"d":1,"e":2}],"f":3},"__proto__":4}'
  const same = rowsOf(first, '{"__proto__":4,"b":{"f":3,"c":[{"e":2,"d":1}]},"a":1}', true)
  expect([same.same, same.beside]).toEqual([true, 'order'])
  const other = rowsOf(first, '{"__proto__":4,"b":{"f":3,"new":0,"c":[{"e":5,"d":1}]},"a":1}', true)
  expect(other.beside).toBe('order')
  expect(changed(other)).toEqual([
    { kind: 'changed', before: '        "e": 2', after: '        "e": 5' },
    { kind: 'changed', after: '    "new": 0,' },
  ])
  // The order of an array says something.
  expect(rowsOf('[1,2]', '[2,1]', true)).toMatchObject({ same: false, beside: undefined })
  expect(rowsOf('{"text":"[1]"}', '{"text":"[2]"}', true)).toMatchObject({ same: false, opened: true })
  expect(other.opened).toBe(false)
  // Not written alike, so that nobody takes a text for what it holds.
  expect(rowsOf('{"text":"{}"}', '{"text":{}}', true)).toMatchObject({ same: true, beside: 'spelling' })
  expect(rowsOf('{"a":1}', '{"a":1}', true)).toMatchObject({ same: true, beside: undefined })
})
