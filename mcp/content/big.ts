// One large text or value, and everything a viewer may ask of it. Whoever draws it holds a BigSource: where the value
// itself lies, in a worker or beside it, is hidden.
import { parseJson, writeJson, type Json } from '../json.ts'
import { Lines, type TextRow } from './lines.ts'
import { seekText, seekThrough } from './seek.ts'
import { readSeparated, tableWithin, type Table } from './table.ts'
import { lookAtText, mayBeJson, MOST_UNASKED, type TextMode } from './text-kind.ts'
import { essence } from './sniff.ts'
import { Tree, type TreeRow } from './tree.ts'

export interface BigLook {
  /** Ways to show it, the best first. 'json' behind 'text': it may be JSON, and is read when that is chosen. */
  modes: TextMode[]
  language?: string
  notes: string[]
  /** Characters of a text, members of a value. */
  length: number
  /** Lines of a text. */
  lines?: number
  /** Where it is announced as one; else `facts` reads it when it is wanted. */
  table?: TableFacts
}

export interface TableFacts {
  columns: string[]
  rows: number
  notes: string[]
  /** Of the list that it shows, where that is not the whole: JSON Pointer. */
  pointer?: string
}

export interface Window<Row> {
  rows: Row[]
  /** Rows of the whole. */
  total: number
}

/** Where something is sought. */
export type Sought = 'text' | 'tree' | 'table'

export interface BigNote {
  /** JSON Pointer. */
  at: string
  says: string
  /** It is a warning, and no fault. */
  mild?: true
}

/** `mild`: nothing of what its note says is a fault. */
export type NotedRow = TreeRow & { note?: string; mild?: true }

/** What can be asked of a large thing. Each answer may come from afar, and rejects when the thing is no longer held. */
export interface BigSource {
  look(mimeType: string, name: string): Promise<BigLook>
  /** Rows of text, so many UTF-16 units wide. */
  lines(columns: number, from: number, count: number): Promise<Window<TextRow>>
  /** Rows of its JSON tree as it is unfolded now. Rejects with words when it is not JSON. */
  tree(from: number, count: number): Promise<Window<NotedRow>>
  /** Folds or unfolds what lies at a path; gives the rows there are then. */
  toggle(path: readonly number[]): Promise<number>
  unfold(all: boolean): Promise<number>
  table(from: number, count: number): Promise<Window<string[]>>
  /** Reads it as a table. Rejects when it is none. */
  facts(): Promise<TableFacts>
  /** Looks for a text; the hits are then shown by their number. A newer search ends the one before. */
  seek(where: Sought, needle: string): Promise<{ hits: number; more: boolean }>
  /** Makes a hit visible; gives its row. */
  hit(where: Sought, at: number, columns: number): Promise<{ row: number; total: number }>
  /** The text, or the JSON text of the value at a path. */
  copy(path?: readonly number[]): Promise<string>
  pointer(path: readonly number[]): Promise<string>
  /** Things said about values, shown at their place in the tree. */
  remark(notes: readonly BigNote[]): Promise<void>
  /** Makes the value at a JSON Pointer visible in the tree, or what lacks it; gives its row. */
  place(pointer: string): Promise<{ row: number; total: number }>
}

/** Bytes that were sent as base64. */
export type HeldBytes =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer>; notes: string[] }
  /** `around`: the text from index `from` on, past the wrong character at (1-based) `at`; `length`: of the whole. */
  | { kind: 'broken'; at: number; says: string; from: number; around: string; length: number }

/** The same in place. */
export class BigPart implements BigSource {
  readonly #value: Json
  readonly #text: string | undefined
  #lines: Lines | undefined
  #tree: Tree | undefined
  #json: { value: Json } | undefined
  #table: Table | undefined
  #separator: Parameters<typeof readSeparated>[1] | undefined
  #hits: (number | number[])[] = []
  #search = 0
  #remarks = new Map<string, string>()
  /** Those of them that are no mere warnings. */
  #faults = new Map<string, string>()

