// The columns of the traffic table, as a list: a further one is a member more.
import type { ReactNode } from 'react'
import type { Row } from '#mcp/traffic-row.ts'
import { clock, count, duration, grouped, reveal, size } from '../ui/format.ts'
import { isWaiting, spanOf, type Waterfall } from './waterfall.ts'
import { arrowOf, messageOf, wayOf, wishOf } from './kinds.ts'
import { FindingMark, type Told } from './FindingMark.tsx'
import type { Tag } from './scope.ts'
import { TagName } from './TagName.tsx'
import style from './TrafficTable.module.css'
import tones from './tones.module.css'

export interface Column {
  id: string
  title: string
  /** A track of the grid. */
  width: string
  /** Narrower tables leave the column out. Pixels. */
  from: number
  /** Numbers stand at the right. */
  end?: boolean
  cell: (row: Row, beside: Beside) => ReactNode
}

/** What a cell may say beside its row. */
export interface Beside {
  /** The row above. */
  before: Row | undefined
  /** Where times stand among the rows in sight. */
  scale: Waterfall
  fold: Fold | undefined
  told: Told | undefined
}

/** Threads are folded. */
export interface Fold {
  /** They are open to what was looked for. */
  searched: boolean
  /** Whether what belongs to this request is shown all the same. */
  isOpen: (seq: number) => boolean
  toggle: (seq: number) => void
}

export const COLUMNS: Column[] = [
  { id: 'time', title: 'Time', width: '110px', from: 0, cell: (row) => clock(row.at) },
  {
    id: 'delta',
    title: 'Δ',
    width: '66px',
    from: 900,
    cell: (row, { before }) => <span className={tones.dim}>{before === undefined ? '' : deltaOf(row, before)}</span>,
  },
  {
    id: 'way',
    title: '',
    width: '30px',
    from: 0,
    cell: (row) => (
      <span className={tones[row.direction]}>
        <span aria-hidden="true">{arrowOf(row)}</span>
        <span className="visually-hidden">{wayOf(row)}</span>
      </span>
    ),
  },
  {
    id: 'message',
    title: 'Message',
    width: 'minmax(150px, 5fr)',
    from: 0,
    cell: (row, { fold }) => <Message row={row} fold={fold} />,
  },
  { id: 'name', title: 'Name', width: 'minmax(90px, 7fr)', from: 0, cell: (row) => <Name row={row} /> },
  { id: 'id', title: 'id', width: '56px', from: 860, end: true, cell: (row) => <span title={reveal(row.id)}>{row.id}</span> },
  {
    id: 'status',
    title: 'Status',
    // The longest of our own words, and the mark of a finding; less only where the table is narrow.
    width: 'minmax(min(148px, 22%), 3.4fr)',
    from: 0,
    cell: (row, { told }) => (
      <span className={tones[row.tone]} title={reveal(row.status)}>
        <FindingMark told={told} />
        {row.status}
      </span>
    ),
  },
  { id: 'size', title: 'Size', width: '66px', from: 640, end: true, cell: (row) => (row.bytes === 0 ? '' : size(row.bytes)) },
  { id: 'ms', title: 'ms', width: '66px', from: 560, end: true, cell: (row) => (row.ms === undefined ? '' : milliseconds(row.ms)) },
  {
    id: 'waterfall',
    title: 'Waterfall',
    width: 'minmax(100px, 3fr)',
    from: 1060,
    cell: (row, { scale }) => <Bar row={row} scale={scale} />,
  },
]

/** Pixels of a letter in a row, and letters of a connection's name that have room. */
const LETTER = 7.5
const MOST_LETTERS = 18

/** Rows are of several connections: each says of which. */
export function columnsOf(tags: ReadonlyMap<string, Tag> | undefined): Column[] {
  if (tags === undefined) return COLUMNS
  const lane: Column = {
    id: 'connection',
    title: 'Connection',
    // Where there is no room for names, the lane stays.
    width: `minmax(20px, ${30 + LETTER * Math.min(MOST_LETTERS, Math.max(8, ...[...tags.values()].map(({ label }) => label.length)))}px)`,
    from: 0,
    cell: (row) => <Lane row={row} tags={tags} />,
  }
  return COLUMNS.flatMap((column) => (column.id === 'way' ? [lane, column] : [column]))
}

/** The connection of a row, with a strip of its tint: below one another they are lanes. */
export function Lane({ row, tags }: { row: Row; tags: ReadonlyMap<string, Tag> }) {
  const tag = tags.get(row.connection ?? '')
  if (tag === undefined) return null
  return <TagName tag={tag} />
}

/** Whom it is from stands behind what it is about, and stands back. */
export function Name({ row }: { row: Row }) {
  const wish = wishOf(row)
  return (
    <>
      {reveal(row.name)}
      {wish !== '' && (
        <span className={tones.dim} title={reveal(wish)}>
          {row.name !== '' && ' · '}
          {reveal(wish)}
        </span>
      )}
    </>
  )
}

