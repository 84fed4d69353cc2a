// A live window on the rows of a connection: the worker pushes, the page draws what is visible.
import { useEffect, useState } from 'react'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { openView } from './engine.ts'

const NOTHING: RowWindow = { count: 0, total: 0, dropped: 0, from: 0, rows: [], scanning: false }

type View = ReturnType<typeof openView>

/** `query` may be a new object each time; it is compared by value. */
export function useRows(connection: string, query: RowQuery): RowWindow {
  const [window, setWindow] = useState(NOTHING)
  const [view, setView] = useState<View>()
  const text = JSON.stringify(query)
  useEffect(() => {
    const opened = openView(connection, setWindow)
    setView(opened)
    return () => {
      opened.close()
      setWindow(NOTHING)
    }
  }, [connection])
  useEffect(() => {
    view?.ask(JSON.parse(text) as RowQuery)
  }, [view, text])
  return window
}
