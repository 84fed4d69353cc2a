// Rows of a record asked for once: a window that is closed as soon as it is whole.
import type { Row, RowQuery } from '#mcp/traffic-row.ts'
import { openView } from './engine.ts'

/** The newest `most` rows that match. */
export function allRows(connection: string, query: Omit<RowQuery, 'tail' | 'from' | 'size' | 'around'>, most: number): Promise<Row[]> {
  return rowsOnce(connection, { ...query, tail: true, from: 0, size: most })
}

export function rowsOnce(connection: string, query: RowQuery): Promise<Row[]> {
  return new Promise((resolve) => {
    const view = openView(connection, (window) => {
      if (window.scanning) return
      view.close()
      resolve(window.rows)
    })
    view.ask(query)
  })
}
