// One filter over the record, and how far it has read: following the tail costs the new rows only.
import type { Matching } from '../traffic-row.ts'
import type { Blame } from './blame.ts'
import { BY } from '../wish.ts'
import { DIRECTIONS, KINDS, TONES } from './codes.ts'
import { CHUNK, type Chunk, type Columns, type Words } from './columns.ts'
import { dependsOnOutcome, type Filter, type Term } from './filter.ts'
import type { Names } from './names.ts'
import { Needle } from './needle.ts'
import type { Pages } from './pages.ts'
import type { Threads } from './threads.ts'

export interface Source {
  columns: Columns
  words: Words
  names: Names
  pages: Pages
  blame: Blame
}

export interface Wanted {
  filter: Filter
  /** Codes of row kinds; null: all. */
  kinds: ReadonlySet<number> | null
  /** Keep this row at all? Asked before the text is looked at. */
  keeps: ((seq: number, kind: number, method: string, status: string) => boolean) | null
  /** Milliseconds since the epoch, both ends included; null: all times. */
  between: readonly [number, number] | null
  /** What is shown of what is found; null: all of it. */
  threads: Threads | null
}

/** Events read at a time: few at first, so that there is soon something to see. */
const FIRST_SLICE = 3000
const SLICE = 50_000

/** No two states of two filters share one. */
let revisions = 0

type Test = (chunk: Chunk, index: number, seq: number) => boolean

const NOTIFICATION = KINDS.indexOf('notification') + 1
const STDERR = KINDS.indexOf('stderr') + 1
const FAILURE = KINDS.indexOf('failure') + 1
const BAD = TONES.indexOf('bad')

export class Matcher {
  /** Matching rows seen so far, ascending; dropped ones may be among them until `prune`. */
  #found: number[] = []
  /** Differs once a row that was found is no more, or one was found before the last: what was read of it is then stale. */
  #revision = ++revisions
  #seen: number
  #slice = FIRST_SLICE
  #droppedAt = 0
  #changed = new Set<number>()
  readonly #source: Source
  readonly #wanted: Wanted
  readonly #tests: Test[]
  readonly #waits: boolean
  readonly #judged: boolean

  constructor(source: Source, wanted: Wanted) {
    this.#source = source
    this.#wanted = wanted
    this.#seen = (source.columns.oldest() || source.columns.last + 1) - 1
    const terms = wanted.filter.terms.filter(({ kind }) => kind !== 'connection')
    // Bodies are looked into last, when nothing else has said no.
    const cost = ({ kind }: Term) => (kind === 'text' ? 2 : kind === 'name' || kind === 'id' ? 1 : 0)
    this.#tests = [...terms].sort((a, b) => cost(a) - cost(b)).map((term) => this.#test(term))
    this.#judged = terms.some(({ kind }) => kind === 'rule' || kind === 'finding')
    this.#waits = dependsOnOutcome(wanted.filter) || terms.some(({ kind }) => kind === 'text') || wanted.keeps !== null
  }

