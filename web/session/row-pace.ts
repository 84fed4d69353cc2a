// How often windows onto rows are drawn: seldom while rows rush by, at once when what a person waits for has come.
import type { RowWindow } from '#mcp/traffic-row.ts'

/** Milliseconds between two windows while rows keep coming: each costs the page about ten milliseconds, day in, day out. */
const PACE = 100
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
      showWithin(isCovered() ? COVERED : awaited ? FRAME : isRush(shown, window) ? RUSH : PACE)
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

/** Whether the next window begins beyond the end of this one. */
function isRush({ rows, from }: RowWindow, next: RowWindow): boolean {
  const last = rows.at(-1)
  const first = next.rows[0]
  if (last === undefined || first === undefined) return false
  // Of several records numbers do not grow.
  return first.connection === undefined ? first.seq > last.seq : next.from >= from + rows.length
}
