// A live window on the rows of a connection: the worker pushes, the page draws what is visible.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { onAnswer, openView } from './engine.ts'
import { rowPace } from './row-pace.ts'

/** Before the first answer: it is not known yet that there is none. */
const NOTHING: RowWindow = { count: 0, total: 0, dropped: 0, from: 0, rows: [], scanning: true }

type View = ReturnType<typeof openView>

/** `query` may be a new object each time; it is compared by value. */
export function useRows(connection: string, query: RowQuery): RowWindow {
  return useExpectedRows(connection, query)[0]
}

/** Likewise, with a way to ask for what is about to be drawn: the engine then looks for it while the page draws what was done. */
export function useExpectedRows(connection: string, query: RowQuery): [window: RowWindow, expect: (change: Partial<RowQuery>) => void] {
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
  const asked = useRef<{ view: View | undefined; text: string }>(undefined)
  const ask = useCallback((view: View | undefined, text: string) => {
    if (asked.current?.view === view && asked.current?.text === text) return
    asked.current = { view, text }
    view?.ask(JSON.parse(text) as RowQuery)
  }, [])
  useEffect(() => ask(view, text), [ask, view, text])
  const expect = (change: Partial<RowQuery>) => ask(view, JSON.stringify({ ...query, ...change }))
  return [window, expect]
}

/** Whether a dialog keeps all else from being used. */
function isCovered(): boolean {
  return document.querySelector('dialog:modal') !== null
}