  /** Reads some more events; `drops` grows whenever something was dropped. `found`: the rows shown. */
  read(drops: number): Matching & { found: readonly number[] } {
    const { columns } = this.#source
    const { threads } = this.#wanted
    if (drops !== this.#droppedAt) {
      this.#droppedAt = drops
      const kept = this.#found.filter((seq) => columns.isRow(seq))
      if (kept.length < this.#found.length) this.#revision = ++revisions
      this.#found = kept
      if (threads !== null) {
        // Of a thread without a head all is shown.
        threads.again(kept)
        this.#revision = ++revisions
      }
    }
    for (const seq of this.#changed) this.#reconsider(seq)
    this.#changed.clear()
    const before = this.#found.length
    const end = Math.min(columns.last, this.#seen + this.#slice)
    this.#slice = SLICE
    for (let seq = this.#seen + 1; seq <= end;) {
      const chunk = columns.chunk(seq)
      const last = Math.min(end, seq - (seq % CHUNK) + CHUNK - 1)
      if (chunk === undefined) seq = last + 1
      else for (; seq <= last; seq++) if (this.#matches(chunk, seq)) this.#found.push(seq)
    }
    this.#seen = end
    if (threads?.take(this.#found, before) === true) this.#revision = ++revisions
    const found = threads?.shown ?? this.#found
    const after = (seq: number, most: number) => {
      const at = lowerBound(found, seq + 1)
      return found.slice(at, at + most)
    }
    const match = { found, scanning: end < columns.last, revision: this.#revision, after }
    return threads === null ? match : { ...match, hits: this.#found.length, mark: (row) => threads.mark(this.#found, row) }
  }

  /** A row turned out otherwise. */
  turned(seq: number): void {
    if (this.#waits && seq <= this.#seen) this.#changed.add(seq)
  }

  /** A row was found to break a rule. */
  blamed(seq: number): void {
    if (this.#judged && seq <= this.#seen) this.#changed.add(seq)
  }

  #reconsider(seq: number): void {
    const at = lowerBound(this.#found, seq)
    const had = this.#found[at] === seq
    const chunk = this.#source.columns.chunk(seq)
    const has = chunk !== undefined && this.#matches(chunk, seq)
    if (has !== had) this.#revision = ++revisions
    if (has && !had) this.#found.splice(at, 0, seq)
    else if (had && !has) this.#found.splice(at, 1)
    if (has !== had) this.#wanted.threads?.turn(this.#found, seq, has)
  }

  #matches(chunk: Chunk, seq: number): boolean {
    const { words } = this.#source
    const index = seq % CHUNK
    const kind = chunk.kind[index]!
    if (kind === 0) return false
    const { kinds, keeps, between } = this.#wanted
    if (kinds !== null && !kinds.has(kind)) return false
    if (between !== null && (chunk.at[index]! < between[0] || chunk.at[index]! > between[1])) return false
    if (keeps !== null && !keeps(seq, kind, words.word(chunk.method[index]!), words.word(chunk.status[index]!))) return false
    for (const test of this.#tests) if (!test(chunk, index, seq)) return false
    return true
  }

  #test(term: Term): Test {
    const test = this.#positive(term)
    return term.not ? (chunk, index, seq) => !test(chunk, index, seq) : test
  }

  #positive(term: Term): Test {
    switch (term.kind) {
      case 'dir': {
        const code = DIRECTIONS.indexOf(term.direction)
        return (chunk, index) => chunk.direction[index] === code
      }
      case 'by': {
        const code = BY.indexOf(term.by) + 1
        return (chunk, index) => chunk.by[index] === code
      }
      case 'kind': {
        const codes = new Set(term.kinds.map((kind) => KINDS.indexOf(kind) + 1))
        return (chunk, index) => codes.has(chunk.kind[index]!)
      }
      case 'log': {
        const { levels } = term
        const { words } = this.#source
        return (chunk, index) => {
          const kind = chunk.kind[index]!
          if (kind === STDERR) return levels === null
          if (kind !== NOTIFICATION || words.word(chunk.method[index]!) !== 'notifications/message') return false
          return levels === null || levels.includes(words.word(chunk.status[index]!))
        }
      }
      case 'finding':
        return (_chunk, _index, seq) => this.#source.blame.isBroken(seq)
      case 'bad':
        return (chunk, index) => chunk.tone[index] === BAD
      case 'ms':
        return term.than === '>' ? (chunk, index) => chunk.ms[index]! > term.value : (chunk, index) => chunk.ms[index]! < term.value
      case 'bytes':
        return term.than === '>' ? (chunk, index) => chunk.body[index]! > term.value : (chunk, index) => chunk.body[index]! < term.value
      case 'method': {
        const hit = this.#words(term.text)
        return (chunk, index) => hit(chunk.method[index]!)
      }
      case 'status': {
        const hit = this.#words(term.text)
        return (chunk, index) => hit(chunk.status[index]!)
      }
      case 'name': {
        const named = (chunk: Chunk, index: number) => (this.#source.names.of(chunk, index)[1] ?? '').toLowerCase().includes(term.text)
        return (chunk, index) => {
          if (named(chunk, index)) return true
          // An error stands in its row by its words: it is found by the name of what it answers as well, as every other answer is.
          const asked = chunk.kind[index] === FAILURE ? chunk.peer[index]! : 0
          const other = asked === 0 ? undefined : this.#source.columns.chunk(asked)
          return other !== undefined && named(other, asked % CHUNK)
        }
      }
      case 'id':
        return (chunk, index) => {
          const id = this.#source.names.of(chunk, index)[0] ?? ''
          return id === term.text || id === JSON.stringify(term.text)
        }
      case 'seq':
        return (_chunk, _index, seq) => seq === term.seq
      case 'connection':
        return () => true
      case 'rule':
        return (_chunk, _index, seq) => this.#source.blame.has(seq, term.text)
      case 'text':
        return this.#text(term.text, term.body)
    }
  }

  #text(lower: string, body: boolean): Test {
    const { pages, names } = this.#source
    const hit = this.#words(lower)
    const needle = isAscii(lower) ? new Needle(lower) : null
    const holds = (chunk: Chunk, index: number, length: number): boolean =>
      needle !== null
        ? pages.holds(chunk.page[index]!, chunk.offset[index]!, length, needle)
        : pages.text(chunk.page[index]!, chunk.offset[index]!, length).toLowerCase().includes(lower)
    const named = names.search(lower)
    const kind = body ? -1 : KINDS.findIndex((one) => one === lower) + 1
    return (chunk, index) => {
      if (chunk.kind[index] === kind) return true
      if (hit(chunk.method[index]!) || hit(chunk.status[index]!)) return true
      // Of a name that is a piece of the body there is no head.
      if (chunk.lead[index] === 0) return holds(chunk, index, chunk.head[index]! + (body ? chunk.body[index]! : 0))
      const inBody = holds(chunk, index, chunk.body[index]!)
      return (body && inBody) || named(chunk, index, inBody)
    }
  }

  /** Whether a word holds a text, remembered by its number. */
  #words(lower: string): (number: number) => boolean {
    const { words } = this.#source
    /** By word number: 1 no, 2 yes. */
    const hits: number[] = []
    return (number) => {
      const known = hits[number]
      if (known !== undefined) return known === 2
      const hit = words.word(number).toLowerCase().includes(lower)
      hits[number] = hit ? 2 : 1
      return hit
    }
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
