// Where a request's bar stands. Time in which nothing ran is cut short, so that what took long is seen to take long
// even when a person paused between two calls.
import type { Row } from '#mcp/traffic-row.ts'

export interface Waterfall {
  /** Position of a time, from 0 to 1. */
  at: (time: number) => number
}

/** A pause counts as this share of the time in which something ran, at most. */
const PAUSE = 0.04
const LEAST_PAUSE = 4
/** What is left for bars without an end behind the last that happened, as a share of the rest. */
const OPEN_END = 0.15

/**
 * What a bar stands for: a request until its answer, or a stream that is listened to, which may be open all day. Undefined: the row has
 * none.
 */
export function spanOf({ kind, direction, method }: Pick<Row, 'kind' | 'direction' | 'method'>): 'request' | 'stream' | undefined {
  if (kind === 'request') return 'request'
  if (kind !== 'http' || direction !== 'out') return undefined
  return method === 'GET' ? 'stream' : 'request'
}

/** A request that nobody has answered or given up, or a stream that is open: its bar has no end. */
export function isWaiting(row: Pick<Row, 'kind' | 'direction' | 'method' | 'ms' | 'status'>): boolean {
  const { ms, status } = row
  return spanOf(row) !== undefined && ms === undefined && (status === 'pending' || status === 'waiting for you' || status === 'open')
}

/** Lays out the rows in sight. */
export function waterfall(rows: readonly Row[]): Waterfall {
  // While a stream is open nothing need happen.
  const spans = rows
    .map((row) => ({ start: row.at - (row.queued ?? 0), end: row.at + (spanOf(row) === 'request' ? (row.ms ?? 0) : 0) }))
    .sort((a, b) => a.start - b.start)
  // Stretches in which something ran, without overlap.
  const busy: { start: number; end: number }[] = []
  for (const { start, end } of spans) {
    const last = busy[busy.length - 1]
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else busy.push({ start, end })
  }
  const ran = busy.reduce((sum, { start, end }) => sum + end - start, 0)
  const most = Math.max(LEAST_PAUSE, ran * PAUSE)
  const marks: { time: number; place: number }[] = []
  let place = 0
  let before: number | undefined
  for (const { start, end } of busy) {
    if (before !== undefined) place += Math.min(start - before, most)
    marks.push({ time: start, place })
    place += end - start
    marks.push({ time: end, place })
    before = end
  }
  const end = Math.max(1, place)
  const whole = end * (rows.some((row) => spanOf(row) === 'request' && isWaiting(row)) ? 1 + OPEN_END : 1)
  return {
    at: (time) => {
      const next = marks.findIndex((mark) => mark.time >= time)
      if (next < 0) return end / whole
      const to = marks[next]!
      const from = marks[next - 1]
      if (from === undefined || to.time === from.time) return to.place / whole
      return (from.place + ((time - from.time) / (to.time - from.time)) * (to.place - from.place)) / whole
    },
  }
}
