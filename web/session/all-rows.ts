// Every row of a view at once, for copying: a window as large as the view, asked for once.
import type { Row, RowQuery } from '#mcp/traffic-row.ts'
import { openView } from './engine.ts'

/** The newest `most` rows that match. */
export function allRows(connection: string, query: Omit<RowQuery, 'tail' | 'from' | 'size' | 'around'>, most: number): Promise<Row[]> {
  return new Promise((resolve) => {
    const view = openView(connection, (window) => {
      if (window.scanning) return
      view.close()
      resolve(window.rows)
    })
    view.ask({ ...query, tail: true, from: 0, size: most })
  })
}
