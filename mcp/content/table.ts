// Tables: separated values (RFC 4180 and what passes for it), and lists of like objects. Rows are read when asked for.
import { isObject, writeJson, type Json } from '../json.ts'
import { spellingOf } from '../spelling.ts'

export interface Table {
  columns: string[]
  /** How many rows there are, without the one of titles. */
  rows: number
  /** What is odd about it, for people. */
  notes: string[]
  /** JSON Pointer of the list that it shows, where that is a part of what was looked at. */
  pointer?: string
  read(from: number, count: number): string[][]
}

export type Separator = ',' | '\t' | ';' | '|'

/** The separator of a text that looks like a table; undefined when it does not. `whole`: it is not just the beginning of one. */
export function separatorOf(text: string, whole = true): Separator | undefined {
  const lines = text.split(/\r?\n/).slice(0, 20)
  if (!whole && lines.length < 20) lines.pop()
  while (lines.at(-1) === '') lines.pop()
  if (lines.length < 2) return undefined
  const separators: Separator[] = ['\t', ',', ';', '|']
  return separators.find((separator) => {
    const widths = lines.map((line) => countOutside(line, separator))
    return widths[0]! > 0 && widths.every((width) => width === widths[0])
  })
}

function countOutside(line: string, separator: string): number {
  let count = 0
  let quoted = false
  for (const char of line) {
    if (char === '"') quoted = !quoted
    else if (char === separator && !quoted) count += 1
  }
  return count
}

const QUOTE = 34
const LINE_FEED = 10
const RETURN = 13

/** Reads a whole text once for where its rows begin; their cells are read when asked for. */
export function readSeparated(text: string, separator: Separator): Table {
  const code = separator.charCodeAt(0)
  let starts = new Uint32Array(1024)
  let count = 0
  let width = 0
  let ragged = 0
  let firstRagged = 0
  let cells = 1
  let quoted = false
  let fresh = true
  const begin = (at: number): void => {
    if (count === starts.length) {
      const grown = new Uint32Array(starts.length * 4)
      grown.set(starts)
      starts = grown
    }
    starts[count] = at
    count += 1
  }
  const end = (): void => {
    if (count === 1) width = cells
    else if (cells !== width) {
      ragged += 1
      if (ragged === 1) firstRagged = count
    }
    cells = 1
  }
  let open = false
  let closedAt = -2
  for (let at = 0; at < text.length; at += 1) {
    if (!open) {
      begin(at)
      open = true
      fresh = true
    }
    const char = text.charCodeAt(at)
    if (char === QUOTE && (fresh || quoted || closedAt === at - 1)) {
      // Two quotes within a quoted cell are one: the pair turns it off and on again.
      quoted = !quoted
      if (!quoted) closedAt = at
      fresh = false
    } else if (!quoted && char === code) {
      cells += 1
      fresh = true
    } else if (!quoted && char === LINE_FEED) {
      end()
      open = false
    } else if (char !== RETURN) fresh = false
  }
  if (open) end()
  const rowEnd = (row: number): number => {
    let at = row + 1 < count ? starts[row + 1]! : text.length
    while (at > starts[row]! && (text.charCodeAt(at - 1) === LINE_FEED || text.charCodeAt(at - 1) === RETURN)) at -= 1
    return at
  }
  const row = (at: number): string[] => cellsOf(text.slice(starts[at], rowEnd(at)), separator)
  const notes: string[] = []
  if (quoted) notes.push('A quote is opened and never closed: all behind it is one cell.')
  if (ragged > 0)
    notes.push(
      `${ragged === 1 ? 'One row has' : `${ragged.toLocaleString('en')} rows have`} more or fewer cells than the first, which has ${width}: row ${firstRagged}${ragged === 1 ? '' : ' is the first of them'}.`,
    )
  const columns = count === 0 ? [] : row(0)
  if (columns[0]?.startsWith('\uFEFF') === true) {
    columns[0] = unquoted(columns[0].slice(1))
    notes.push('It begins with a byte order mark (U+FEFF), which is no part of the first title.')
  }
  return {
    columns,
    rows: Math.max(0, count - 1),
    notes,
    read: (from, length) => Array.from({ length: Math.max(0, Math.min(length, count - 1 - from)) }, (_, at) => row(from + at + 1)),
  }
}

/** Behind the mark, quotes were taken for a part of the cell. */
function unquoted(cell: string): string {
  return /^"[^]*"$/.test(cell) ? cell.slice(1, -1).replace(/""/g, '"') : cell
}

function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  let at = 0
  for (;;) {
    if (line[at] === '"') {
      let cell = ''
      at += 1
      for (;;) {
        const close = line.indexOf('"', at)
        if (close < 0) {
          cell += line.slice(at)
          at = line.length
          break
        }
        cell += line.slice(at, close)
        at = close + 1
        if (line[at] !== '"') break
        cell += '"'
        at += 1
      }
      const next = line.indexOf(separator, at)
      // What follows the closing quote belongs to no rule; it is kept.
      cells.push(cell + line.slice(at, next < 0 ? line.length : next))
      if (next < 0) return cells
      at = next + 1
    } else {
      const next = line.indexOf(separator, at)
      cells.push(line.slice(at, next < 0 ? line.length : next))
      if (next < 0) return cells
      at = next + 1
    }
  }
}

/** Columns beyond this are no table that a person reads. */
const MOST_COLUMNS = 100
const LOOKED_AT = 200

/** A list of like objects as a table; undefined when it is no such list. */
export function tableOf(value: Json | undefined): Table | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined
  const head = value.slice(0, LOOKED_AT)
  if (!head.every(isObject)) return undefined
  const seen = new Map<string, number>()
  for (const one of head) for (const key of Object.keys(one)) seen.set(key, (seen.get(key) ?? 0) + 1)
  const columns = [...seen.keys()]
  if (columns.length === 0 || columns.length > MOST_COLUMNS) return undefined
  // Alike: of the members that any has, most have most.
  const filled = [...seen.values()].reduce((sum, count) => sum + count, 0)
  if (filled < 0.5 * columns.length * head.length) return undefined
  return {
    columns,
    rows: value.length,
    notes: [],
    read: (from, count) =>
      value.slice(from, from + count).map((one) => {
        if (!isObject(one)) return columns.map((_, at) => (at === 0 ? cellOf(one) : ''))
        return columns.map((column) => (Object.hasOwn(one, column) ? (spellingOf(one, column, one[column]) ?? cellOf(one[column])) : ''))
      }),
  }
}

/** The table that a value is, or else the longest that it has among its members and theirs. */
export function tableWithin(value: Json | undefined): Table | undefined {
  const whole = tableOf(value)
  if (whole !== undefined || !isObject(value)) return whole
  let best: Table | undefined
  const look = (one: Json, pointer: string, depth: number) => {
    const table = tableOf(one)
    if (table !== undefined && table.rows > (best?.rows ?? 0)) best = { ...table, pointer }
    if (depth > 0 && isObject(one))
      for (const [key, member] of Object.entries(one).slice(0, 100))
        look(member, `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`, depth - 1)
  }
  look(value, '', 2)
  return best
}

function cellOf(value: Json | undefined): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : writeJson(value)
}
