// A live window on the rows of a connection: the worker pushes, the page draws what is visible.
import { useEffect, useState } from 'react'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { openView } from './engine.ts'

/** Before the first answer: it is not known yet that there is none. */
const NOTHING: RowWindow = { count: 0, total: 0, dropped: 0, from: 0, rows: [], scanning: true }

/** Windows are shown at most this often, in milliseconds: a flood is not read faster, and drawing it costs the page its breath. */
const PACE = 50

type View = ReturnType<typeof openView>

/** `query` may be a new object each time; it is compared by value. */
export function useRows(connection: string, query: RowQuery): RowWindow {
  const [window, setWindow] = useState(NOTHING)
  const [view, setView] = useState<View>()
  const text = JSON.stringify(query)
  useEffect(() => {
    let latest = NOTHING
    let shownAt = -Infinity
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => {
      timer = undefined
      shownAt = performance.now()
      setWindow(latest)
    }
    const opened = openView(connection, (next) => {
      latest = next
      const wait = shownAt + PACE - performance.now()
      if (wait <= 0) show()
      else timer ??= setTimeout(show, wait)
    })
    setView(opened)
    return () => {
      opened.close()
      clearTimeout(timer)
      setWindow(NOTHING)
    }
  }, [connection])
  useEffect(() => {
    view?.ask(JSON.parse(text) as RowQuery)
  }, [view, text])
  return window
}
