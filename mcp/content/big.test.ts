import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { BigPart, placeNotes } from './big.ts'
import { Lines, UNWRAPPED } from './lines.ts'
import { seekText, seekThrough } from './seek.ts'
import { parseJson } from '../json.ts'
import { readSeparated, separatorOf, tableOf, tableWithin } from './table.ts'
import { Tree } from './tree.ts'

describe('lines', () => {
  test('are found with any line break, the last one with or without', () => {
    for (const text of ['a\nbb\r\nccc', 'a\nbb\r\nccc\n', 'a\nbb\r\nccc\r\n']) {
      const lines = new Lines(text)
      expect(lines.read(UNWRAPPED, 0, 9)).toEqual([
        { text: 'a', line: 1 },
        { text: 'bb', line: 2 },
        { text: 'ccc', line: 3 },
      ])
    }
    expect(new Lines('').read(80, 0, 9)).toEqual([{ text: '', line: 1 }])
    expect(new Lines('a\n\nb').rows(80)).toBe(3)
  })

  test('are cut into rows of the width asked for, and put together are the text', () => {
    const text = `${'0123456789'.repeat(3)}\nshort\n${'x'.repeat(25)}`
    const lines = new Lines(text)
    expect(lines.rows(10)).toBe(7)
    expect(lines.read(10, 0, 99).map((row) => row.line)).toEqual([1, 0, 0, 2, 3, 0, 0])
    expect(lines.read(10, 2, 2)).toEqual([
      { text: '0123456789', line: 0 },
      { text: 'short', line: 2 },
    ])
    expect(lines.rows(UNWRAPPED)).toBe(3)
    expect(lines.rowOf(text.indexOf('short'), 10)).toBe(3)
    expect(lines.rowOf(text.length, 10)).toBe(6)
  })

  test('no character is torn in two', () => {
    const text = 'ab😀cd😀'
    expect(
      new Lines(text)
        .read(3, 0, 9)
        .map((row) => row.text)
        .join(''),
    ).toBe(text)
    expect(
      new Lines(text)
        .read(3, 0, 9)
        .map((row) => row.text)
        .every((part) => !/\p{Surrogate}/u.test(part)),
    ).toBe(true)
  })
})

describe('seeking', () => {
  test('finds a text as written in any case, also across slices', async () => {
    const text = `${'x'.repeat(3_999_998)}N(e)Edle${'y'.repeat(10)}n(E)edle`
    expect(await seekText(text, 'n(e)edle', () => false)).toEqual({ places: [3_999_998, text.length - 8], more: false })
  })

  test('stops at the limit and says that there is more; stops when nobody waits', async () => {
    expect(await seekText('aaaa', 'a', () => false, 2)).toEqual({ places: [0, 1], more: true })
    expect(await seekThrough([1, undefined, 2, 3], () => false, 2)).toEqual({ places: [1, 2], more: true })
    const text = `${'x'.repeat(9_000_000)}needle`
    expect(await seekText(text, 'needle', () => true)).toEqual({ places: [], more: false })
  })
})

describe('separated values', () => {
  test('quotes hold separators, line breaks and quotes', () => {
    const table = readSeparated('name,says\r\n"Doe, J","he said ""hi""\nand left"\r\nplain,\n', ',')
    expect(table.columns).toEqual(['name', 'says'])
    expect(table.rows).toBe(2)
    expect(table.read(0, 9)).toEqual([
      ['Doe, J', 'he said "hi"\nand left'],
      ['plain', ''],
    ])
    expect(table.notes).toEqual([])
  })

  test('uneven rows and a quote left open are named', () => {
    expect(readSeparated('\uFEFF"x""y",b\n1,2', ',')).toMatchObject({
      columns: ['x"y', 'b'],
      notes: [expect.stringContaining('byte order mark')],
    })
    expect(readSeparated('a,b\n1,2\n1,2,3\n1', ',').notes).toEqual([expect.stringContaining('row 3')])
    expect(readSeparated('a,b\n"1,2\n3,4', ',').notes[0]).toContain('never closed')
  })

  test('the separator is found by looking, and not where there is none', () => {
    expect(separatorOf('a\tb\n1\t2\n')).toBe('\t')
    expect(separatorOf('a;b;c\n1;"x;y";3\n')).toBe(';')
    expect(separatorOf('Hello, world.\nThis is prose, with commas, several.\n')).toBeUndefined()
    expect(separatorOf('one line, only')).toBeUndefined()
  })
})

test('like objects make a table, unlike ones do not', () => {
  const table = tableOf([
    { id: 1, name: 'a' },
    { id: 2n, name: 'b', more: { x: 1 } },
  ])
  expect(table?.columns).toEqual(['id', 'name', 'more'])
  expect(table?.read(0, 9)).toEqual([
    ['1', 'a', ''],
    ['2', 'b', '{"x":1}'],
  ])
  expect(tableOf([1, 2, 3])).toBeUndefined()
  expect(tableOf([{ a: 1 }, { b: 1 }, { c: 1 }])).toBeUndefined()
})

