// How often windows onto rows are drawn: seldom while rows rush by, at once when what a person waits for has come.
import type { RowWindow } from '#mcp/traffic-row.ts'

/** Milliseconds between two windows while rows keep coming: each costs the page about ten milliseconds, day in, day out. */
const PACE = 100
/** The same while more rows come in a second than a person reads, however long they stand: drawn as they come, forty a second took a third of a processor (docs/benchmarks.md). */
const FLOW = 250
const READABLE = 20
/** The same while rows rush by, none of which stands long enough to be read. */
const RUSH = 500
/** The same while a dialog lies over them. */
const COVERED = 500
/** The same when it is waited for: after an answer, for so many milliseconds, and at the end of a search. */
const FRAME = 16
const AFTER_ANSWER = 300

export interface RowPace {
  /** A window has come; it is shown at its time, unless another takes its place before. */
  take(window: RowWindow): void
  /** An answer has come: what led to it is waited for. */
  answered(): void
  stop(): void
}

/** `first`: what is shown already. */
export function rowPace(first: RowWindow, show: (window: RowWindow) => void, isCovered: () => boolean = () => false): RowPace {
  let shown = first
  let latest = first
  let shownAt = -Infinity
  let answeredAt = -Infinity
  let heardAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Infinity
  const arrivals = arrivalRate()

  function showNow(): void {
    clearTimeout(timer)
    due = Infinity
    shownAt = performance.now()
    shown = latest
    show(latest)
  }

  function showWithin(pace: number): void {
    const at = shownAt + pace
    if (at >= due) return
    const left = at - performance.now()
    if (left <= 0) return showNow()
    due = at
    clearTimeout(timer)
    timer = setTimeout(showNow, left)
  }

  return {
    take(window) {
      latest = window
      const awaited = performance.now() - answeredAt < AFTER_ANSWER || (shown.scanning && !window.scanning)
      const flows = arrivals.take(window) > READABLE
      showWithin(isCovered() ? COVERED : awaited ? FRAME : isRush(shown, window) ? RUSH : flows ? FLOW : PACE)
    },
    answered() {
      const now = performance.now()
      // Answers that follow one upon another are waited for by a program, not by a person.
      const lone = now - heardAt > AFTER_ANSWER
      heardAt = now
      if (!lone) return
      answeredAt = now
      if (due < Infinity && !isCovered()) showWithin(FRAME)
    },
    stop: () => clearTimeout(timer),
  }
}

/** How many rows came within the last second, of windows as they come. What a filter still finds has not come now. */
function arrivalRate(): { take(window: RowWindow): number } {
  let seen: { at: number; rows: number }[] = []
  let last: number | undefined
  return {
    take({ count, dropped, scanning, list }) {
      const at = performance.now()
      const rows = count + dropped
      if (scanning || list !== last || rows < (seen.at(-1)?.rows ?? 0)) seen = []
      last = list
      // The last one before this second is what it began with.
      while (seen.length > 1 && seen[1]!.at <= at - 1000) seen.shift()
      seen.push({ at, rows })
      return rows - seen[0]!.rows
    },
  }
}

/** Whether the next window begins beyond the end of this one. */
function isRush({ rows, from }: RowWindow, next: RowWindow): boolean {
  const last = rows.at(-1)
  const first = next.rows[0]
  if (last === undefined || first === undefined) return false
  // Of several records numbers do not grow.
  return first.connection === undefined ? first.seq > last.seq : next.from >= from + rows.length
}
