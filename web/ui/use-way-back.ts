// Who types a filter, looks and clears it again stands where they stood before: at the end, or at the same rows. What they chose meanwhile
// is shown among all instead: what stands around it may be the reason.
import { useEffect, useRef } from 'react'
import { mapping, type RowScroll } from './use-row-scroll.ts'

export interface Looked<Row> {
  /** Names the list: one does not come back to another. */
  list: string
  /** It is searched: once it is not, one comes back. */
  searched: boolean
  /** Only some of its rows are shown, for whatever reason. */
  few?: boolean
  /** The chosen row. */
  chosen: number | undefined
  /** The chosen row is about to be shown among all. */
  onShow?: (row: Row) => void
}

/** Where a list stood: at its end, or that many pixels beyond the top of a row. */
export type Stood = { follow: true } | { follow: false; row: number | undefined; beyond: number }

type Kept = Stood & Pick<Looked<never>, 'list' | 'chosen'>

export interface Shown<Row> {
  count: number
  from: number
  rows: readonly Row[]
}

export function useWayBack<Row extends { seq: number }>(
  scroll: RowScroll,
  window: Shown<Row>,
  { list, searched, few = searched, chosen, onShow }: Looked<Row>,
): void {
  const kept = useRef<Kept>(undefined)
  const before = useRef<{ searched: boolean; few: boolean; row: Row | undefined }>({ searched, few, row: undefined })
  useEffect(() => {
    const was = before.current
    const row = window.rows.find(({ seq }) => seq === chosen) ?? (was.row?.seq === chosen ? was.row : undefined)
    before.current = { searched, few, row: few ? row : undefined }
    if (searched && !was.searched) kept.current = { list, chosen, ...standing(scroll, window) }
    const isBack = was.searched && !searched
    if (!isBack && (few || !was.few)) return
    const then = isBack && kept.current?.list === list ? kept.current : undefined
    if (isBack) kept.current = undefined
    if (chosen !== undefined && was.row?.seq === chosen && chosen !== then?.chosen) {
      onShow?.(was.row)
      scroll.goTo(chosen)
    } else if (then?.follow === true) scroll.setFollow(true)
    else if (then?.row !== undefined) scroll.goTo(then.row, then.beyond)
  })
}

/** Told by the row in the middle: all that is in sight is asked for with it. */
export function standing(
  { follow, rowHeight, stands }: Pick<RowScroll, 'follow' | 'rowHeight' | 'stands'>,
  { count, from, rows }: Shown<{ seq: number }>,
): Stood {
  if (follow) return { follow }
  const { first, height, top } = stands()
  const middle = first + Math.floor(height / rowHeight / 2)
  const at = Math.max(0, Math.min(middle - from, rows.length - 1))
  return { follow, row: rows[at]?.seq, beyond: top - mapping(count, rowHeight, height).toTop(from + at) }
}
