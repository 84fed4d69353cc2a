// The record of one connection, and the fold over it. Hides how events are kept (bytes in pages, columns of
// numbers), how answers find their requests, and what is dropped when the memory limit is reached.
import type { Reading } from './jsonrpc.ts'
import type { LogRun } from './log-run.ts'
import type { Activity } from './traffic/activity.ts'
import type { Follower } from './traffic/follower.ts'
import { Ledger } from './traffic/ledger.ts'
import type { Matching, ExchangeDetail, MessageDetail, Row, RowQuery, RowWindow } from './traffic-row.ts'
import type { WireEvent, WireFact } from './wire-event.ts'

export interface Traffic {
  /** Opens an exchange and gives its id (from 1). */
  open(): number
  /**
   * Writes down a fact, stamps it, folds it; returns the row it made (0 when it made none). A batch makes one row
   * for itself, and the rows of its members have the seqs that follow. `reading`: the fact's text as it reads, when that
   * is known already.
   */
  append(exchange: number, fact: WireFact, reading?: Reading): number
  /** Writes down log messages that came together, as `append` would each as a frame. False: it did nothing, since it cannot hold them so. */
  appendLogs(exchange: number, run: LogRun): boolean
  row(seq: number): Row | undefined
  /** Takes an event of another record, with its time and, where that is still free, its seq. Returns the seq it has here. */
  replay(event: WireEvent): number
  /** Says how a row turned out that the fold cannot judge, since it knows no era; written down like all else. */
  settle(seq: number, status: string, tone: Row['tone']): void
  /** A row's message as it reads; free for the newest one, which the fold has just read. */
  reading(seq: number): Reading | undefined
  message(seq: number): MessageDetail | null
  exchange(id: number): ExchangeDetail | null
  /** A window now; O(size) while nothing is filtered, else some tens of thousands of events are looked at first. */
  window(query: RowQuery): RowWindow
  /** The rows that match, for who shows several records as one. It reads on as `window` does. */
  matching(query: RowQuery): Matching
  /** Milliseconds since the epoch at which an event that is held was written down. */
  at(seq: number): number
  /** How much happened when, in so many parts of its time, or of the one that is given; null: nothing did. */
  activity(parts: number, time?: readonly [from: number, to: number]): Activity | null
  /** The newest seq given. */
  readonly newest: number
  /** Messages held up to that seq, without its own. */
  rank(seq: number): number
  /** Messages held. */
  readonly total: number
  /** Messages that are no more: dropped to stay within the memory limit, or gone before the record begins. */
  readonly dropped: number
  /** Those that were gone before it begins. */
  readonly before: number
  /** Says that so many messages are gone before it begins: what answers one of them is known for that. */
  lose(count: number): void
  /** Lines of the console that are held. */
  readonly consoleLines: number
  /** Called on each change, at once: a listener only takes a note. */
  subscribe(listener: () => void): () => void
  /**
   * Empties the record; numbers go on. What was in it is kept aside until it is put back or let go, the record is emptied again, or both
   * together do not fit the memory limit any more. Returns false, and changes nothing, where there is nothing in it.
   */
  clear(): boolean
  /** Messages that are kept aside since the record was emptied. */
  readonly aside: number
  /**
   * Puts back what was in the record when it was emptied, before all that came since. Between two steps other work may be done, and the
   * record be written and read; with the last one, all of it is there at once. Returns whether it is: it may be let go meanwhile.
   */
  putBack(): Generator<undefined, boolean>
  /** What was kept aside is no more. */
  letGo(): void
  /** Notes that a row breaks a rule; `grave`: a MUST or a SHOULD; `must`: a MUST. */
  blame(seq: number, rule: string, grave: boolean, must?: boolean): void
  /** The ids of the rules that a row breaks, as far as it was judged. */
  blamedFor(seq: number): string[]
  /** The rows that break a rule, in order, as far as they were judged. */
  breaking(rule: string): number[]
  /** Of a rule: how many messages broke it and are no more; and which of these events are not. */
  gone(rule: string, seqs: readonly number[]): { messages: number; seqs: number[] }
  /** How many rows break a MUST or a SHOULD. */
  readonly broken: number
  /** A reader who comes after what is written, as long as the record lives. */
  follow(): Follower
  /** Every event, oldest first; `after`: only those with a greater seq; `kinds`: only these, which is cheaper than leaving others out. */
  events(after?: number, kinds?: ReadonlySet<WireEvent['kind']>): Iterable<WireEvent>
}

export interface TrafficOptions {
  /**
   * Bytes, 256 MB when not given. Beyond it the oldest goes first: an exchange that has ended goes whole, a stream
   * that still runs loses its oldest messages.
   */
  memoryLimit?: number
  /** Messages that another record had dropped already, when this one takes it over. */
  dropped?: number
  /** Milliseconds since the epoch. */
  now?: () => number
}

export function createTraffic(options: TrafficOptions = {}): Traffic {
  const record = new Ledger(options.memoryLimit ?? 256 * 1024 * 1024, options.now ?? clock())
  record.lose(options.dropped ?? 0)
  return record
}

/** Tells the time once in each run of code: what is read in one go came at one time, and in a flood the question costs a tenth of all work. */
function clock(): () => number {
  const { timeOrigin } = performance
  let time: number | undefined
  const forget = (): void => {
    time = undefined
  }
  return () => {
    if (time === undefined) {
      time = timeOrigin + performance.now()
      queueMicrotask(forget)
    }
    return time
  }
}
