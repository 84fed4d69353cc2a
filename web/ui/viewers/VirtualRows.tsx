// Rows of a fixed height of which only those in sight are in the page, wherever the rest lies. Rows come when they
// are asked for; until then those that were there stay.
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react'
import type { Window } from '#mcp/content/big.ts'
import { useRowHeight } from '../use-finger.ts'
import { mapping } from '../use-row-scroll.ts'
import style from './viewers.module.css'

/** Pixels of a line of text, and of a row for a mouse; children take `--row`. */
const ROW = 18
/** Rows beyond each edge. */
const AROUND = 20

export interface VirtualRowsProps<Row> {
  /** Reads rows; another function reads anew. */
  read: (from: number, count: number) => Promise<Window<Row>>
  /** Changes when rows that were read are stale. */
  version?: number
  /** Rows, as far as they are known before the first are read. */
  total?: number
  children: (row: Row, index: number) => ReactNode
  role: 'tree' | 'grid' | 'group'
  label: string
  /** Above the rows, in sight while they scroll. */
  head?: ReactNode
  /** Brought into sight when it changes. */
  goTo?: { row: number }
  onKeyDown?: (event: KeyboardEvent) => void
  active?: string
  box?: Ref<HTMLDivElement>
  className?: string
  onFault?: (message: string) => void
}

export function VirtualRows<Row>(props: VirtualRowsProps<Row>) {
  const { read, version = 0, children, role, label, head, goTo, onKeyDown, active, className, onFault } = props
  // Lines of text are read, not pressed.
  const pressed = useRowHeight(ROW)
  const rowHeight = role === 'group' ? ROW : pressed
  const box = useRef<HTMLDivElement | null>(null)
  const [place, setPlace] = useState({ first: 0, base: 0, height: 480 })
  const [seen, setSeen] = useState<{ from: number; rows: Row[]; total: number; read: unknown; version: number }>()
  const total = seen?.total ?? props.total ?? 0
  const map = mapping(total, rowHeight, place.height)
  const count = Math.ceil(place.height / rowHeight)
  const from = Math.max(0, place.first - AROUND)
  const to = place.first + count + AROUND

  useEffect(() => {
    const fresh = seen !== undefined && seen.read === read && seen.version === version
    const covers =
      fresh && seen.from <= Math.max(0, place.first - 4) && seen.from + seen.rows.length >= Math.min(seen.total, place.first + count + 4)
    if (covers) return
    let gone = false
    read(from, to - from).then(
      ({ rows, total }) => !gone && setSeen({ from, rows, total, read, version }),
      (error: unknown) => !gone && onFault?.((error as Error).message),
    )
    return () => {
      gone = true
    }
  }, [read, version, from, to, place.first, count, seen, onFault])

  const measure = useCallback(() => {
    const element = box.current
    if (element === null) return
    const exact = map.toRow(element.scrollTop)
    const first = Math.floor(exact)
    const scaled = map.total < total * rowHeight
    const base = scaled ? element.scrollTop - (exact - first) * rowHeight : first * rowHeight
    const height = element.clientHeight
    setPlace((now) => (now.first === first && now.base === base && now.height === height ? now : { first, base, height }))
    // `map` follows from these three.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [total, place.height, rowHeight])
  useLayoutEffect(() => {
    measure()
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [measure])
  // A wish is fulfilled once, as soon as there are so many rows.
  const granted = useRef<{ row: number }>(undefined)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || goTo === undefined || granted.current === goTo || goTo.row >= total) return
    granted.current = goTo
    const top = map.toTop(goTo.row)
    if (top < element.scrollTop + rowHeight || top + 2 * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = Math.max(0, top - element.clientHeight / 3)
    measure()
  })

  const offset = place.base + ((seen?.from ?? 0) - place.first) * rowHeight
  return (
    // Its role is the caller's.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={(element) => {
        box.current = element
        const { box: outer } = props
        if (typeof outer === 'function') outer(element)
        else if (outer !== null && outer !== undefined) outer.current = element
      }}
      role={role}
      aria-label={label}
      aria-rowcount={role === 'grid' ? total + 1 : undefined}
      aria-activedescendant={active}
      aria-busy={seen === undefined}
      tabIndex={0}
      className={`${style.rows} ${className ?? ''}`}
      style={{ '--row': `${rowHeight}px` } as CSSProperties}
      onScroll={measure}
      onKeyDown={onKeyDown}
    >
      {head}
      <div className={style.whole} style={{ height: map.total }} role={role === 'grid' ? 'rowgroup' : 'presentation'}>
        <div className={style.window} style={{ transform: `translateY(${offset}px)` }} role="presentation">
          {seen?.rows.map((row, at) => children(row, seen.from + at))}
        </div>
      </div>
    </div>
  )
}