describe('a tree', () => {
  const RECORDS = Array.from({ length: 100_000 }, (_, id) => ({
    id,
    name: `Record ${id}`,
    tags: ['a', { deep: id }],
    text: 'x'.repeat(60),
  }))
  const said = (tree: Tree, from: number, count: number) =>
    tree.read(from, count).map(({ kind, name, depth }) => `${depth} ${kind}${name === undefined ? '' : ` ${name}`}`)

  test('of many records shows each as a row, and the row after them all', () => {
    const tree = new Tree(RECORDS)
    expect(tree.rows).toBeGreaterThan(100_001)
    expect(tree.read(tree.rows - 1, 5)).toMatchObject([{ kind: 'close', depth: 0, index: tree.rows - 1 }])
    expect(tree.read(tree.rows - 2, 1)).toMatchObject([{ kind: 'folded', path: [99_999], size: 4, comma: false }])
  })

  test('unfolds and folds where it is asked to', () => {
    const tree = new Tree({ a: [{ b: 1, long: 'x'.repeat(80) }, 2], c: {} }, 1)
    expect(said(tree, 0, 9)).toEqual(['0 open', '1 folded a', '1 inline c', '0 close'])
    tree.toggle([0])
    tree.toggle([0, 0])
    expect(said(tree, 0, 99)).toEqual([
      '0 open',
      '1 open a',
      '2 open',
      '3 scalar b',
      '3 scalar long',
      '2 close',
      '2 scalar',
      '1 close',
      '1 inline c',
      '0 close',
    ])
    expect(tree.read(4, 1)).toMatchObject([{ path: [0, 0, 1], position: 2, of: 2, comma: false }])
    tree.toggle([0])
    expect(tree.rows).toBe(4)
    tree.toggle([])
    expect(said(tree, 0, 9)).toEqual(['0 folded'])
  })

  test('unfolds all of what is of moderate size, and folds it again', () => {
    const tree = new Tree({ a: { b: { c: { d: ['x'.repeat(100)] } } } }, 1)
    tree.unfoldAll()
    expect(tree.rows).toBe(11)
    tree.foldAll()
    expect(tree.rows).toBe(3)
  })

  test('finds and reveals a value far away, at the row that it says', async () => {
    const tree = new Tree(RECORDS)
    const { places, more } = await seekThrough(tree.places('record 99999'), () => false)
    expect([places, more]).toEqual([[[99_999, 1]], false])
    const row = tree.reveal(places[0]!)
    expect(tree.read(row, 1)).toMatchObject([{ name: 'name', value: 'Record 99999', path: [99_999, 1] }])
    expect(tree.pointerOf([99_999, 2, 1, 0])).toBe('/99999/tags/1/deep')
    expect(tree.pathOf('/99999/tags/1/deep')).toEqual([99_999, 2, 1, 0])
    expect(tree.valueAt([99_999, 2, 1, 0])).toBe(99_999)
    expect(tree.pathOf('/99999/none')).toBeUndefined()
  })

  test('agrees row for row with its value, whatever is unfolded', () => {
    const value: Json = { list: [[1, [2, [3]]], 'x'.repeat(90)], map: { p: { q: ['y'.repeat(90), {}] }, r: null }, n: 1 }
    const tree = new Tree(value, 1)
    tree.unfoldAll()
    for (const row of tree.read(0, 999)) if (row.kind !== 'close') expect(tree.reveal(row.path)).toBe(row.index)
  })
})

