// Two texts, with what was taken away, what came and what stayed: beside each other where there is room, one under the
// other where there is not. What stayed is folded.
import { useEffect, useMemo, useState } from 'react'
import { Button } from './Button.tsx'
import { count, reveal } from './format.ts'
import { compareAway, SHORT_TEXTS } from './diff-desk.ts'
import { compare, DiffRows, type DiffPart } from './diff-rows.ts'
import type { DiffPair } from './line-diff.ts'
import { useNarrow } from './use-narrow.ts'
import style from './DiffView.module.css'

export interface DiffViewProps {
  before: string
  after: string
  /** What is compared: "Arguments". */
  label: string
  /** They are JSON texts of results: what is JSON or has several lines in their texts is compared as such. */
  asResults?: boolean
}

/** Lines that stay around a change. */
const AROUND = 3
/** Lines drawn unless more are wanted. */
const MOST = 200

export function DiffView({ before, after, label, asResults = false }: DiffViewProps) {
  const long = before.length + after.length > SHORT_TEXTS
  const here = useMemo(() => (long ? undefined : new DiffRows(compare(before, after, asResults))), [long, before, after, asResults])
  const [away, setAway] = useState<{ before: string; after: string; rows?: DiffRows; fault?: string }>()
  useEffect(() => {
    if (!long) return
    let gone = false
    compareAway(before, after, asResults).then(
      (compared) => !gone && setAway({ before, after, rows: new DiffRows(compared) }),
      (error: unknown) => !gone && setAway({ before, after, fault: (error as Error).message }),
    )
    return () => {
      gone = true
    }
  }, [long, before, after, asResults])
  const known = away?.before === before && away.after === after ? away : undefined
  const rows = here ?? known?.rows
  if (rows !== undefined) return <Rows rows={rows} label={label} />
  return (
    <p className={style.quiet} role="status">
      {known?.fault === undefined ? `${label}: comparing…` : `${label} cannot be compared: ${known.fault}`}
    </p>
  )
}

function Rows({ rows, label }: { rows: DiffRows; label: string }) {
  const narrow = useNarrow()
  const [most, setMost] = useState(MOST)
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const parts = useMemo(() => foldSame(rows.parts(), rows.count, AROUND), [rows])
  if (rows.same) return <p className={style.quiet}>{label}: the same.</p>
  const drawn = within(parts, open, most)
  return (
    <div className={narrow ? style.one : style.two} role="group" aria-label={`Differences of ${label}`}>
      {drawn.parts.map((part) =>
        part.hidden > 0 ? (
          <button key={part.from} type="button" className={style.fold} onClick={() => setOpen((now) => new Set(now).add(part.from))}>
            {count(part.hidden, 'line')} the same
          </button>
        ) : (
          rows.slice(part.from, part.to).map((pair, at) => <Pair key={part.from + at} pair={pair} narrow={narrow} />)
        ),
      )}
      {drawn.more && (
        <Button look="quiet" onClick={() => setMost((before) => before + 5 * MOST)}>
          Show more
        </Button>
      )}
    </div>
  )
}

function Pair({ pair: { kind, before, after }, narrow }: { pair: DiffPair; narrow: boolean }) {
  if (narrow)
    return (
      <>
        {before !== undefined && <Line sign={kind === 'same' ? ' ' : '−'} text={before} look={kind === 'same' ? '' : style.gone} />}
        {after !== undefined && kind !== 'same' && <Line sign="+" text={after} look={style.come} />}
      </>
    )
  return (
    <>
      <Line
        sign={before === undefined || kind === 'same' ? ' ' : '−'}
        text={before}
        look={kind === 'same' ? '' : before === undefined ? style.none : style.gone}
      />
      <Line
        sign={after === undefined || kind === 'same' ? ' ' : '+'}
        text={after}
        look={kind === 'same' ? '' : after === undefined ? style.none : style.come}
      />
    </>
  )
}

function Line({ sign, text, look }: { sign: string; text: string | undefined; look: string | undefined }) {
  return (
    <div className={`${style.line} ${look}`}>
      <span className={style.sign}>{sign}</span>
      <span>{text === undefined ? '' : reveal(text.slice(0, 2000))}</span>
    </div>
  )
}

interface Part {
  from: number
  to: number
  /** Lines that are folded. */
  hidden: number
}

/** The parts that are drawn, at most so many lines; those that a person unfolded are not hidden. */
function within(parts: readonly Part[], open: ReadonlySet<number>, most: number): { parts: Part[]; more: boolean } {
  const drawn: Part[] = []
  let left = most
  for (const part of parts) {
    if (left <= 0) return { parts: drawn, more: true }
    const hidden = open.has(part.from) ? 0 : part.hidden
    const to = hidden > 0 ? part.to : Math.min(part.to, part.from + left)
    if (hidden === 0) left -= to - part.from
    drawn.push({ from: part.from, to, hidden })
    if (to < part.to) return { parts: drawn, more: true }
  }
  return { parts: drawn, more: false }
}

/** Runs of what stayed, longer than what is kept around changes, as parts of their own. */
function foldSame(all: readonly DiffPart[], count: number, around: number): Part[] {
  const parts: Part[] = []
  for (const { from: at, to: end, kind } of all) {
    const from = at === 0 ? at : at + around
    const to = end === count ? end : end - around
    if (kind === 'same' && to - from > 1) {
      if (from > at) parts.push({ from: at, to: from, hidden: 0 })
      parts.push({ from, to, hidden: to - from })
      if (end > to) parts.push({ from: to, to: end, hidden: 0 })
    } else parts.push({ from: at, to: end, hidden: 0 })
  }
  return parts
}
