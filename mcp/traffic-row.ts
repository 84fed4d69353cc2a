// One line of the traffic view: what the fold makes of one message or one side event. Rows hold no bodies,
// so that a window of them is cheap to hand from the worker to the page.

import type { HeldRef } from './held.ts'
import type { RelayTimes } from './transport/relay-times.ts'
import type { By } from './wish.ts'

/** The levels of `logging/setLevel`, lowest first (RFC 5424). */
export const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type Direction = 'out' | 'in' | 'side'

export type RowKind =
  | 'request'
  | 'notification'
  | 'result'
  | 'failure'
  | 'garbled'
  | 'batch'
  | 'http'
  | 'noise'
  /** Something wrong with how the peer speaks. */
  | 'note'
  | 'stderr'
  | 'exit'
  | 'start'
  /** Between an app and this host: 'out' to the app, 'in' from it. */
  | 'app'

export interface Row {
  /** Position in the record, unique for a connection, growing. */
  seq: number
  /** Milliseconds since the epoch. */
  at: number
  direction: Direction
  kind: RowKind
  /** JSON-RPC method; for an answer, the method of its request. For `http`, 'HTTP 404' and the like. */
  method: string
  /** What it is about: tool name, resource URI, prompt name, progress text, log line, first words of noise. */
  name: string
  /** The JSON-RPC id as JSON text: `1` and `"1"` differ. Empty when there is none. */
  id: string
  /** A word for people; for a log message its level: 'pending', 'ok', 'error -32602', 'tool error', 'cancelled', 'waiting for you', 'HTTP 404', 'no answer'. */
  status: string
  tone: 'plain' | 'ok' | 'warn' | 'bad' | 'ask'
  /** Bytes of the message text in UTF-8. */
  bytes: number
  /** For a request that was answered, and for its answer: milliseconds between the two. */
  ms?: number
  /** Of a request over HTTP: milliseconds that it waited here before it was sent, and until the head of its reply came. */
  queued?: number
  first?: number
  /** Of what we sent: who wanted it, and why, where that is known. Of an answer: who wanted what it answers. */
  by?: By
  why?: string
  exchange: number
  /** The row of the other half: an answer's request, a request's answer; the message that a note is about. */
  peer?: number
  /** The request that it belongs to: of an answer, progress, a log, an ask and its answer, a further round. */
  of?: number
  /** Of a request that others belong to: how many rows do. */
  under?: number
  /** Where threads are folded: how many of those match. */
  hits?: number
  /** Where threads are folded: it does not match, and stands here for what is inside. */
  beside?: true
  /** In a view over several records: the connection that it is of. Its numbers (`seq`, `peer`, `of`) are then tickets (traffic/tickets.ts). */
  connection?: string
}

/** What a view asks for. `filter` is in the language of traffic/filter.ts. */
export interface RowQuery {
  filter: string
  /** Milliseconds since the epoch, both ends included: only what happened then. */
  between?: [from: number, to: number]
  /** Only these rows. */
  seqs?: number[]
  /** Of a view over several records: their connections. `seqs`, `threads` and `around` are then tickets, whose places are in this list. */
  across?: readonly string[]
  /**
   * Rows that match are folded under the request that they belong to, which is shown for them: all are out of sight, or, where the filter looks
   * for something, all in sight, but for the threads of these requests.
   */
  threads?: number[]
  /** Keep only these kinds when given. */
  kinds?: RowKind[]
  /** 'console': only what a server says to people: stderr, log messages, noise, start and exit. */
  only?: 'console'
  /** With `only: 'console'`: log messages below this level are left out (RFC 5424 order; unknown levels stay). */
  level?: LogLevel
  /** Follow the end; `from` is then ignored. */
  tail: boolean
  /** Index of the first row wanted, among those that match. */
  from: number
  /** The row with this seq, or the next one that matches, stands in the middle of the window; `from` is then ignored. */
  around?: number
  size: number
}

export interface RowWindow {
  /** Rows shown, so far: those that match, or where threads are folded, what is shown of them. */
  count: number
  /** Where threads are folded: rows that match, so far, in sight or not. */
  hits?: number
  /** Messages in the record, matched or not. */
  total: number
  /** Messages that are no more: dropped to stay within the memory limit, or gone before the record begins. */
  dropped: number
  from: number
  rows: Row[]
  /** The filter has not yet seen the whole record. */
  scanning: boolean
  /** Where `around` was asked for: the row asked for, and the index at which it stands among those that match, or the next one would. */
  around?: { row: number; at: number }
  /** What these rows were filtered by, where the window was pushed: it may lag behind what was asked for last. */
  filter?: string
  /** Of which list these rows are, where the window was pushed: another number once other rows were asked for than those of another place in it. */
  list?: number
}

/** Index of the first row of a window, of `count` that match. `at`: where the row asked for stands. */
export function firstOf({ tail, from, around, size }: RowQuery, count: number, at: number | undefined): number {
  const wanted = tail ? count - size : around === undefined || at === undefined ? from : Math.min(at - (size >> 1), count - size)
  return Math.max(0, Math.min(wanted, count))
}

/** One message whole, with the HTTP around it. */
export interface MessageDetail {
  row: Row
  /** The message as it crossed the wire; where `held` is given, its beginning. */
  text: string
  /** The whole text, where it is too long for who asked. */
  held?: HeldRef
  /** What each U+FFFD of the text stands for, where it was not UTF-8 (`transport/replaced.ts`). */
  replaced?: string
  /** Why it could not be read, for a garbled one; what is odd about it, for one of an app. */
  why?: string
  /** What its event of a stream carried besides the text. */
  event?: StreamEvent
  http?: ExchangeDetail
}

/** Members of a server-sent event besides its data. */
export interface StreamEvent {
  name?: string
  id?: string
  /** Milliseconds that the server asks to wait before a broken stream is taken up again. */
  retry?: number
  /** It is no event but a comment. */
  comment?: string
}

/** What a stream said between its messages. */
export interface StreamWord extends StreamEvent {
  seq: number
  /** Milliseconds since the epoch. */
  at: number
}

export interface ExchangeDetail {
  exchange: number
  method: string
  url: string
  requestHeaders: ReadonlyArray<readonly [string, string]>
  requestBody?: string
  status?: number
  statusText?: string
  responseHeaders?: ReadonlyArray<readonly [string, string]>
  /** The browser kept some headers to itself. */
  filtered?: true
  /** Milliseconds since the epoch. */
  sentAt: number
  /** Milliseconds that it waited here before it was sent, where it had to. */
  queued?: number
  /** Where its time went on the way, as the proxy saw it. */
  relay?: RelayTimes
  firstByteAt?: number
  endedAt?: number
  end?: 'closed' | string
  /** The newest id and wait that events of its stream named. */
  place?: StreamEvent
  /** What its stream said between its messages: all of it, or the first and last hundred. */
  words?: StreamWord[]
  /** It is no part of the conversation: its texts hold secrets. */
  aside?: true
  /** Rows that crossed in this exchange, in order: all of them, or the first and last hundred. */
  rows: Row[]
  /** How many there are. */
  rowCount: number
}

/** How far a record's own filter has come, for who merges several. */
export interface Matching {
  /** Differs once what was given before is stale: a row is no more, or one came before the last. */
  revision: number
  /** More of the record is still to be read. */
  scanning: boolean
  /** The seqs of those that are shown, greater than `seq`, in order: all of them, or the first `most`. */
  after(seq: number, most: number): readonly number[]
  /** Where threads are folded: rows that match, in sight or not. */
  hits?: number
  /** Likewise: says of a row what it stands for. */
  mark?: (row: Row) => void
}
