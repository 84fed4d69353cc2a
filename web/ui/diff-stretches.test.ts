import { expect, test } from 'vitest'
import { compare } from './diff-rows.ts'
import { stretchesOf } from './diff-stretches.ts'
import { DiffDrawing } from './diff-window.ts'

const drawn = (before: string, after: string, narrow: boolean) =>
  stretchesOf(new DiffDrawing(compare(before, after, false)).window([], 400).parts, narrow)
const told = (before: string, after: string) =>
  drawn(before, after, true).flatMap(({ pairs }) =>
    pairs.map(({ kind, before, after }) => (kind === 'same' ? ` ${before}` : before === undefined ? `+${after}` : `-${before}`)),
  )

test('in one column all that went of a change stands before all that came', () => {
  expect(told('a\nresult\ncontent\nb\nx\nc', 'a\nerror\ncode\nmessage\nb\ny\nc')).toEqual([
    ' a',
    '-result',
    '-content',
    '+error',
    '+code',
    '+message',
    ' b',
    '-x',
    '+y',
    ' c',
  ])
})

test('so it is with a change that is longer than what is laid out together, and each stretch has a key of its own', () => {
  const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at}`).join('\n')
  const lines = told(`a\n${many('x', 90)}\nb\nx`, `a\n${many('y', 100)}\nb\ny`)
  expect(lines.map((line) => line[0]).join('')).toBe(` ${'-'.repeat(90)}${'+'.repeat(100)} -+`)
  for (const narrow of [true, false]) {
    const stretches = drawn(`a\n${many('x', 90)}\nb\nx`, `a\n${many('y', 100)}\nb\ny`, narrow)
    expect(new Set(stretches.map(({ key }) => key)).size).toBe(stretches.length)
    expect(Math.max(...stretches.map(({ pairs }) => pairs.length))).toBeLessThanOrEqual(40)
  }
})