  /** A string is a text; anything else is a value. */
  constructor(value: Json) {
    this.#value = value
    this.#text = typeof value === 'string' ? value : undefined
  }

  async look(mimeType: string, name: string): Promise<BigLook> {
    return this.lookNow(mimeType, name)
  }

  /** The value that it holds, or that its text is, once that was looked at. */
  get json(): Json | undefined {
    return this.#text === undefined ? this.#value : this.#json?.value
  }

  lookNow(mimeType: string, name: string): BigLook {
    const text = this.#text
    if (text === undefined) {
      const table = this.#tableNow()
      const length = Array.isArray(this.#value) ? this.#value.length : Object.keys(this.#value ?? {}).length
      return { modes: table === undefined ? ['json'] : ['json', 'table'], notes: [], length, ...(table && { table: facts(table) }) }
    }
    const wait = text.length > MOST_UNASKED && mayBeJson(text, essence(mimeType))
    // Too long to be read as JSON unasked: the rest is told from its beginning.
    const found = lookAtText(wait ? text.slice(0, 20_000) : text, mimeType, name)
    const { modes, notes, language, separator, json } = found
    const look: BigLook = { modes: wait ? ['text', 'json'] : modes, notes: wait ? [] : notes, length: text.length }
    if (language !== undefined) look.language = language
    if (json !== undefined) this.#json = { value: json }
    this.#separator = separator
    // A list of like objects is seen at its beginning; separated values are read whole, which a mere guess is not worth.
    if (modes[0] === 'table' || json !== undefined) {
      const table = this.#tableNow()
      if (table !== undefined) look.table = facts(table)
      if (table !== undefined && !modes.includes('table')) modes.splice(1, 0, 'table')
    }
    look.lines = this.#linesNow().count
    return look
  }

  async lines(columns: number, from: number, count: number): Promise<Window<TextRow>> {
    const lines = this.#linesNow()
    return { rows: lines.read(columns, from, count), total: lines.rows(columns) }
  }

  async tree(from: number, count: number): Promise<Window<NotedRow>> {
    const tree = this.#treeNow()
    const rows: NotedRow[] = tree.read(from, count)
    if (this.#remarks.size > 0)
      for (const row of rows) {
        const pointer = tree.pointerOf(row.path)
        const note = noteAt(row.kind, pointer, this.#remarks)
        if (note === undefined) continue
        row.note = note
        if (noteAt(row.kind, pointer, this.#faults) === undefined) row.mild = true
      }
    return { rows, total: tree.rows }
  }

  async toggle(path: readonly number[]): Promise<number> {
    const tree = this.#treeNow()
    tree.toggle(path)
    return tree.rows
  }

  async unfold(all: boolean): Promise<number> {
    const tree = this.#treeNow()
    if (all) tree.unfoldAll()
    else tree.foldAll()
    return tree.rows
  }

  async table(from: number, count: number): Promise<Window<string[]>> {
    const table = this.#tableNow()
    if (table === undefined) throw new Error('This is no table.')
    return { rows: table.read(from, count), total: table.rows }
  }

  async facts(): Promise<TableFacts> {
    const table = this.#tableNow()
    if (table === undefined) throw new Error('This is no table.')
    return facts(table)
  }

  async seek(where: Sought, needle: string): Promise<{ hits: number; more: boolean }> {
    this.#search += 1
    const mine = this.#search
    const gone = () => this.#search !== mine
    const { places, more } =
      needle === ''
        ? { places: [], more: false }
        : where === 'text'
          ? await seekText(this.#text ?? '', needle, gone)
          : where === 'tree'
            ? await seekThrough<number[]>(this.#treeNow().places(needle), gone)
            : await seekThrough<number>(rowsHolding(this.#tableNow(), needle), gone)
    if (gone()) return { hits: 0, more: false }
    this.#hits = places
    return { hits: places.length, more }
  }

  async hit(where: Sought, at: number, columns: number): Promise<{ row: number; total: number }> {
    const place = this.#hits[at]
    if (Array.isArray(place)) {
      const tree = this.#treeNow()
      const row = tree.reveal(place)
      return { row, total: tree.rows }
    }
    if (where === 'table') return { row: place ?? 0, total: this.#tableNow()?.rows ?? 0 }
    const lines = this.#linesNow()
    return { row: lines.rowOf(place ?? 0, columns), total: lines.rows(columns) }
  }

  async copy(path?: readonly number[]): Promise<string> {
    if (this.#text !== undefined && path === undefined) return this.#text
    const value = path === undefined ? this.#value : this.#treeNow().valueAt(path)
    return typeof value === 'string' ? value : writeJson(value, 2)
  }

  async pointer(path: readonly number[]): Promise<string> {
    return this.#treeNow().pointerOf(path)
  }

  async remark(notes: readonly BigNote[]): Promise<void> {
    const tree = this.#treeNow()
    const exists = (at: string): boolean => tree.pathOf(at) !== undefined
    this.#remarks = placeNotes(notes, exists)
    this.#faults = placeNotes(faultsOf(notes), exists)
    for (const at of [...this.#remarks.keys()].slice(0, 20)) tree.reveal(tree.pathOf(at) ?? [])
  }

  async place(pointer: string): Promise<{ row: number; total: number }> {
    const tree = this.#treeNow()
    const row = tree.reveal(tree.pathOf(placeOf(pointer, (at) => tree.pathOf(at) !== undefined)) ?? [])
    return { row, total: tree.rows }
  }

  #linesNow(): Lines {
    return (this.#lines ??= new Lines(this.#text ?? ''))
  }

  #jsonNow(): Json {
    if (this.#text === undefined) return this.#value
    this.#json ??= { value: parseJson(this.#text) }
    return this.#json.value
  }

  #treeNow(): Tree {
    return (this.#tree ??= new Tree(this.#jsonNow()))
  }

  #tableNow(): Table | undefined {
    if (this.#table === undefined)
      this.#table =
        this.#separator !== undefined && this.#text !== undefined
          ? readSeparated(this.#text, this.#separator)
          : tableWithin(this.#json?.value ?? this.#value)
    return this.#table
  }
}

export function faultsOf(notes: readonly BigNote[]): BigNote[] {
  return notes.filter(({ mild }) => mild !== true)
}

/** Notes by where they are seen: what is said of a member that is missing stands at what lacks it. */
export function placeNotes(notes: readonly BigNote[], exists: (pointer: string) => boolean): Map<string, string> {
  const placed = new Map<string, string>()
  for (const { at, says } of notes) {
    const place = placeOf(at, exists)
    const before = placed.get(place)
    placed.set(place, before === undefined ? says : `${before} ${says}`)
  }
  return placed
}

/** Where a value is seen: in its own place, or in that of what lacks it. */
export function placeOf(pointer: string, exists: (pointer: string) => boolean): string {
  let place = pointer
  while (place !== '' && !exists(place)) place = place.slice(0, place.lastIndexOf('/'))
  return place
}

/** What is said of a row; of one that holds more than itself, what is said within it, too. */
export function noteAt(kind: string, pointer: string, placed: ReadonlyMap<string, string>): string | undefined {
  if (kind === 'close' || kind === 'more') return undefined
  const own = placed.get(pointer)
  if (kind !== 'inline') return own
  const within = [...placed].flatMap(([at, says]) => (at.startsWith(`${pointer}/`) ? [`${at.slice(pointer.length + 1)}: ${says}`] : []))
  const all = own === undefined ? within : [own, ...within]
  return all.length === 0 ? undefined : all.join('; ').replace(/([.!?]); /g, '$1 ')
}

function facts({ columns, rows, notes, pointer }: Table): TableFacts {
  return pointer === undefined ? { columns, rows, notes } : { columns, rows, notes, pointer }
}

function* rowsHolding(table: Table | undefined, needle: string): Generator<number | undefined> {
  const wanted = needle.toLowerCase()
  const step = 200
  for (let from = 0; from < (table?.rows ?? 0); from += step)
    for (const [at, cells] of table!.read(from, step).entries())
      yield cells.some((cell) => cell.toLowerCase().includes(wanted)) ? from + at : undefined
}
