// Draws the rows of a live list that are in sight, at a fixed height each. It follows the end until a person scrolls
// up, and never moves what they read.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from './Button.tsx'
import { followAfter, followByKey, goesOnFrom, mapping, offsetOf, type RowScroll } from './use-row-scroll.ts'
import style from './RowScroller.module.css'
import { grouped } from './format.ts'

export interface RowScrollerProps<Row extends { seq: number }> {
  scroll: RowScroll
  /** Rows in the whole list. */
  count: number
  /** Index of the first of `rows`. */
  from: number
  rows: readonly Row[]
  /**
   * Draws one row; it must fill the height it is given and carry `role="row"` and the id. Its key is its place, not its
   * seq: rows that pass by change texts, which is far cheaper than making them anew.
   */
  children: (row: Row, index: number, id: string, before: Row | undefined) => ReactNode
  label: string
  /** Index of the chosen row; undefined when it is none of those drawn. */
  active: number | undefined
  /** A person moved to another index, or wants to go by `step` from nowhere. */
  onMove: (index: number) => void
  onOpen?: () => void
  onKeyDown?: (event: KeyboardEvent) => void
  /** A row of titles that stays in sight. */
  head?: ReactNode
  id: string
  /** What stands there when there are no rows. */
  empty?: ReactNode
  /** The rows are still looked for. */
  busy: boolean
  /** Another number once these are rows of another list: what that one has more is not new. */
  list: number | undefined
  /** Where the row that was asked for stands in the whole list. */
  around?: { row: number; at: number } | undefined
}

