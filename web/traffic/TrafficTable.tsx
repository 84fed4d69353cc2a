// The table of messages: in the dock and in the panel alike. It owns no rows, it draws the window it is given.
import {
  memo,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import type { Row, RowWindow } from '#mcp/traffic-row.ts'
import { useRoute } from '../route/route.ts'
import { clock, size } from '../ui/format.ts'
import { RowScroller } from '../ui/RowScroller.tsx'
import type { RowScroll } from '../ui/use-row-scroll.ts'
import { columnsOf, folds, isFolded, Lane, Message, milliseconds, Name, type Column, type Fold } from './columns.tsx'
import { FindingMark, useTold } from './FindingMark.tsx'
import { arrowOf, wayOf, wentWrong } from './kinds.ts'
import type { Pins } from './pins.ts'
import type { Tag } from './scope.ts'
import { waterfall, type Waterfall } from './waterfall.ts'
import style from './TrafficTable.module.css'
import tones from './tones.module.css'

/** Heights of a row for a mouse: one line, and two on a small screen. */
export const ROW = 22
export const TALL_ROW = 44

export interface TrafficTableProps {
  scroll: RowScroll
  window: RowWindow
  /** The chosen message. */
  selected: number | undefined
  onSelect: (seq: number) => void
  /** Enter: look at the chosen message. */
  onOpen?: () => void
  tall: boolean
  /** Threads are folded. */
  fold?: Fold | undefined
  /** Marked messages. */
  pins?: Pins
  /** Rows are of several connections, which are called so. */
  tags?: ReadonlyMap<string, Tag> | undefined
  /** What stands there when there are no rows: a sentence, and perhaps what to do. */
  empty: ReactNode
}

export function TrafficTable({ scroll, window, selected, onSelect, onOpen, tall, fold, pins, tags, empty }: TrafficTableProps) {
  const id = useId()
  // Asked once, not by each row: the address changes with every key in the filter.
  const here = useRoute().connection
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(1200)
  /** Where the person is going while that row has not come yet. */
  const [moving, setMoving] = useState<number>()
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const opening = useRef(onOpen)
  useLayoutEffect(() => {
    opening.current = onOpen
  })
  const openRow = useCallback(() => opening.current?.(), [])
  /** The row that a pointer went down on: while a list runs another stands there when it goes up. */
  const pressed = useRef<number>(undefined)
  const press = useCallback((seq: number) => void (pressed.current = seq), [])
  const choose = useCallback(
    // What is no pointer clicks at once, and counts no clicks.
    (seq: number, clicks: number) => onSelect(clicks === 0 ? seq : (pressed.current ?? seq)),
    [onSelect],
  )
  const columns = useMemo(() => columnsOf(tags).filter(({ from }) => from <= width), [width, tags])
  const { place, follow, rowHeight } = scroll
  const seen = Math.ceil(place.height / rowHeight)
  // At the end of the list the last rows are in sight, whatever the scroll position says until the browser has followed.
  const first = Math.max(0, follow ? window.rows.length - seen : place.first - window.from)
  const scale = useMemo(() => waterfall(window.rows.slice(first, first + seen)), [window, first, seen])

  /** On a small screen a chosen message takes the place of the table: the arrows only point at a row, and Enter chooses it. */
  const [pointed, setPointed] = useState<number>()
  const current = selected ?? (tall ? pointed : undefined)
  const at = window.rows.findIndex((row) => row.seq === current)
  const arrived = moving === undefined ? undefined : window.rows[moving - window.from]
  useLayoutEffect(() => {
    if (arrived === undefined) return
    setMoving(undefined)
    if (tall) setPointed(arrived.seq)
    else onSelect(arrived.seq)
  }, [arrived, onSelect, tall])
  // Who comes back from one goes on from its row.
  useLayoutEffect(() => {
    if (selected !== undefined) setPointed(selected)
  }, [selected])
  const active = moving ?? (at < 0 ? undefined : window.from + at)

  const onKeyDown = (event: KeyboardEvent) => {
    const row = window.rows[at]
    if (fold !== undefined && row !== undefined && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      const open = fold.isOpen(row.seq)
      if (folds(row) > 0 && open === (event.key === 'ArrowLeft')) fold.toggle(row.seq)
      else if (event.key === 'ArrowLeft' && row.of !== undefined) (tall ? setPointed : onSelect)(row.of)
    }
  }
  const head = tall ? undefined : (
    <div role="rowgroup" className={style.head}>
      <div role="row" className={style.row}>
        {columns.map((column) => (
          <span key={column.id} role="columnheader" className={column.end ? style.end : undefined}>
            {column.title === '' ? <span className="visually-hidden">Direction</span> : column.title}
          </span>
        ))}
      </div>
    </div>
  )
  return (
    <div
      ref={box}
      className={style.table}
      // Said once: a style of each row's own would be read and resolved for each.
      style={{ '--tracks': columns.map(({ width }) => width).join(' '), '--row': `${rowHeight}px` } as CSSProperties}
    >
      <RowScroller
        scroll={scroll}
        count={window.count}
        from={window.from}
        rows={window.rows}
        label="Traffic"
        id={id}
        active={active}
        onMove={setMoving}
        onOpen={tall ? () => current !== undefined && onSelect(current) : onOpen}
        onKeyDown={onKeyDown}
        head={head}
        busy={window.scanning}
        list={window.list}
        around={window.around}
        empty={<p className={tones.nothing}>{window.scanning ? 'Looking…' : empty}</p>}
      >
        {(row, index, rowId, before) =>
          tall ? (
            <TallRow
              id={rowId}
              row={row}
              index={index}
              here={here}
              fold={fold}
              tags={tags}
              pinned={pins?.[row.seq] !== undefined}
              chosen={row.seq === current}
              onPress={press}
              onSelect={choose}
            />
          ) : (
            <FlatRow
              id={rowId}
              row={row}
              index={index}
              here={here}
              before={before}
              scale={scale}
              fold={fold}
              pinned={pins?.[row.seq] !== undefined}
              columns={columns}
              chosen={row.seq === selected}
              onPress={press}
              onSelect={choose}
              onOpen={openRow}
            />
          )
        }
      </RowScroller>
    </div>
  )
}

interface FlatRowProps {
  id: string
  row: Row
  index: number
  here: string
  before: Row | undefined
  scale: Waterfall
  fold: Fold | undefined
  pinned: boolean
  columns: readonly Column[]
  chosen: boolean
  onPress: (seq: number) => void
  onSelect: (seq: number, clicks: number) => void
  onOpen: () => void
}

/** While a list is followed it is drawn twice for each window, once to scroll: the second time no row has changed. */
const FlatRow = memo(({ id, row, index, here, before, scale, fold, pinned, columns, chosen, onPress, onSelect, onOpen }: FlatRowProps) => {
  const told = useTold(row, here, isFolded(row, fold))
  const beside = { before, scale, fold, told }
  return (
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={`${style.row} ${pinned ? style.pinned : ''} ${chosen ? style.chosen : ''} ${wentWrong(row) ? tones.badRow : ''} ${told === undefined ? '' : style[told.mark]} ${row.kind === 'stderr' ? tones.dim : ''}`}
      onPointerDown={() => onPress(row.seq)}
      onClick={({ detail }) => onSelect(row.seq, detail)}
      onDoubleClick={onOpen}
    >
      {columns.map((column) => (
        <span key={column.id} role="gridcell" className={column.end ? style.end : undefined}>
          {column.cell(row, beside)}
        </span>
      ))}
    </div>
  )
})

/** Two lines for a finger: what and how it went; when, how long, how large. */
function TallRow({
  id,
  row,
  index,
  here,
  fold,
  tags,
  pinned,
  chosen,
  onPress,
  onSelect,
}: Pick<FlatRowProps, 'id' | 'row' | 'index' | 'here' | 'fold' | 'pinned' | 'chosen' | 'onPress' | 'onSelect'> &
  Pick<TrafficTableProps, 'tags'>) {
  const told = useTold(row, here, isFolded(row, fold))
  return (
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 1}
      aria-selected={chosen}
      className={`${style.tall} ${pinned ? style.pinned : ''} ${chosen ? style.chosen : ''} ${wentWrong(row) ? tones.badRow : ''} ${told === undefined ? '' : style[told.mark]}`}
      onPointerDown={() => onPress(row.seq)}
      onClick={({ detail }) => onSelect(row.seq, detail)}
    >
      <span role="gridcell" className={tones[row.direction]}>
        <span aria-hidden="true">{arrowOf(row)}</span>
        <span className="visually-hidden">{wayOf(row)}</span>
      </span>
      <span className={style.lines}>
        <span className={style.line}>
          <span role="gridcell" className={style.what}>
            <Message row={row} fold={fold} /> <Name row={row} />
          </span>
          <span role="gridcell" className={tones[row.tone]}>
            <FindingMark told={told} />
            {row.status}
          </span>
        </span>
        <span role="gridcell" className={`${style.line} ${tones.dim}`}>
          <span className={style.what}>
            {tags !== undefined && <Lane row={row} tags={tags} />} {clock(row.at)}
          </span>
          <span>
            {row.id !== '' && `id ${row.id} · `}
            {row.bytes > 0 && size(row.bytes)}
            {row.ms !== undefined && ` · ${milliseconds(row.ms)} ms`}
          </span>
        </span>
      </span>
    </div>
  )
}
