// How much happened when, in one line; a stretch that is drawn over it is all that the table shows.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Activity } from '#mcp/traffic/activity.ts'
import { call } from '../session/engine.ts'
import { Button } from '../ui/Button.tsx'
import { clock, count, grouped } from '../ui/format.ts'
import { stretchBy, type Stretch } from './strip-keys.ts'
import style from './ActivityStrip.module.css'

const PARTS = 240
/** Of twenty: the height of the lowest bar, and of the smallest part of one. */
const LEAST = 3
const LEAST_PART = 4
/** Milliseconds between two looks at a record that grows. */
const PACE = 500

export type { Stretch } from './strip-keys.ts'

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
  const activity = useActivity(connection, total, broken)
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
  const end = () => {
    if (drawn === undefined) return
    const [a, b] = drawn
    setDrawn(undefined)
    // A press without a stretch shows all again.
    onStretch(Math.abs(b - a) < span / PARTS / 2 ? undefined : [Math.min(a, b), Math.max(a, b)])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = stretchBy(event.key, event.shiftKey, stretch, [from, to])
    if (event.key === 'Escape' && stretch !== undefined) onStretch(undefined)
    else if (moved !== undefined) onStretch(moved)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const shown = drawn === undefined ? stretch : ([Math.min(...drawn), Math.max(...drawn)] as Stretch)
  return (
    <div className={style.strip}>
      <div
        ref={box}
        className={style.bars}
        role="slider"
        tabIndex={0}
        aria-label="Time shown"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(place(shown?.[1] ?? to))}
        aria-valuetext={`${inWords(activity, shown)}${dropped > 0 ? `; ${grouped(dropped)} older ones were dropped` : ''}`}
        title="Draw over it to see a stretch of time; the coloured share of a bar went wrong; arrows, Page up and down, Home and End move it, with Shift they widen it, Esc shows all"
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
      <span className={style.says}>
        {shown === undefined ? (
          `${clock(from).slice(0, 8)} – ${clock(to).slice(0, 8)}`
        ) : (
          <>
            {clock(shown[0])} – {clock(shown[1])}{' '}
            <Button
              look="quiet"
              onClick={() => {
                // The button goes with the stretch.
                box.current?.focus()
                onStretch(undefined)
              }}
            >
              All
            </Button>
          </>
        )}
      </span>
    </div>
  )
}

/** What the bars show, for who does not see them. */
function inWords({ from, to, counts, bad, warned }: Activity, shown: Stretch | undefined): string {
  const [a, b] = shown ?? [from, to]
  const part = (to - from) / PARTS
  const sum = (parts: readonly number[]) =>
    parts.reduce((all, number, at) => (from + (at + 1) * part > a && from + at * part <= b ? all + number : all), 0)
  const told = ([number, what]: [number, string]) => (number === 0 ? '' : `, ${grouped(number)} of them ${what}`)
  return `${shown === undefined ? 'all, ' : ''}${clock(a)} to ${clock(b)}: ${count(sum(counts), 'message')}${told([sum(bad), 'bad'])}${told([sum(warned), 'with a warning'])}`
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

function useActivity(connection: string, total: number, broken: number): Activity | null {
  const [activity, setActivity] = useState<Activity | null>(null)
  const asked = useRef({ at: 0, connection: '', total: 0, broken: 0 })
  useEffect(() => {
    if (connection === '') return
    const anew = asked.current.connection !== connection
    if (anew) setActivity(null)
    let gone = false
    const ask = () => {
      asked.current = { at: performance.now(), connection, total, broken }
      call('activity', [connection, PARTS]).then(
        (found) => !gone && setActivity(found),
        () => undefined,
      )
    }
    const timer = setTimeout(ask, anew ? 0 : Math.max(0, asked.current.at + PACE - performance.now()))
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [connection, total, broken])
  return activity
}