/** How many rows it opens to. */
export function folds({ hits, under = 0 }: Row): number {
  return hits ?? under
}

/** Rows that belong to it are out of sight. */
export function isFolded(row: Row, fold: Fold | undefined): boolean {
  return fold !== undefined && row.under !== undefined && (folds(row) === 0 || !fold.isOpen(row.seq))
}

/** The row in words of its own: what is ordinary stands back, so that what is not is seen. */
export function Message({ row, fold }: { row: Row; fold?: Fold | undefined }) {
  const text = messageOf(row)
  const inside = folds(row)
  if (fold !== undefined && inside > 0) {
    const open = fold.isOpen(row.seq)
    return (
      <>
        <button
          type="button"
          className={style.twist}
          tabIndex={-1}
          aria-expanded={open}
          aria-label={fold.searched ? `${count(inside, 'hit')} in this call` : `${inside} more of this call`}
          onClick={(event) => {
            event.stopPropagation()
            fold.toggle(row.seq)
          }}
        >
          {open ? '▾' : '▸'}
        </button>
        <span className={row.beside ? tones.dim : undefined}>{text}</span>{' '}
        <span className={tones.dim}>{fold.searched ? `${count(inside, 'hit')} inside` : `+${inside}`}</span>
      </>
    )
  }
  if (fold !== undefined)
    return (
      <span className={row.of === undefined ? style.alone : `${style.child} ${tones.dim}`}>{text.replace(/^notifications\//, '')}</span>
    )
  if (row.kind === 'notification') return <span className={`${style.sub} ${tones.dim}`}>{text.replace(/^notifications\//, '')}</span>
  if (row.kind === 'result' || row.kind === 'failure' || (row.kind === 'app' && ((row.peer ?? row.seq) < row.seq || row.id === '')))
    return <span className={`${style.sub} ${tones.dim}`}>{text}</span>
  return <span className={row.tone === 'ask' ? tones.ask : undefined}>{text}</span>
}

function Bar({ row, scale }: { row: Row; scale: Waterfall }) {
  const stream = spanOf(row) === 'stream'
  const shape = `${style.bar} ${stream ? style.streamBar : ''}`
  if (isWaiting(row))
    return (
      <span
        className={`${shape} ${style.openBar}`}
        style={{ marginLeft: `min(${scale.at(row.at - (row.queued ?? 0)) * 100}%, 100% - 16px)` }}
        title={`${stream ? 'open' : 'no answer yet'}, since ${clock(row.at)}`}
      />
    )
  if (spanOf(row) === undefined || row.ms === undefined) return null
  const { at, ms, queued = 0, first } = row
  const left = scale.at(at - queued) * 100
  const width = scale.at(at + ms) * 100 - left
  // Waited here, waited there, received: of a pipe no more is known than how long it took.
  const head = first === undefined ? 0 : Math.min(first, ms)
  const share = (part: number) => `${(part / (queued + ms)) * 100}%`
  return (
    <span
      className={`${shape} ${row.tone === 'bad' ? style.badBar : ''}`}
      style={{ marginLeft: `min(${left}%, 100% - 3px)`, width: `max(3px, ${width}%)` }}
      title={[
        queued > 0 && `queued ${duration(queued)}`,
        first !== undefined && `first byte after ${duration(head)}`,
        `${stream ? 'open for' : 'answer after'} ${duration(ms)}`,
      ]
        .filter((part) => part !== false)
        .join(', ')}
    >
      {queued > 0 && <span className={style.queuedBar} style={{ width: share(queued) }} />}
      {head > 0 && <span className={style.waitBar} style={{ width: share(head) }} />}
    </span>
  )
}

/** `+103`, `+1.1s`, `+2m05s`, `+3h20m`: the difference of the times as they are shown, which have no fractions of a millisecond. */
export function deltaOf({ at }: Pick<Row, 'at'>, before: Pick<Row, 'at'>): string {
  const ms = Math.floor(at) - Math.floor(before.at)
  const sign = ms < 0 ? '−' : '+'
  const size = Math.abs(ms)
  if (size < 1000) return `${sign}${size}`
  if (size < 99_950) return `${sign}${(size / 1000).toFixed(1)}s`
  const seconds = Math.round(size / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  if (seconds < 3600) return `${sign}${Math.floor(seconds / 60)}m${two(seconds % 60)}s`
  const minutes = Math.round(seconds / 60)
  return `${sign}${Math.floor(minutes / 60)}h${two(minutes % 60)}m`
}

export function milliseconds(ms: number): string {
  return ms < 10 ? ms.toFixed(1).replace(/\.0$/, '') : grouped(Math.round(ms))
}
