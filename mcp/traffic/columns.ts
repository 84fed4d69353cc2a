// What is known of each event of the record, in typed columns: a million of them take about 60 MB, where objects
// would take several times that. Positions are called seq, from 1; a slot is a column chunk and an index in it.

import type { Place } from './pages.ts'

export const CHUNK = 4096

/** `fact` and `kind` are codes; `kind` 0 means: not a row. `fact` 0 means: dropped. */
export class Chunk {
  readonly at = new Float64Array(CHUNK)
  readonly ms = new Float64Array(CHUNK).fill(Number.NaN)
  readonly fact = new Uint8Array(CHUNK)
  readonly kind = new Uint8Array(CHUNK)
  readonly direction = new Uint8Array(CHUNK)
  readonly tone = new Uint8Array(CHUNK)
  /** Who wanted it, or what it answers: a place in BY and one more. */
  readonly by = new Uint8Array(CHUNK)
  readonly method = new Uint32Array(CHUNK)
  readonly status = new Uint32Array(CHUNK)
  readonly exchange = new Uint32Array(CHUNK)
  readonly peer = new Uint32Array(CHUNK)
  readonly page = new Uint32Array(CHUNK)
  readonly offset = new Uint32Array(CHUNK)
  /** Bytes of the head (id, name), the body, and what else belongs to the event. */
  readonly head = new Uint32Array(CHUNK)
  readonly body = new Uint32Array(CHUNK)
  readonly extra = new Uint32Array(CHUNK)
  /** Of a name that is a piece of the body: the word that it begins with, and one more; where the piece is, in characters. Else 0. */
  readonly lead = new Uint16Array(CHUNK)
  readonly pieceAt = new Uint16Array(CHUNK)
  readonly pieceLength = new Uint16Array(CHUNK)
  /** Rows alive in this chunk. */
  rows = 0
  /** Events alive in this chunk. */
  live = 0
}

export class Columns {
  /** The newest seq given. */
  last: number
  /** Rows alive. */
  rows = 0
  readonly #chunks = new Map<number, Chunk>()
  #first: number

  /** `after`: numbers go on from there. */
  constructor(after = 0) {
    this.last = after
    this.#first = Math.floor((after + 1) / CHUNK)
  }

  /** Opens the next slot. */
  add(): number {
    const seq = ++this.last
    const number = Math.floor(seq / CHUNK)
    let chunk = this.#chunks.get(number)
    if (chunk === undefined) this.#chunks.set(number, (chunk = new Chunk()))
    chunk.live += 1
    return seq
  }

  /** Opens so many slots, each a row of that kind; gives the seq of the first. */
  addRows(count: number, kind: number): number {
    const first = this.last + 1
    for (let seq = first; seq < first + count; seq++) {
      this.add()
      this.makeRow(seq, kind)
    }
    return first
  }

  /** Leaves out the slots before `seq`. */
  skipTo(seq: number): void {
    this.last = Math.max(this.last, seq - 1)
    if (this.#chunks.size === 0) this.#first = Math.floor((this.last + 1) / CHUNK)
  }

  chunks(): Iterable<[number, Chunk]> {
    return this.#chunks
  }

  chunk(seq: number): Chunk | undefined {
    return this.#chunks.get(Math.floor(seq / CHUNK))
  }

  /** Says where the texts of a slot lie. */
  place(seq: number, { page, offset, lengths }: Place): void {
    const chunk = this.chunk(seq)
    if (chunk === undefined) return
    const index = seq % CHUNK
    chunk.page[index] = page
    chunk.offset[index] = offset
    chunk.head[index] = lengths[0]
    chunk.body[index] = lengths[1]
    chunk.extra[index] = lengths[2]
  }

  /** Marks a slot as a row. */
  makeRow(seq: number, kind: number): void {
    const chunk = this.chunk(seq)!
    chunk.kind[seq % CHUNK] = kind
    chunk.rows += 1
    this.rows += 1
  }

  isRow(seq: number): boolean {
    const chunk = this.chunk(seq)
    return chunk !== undefined && chunk.kind[seq % CHUNK] !== 0
  }

  /** Whether the event is still there. */
  holds(seq: number): boolean {
    const chunk = this.chunk(seq)
    return chunk !== undefined && chunk.fact[seq % CHUNK] !== 0
  }

  /** Empties a slot. Answers whether it held a row. */
  drop(seq: number): boolean {
    const chunk = this.chunk(seq)
    const index = seq % CHUNK
    if (chunk === undefined || chunk.fact[index] === 0) return false
    const wasRow = chunk.kind[index] !== 0
    chunk.fact[index] = 0
    chunk.kind[index] = 0
    chunk.live -= 1
    if (wasRow) {
      chunk.rows -= 1
      this.rows -= 1
    }
    if (chunk.live === 0 && Math.floor(this.last / CHUNK) > Math.floor(seq / CHUNK)) this.#chunks.delete(Math.floor(seq / CHUNK))
    return wasRow
  }

  /** The oldest seq alive at or after `from`; 0 when there is none. */
  oldest(from = 1): number {
    for (let number = Math.max(this.#first, Math.floor(from / CHUNK)); number * CHUNK <= this.last; number++) {
      const chunk = this.#chunks.get(number)
      if (chunk === undefined) {
        // The chunk that is written next may not be there yet.
        if (number === this.#first && (number + 1) * CHUNK <= this.last) this.#first += 1
        continue
      }
      for (let index = from > number * CHUNK ? from - number * CHUNK : 0; index < CHUNK; index++) {
        if (chunk.fact[index] !== 0) return number * CHUNK + index
      }
    }
    return 0
  }

  /** How many rows stand before `seq`. */
  rank(seq: number): number {
    let before = 0
    for (let number = this.#first; number * CHUNK < seq && number * CHUNK <= this.last; number++) {
      const chunk = this.#chunks.get(number)
      if (chunk === undefined) continue
      if ((number + 1) * CHUNK <= seq) before += chunk.rows
      else for (let index = 0; number * CHUNK + index < seq; index++) if (chunk.kind[index] !== 0) before += 1
    }
    return before
  }

  /** The seqs of `size` rows from the row with that index on. */
  window(from: number, size: number): number[] {
    const found: number[] = []
    let skip = from
    for (let number = this.#first; number * CHUNK <= this.last && found.length < size; number++) {
      const chunk = this.#chunks.get(number)
      if (chunk === undefined) continue
      if (skip >= chunk.rows) {
        skip -= chunk.rows
        continue
      }
      for (let index = 0; index < CHUNK && found.length < size; index++) {
        if (chunk.kind[index] === 0) continue
        if (skip > 0) skip -= 1
        else found.push(number * CHUNK + index)
      }
    }
    return found
  }
}

/** More different words than any honest server has; what comes after them is shown as an ellipsis. */
const MOST_WORDS = 20_000
const LONGEST_WORD = 200

/** Texts that repeat, as small numbers. Number 0 is the empty text, number 1 an ellipsis. */
export class Words {
  readonly #numbers = new Map<string, number>([
    ['', 0],
    ['…', 1],
  ])
  readonly #words: string[] = ['', '…']

  number(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      if (this.#words.length > MOST_WORDS) return 1
      if (word.length > LONGEST_WORD) return this.number(`${word.slice(0, LONGEST_WORD - 1)}…`)
      // Cut from a stream's chunk, a string would keep the whole chunk: a copy does not.
      const own = JSON.parse(JSON.stringify(word)) as string
      number = this.#words.push(own) - 1
      this.#numbers.set(own, number)
    }
    return number
  }

  word(number: number): string {
    return this.#words[number] ?? ''
  }
}
