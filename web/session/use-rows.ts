// A live window on the rows of a connection: the worker pushes, the page draws what is visible.
import { useEffect, useState } from 'react'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { onAnswer, openView } from './engine.ts'
import { rowPace } from './row-pace.ts'

/** Before the first answer: it is not known yet that there is none. */
const NOTHING: RowWindow = { count: 0, total: 0, dropped: 0, from: 0, rows: [], scanning: true }

type View = ReturnType<typeof openView>

/** `query` may be a new object each time; it is compared by value. */
export function useRows(connection: string, query: RowQuery): RowWindow {
  const [window, setWindow] = useState(NOTHING)
  const [view, setView] = useState<View>()
  const text = JSON.stringify(query)
  useEffect(() => {
    const pace = rowPace(NOTHING, setWindow, isCovered)
    const opened = openView(connection, pace.take)
    const stop = onAnswer(pace.answered)
    setView(opened)
    return () => {
      opened.close()
      stop()
      pace.stop()
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
