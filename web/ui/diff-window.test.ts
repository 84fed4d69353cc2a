// What is drawn of a comparison: changes with what stands around them, folds that open, and no more than was asked for.
import { expect, test } from 'vitest'
import { compare } from './diff-rows.ts'
import { DiffDrawing, LONGEST_LINE } from './diff-window.ts'

const lines = (change: (at: number) => boolean) =>
  Array.from({ length: 100 }, (_, at) => (change(at) ? `changed ${at}` : `line ${at}`)).join('\n')
const drawn = (change: (at: number) => boolean) =>
  new DiffDrawing(
    compare(
      lines(() => false),
      lines(change),
      false,
    ),
  )
const told = (drawing: DiffDrawing, open: number[], most: number) => {
  const { parts, more } = drawing.window(open, most)
  return parts
    .map(({ from, hidden, pairs }) => `${from}: ${hidden > 0 ? `${hidden} folded` : `${pairs.length} rows`}`)
    .concat(more ? ['more'] : [])
}

test('what stayed is folded around a change, and opens', () => {
  const drawing = drawn((at) => at === 50)
  expect(told(drawing, [], 200)).toEqual(['0: 47 folded', '47: 3 rows', '50: 1 rows', '51: 3 rows', '54: 46 folded'])
  expect(told(drawing, [0], 200)).toEqual(['0: 47 rows', '47: 3 rows', '50: 1 rows', '51: 3 rows', '54: 46 folded'])
  expect(drawing.window([], 200).parts[2]!.pairs).toEqual([{ kind: 'changed', before: 'line 50', after: 'changed 50' }])
})

test('no more rows than asked for, and it is said that there are more', () => {
  const drawing = drawn(() => true)
  expect(told(drawing, [], 10)).toEqual(['0: 10 rows', 'more'])
  expect(told(drawing, [], 100)).toEqual(['0: 100 rows'])
})

test('the same is the same, and long lines are cut', () => {
  expect(drawn(() => false).window([], 10).same).toBe(true)
  const { parts } = new DiffDrawing(compare('a'.repeat(9000), 'b', false)).window([], 10)
  expect(parts[0]!.pairs).toEqual([{ kind: 'changed', before: `${'a'.repeat(LONGEST_LINE)} … 7,000 further characters`, after: 'b' }])
})

test('of long lines it is drawn where they part', () => {
  const line = (sign: string) => `${'a'.repeat(50_000)}${sign}${'b'.repeat(9000)}`
  const [pair] = new DiffDrawing(compare(line('1'), line('2'), false)).window([], 10).parts[0]!.pairs
  expect(pair!.before).toMatch(/^… 49,920 characters … a{80}1b+ … 7,081 further characters$/)
  expect(pair!.after).toMatch(/^… 49,920 characters … a{80}2b+ … 7,081 further characters$/)
})
