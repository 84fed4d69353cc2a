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
  beside?: Compared['beside']
  opened: boolean
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
      opened: this.#rows.opened,
      ...(this.#rows.beside === undefined ? {} : { beside: this.#rows.beside }),
      more,
      parts: parts.map(({ from, to, hidden }) => ({ from, hidden, pairs: hidden > 0 ? [] : this.#rows.slice(from, to).map(shortened) })),
    }
  }
}

function shortened(pair: DiffPair): DiffPair {
  const short: DiffPair = { kind: pair.kind }
  const { before, after } = pair
  // Of two long ones what is drawn is where they part: their beginnings may be alike for a megabyte.
  const from = pair.kind === 'changed' && before !== undefined && after !== undefined ? Math.max(0, partingOf(before, after) - LEAD) : 0
  if (before !== undefined) short.before = piece(before, from)
  if (after !== undefined) short.after = piece(after, from)
  return short
}

/** Characters that stay before the place where two lines part. */
const LEAD = 80

/** Where two lines differ first. */
function partingOf(a: string, b: string): number {
  if (Math.max(a.length, b.length) <= LONGEST_LINE) return 0
  let at = 0
  while (at < a.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  return at
}

/** What is drawn of a line, and how much is not. */
function piece(line: string, from: number): string {
  if (line.length <= LONGEST_LINE && from === 0) return line
  const to = from + LONGEST_LINE
  const before = from === 0 ? '' : `… ${from.toLocaleString('en')} characters … `
  const after = line.length <= to ? '' : ` … ${(line.length - to).toLocaleString('en')} further characters`
  return `${before}${line.slice(from, to)}${after}`
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