describe('a large thing', () => {
  test('is looked at once and asked by windows: text that is JSON that is a table', async () => {
    const part = new BigPart(JSON.stringify(Array.from({ length: 3000 }, (_, id) => ({ id, name: `Record ${id}` }))))
    const look = await part.look('application/json', '')
    expect(look).toMatchObject({ modes: ['json', 'table', 'text'], lines: 1, table: { columns: ['id', 'name'], rows: 3000 } })
    expect((await part.tree(0, 5)).total).toBe(3002)
    expect((await part.table(2999, 5)).rows).toEqual([['2999', 'Record 2999']])
    expect(await part.seek('table', 'record 2998')).toEqual({ hits: 1, more: false })
    expect(await part.hit('table', 0, 80)).toEqual({ row: 2998, total: 3000 })
    expect(await part.seek('tree', 'record 2998')).toEqual({ hits: 1, more: false })
    const { row } = await part.hit('tree', 0, 80)
    expect((await part.tree(row, 1)).rows).toMatchObject([{ value: 'Record 2998' }])
    expect(await part.copy([2998])).toBe('{\n  "id": 2998,\n  "name": "Record 2998"\n}')
    expect(await part.pointer([2998, 1])).toBe('/2998/name')
  })

  test('shows what is said of a value at its place, and unfolds the way there', async () => {
    const part = new BigPart({ list: Array.from({ length: 500 }, (_, n) => ({ n, filler: 'x'.repeat(80) })) })
    await part.remark([{ at: '/list/400/n', says: 'must be a string' }])
    expect(await part.seek('tree', '400')).toMatchObject({ hits: 1 })
    const { row } = await part.hit('tree', 0, 80)
    expect((await part.tree(row, 1)).rows).toMatchObject([{ name: 'n', value: 400, note: 'must be a string' }])
  })

  test('goes to a place by its pointer, and to what lacks it where it is missing', async () => {
    const part = new BigPart(JSON.stringify({ list: Array.from({ length: 9000 }, (_, n) => ({ type: 'text', text: `block ${n}` })) }))
    await part.remark([{ at: '/list/6123/kind', says: 'it has no kind' }])
    const lacking = await part.place('/list/6123/kind')
    expect((await part.tree(lacking.row, 1)).rows).toMatchObject([{ kind: 'inline', path: [0, 6123], note: 'it has no kind' }])
    expect(lacking.total).toBe((await part.tree(0, 1)).total)
    const within = await part.place('/list/7000/text')
    expect((await part.tree(within.row, 1)).rows).toMatchObject([{ name: 'text', value: 'block 7000' }])
    expect(await part.place('/nothing/here')).toMatchObject({ row: 0 })
  })

  test('what is said within a short container stands at its line', async () => {
    const part = new BigPart({ list: Array.from({ length: 30 }, (_, n) => ({ n })) })
    await part.remark(Array.from({ length: 30 }, (_, n) => ({ at: `/list/${n}/n`, says: 'odd' })))
    const { rows } = await part.tree(0, 1000)
    expect(rows.filter(({ note }) => note === 'odd')).toHaveLength(20)
    expect(rows.filter(({ note }) => note === 'n: odd')).toHaveLength(10)
  })

  test('what is said is a warning where nothing of it is a fault, also in a line that holds more than itself', async () => {
    const part = new BigPart({ list: Array.from({ length: 30 }, (_, n) => ({ n, m: n })), a: 1, b: 2, c: 3 })
    await part.remark([
      ...Array.from({ length: 30 }, (_, n) => ({ at: `/list/${n}/n`, says: 'odd', mild: true as const })),
      { at: '/list/29/m', says: 'wrong' },
      { at: '/a', says: 'odd', mild: true },
      { at: '/b', says: 'wrong' },
      { at: '/c', says: 'odd', mild: true },
      { at: '/c/missing', says: 'wrong' },
    ])
    const noted = (await part.tree(0, 1000)).rows.filter(({ note }) => note !== undefined)
    expect(noted.flatMap(({ mild, note }) => (mild === true ? [] : [note]))).toEqual(['n: odd; m: wrong', 'wrong', 'odd wrong'])
    expect(noted.filter(({ mild }) => mild)).toHaveLength(30)
  })

  test('a newer search ends the one before', async () => {
    const part = new BigPart('needle '.repeat(2_000_000))
    const first = part.seek('text', 'needle')
    const second = part.seek('text', 'no such thing')
    expect(await first).toEqual({ hits: 0, more: false })
    expect(await second).toEqual({ hits: 0, more: false })
    expect(await part.seek('text', 'needle')).toEqual({ hits: 10_000, more: true })
    expect(await part.hit('text', 1, 4000)).toEqual({ row: 0, total: 3500 })
  })
})

test('a table within a value is found, the longest of several', () => {
  const table = tableWithin({ total: 3, page: { users: [{ a: 1 }, { a: 2 }, { a: 3 }] }, few: [{ b: 1 }, { b: 2 }] })
  expect(table).toMatchObject({ pointer: '/page/users', columns: ['a'], rows: 3 })
  expect(tableWithin({ a: 1 })).toBeUndefined()
})

test('what is said of a missing member stands at what lacks it', () => {
  const there = new Set(['', '/a', '/a/0'])
  const notes = [
    { at: '/a/0/name', says: '“name” is required.' },
    { at: '/a/0', says: 'It is odd.' },
    { at: '/b', says: '“b” is required.' },
  ]
  expect([...placeNotes(notes, (at) => there.has(at))]).toEqual([
    ['/a/0', '“name” is required. It is odd.'],
    ['', '“b” is required.'],
  ])
})

test('cells of a table show numbers as they were written', () => {
  const table = tableOf(parseJson('[{"a":1.10,"b":1},{"a":1e400,"b":2}]'))
  expect(table?.read(0, 2)).toEqual([
    ['1.10', '1'],
    ['1e400', '2'],
  ])
})

test('an object of a hundred thousand members is read by windows', async () => {
  const wide = new BigPart(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at])))
  const { rows, total } = await wide.tree(99_990, 12)
  expect(total).toBe(100_002)
  expect(rows.map(({ name, position }) => `${name} ${position}`).slice(0, 2)).toEqual(['k99989 99990', 'k99990 99991'])
})
