// Which rows of a long live list are in sight, and whether it follows its end. The list itself is elsewhere: this
// only says what to ask for, so that a million rows cost what thirty do.
import { useCallback, useMemo, useRef, useState } from 'react'
import { useRowHeight } from './use-finger.ts'

/**
 * Rows drawn beyond each edge, so that a short scroll shows no gap. While the end is followed all are drawn anew with each that comes:
 * fewer then, and none where no pointer is over the list, which nothing scrolls but a key, and that asks for its row.
 */
const AROUND = 12
const AROUND_TAIL = 4
/** Browsers cap an element's height at about 17 million pixels; beyond this, scrolling is scaled. */
export const MOST_PIXELS = 15_000_000

export interface RowScroll {
  rowHeight: number
  /** What to ask the record for. */
  range: { tail: boolean; from: number; size: number; around?: number }
  follow: boolean
  setFollow: (follow: boolean) => void
  /** Brings the row with this seq into sight, wherever it is: into the middle, or so many pixels below its top. */
  goTo: (seq: number, beyond?: number) => void
  /** Likewise, of the row that is asked for. */
  beyond: number | undefined
  /** Where the list stands, drawn or not. */
  stands: () => Place
  /** For RowScroller: where it stands. `base`: offset in pixels at which row `first` begins. */
  place: Place
  setPlace: (place: Place) => void
  arrived: () => void
  /** Whether a pointer is over the list, which may scroll it the next moment. */
  setPointed: (pointed: boolean) => void
}

export interface Place {
  first: number
  base: number
  height: number
  /** Pixels that it is scrolled by. */
  top: number
}

/** `height`: pixels of a row for a mouse; a finger has higher ones. */
export function useRowScroll(height: number): RowScroll {
  const rowHeight = useRowHeight(height)
  const [place, setPlaceState] = useState<Place>({ first: 0, base: 0, height: 400, top: 0 })
  const [follow, setFollowState] = useState(true)
  const [around, setAround] = useState<number>()
  const [beyond, setBeyond] = useState<number>()
  const [pointed, setPointed] = useState(false)
  /** What was set last, so that a scroll which changes nothing is no work; and where the list stands, though nobody draws it. */
  const set = useRef({ place, follow, around, stands: place })
  const setPlace = useCallback((next: Place) => {
    set.current.stands = next
    if (!changesDrawing(set.current.place, next, set.current.follow)) return
    set.current.place = next
    setPlaceState(next)
  }, [])
  const turn = useCallback((on: boolean, to: number | undefined) => {
    const { follow, around, stands } = set.current
    if (follow !== on) setFollowState(on)
    if (around !== to) setAround(to)
    if (!on) setPlaceState(stands)
    set.current = { place: on ? set.current.place : stands, follow: on, around: to, stands }
  }, [])
  const setFollow = useCallback((on: boolean) => turn(on, on ? undefined : set.current.around), [turn])
  const goTo = useCallback(
    (seq: number, beyond?: number) => {
      setBeyond(beyond)
      turn(false, seq)
    },
    [turn],
  )
  const stands = useCallback(() => set.current.stands, [])
  const arrived = useCallback(() => turn(set.current.follow, undefined), [turn])
  const seen = Math.ceil(place.height / rowHeight)
  const size = seen + 2 * AROUND
  const tail = pointed ? seen + AROUND_TAIL : seen
  const from = Math.max(0, place.first - AROUND)
  const range = useMemo(
    () =>
      follow
        ? { tail: true, from: 0, size: tail }
        : around === undefined
          ? { tail: false, from, size }
          : { tail: false, from: 0, size, around },
    [follow, from, size, tail, around],
  )
  return { rowHeight, range, follow, setFollow, goTo, beyond, stands, place, setPlace, arrived, setPointed }
}

/**
 * Whether rows are to be drawn anew when the list stands elsewhere. While its end is followed the last ones are drawn wherever
 * that is, and each row that comes moves it: to draw all of them once more for that would double the work of a flood.
 */
export function changesDrawing(now: Place, next: Place, follow: boolean): boolean {
  return now.height !== next.height || (!follow && (now.first !== next.first || now.base !== next.base))
}

/**
 * Pixels from the beginning of a list, of `total` pixels, to the row with the index `from`, which is drawn first. Who follows the end has the last
 * rows there, wherever the list was seen to stand before: one that is scaled stays as long as it was, so that no scroll tells of more rows.
 */
export function offsetOf(
  from: number,
  { follow, place, rowHeight }: Pick<RowScroll, 'follow' | 'place' | 'rowHeight'>,
  count: number,
  total: number,
): number {
  return follow ? total - (count - from) * rowHeight : place.base + (from - place.first) * rowHeight
}

/**
 * Whether the end is followed after a scroll from `before`; undefined: as it was. A list that grew since it was scrolled to its end is no
 * longer there, though nobody went away: only who goes up does. Where it stands as before, it was scrolled by us, and nobody went anywhere; and
 * one that became shorter came to its end by itself.
 */
export function followAfter(
  { scrollTop, clientHeight, scrollHeight }: Pick<Element, 'scrollTop' | 'clientHeight' | 'scrollHeight'>,
  before: number,
): boolean | undefined {
  if (scrollTop === before) return undefined
  if (scrollTop + clientHeight >= scrollHeight - 4) return scrollTop > before || undefined
  return scrollTop < before ? false : undefined
}

/** Whether the end is followed by who went to the row `index` by this key: who goes down to the last one. Any other row would run out of sight. */
export function followByKey(key: string, index: number, count: number): boolean {
  return index === count - 1 && /Down|End/.test(key)
}

/** Where a key goes on from when no row is chosen: downwards the `first` row in sight comes next, upwards the last where the end is followed. */
export function goesOnFrom(key: string, follow: boolean, count: number, first: number): number {
  return follow && key !== 'ArrowDown' ? count : first - 1
}

/** How scroll positions and rows relate, for `count` rows seen through `viewport` pixels. Pure. */
export function mapping(
  count: number,
  rowHeight: number,
  viewport: number,
): { total: number; toRow: (top: number) => number; toTop: (row: number) => number } {
  const whole = count * rowHeight
  const total = Math.min(whole, MOST_PIXELS)
  const scale = total > viewport && whole > total ? (whole - viewport) / (total - viewport) : 1
  // Under the rows there may be more, which is not scaled.
  const edge = Math.max(0, total - viewport)
  const wholeEdge = edge * scale
  return {
    total,
    toRow: (top) => (Math.min(top, edge) * scale + Math.max(0, top - edge)) / rowHeight,
    toTop: (row) => Math.min(row * rowHeight, wholeEdge) / scale + Math.max(0, row * rowHeight - wholeEdge),
  }
}
