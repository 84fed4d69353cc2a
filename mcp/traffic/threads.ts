// What is shown of the rows that a filter finds while threads are folded: of each thread that holds any, its head, and of those that are
// open what was found in them. It is extended as rows are found, so that one that comes costs as much as it does without.
import type { Row } from '../traffic-row.ts'
import { CHUNK, type Columns } from './columns.ts'
import type { Exchanges } from './exchanges.ts'
import { lowerBound } from './matcher.ts'

export interface Threads {
  /** Rows shown, ascending: of those found, and heads that are there for what is inside. */
  readonly shown: readonly number[]
  /** Takes in what was found from this index on. Answers whether a row came before one that was shown. */
  take(found: readonly number[], from: number): boolean
  /** A row was found that had not matched before; or else it matches no longer. */
  turn(found: readonly number[], seq: number, has: boolean): void
  /** Begins anew: rows are no more, perhaps heads. */
  again(found: readonly number[]): void
  /** Says of a row what it stands for. */
  mark(found: readonly number[], row: Row): void
}

/** `isOpen`: what was found in the thread of this head is shown. Of one whose head was dropped, all is. */
export function createThreads(exchanges: Exchanges, columns: Columns, isOpen: (head: number) => boolean): Threads {
  const shown: number[] = []
  /** How many of the rows found belong to a head. */
  const inside = new Map<number, number>()

  const headOf = (seq: number): number => {
    const head = exchanges.head(columns.chunk(seq)?.exchange[seq % CHUNK] ?? 0)
    return head === seq || !columns.isRow(head) ? 0 : head
  }

  function take(found: readonly number[], from: number, to = found.length): boolean {
    const last = shown.at(-1) ?? 0
    const fresh: number[] = []
    for (let at = from; at < to; at++) {
      const seq = found[at]!
      const head = headOf(seq)
      const count = inside.get(head) ?? 0
      if (head !== 0) {
        inside.set(head, count + 1)
        if (count === 0 && !holds(found, head)) fresh.push(head)
      }
      if (head === 0 ? !holds(shown, seq) : isOpen(head)) fresh.push(seq)
    }
    // Heads stand before what was found in them.
    fresh.sort((a, b) => a - b)
    mergeInto(shown, fresh)
    return fresh.length > 0 && fresh[0]! < last
  }

  return {
    shown,
    take,
    turn(found, seq, has) {
      if (has) {
        const at = lowerBound(found, seq)
        take(found, at, at + 1)
        return
      }
      const head = headOf(seq)
      if (!inside.has(seq)) takeOut(shown, seq)
      if (head === 0) return
      const left = (inside.get(head) ?? 0) - 1
      if (left > 0) inside.set(head, left)
      else {
        inside.delete(head)
        if (!holds(found, head)) takeOut(shown, head)
      }
    },
    again(found) {
      shown.length = 0
      inside.clear()
      take(found, 0)
    },
    mark(found, row) {
      if (row.under !== undefined) row.hits = inside.get(row.seq) ?? 0
      if (!holds(found, row.seq)) row.beside = true
    },
  }
}

/** Puts members among those that are there, both ascending: as dear as what stands behind the first of them, which is mostly nothing. */
function mergeInto(all: number[], fresh: readonly number[]): void {
  let left = all.length - 1
  let next = fresh.length - 1
  // It grows from its end: an array that is lengthened first has holes, and is slow ever after.
  for (const seq of fresh) all.push(seq)
  for (let at = all.length - 1; next >= 0 && left >= 0; at--) {
    if (all[left]! > fresh[next]!) all[at] = all[left--]!
    else all[at] = fresh[next--]!
  }
  for (; next >= 0; next--) all[next] = fresh[next]!
}

function takeOut(all: number[], seq: number): void {
  const at = lowerBound(all, seq)
  if (all[at] === seq) all.splice(at, 1)
}

function holds(sorted: readonly number[], seq: number): boolean {
  return sorted[lowerBound(sorted, seq)] === seq
}