export function RowScroller<Row extends { seq: number }>(props: RowScrollerProps<Row>) {
  const { scroll, count, from, rows, children, label, active, onMove, onOpen, head, id, empty, busy, list } = props
  const { rowHeight, follow, place, setPlace, setFollow } = scroll
  const box = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement | null>(null)
  /** Rows that were there when the end was left, or at the beginning; and that are there now, for when it is left. */
  const [seen, setSeen] = useState<{ count: number; list: number | undefined }>()
  const counted = useRef({ count, list })
  const map = mapping(count, rowHeight, place.height)

  /** Where it stood last, by a person's doing or by ours: who goes up from there goes away from the end. */
  const before = useRef(0)
  /** The same as `follow`, known within the frame in which a person scrolled. */
  const following = useRef(follow)
  const read = useRef<() => void>(() => {})
  useLayoutEffect(() => {
    read.current = () => {
      const element = box.current
      if (element === null) return
      const top = element.scrollTop
      const exact = map.toRow(top)
      const first = Math.floor(exact)
      const scaled = map.total < count * rowHeight
      setPlace({ first, base: scaled ? top - (exact - first) * rowHeight : first * rowHeight, height: element.clientHeight, top })
    }
  })
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const onScroll = () => {
      read.current()
      const wanted = followAfter(element, before.current)
      before.current = element.scrollTop
      if (wanted === undefined) return
      following.current = wanted
      setFollow(wanted)
    }
    // At its end there is nothing to scroll: who goes on all the same wants what comes.
    const onWheel = ({ deltaY }: WheelEvent) => {
      const beneath = element.scrollHeight - element.clientHeight
      if (deltaY <= 0 || following.current || beneath === 0 || element.scrollTop < beneath - 4) return
      following.current = true
      setFollow(true)
    }
    const observer = new ResizeObserver(() => read.current())
    observer.observe(element)
    // At once, or rows are asked for first that do not fill it, and each stands elsewhere the next moment.
    read.current()
    element.addEventListener('scroll', onScroll, { passive: true })
    element.addEventListener('wheel', onWheel, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
      element.removeEventListener('wheel', onWheel)
    }
  }, [setFollow])
  /** Room under the rows for what stands over the end of the page: where the end is followed, the last rows go above it as it comes. */
  const belowIn = useCallback((element: HTMLDivElement | null) => {
    below.current = element
    if (element === null) return
    const observer = new ResizeObserver(() => {
      const list = box.current
      if (list === null || !following.current || element.offsetHeight === 0) return
      list.scrollTop = list.scrollHeight
      before.current = list.scrollTop
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  useLayoutEffect(() => {
    following.current = follow
    if (!follow || count === 0 || place.height === 0) return
    // In the frame, which lays the page out anyway: here it would be laid out once more for it.
    const frame = requestAnimationFrame(() => {
      const element = box.current
      // Somebody may have scrolled away in this very frame.
      if (element === null || !following.current) return
      element.scrollTop = element.scrollHeight
      before.current = element.scrollTop
    })
    return () => cancelAnimationFrame(frame)
  }, [count, follow, place.height])
  useLayoutEffect(() => {
    // Who asked for a row before any had come has left no end: what comes first was there, and is not new.
    if (follow) return () => setSeen(counted.current.count > 0 ? counted.current : undefined)
    // Rows may have come since it was scrolled last.
    read.current()
  }, [follow])
  useEffect(() => {
    counted.current = { count, list }
    if (count > 0 && !follow && !busy) setSeen((seen) => (seen?.list === list ? seen : { count, list }))
  }, [count, list, follow, busy])

  // A row that was asked for by its seq has come: show it in the middle, or where it stood before.
  const { around } = scroll.range
  useLayoutEffect(() => {
    const element = box.current
    const found = props.around
    // What is here yet may be of what was asked before.
    if (element === null || around === undefined || found?.row !== around || count === 0) return
    if (found.at >= count) {
      if (busy) return
      // It is of an earlier record, and beyond the end of this one.
      scroll.arrived()
      setFollow(true)
      return
    }
    element.scrollTop = map.toTop(found.at) + (scroll.beyond ?? rowHeight - element.clientHeight / 2)
    before.current = element.scrollTop
    read.current()
    scroll.arrived()
  })

  /** The row that was chosen last: who closes what it opened goes on from there. */
  const last = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (active !== undefined) last.current = rows[active - from]?.seq
  })
  /** Known at once: what is about to be scrolled to the end no longer is. */
  const turn = (on: boolean) => {
    following.current = on
    setFollow(on)
  }
  const show = (index: number) => {
    const element = box.current
    if (element === null) return
    const headHeight = head === undefined ? 0 : 24
    const top = map.toTop(index)
    if (top < element.scrollTop) element.scrollTop = top
    else {
      const seen = element.clientHeight - headHeight - (below.current?.offsetHeight ?? 0)
      if (top + rowHeight > element.scrollTop + seen) element.scrollTop = top + rowHeight - seen
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const page = Math.max(1, Math.floor(place.height / rowHeight) - 2)
    const kept = rows.findIndex(({ seq }) => seq === last.current)
    const first = Math.ceil(map.toRow(box.current?.scrollTop ?? 0))
    const here = active ?? (kept < 0 ? goesOnFrom(event.key, follow, count, first) : from + kept)
    const next = { ArrowDown: here + 1, ArrowUp: here - 1, PageDown: here + page, PageUp: here - page, Home: 0, End: count - 1 }[event.key]
    if (next !== undefined && count > 0) {
      event.preventDefault()
      const index = Math.max(0, Math.min(next, count - 1))
      turn(followByKey(event.key, index, count))
      show(index)
      onMove(index)
    } else if (event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault()
      onOpen()
    } else props.onKeyDown?.(event)
  }

  const offset = offsetOf(from, scroll, count, map.total)
  const drawn = useSpare(
    rows.map((row, at) => children(row, from + at, `${id}-${from + at}`, rows[at - 1])),
    busy,
  )
  const fresh = seen !== undefined && seen.list === list ? count - seen.count : 0
  return (
    <div className={style.frame}>
      {/* Without rows it is no grid, which would promise rows. It stays the same element: what watches its size goes on. */}
      <div
        ref={box}
        className={style.box}
        onPointerEnter={() => scroll.setPointed(true)}
        onPointerLeave={() => scroll.setPointed(false)}
        {...(count === 0
          ? { 'aria-busy': busy }
          : {
              role: 'grid',
              'aria-label': label,
              'aria-rowcount': count + (head === undefined ? 0 : 1),
              'aria-activedescendant':
                active !== undefined && active >= from && active < from + rows.length ? `${id}-${active}` : undefined,
              tabIndex: 0,
              onKeyDown,
            })}
      >
        {count === 0 ? empty : head}
        {/* Rows may be still to come: where they will stand there is room for them, or the list would be at its end. */}
        {(count > 0 || drawn.length > 0) && (
          <div className={style.whole} style={{ height: map.total }} role={count === 0 ? undefined : 'rowgroup'}>
            <div
              className={style.rows}
              style={{ transform: `translateY(${offset}px)` }}
              role="presentation"
              // Who looks at a row would lose it.
              onClick={() => turn(false)}
            >
              {drawn.map((row, at) => (
                <div key={at} role="presentation" aria-hidden={at < rows.length ? undefined : true}>
                  {row}
                </div>
              ))}
            </div>
          </div>
        )}
        {count > 0 && <div ref={belowIn} className={style.below} role="presentation" />}
      </div>
      {/* Where all rows are in sight, so are the new ones. */}
      {!follow && fresh > 0 && map.total > place.height && (
        <Button className={style.fresh} onClick={() => setFollow(true)}>
          {grouped(fresh)} new ↓
        </Button>
      )}
    </div>
  )
}

/**
 * Rows, and after them those that stood there before, while others are looked for: below the end of the list, where nobody sees them.
 * What comes takes their places, which is far cheaper than to take rows away for the first hits and to make as many anew for the next.
 */
function useSpare(rows: ReactNode[], busy: boolean): ReactNode[] {
  const [last] = useState(lastDrawn)
  const all = busy ? [...rows, ...last.beyond(rows.length)] : rows
  useLayoutEffect(() => last.were(all))
  return all
}

function lastDrawn() {
  let drawn: readonly ReactNode[] = []
  return {
    beyond: (count: number) => drawn.slice(count),
    were(rows: readonly ReactNode[]) {
      drawn = rows
    },
  }
}
