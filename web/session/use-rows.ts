// A live window on the rows of a connection: the worker pushes, the page draws what is visible.
import { useEffect, useRef, useState } from 'react'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { openView } from './engine.ts'

const NOTHING: RowWindow = { count: 0, total: 0, dropped: 0, from: 0, rows: [], scanning: false }

/** `query` may be a new object each time; it is compared by value. */
export function useRows(connection: string, query: RowQuery): RowWindow {
  const [window, setWindow] = useState(NOTHING)
  const view = useRef<ReturnType<typeof openView>>(undefined)
  const text = JSON.stringify(query)
  useEffect(() => {
    const opened = openView(connection, setWindow)
    view.current = opened
    return () => {
      opened.close()
      view.current = undefined
      setWindow(NOTHING)
    }
  }, [connection])
  useEffect(() => {
    view.current?.ask(JSON.parse(text) as RowQuery)
  }, [connection, text])
  return window
}
