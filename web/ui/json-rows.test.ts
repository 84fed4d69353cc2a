import { describe, expect, test } from 'vitest'
import { parseJson, type Json } from '#mcp/json.ts'
import { findIn, grown, initiallyOpen, layout, noteOf, revealing, rowHolding, type Fold } from './json-rows.ts'

function fold(value: Json, more: Partial<Fold> = {}): Fold {
  return { chosen: new Map(), initial: initiallyOpen(value), shown: new Map(), ...more }
}

describe('layout', () => {
  test('draws members in order, with commas between and brackets around', () => {
    const value: Json = { a: 1, list: [{ text: 'x'.repeat(80) }, 2] }
    const rows = layout(value, fold(value))
    expect(rows.map((row) => `${row.depth} ${row.kind} ${row.pointer}${row.comma ? ',' : ''}`)).toEqual([
      '0 open ',
      '1 scalar /a,',
      '1 open /list',
      '2 open /list/0',
      '3 scalar /list/0/text',
      '2 close /list/0,',
      '2 scalar /list/1',
      '1 close /list',
      '0 close ',
    ])
  })

  test('draws and finds numbers as they were written', () => {
    const value = parseJson(`{"d":1.10,"long":"${'x'.repeat(80)}","e":[1e400]}`)
    expect(layout(value, fold(value)).find(({ pointer }) => pointer === '/d')?.spelled).toBe('1.10')
    expect(findIn(value, '1.10')).toEqual(['/d'])
    expect(findIn(value, '1e400')).toEqual(['/e/0'])
  })

  test('keeps short containers on one line and folds what was folded', () => {
    const value: Json = { a: { b: 1 }, c: ['x'.repeat(80)] }
    const rows = layout(value, fold(value, { chosen: new Map([['/c', false]]) }))
    expect(rows.map((row) => row.kind)).toEqual(['open', 'inline', 'folded', 'close'])
  })

  test('shows large arrays in steps', () => {
    const value: Json = Array.from({ length: 250 }, (_, i) => i)
    const rows = layout(value, fold(value))
    expect(rows).toHaveLength(103)
    expect(rows[101]).toMatchObject({ kind: 'more', hidden: 150 })
    expect(layout(value, fold(value, { shown: new Map([['', { from: 0, to: 300 }]]) }))).toHaveLength(252)
  })

  test('shows a far hit without all that stands before it', () => {
    const value: Json = Array.from({ length: 100_000 }, (_, i) => ({ id: i, text: `${i} ${'y'.repeat(90)}` }))
    const rows = layout(value, revealing(value, fold(value), '/99950/text'))
    expect(rowHolding(rows, '/99950/text')?.pointer).toBe('/99950/text')
    expect(rows.length).toBeLessThan(250)
    expect(rows.filter(({ kind }) => kind === 'more').map(({ side, hidden }) => [side, hidden])).toEqual([['before', 99_900]])
    const back = layout(value, fold(value, { shown: new Map([['', grown({ from: 99_900, to: 100_000 }, 'before')]]) }))
    expect(back.find(({ depth, kind }) => depth === 1 && kind !== 'more')?.pointer).toBe('/99800')
  })

  test('unfolds little of a large value', () => {
    const value: Json = Array.from({ length: 100_000 }, (_, i) => ({ id: i, text: 'y'.repeat(90), tags: [1, 2, 3] }))
    expect(layout(value, fold(value)).length).toBeLessThan(250)
  })

  test('names with slashes and tildes make pointers that tell them apart', () => {
    const value: Json = { 'a/b': 'x'.repeat(80), 'a~b': 1 }
    expect(layout(value, fold(value)).map((row) => row.pointer)).toEqual(['', '/a~1b', '/a~0b', ''])
  })

  test('exact integers stay exact', () => {
    const value = parseJson('{"n": 9007199254740993}')
    expect(findIn(value, '9007199254740993')).toEqual(['/n'])
  })
})

describe('find', () => {
  test('finds names and values in document order, whatever the case', () => {
    const value: Json = { Wind: 'calm', days: [{ wind: 'Strong' }, { note: 'no WIND' }] }
    expect(findIn(value, 'wind')).toEqual(['/Wind', '/days/0/wind', '/days/1/note'])
  })

  test('reveals a hit below folded and beyond shown members', () => {
    const value: Json = { deep: Array.from({ length: 500 }, (_, i) => ({ id: i, text: `${'z'.repeat(80)}${i}` })) }
    const at = findIn(value, 'z321')[0]!
    expect(at).toBe('/deep/321/text')
    const shown = layout(value, revealing(value, fold(value), at))
    expect(shown.some((row) => row.pointer === at)).toBe(true)
  })

  test('a hit inside a short container is seen in its row', () => {
    const value: Json = { a: { b: { c: 1 }, long: 'x'.repeat(90) } }
    expect(rowHolding(layout(value, fold(value)), '/a/b/c')?.pointer).toBe('/a/b')
  })
})

test('what is said of several values in one line is told in sentences that end once', () => {
  const value: Json = { id: '7', more: 1 }
  const [row] = layout(value, fold(value))
  expect(
    noteOf(
      row!,
      new Map([
        ['', '“total” is required.'],
        ['/id', '“7” is text.'],
      ]),
    ),
  ).toBe('“total” is required. id: “7” is text.')
  expect(
    noteOf(
      row!,
      new Map([
        ['/id', 'odd'],
        ['/more', 'odd too'],
      ]),
    ),
  ).toBe('id: odd; more: odd too')
})
