// Two compared texts as rows that are made when they are drawn: of millions of lines only those in sight become objects.
import { diffRuns, linesOfText, type DiffPair, type DiffRuns } from './line-diff.ts'
import { spreadPair } from './diff-spread.ts'

/** A text and where its lines begin; the last number is its length and one. */
export interface Lined {
  text: string
  starts: Uint32Array<ArrayBuffer>
}

export interface Compared {
  before: Lined
  after: Lined
  runs: DiffRuns
  /** What the lines do not show: members came in another order, or the texts are not written alike though they say the same. */
  beside?: 'order' | 'spelling'
  /** JSON that stood in a text is laid out as JSON. */
  opened?: boolean
}

/** A stretch of rows. */
export interface DiffPart {
  from: number
  to: number
  kind: 'same' | 'changed'
}

/** Compares two texts; `asResults`: JSON texts of results, whose own texts are compared line by line. */
export function compare(before: string, after: string, asResults: boolean): Compared {
  const plain = { before, after, moved: false, opened: false }
  const { before: first, after: second, moved, opened } = asResults ? spreadPair(before, after) : plain
  const a = linesOfText(first)
  const b = linesOfText(second)
  const compared = { before: lined(first, a), after: lined(second, b), runs: diffRuns(a, b), opened }
  const beside = moved ? 'order' : first === second && before !== after ? 'spelling' : undefined
  return beside === undefined ? compared : { ...compared, beside }
}

function lined(text: string, lines: readonly string[]): Lined {
  const starts = new Uint32Array(lines.length + 1)
  for (const [at, line] of lines.entries()) starts[at + 1] = starts[at]! + line.length + 1
  return { text, starts }
}

export class DiffRows {
  readonly #compared: Compared
  /** For each run: its first row, its first line in either text. */
  readonly #places: { row: number; a: number; b: number; same: number; gone: number; come: number }[] = []
  readonly count: number
  readonly same: boolean
  readonly beside: Compared['beside']
  readonly opened: boolean

  constructor(compared: Compared) {
    this.#compared = compared
    let row = 0
    let a = 0
    let b = 0
    let changed = false
    const { runs } = compared
    for (let at = 0; at < runs.length; at += 3) {
      const [same, gone, come] = [runs[at]!, runs[at + 1]!, runs[at + 2]!]
      this.#places.push({ row, a, b, same, gone, come })
      row += same + Math.max(gone, come)
      a += same + gone
      b += same + come
      changed ||= gone + come > 0
    }
    this.count = row
    this.same = !changed
    this.beside = compared.beside
    this.opened = compared.opened === true
  }

  parts(): DiffPart[] {
    const parts: DiffPart[] = []
    for (const { row, same, gone, come } of this.#places) {
      if (same > 0) parts.push({ from: row, to: row + same, kind: 'same' })
      const changed = Math.max(gone, come)
      if (changed > 0) parts.push({ from: row + same, to: row + same + changed, kind: 'changed' })
    }
    return parts
  }

  slice(from: number, to: number): DiffPair[] {
    let low = 0
    let high = this.#places.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#places[middle]!.row <= from) low = middle
      else high = middle - 1
    }
    const pairs: DiffPair[] = []
    for (let at = from; at < Math.min(to, this.count); at++) {
      while (low + 1 < this.#places.length && this.#places[low + 1]!.row <= at) low += 1
      const { row, a, b, same, gone, come } = this.#places[low]!
      const within = at - row
      if (within < same) pairs.push({ kind: 'same', before: this.#line('before', a + within), after: this.#line('after', b + within) })
      else {
        const pair: DiffPair = { kind: 'changed' }
        if (within - same < gone) pair.before = this.#line('before', a + within)
        if (within - same < come) pair.after = this.#line('after', b + within)
        pairs.push(pair)
      }
    }
    return pairs
  }

  #line(side: 'before' | 'after', at: number): string {
    const { text, starts } = this.#compared[side]
    return text.slice(starts[at]!, starts[at + 1]! - 1)
  }
}
