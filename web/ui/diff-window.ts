// What is drawn of two compared texts: a few hundred rows, with what stayed the same folded away. Made where the texts are, so
// that of long ones no more than that crosses to the page.
import { DiffRows, type Compared, type DiffPart } from './diff-rows.ts'
import type { DiffPair } from './line-diff.ts'

/** Characters of a line that are drawn. */
export const LONGEST_LINE = 2000
/** Lines that stay around a change. */
const AROUND = 3

export interface DrawnPart {
  /** Its first row. */
  from: number
  /** Lines that are folded; its rows are given when there are none. */
  hidden: number
  pairs: DiffPair[]
}

export interface DiffWindow {
  same: boolean
  parts: DrawnPart[]
  /** There is more than was asked for. */
  more: boolean
}

export class DiffDrawing {
  readonly #rows: DiffRows
  readonly #parts: Part[]

  constructor(compared: Compared) {
    this.#rows = new DiffRows(compared)
    this.#parts = foldSame(this.#rows.parts(), this.#rows.count, AROUND)
  }

  /** At most `most` rows from the first on; `open`: the first rows of parts that a person unfolded. */
  window(open: readonly number[], most: number): DiffWindow {
    const { parts, more } = within(this.#parts, new Set(open), most)
    return {
      same: this.#rows.same,
      more,
      parts: parts.map(({ from, to, hidden }) => ({ from, hidden, pairs: hidden > 0 ? [] : this.#rows.slice(from, to).map(shortened) })),
    }
  }
}

function shortened(pair: DiffPair): DiffPair {
  const short: DiffPair = { kind: pair.kind }
  if (pair.before !== undefined) short.before = pair.before.slice(0, LONGEST_LINE)
  if (pair.after !== undefined) short.after = pair.after.slice(0, LONGEST_LINE)
  return short
}

interface Part {
  from: number
  to: number
  /** Lines that are folded. */
  hidden: number
}

/** The parts that are drawn, at most so many lines; those that a person unfolded are not hidden. */
function within(parts: readonly Part[], open: ReadonlySet<number>, most: number): { parts: Part[]; more: boolean } {
  const drawn: Part[] = []
  let left = most
  for (const part of parts) {
    if (left <= 0) return { parts: drawn, more: true }
    const hidden = open.has(part.from) ? 0 : part.hidden
    const to = hidden > 0 ? part.to : Math.min(part.to, part.from + left)
    if (hidden === 0) left -= to - part.from
    drawn.push({ from: part.from, to, hidden })
    if (to < part.to) return { parts: drawn, more: true }
  }
  return { parts: drawn, more: false }
}

/** Runs of what stayed, longer than what is kept around changes, as parts of their own. */
function foldSame(all: readonly DiffPart[], count: number, around: number): Part[] {
  const parts: Part[] = []
  for (const { from: at, to: end, kind } of all) {
    const from = at === 0 ? at : at + around
    const to = end === count ? end : end - around
    if (kind === 'same' && to - from > 1) {
      if (from > at) parts.push({ from: at, to: from, hidden: 0 })
      parts.push({ from, to, hidden: to - from })
      if (end > to) parts.push({ from: to, to: end, hidden: 0 })
    } else parts.push({ from: at, to: end, hidden: 0 })
  }
  return parts
}
