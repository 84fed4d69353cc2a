// Log messages that follow one another in a text. Of a flood they are nearly all, and each is like the one before: cut out and handed on
// together, they cost a fifth of what they cost one by one.
import type { LogShape } from './log-shape.ts'
import { repeats } from './repeats.ts'

/** Messages side by side. */
export interface LogRun {
  bodies: string[]
  levels: string[]
  /** '': it has none. */
  loggers: string[]
  /** Where in the body its data begins, which holds no escapes; in characters. */
  dataAt: number[]
  dataLengths: number[]
  /** The name of the events in which they came. */
  event?: 'message'
}

/** What takes the messages of a text, from a place on, that it can take together: it answers how far it came. */
export type TakesRun = (text: string, from: number) => number

/** Longer ones go by themselves. Characters. */
const LONGEST = 4096
const LONGEST_NAME = 60
/** Characters that are handed on together, at most. */
const MOST = 65_536
/** Fewer are not worth it. */
const FEWEST = 4
/** How an event may begin whose data is one line. */
const OPENS = /(?:event: ?(message)(?:\r?\n))?data: ?/y
const LF = 0x0a
/** Pieces of a text from one look in vain to the next; beyond these there is no further look, since to find where each ends costs time as well. */
const MOST_PIECES = 16

/** The messages from there on, each an event or a line; where what follows them begins. Undefined: there are none, or few. */
export function readLogs(text: string, from: number, way: 'events' | 'lines'): { run: LogRun; to: number } | undefined {
  const shapes = repeats.logs
  if (shapes.length === 0) return undefined
  let open = ''
  const run: LogRun = { bodies: [], levels: [], loggers: [], dataAt: [], dataLengths: [] }
  if (way === 'events') {
    OPENS.lastIndex = from
    const opens = OPENS.exec(text)
    if (opens === null) return undefined
    open = opens[0]
    if (opens[1] !== undefined) run.event = 'message'
  }
  const most = Math.min(text.length, from + MOST)
  let shape = shapes[0]!
  let to = from
  while (to < most) {
    const begin = to + open.length
    if (text.slice(to, begin) !== open) break
    let end = shape.measure(text, begin)
    for (let other = 0; end < 0 && other < shapes.length; other++) {
      if (shapes[other] === shape) continue
      end = shapes[other]!.measure(text, begin)
      if (end >= 0) shape = shapes[other]!
    }
    const next = end < 0 || end - begin > LONGEST ? -1 : way === 'events' ? blockEnd(text, end) : lineEnd(text, end)
    if (next < 0 || !add(run, shape, text, begin, end)) break
    to = next
  }
  return run.bodies.length < FEWEST ? undefined : { run, to }
}

/** Takes them for a record, as long as whoever hears of the exchange has no ears for them. */
export function takesLogs(
  way: 'events' | 'lines',
  record: { appendLogs(exchange: number, run: LogRun): boolean },
  exchange: number,
  hearing: { deaf?(): boolean },
): TakesRun {
  return (text, from) => {
    const logs = hearing.deaf?.() === true ? readLogs(text, from, way) : undefined
    return logs !== undefined && record.appendLogs(exchange, logs.run) ? logs.to : from
  }
}

/**
 * Hands a text on: to `takes` what it takes, and what lies between to `others`. `endOf`: where a piece ends that may begin there. After a look
 * in vain it is twice as many pieces to the next one, and the rest of the text after a few.
 */
export function inRuns(
  text: string,
  takes: TakesRun,
  endOf: (text: string, from: number) => number,
  others: (from: number, to: number) => void,
): void {
  let pieces = 1
  for (let at = 0; at < text.length;) {
    const from = takes(text, at)
    pieces = from > at ? 1 : pieces * 2
    at = from
    if (pieces > MOST_PIECES) at = text.length
    else for (let piece = 0; piece < pieces && at < text.length; piece++) at = endOf(text, at)
    if (at > from) others(from, at)
  }
}

function add(run: LogRun, shape: LogShape, text: string, begin: number, end: number): boolean {
  const level = shape.level(text)
  const logger = shape.logger(text)
  if (level.length > LONGEST_NAME || logger.length > LONGEST_NAME) return false
  run.bodies.push(text.slice(begin, end))
  run.levels.push(level)
  run.loggers.push(logger)
  run.dataAt.push(shape.dataAt - begin)
  run.dataLengths.push(shape.dataLength)
  return true
}

/** Where what follows a block begins whose last line ends there; -1: the block does not end. */
function blockEnd(text: string, end: number): number {
  if (text.charCodeAt(end) === LF) return text.charCodeAt(end + 1) === LF ? end + 2 : -1
  return text.slice(end, end + 4) === '\r\n\r\n' ? end + 4 : -1
}

function lineEnd(text: string, end: number): number {
  return text.charCodeAt(end) === LF ? end + 1 : -1
}
