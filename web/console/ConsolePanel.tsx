// What a server says to people, in its order: its log messages, its stderr, and what it printed by mistake.
import { useId, useLayoutEffect, useState } from 'react'
import { LOG_LEVELS, type LogLevel, type Row, type RowQuery } from '#mcp/traffic-row.ts'
import { go, linkTo, useQueryMember, useRoute } from '../route/route.ts'
import { allRows } from '../session/all-rows.ts'
import { useConnection } from '../session/connections.ts'
import { call } from '../session/engine.ts'
import { useRows } from '../session/use-rows.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { NoiseNote } from '../ui/NoiseNote.tsx'
import { RowScroller } from '../ui/RowScroller.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { clock, reveal } from '../ui/format.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { useRowScroll } from '../ui/use-row-scroll.ts'
import { useWayBack } from '../ui/use-way-back.ts'
import pane from '../ui/Pane.module.css'
import { LineView } from './LineView.tsx'
import { isCut, sourceOf, textOf } from '../session/console-line.ts'
import { ServerLevel } from './ServerLevel.tsx'
import style from './ConsolePanel.module.css'

const LINE = 20
const TALL_LINE = 44
/** Lines that are copied at most, the newest. */
const MOST = 50_000

export function ConsolePanel() {
  const connection = useConnection()
  const id = connection?.id ?? ''
  const noise = connection?.process
  const narrow = useNarrow()
  const grid = useId()
  const { item } = useRoute()
  const [filter, setFilter] = useQueryMember('filter')
  const [level, setLevel] = useQueryMember('level')
  const [moving, setMoving] = useState<number>()
  const query: Omit<RowQuery, 'tail' | 'from' | 'size'> = {
    filter,
    only: 'console',
    ...(isLevel(level) ? { level } : {}),
  }
  const scroll = useRowScroll(narrow ? TALL_LINE : LINE)
  const window = useRows(id, { ...query, ...scroll.range })
  const selected = item === undefined ? undefined : Number(item)
  useWayBack(scroll, window, { list: id, searched: filter !== '' || isLevel(level), chosen: selected })
  const at = window.rows.findIndex((row) => row.seq === selected)
  const arrived = moving === undefined ? undefined : window.rows[moving - window.from]
  useLayoutEffect(() => {
    if (arrived === undefined) return
    setMoving(undefined)
    choose(arrived.seq)
  }, [arrived])

  const copy = async () => {
    const lines: string[] = []
    for (const row of await allRows(id, query, MOST)) {
      const text = isCut(row) ? ((await call('message', [id, row.seq]))?.text ?? row.name) : textOf(row)
      lines.push(`${clock(row.at)} ${sourceOf(row)} ${text}`)
    }
    return lines.join('\n')
  }
  return (
    <div className={pane.pane}>
      <div>
        <div className={`${pane.bar} ${style.bar}`}>
          <input
            type="search"
            data-search=""
            aria-label="Filter console"
            placeholder="Filter lines"
            className={style.filter}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
          <select aria-label="Show from level" value={level} onChange={(event) => setLevel(event.target.value)}>
            <option value="">All levels</option>
            {LOG_LEVELS.slice(1).map((one) => (
              <option key={one} value={one}>
                {one} and above
              </option>
            ))}
          </select>
          <span className={pane.end}>
            {connection !== undefined && <ServerLevel connection={connection} />}
            <Button look="quiet" aria-pressed={scroll.follow} className={style.follow} onClick={() => scroll.setFollow(!scroll.follow)}>
              follow
            </Button>
            <CopyButton label="Copy all" text={copy} />
          </span>
        </div>
        {(noise?.noiseLines ?? 0) > 0 && (
          <NoiseNote
            lines={noise!.noiseLines}
            first={noise!.noise[0] ?? ''}
            href={linkTo({ panel: 'traffic', query: { without: 'requests,answers,notifications,http,process' } })}
          />
        )}
      </div>
      <SplitView
        name="console.line"
        label="Width of the line"
        direction="row"
        fixed="second"
        initial={440}
        min={240}
        only={selected === undefined ? 'first' : narrow ? 'second' : undefined}
        first={
          <RowScroller
            scroll={scroll}
            count={window.count}
            from={window.from}
            rows={window.rows}
            label="Console"
            id={grid}
            active={moving ?? (at < 0 ? undefined : window.from + at)}
            onMove={setMoving}
            busy={window.scanning}
            list={window.list}
            around={window.around}
            empty={
              <div className={style.empty}>
                {window.scanning ? (
                  'Looking…'
                ) : filter !== '' || level !== '' ? (
                  'No line matches.'
                ) : (
                  <>
                    <p>Nothing has been said yet.</p>
                    <p>
                      Here stand log messages (<code>notifications/message</code>), lines of stderr and what a server prints on stdout by
                      mistake.
                    </p>
                  </>
                )}
              </div>
            }
          >
            {(row, index, rowId) => <Line id={rowId} row={row} index={index} chosen={row.seq === selected} height={scroll.rowHeight} />}
          </RowScroller>
        }
        second={
          selected !== undefined && (
            <LineView
              connection={id}
              seq={selected}
              trafficLink={linkTo({ panel: 'traffic', item: String(selected) })}
              onClose={() => go({ item: undefined }, 'replace')}
            />
          )
        }
      />
    </div>
  )
}

function Line({ id, row, index, chosen, height }: { id: string; row: Row; index: number; chosen: boolean; height: number }) {
  return (
    <div
      id={id}
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 1}
      aria-selected={chosen}
      className={`${style.line} ${chosen ? style.chosen : ''}`}
      style={{ height }}
      onClick={() => choose(row.seq)}
    >
      <span role="gridcell" className={style.time}>
        {clock(row.at)}
      </span>
      <span role="gridcell" className={`${style.source} ${style[row.tone]}`}>
        {sourceOf(row)}
      </span>
      <span role="gridcell" className={`${style.text} ${row.tone === 'bad' || row.tone === 'warn' ? style[row.tone] : ''}`}>
        {reveal(textOf(row))}
      </span>
    </div>
  )
}

function choose(seq: number): void {
  go({ item: String(seq) }, 'replace')
}

function isLevel(text: string): text is LogLevel {
  return (LOG_LEVELS as readonly string[]).includes(text)
}
