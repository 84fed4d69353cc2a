import { describe, expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { nameOf } from './naming.ts'

const frame = (params: unknown, space?: number): string =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params }, undefined, space)

const PARAMS: [string, unknown][] = [
  ['a plain text', { level: 'info', logger: 'bench', data: 'line 1 of a log' }],
  ['one without a logger', { level: 'info', data: 'line 2' }],
  ['one without a level', { logger: 'bench', data: 'line 3' }],
  ['a text that stands elsewhere, too', { level: 'info', logger: 'info', data: 'info' }],
  ['no text', { level: 'info', logger: 'bench', data: '' }],
  ['escapes', { level: 'info', data: 'a "quoted" word\nand a line\\' }],
  ['a NUL', { level: 'info', data: 'a\0b' }],
  ['more than ASCII', { level: 'info', logger: 'bënch', data: 'über 日本語 🙂 end' }],
  ['more than ASCII before the text', { logger: '日本語', data: 'plain', level: 'info' }],
  ['half a character', { level: 'info', data: 'half \ud800 of one' }],
  ['a long text', { level: 'info', logger: 'bench', data: 'word '.repeat(100) }],
  ['a very long text', { level: 'info', logger: 'bench', data: 'word '.repeat(5000) }],
  ['a long logger', { level: 'info', logger: 'l'.repeat(500), data: 'text' }],
  ['space about it', { level: 'info', data: '  indented ' }],
  ['an object', { level: 'info', data: { a: [1, 'b'] } }],
  ['a number', { level: 'info', data: 5 }],
  ['nothing', { level: 'info' }],
  ['no params', undefined],
]

describe('a log message is named by what it says', () => {
  test.each(PARAMS)('%s', (_, params) => {
    const traffic = createTraffic()
    for (const text of [frame(params), frame(params, 2)]) {
      const seq = traffic.append(0, { kind: 'frame', text })
      // As it reads from the wire: half a character is no character.
      const name = nameOf('notifications/message', JSON.parse(text).params).replace('\ud800', '\ufffd')
      expect(traffic.row(seq)).toMatchObject({ name, method: 'notifications/message', id: '' })
      expect(traffic.message(seq)!.text).toBe(text)
    }
  })

  test('also between others, and after more loggers than words are remembered', () => {
    const traffic = createTraffic()
    for (let at = 0; at < 30_000; at++)
      traffic.append(0, { kind: 'frame', text: frame({ level: 'info', logger: `logger ${at}`, data: `says ${at}` }) })
    traffic.append(0, { kind: 'frame', text: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })
    for (const seq of [1, 2, 15_000, 19_999, 25_000, 30_000]) expect(traffic.row(seq)!.name).toBe(`info logger ${seq - 1}: says ${seq - 1}`)
    expect(traffic.row(30_001)).toMatchObject({ name: '', id: '1' })
  })
})

describe('a filter finds in it', () => {
  const traffic = createTraffic()
  traffic.append(0, { kind: 'frame', text: frame({ level: 'info', logger: 'bench', data: 'the first of them' }) })
  traffic.append(0, { kind: 'frame', text: frame({ level: 'info', logger: 'bench', data: 'the sécond "quoted" one' }) })
  traffic.append(0, { kind: 'frame', text: frame({ level: 'debug', logger: 'other', data: `${'x'.repeat(300)} late` }) })
  traffic.append(0, { kind: 'stderr', text: 'the first line of stderr' })
  const found = (filter: string): number[] => traffic.window({ filter, tail: false, from: 0, size: 9 }).rows.map(({ seq }) => seq)

  test.each<[string, number[]]>([
    ['first', [1, 4]],
    ['"first of"', [1]],
    ['"FIRST of"', [1]],
    ['"info bench: the"', [1, 2]],
    ['"bench: the first"', [1]],
    ['"h: t"', [1, 2]],
    ['bench:', [1, 2]],
    ['"o bench"', [1, 2]],
    ['sécond', [2]],
    ['"bench: the sécond"', [2]],
    ['quoted', [2]],
    ['jsonrpc', [1, 2, 3]],
    // By a word, rows are left out for what they show alone.
    ['-jsonrpc', [1, 2, 3, 4]],
    ['-"jsonrpc"', [4]],
    ['-bench', [3, 4]],
    ['-first', [2, 3]],
    ['late', [3]],
    ['-late', [1, 2, 3, 4]],
    ['-"late"', [1, 2, 4]],
    ['x…', [3]],
    ['name:bench:', [1, 2]],
    ['name:first', [1, 4]],
    ['-name:bench:', [3, 4]],
    ['id:1', []],
    ['other', [3]],
  ])('%s', (filter, seqs) => expect(found(filter)).toEqual(seqs))
})
