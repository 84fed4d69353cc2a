// One filter over the record, and how far it has read: following the tail costs the new rows only.
import { CHUNK, type Columns, type Words } from './columns.ts'
import type { Pages } from './pages.ts'

export interface Source {
  columns: Columns
  words: Words
  pages: Pages
}

export interface Wanted {
  filter: string
  /** Codes of row kinds; null: all. */
  kinds: ReadonlySet<number> | null
  /** Keep this row at all? Asked before the text is looked at. */
  keeps: ((kind: number, method: string, status: string) => boolean) | null
}

export class Matcher {
  /** Matching rows seen so far, ascending; dropped ones may be among them until `prune`. */
  #found: number[] = []
  #seen: number
  #droppedAt = 0
  #changed = new Set<number>()
  readonly #source: Source
  readonly #wanted: Wanted
  readonly #lower: string
  readonly #needle: Uint8Array | null
  /** By word number: 1 no, 2 yes. */
  readonly #wordHits: number[] = []

  constructor(source: Source, wanted: Wanted) {
    this.#source = source
    this.#wanted = wanted
    this.#seen = (source.columns.oldest() || source.columns.last + 1) - 1
    this.#lower = wanted.filter.toLowerCase()
    this.#needle = isAscii(this.#lower) ? new TextEncoder().encode(this.#lower) : null
  }

  /** Reads at most `slice` more events; `drops` grows whenever something was dropped. */
  read(slice: number, drops: number): { found: readonly number[]; scanning: boolean } {
    const { columns } = this.#source
    if (drops !== this.#droppedAt) {
      this.#droppedAt = drops
      this.#found = this.#found.filter((seq) => columns.isRow(seq))
    }
    for (const seq of this.#changed) this.#reconsider(seq)
    this.#changed.clear()
    const end = Math.min(columns.last, this.#seen + slice)
    for (let seq = this.#seen + 1; seq <= end; seq++) if (this.#matches(seq)) this.#found.push(seq)
    this.#seen = end
    return { found: this.#found, scanning: end < columns.last }
  }

  /** The status of a row became another word. */
  statusChanged(seq: number, before: number, after: number): void {
    if (seq <= this.#seen && this.#lower !== '' && this.#wordHit(before) !== this.#wordHit(after)) this.#changed.add(seq)
  }

  #reconsider(seq: number): void {
    const at = lowerBound(this.#found, seq)
    const had = this.#found[at] === seq
    const has = this.#matches(seq)
    if (has && !had) this.#found.splice(at, 0, seq)
    else if (had && !has) this.#found.splice(at, 1)
  }

  #matches(seq: number): boolean {
    const { columns, words, pages } = this.#source
    const chunk = columns.chunk(seq)
    if (chunk === undefined) return false
    const index = seq % CHUNK
    const kind = chunk.kind[index]!
    if (kind === 0) return false
    const { kinds, keeps } = this.#wanted
    if (kinds !== null && !kinds.has(kind)) return false
    if (keeps !== null && !keeps(kind, words.word(chunk.method[index]!), words.word(chunk.status[index]!))) return false
    if (this.#lower === '' || this.#wordHit(chunk.method[index]!) || this.#wordHit(chunk.status[index]!)) return true
    const length = chunk.head[index]! + chunk.body[index]!
    if (this.#needle !== null) return pages.holds(chunk.page[index]!, chunk.offset[index]!, length, this.#needle)
    return pages.text(chunk.page[index]!, chunk.offset[index]!, length).toLowerCase().includes(this.#lower)
  }

  #wordHit(number: number): boolean {
    const known = this.#wordHits[number]
    if (known !== undefined) return known === 2
    const hit = this.#source.words.word(number).toLowerCase().includes(this.#lower)
    this.#wordHits[number] = hit ? 2 : 1
    return hit
  }
}

/** Index of the first member that is not less than `value`. */
export function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- the range is ASCII itself
  return /^[\x00-\x7f]*$/.test(text)
}
