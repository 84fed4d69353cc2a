// How much happened when, in one line; a stretch that is drawn over it is all that the table shows. The line can be narrowed to that stretch,
// and again, so that a second of an hour can be chosen.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Activity } from '#mcp/traffic/activity.ts'
import { useQueryMember } from '../route/route.ts'
import { call } from '../session/engine.ts'
import { Button } from '../ui/Button.tsx'
import { clock, count, grouped } from '../ui/format.ts'
import { inMilliseconds, readStretch, readZooms, spellStretch, stretchBy, zoomable, type Stretch } from './strip-keys.ts'
import style from './ActivityStrip.module.css'

const PARTS = 240
/** Of twenty: the height of the lowest bar, and of the smallest part of one. */
const LEAST = 3
const LEAST_PART = 4
/** Milliseconds between two looks at a record that grows. */
const PACE = 500

export interface ActivityStripProps {
  connection: string
  /** Messages so far: it is drawn anew when they change. */
  total: number
  /** Messages that are no more. */
  dropped: number
  /** Messages that break a rule so far: likewise. */
  broken: number
  stretch: Stretch | undefined
  onStretch: (stretch: Stretch | undefined) => void
}

export function ActivityStrip({ connection, total, dropped, broken, stretch, onStretch }: ActivityStripProps) {
  const [zoom, setZoom] = useQueryMember('zoom')
  const zooms = readZooms(zoom, stretch)
  const view = zooms.at(-1)
  /** What is chosen of what the strip shows; undefined: all of it. */
  const part = view !== undefined && stretch !== undefined && spellStretch(view) === spellStretch(stretch) ? undefined : stretch
  const activity = useActivity(connection, total, broken, view)
  const [drawn, setDrawn] = useState<Stretch>()
  const box = useRef<HTMLDivElement>(null)
  if (activity === null || activity.to <= activity.from)
    return (
      // Its room is kept, so that what a person is about to press stays where it is.
      <div className={style.strip} aria-hidden="true">
        <div className={style.bars} />
        <span className={style.says}>{'\u00a0'}</span>
      </div>
    )
  const { from, to, counts, bad, warned } = activity
  const span = to - from
  const most = Math.max(...counts)
  const timeAt = (x: number): number => {
    const { left, width } = box.current!.getBoundingClientRect()
    return from + span * Math.max(0, Math.min(1, (x - left) / width))
  }
  const place = (time: number) => Math.max(0, Math.min(100, ((time - from) / span) * 100))
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    const at = timeAt(event.clientX)
    setDrawn([at, at])
  }
  /** Undefined: all that the strip shows. */
  const choose = (next: Stretch | undefined) => {
    if (view === undefined && zoom !== '') setZoom('')
    onStretch(next === undefined ? view : inMilliseconds(next, [from, to]))
  }
  const zoomTo = (next: readonly Stretch[]) => {
    // The button may go with that.
    if (next.length === 0 || next.length > zooms.length) box.current?.focus()
    setZoom(next.map(spellStretch).join('.'))
  }
  const canZoom = zoomable(part, [from, to])
  const zoomIn = () => part !== undefined && zoomTo([...zooms, part])
  const zoomOut = () => zoomTo(zooms.slice(0, -1))
  const showAll = () => {
    box.current?.focus()
    setZoom('')
    onStretch(undefined)
  }
  const end = () => {
    if (drawn === undefined) return
    const [a, b] = drawn
    setDrawn(undefined)
    // A press without a stretch shows all again.
    choose(Math.abs(b - a) < span / PARTS / 2 ? undefined : [Math.min(a, b), Math.max(a, b)])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const moved = stretchBy(key, event.shiftKey, part, [from, to])
    if (key === 'Escape' && part !== undefined) choose(undefined)
    else if ((key === 'Escape' || key === '-') && view !== undefined) zoomOut()
    else if ((key === 'Enter' || key === '+') && canZoom) zoomIn()
    else if (moved !== undefined) choose(moved)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shown = drawn === undefined ? part : ([Math.min(...drawn), Math.max(...drawn)] as Stretch)
  return (
    <div className={style.strip}>
      {view !== undefined && <span className={style.end}>{clock(from)}</span>}
      <div
        ref={box}
        className={style.bars}
        role="slider"
        tabIndex={0}
        aria-label="Time shown"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(place(shown?.[1] ?? to))}
        aria-valuetext={`${view === undefined ? '' : 'zoomed in, '}${inWords(activity, shown)}${dropped > 0 ? `; ${grouped(dropped)} older ones were dropped` : ''}`}
        title="Draw over it to see a stretch of time; the coloured share of a bar went wrong; arrows, Page up and down, Home and End move it, with Shift they widen it, Enter zooms in to it, Esc goes back"
        onPointerDown={begin}
        onPointerMove={(event) => drawn !== undefined && setDrawn([drawn[0], timeAt(event.clientX)])}
        onPointerUp={end}
        onPointerCancel={() => setDrawn(undefined)}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${PARTS} 20`} preserveAspectRatio="none" aria-hidden="true">
          <path className={style.all} d={pathOf(counts, most)} />
          <path className={style.warned} d={pathOf(counts, most, (at) => warned[at]! + bad[at]!)} />
          <path className={style.bad} d={pathOf(counts, most, (at) => bad[at]!)} />
        </svg>
        {shown !== undefined && (
          <span
            className={style.shown}
            style={{ left: `${place(shown[0])}%`, width: `${Math.max(0.3, place(shown[1]) - place(shown[0]))}%` }}
          />
        )}
      </div>
      {view !== undefined && <span className={style.end}>{clock(to)}</span>}
      <span className={style.says}>
        <span className={style.time}>{shown !== undefined ? between(shown) : view === undefined && between([from, to])}</span>
        {view !== undefined && (
          <Button look="quiet" onClick={zoomOut}>
            Zoom out
          </Button>
        )}
        {stretch !== undefined && (
          <Button
            look="quiet"
            title="The strip shows this time alone, so that less of it can be chosen"
            why={canZoom ? undefined : part === undefined ? 'Draw over the strip first' : 'It is too short to be looked at closer'}
            onClick={zoomIn}
          >
            Zoom in
          </Button>
        )}
        {stretch !== undefined && (
          <Button look="quiet" onClick={showAll}>
            All
          </Button>
        )}
      </span>
    </div>
  )
}

const between = ([from, to]: Stretch): string => `${clock(from)} – ${clock(to)}`

/** What the bars show, for who does not see them. */
function inWords({ from, to, counts, bad, warned }: Activity, shown: Stretch | undefined): string {
  const [a, b] = shown ?? [from, to]
  const part = (to - from) / PARTS
  const sum = (parts: readonly number[]) =>
    parts.reduce((all, number, at) => (from + (at + 1) * part > a && from + at * part <= b ? all + number : all), 0)
  const told = ([number, what]: [number, string]) => (number === 0 ? '' : `, ${grouped(number)} of them ${what}`)
  // Bars that reach beyond it are counted whole.
  const about = shown === undefined ? '' : 'about '
  return `${shown === undefined ? 'all, ' : ''}${clock(a)} to ${clock(b)}: ${about}${count(sum(counts), 'message')}${told([sum(bad), 'bad'])}${told([sum(warned), 'with a warning'])}`
}

/**
 * Bars on a logarithmic scale, so that one request is seen beside a flood; of each, from below, the share that `part`
 * counts, to scale, but never so small that one in a thousand is lost.
 */
export function pathOf(counts: readonly number[], most: number, part = (at: number): number => counts[at]!): string {
  let path = ''
  counts.forEach((count, at) => {
    if (part(at) === 0) return
    const whole = LEAST + ((20 - LEAST) * Math.log1p(count)) / Math.log1p(most)
    path += `M${at} 20v${-Math.max(LEAST_PART, (whole * part(at)) / count).toFixed(1)}h.8V20z`
  })
  return path
}

/** `view`: within that time alone. */
function useActivity(connection: string, total: number, broken: number, view: Stretch | undefined): Activity | null {
  const [activity, setActivity] = useState<Activity | null>(null)
  const time = view === undefined ? '' : spellStretch(view)
  const asked = useRef({ at: 0, connection: '', total: 0, broken: 0, time })
  useEffect(() => {
    if (connection === '') return
    const { at, ...before } = asked.current
    if (before.connection !== connection) setActivity(null)
    const anew = before.connection !== connection || before.time !== time
    let gone = false
    const ask = () => {
      asked.current = { at: performance.now(), connection, total, broken, time }
      call('activity', [connection, PARTS, readStretch(time)]).then(
        (found) => !gone && setActivity(found),
        () => undefined,
      )
    }
    const timer = setTimeout(ask, anew ? 0 : Math.max(0, at + PACE - performance.now()))
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [connection, total, broken, time])
  return activity
}
