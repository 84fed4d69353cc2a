// A live window on the rows of a connection: the worker pushes, the page draws what is visible.
import { useEffect, useState } from 'react'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { onAnswer, openView } from './engine.ts'

/** Before the first answer: it is not known yet that there is none. */
const NOTHING: RowWindow = { count: 0, total: 0, dropped: 0, from: 0, rows: [], scanning: true }

/** Windows are shown at most this often, in milliseconds: drawing them costs the page its breath. */
const PACE = 50
/** The same while rows rush by, none of which stands long enough to be read. */
const RUSH = 150
/** The same while a dialog lies over them. */
const COVERED = 500
/** Milliseconds after an answer within which a frame is the only pace: what led to it is waited for. */
const AFTER_ANSWER = 300
const FRAME = 16

type View = ReturnType<typeof openView>

/** `query` may be a new object each time; it is compared by value. */
export function useRows(connection: string, query: RowQuery): RowWindow {
  const [window, setWindow] = useState(NOTHING)
  const [view, setView] = useState<View>()
  const text = JSON.stringify(query)
  useEffect(() => {
    let latest = NOTHING
    let shown = NOTHING
    let shownAt = -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      shownAt = performance.now()
      shown = latest
      setWindow(latest)
    }
    let answeredAt = -Infinity
    let heardAt = -Infinity
    const opened = openView(connection, (next) => {
      latest = next
      const now = performance.now()
      const pace = isCovered() ? COVERED : now - answeredAt < AFTER_ANSWER ? FRAME : isRush(shown, next) ? RUSH : PACE
      if (now - shownAt >= pace) show()
      else timer ??= setTimeout(show, shownAt + pace - now)
    })
    const stop = onAnswer(() => {
      const now = performance.now()
      // Answers that follow one upon another are waited for by a program, not by a person.
      const lone = now - heardAt > AFTER_ANSWER
      heardAt = now
      if (!lone) return
      answeredAt = now
      if (timer === undefined || isCovered()) return
      clearTimeout(timer)
      timer = setTimeout(show, shownAt + FRAME - now)
    })
    setView(opened)
    return () => {
      opened.close()
      stop()
      clearTimeout(timer)
      setWindow(NOTHING)
    }
  }, [connection])
  useEffect(() => {
    view?.ask(JSON.parse(text) as RowQuery)
  }, [view, text])
  return window
}

/** Whether a dialog keeps all else from being used. */
function isCovered(): boolean {
  return document.querySelector('dialog:modal') !== null
}

/** Whether the next window begins beyond the end of this one. */
function isRush({ rows }: RowWindow, next: RowWindow): boolean {
  return rows.length > 0 && (next.rows[0]?.seq ?? 0) > rows.at(-1)!.seq
}
