// What is written down about the wire, before anyone reads it. Texts stay texts: what a strict parser
// rejects is what our user came to see.

import type { StreamSign } from './transport/event-stream.ts'
import type { RelayTimes } from './transport/relay-times.ts'
import type { Wish } from './wish.ts'

export type HeaderList = ReadonlyArray<readonly [name: string, value: string]>

export type WireFact =
  /**
   * A request left. `body` is the text of the message, if it had one. Over stdio `method` is 'STDIN', over a WebSocket 'WS'. `aside`: it is no part of the
   * conversation, and neither it nor its reply is MCP. `queued`: milliseconds since it was asked for, where it had to wait.
   * Who wanted it, and why, stands with it where that is known.
   */
  | ({
      kind: 'sent'
      method: string
      url: string
      headers: HeaderList
      body?: string
      aside?: 'authorization'
      queued?: number
    } & Partial<Wish>)
  /** `filtered`: a browser kept headers to itself that this origin may not read. `relay`: where its time went, as the proxy saw it. */
  | { kind: 'status'; status: number; statusText: string; headers: HeaderList; filtered?: true; relay?: RelayTimes }
  /** One message of a stream: an SSE event or a line of stdout. */
  /** `why`: it is no message, as was known from more than its text. */
  /** `replaced`: what each U+FFFD of the text stands for, where it was not UTF-8 (`transport/replaced.ts`). */
  | { kind: 'frame'; text: string; event?: string; id?: string; retry?: number; why?: string; replaced?: string }
  /** What a stream said between its messages: a wait, a place or a name without data, or a comment. */
  | ({ kind: 'sign' } & StreamSign)
  /** The whole body of a reply that is not a stream. */
  | { kind: 'body'; text: string; replaced?: string }
  /** The reply ended in good order. */
  | { kind: 'closed' }
  /** The exchange broke: no reply, or a reply cut short. */
  /** `ours`: we broke it off ourselves, so it is nobody's fault. */
  | { kind: 'failed'; why: string; ours?: boolean }
  | { kind: 'stderr'; text: string }
  /** A line of stdout that is no message. */
  | { kind: 'noise'; text: string; why: string; replaced?: string }
  /** What is wrong with how the peer speaks, where no message shows it. `fault` is a stable name; `row`: the message that it is about. */
  | { kind: 'note'; fault: Fault; text: string; row?: number }
  /** `earlier`: of a run that another has followed already, so that nothing which waits now was its own. */
  | {
      kind: 'exit'
      code: number | null
      signal: string | null
      earlier?: boolean
      /** Of a peer that is no process: how it left. Of a process without code and signal: why it never ran. */ text?: string
    }
  /**
   * What an app of the server and this host said to each other: `ui/*` and what an app asks for. It did not cross the wire. `app`: the
   * address of the app, `why`: what is odd about it.
   */
  | { kind: 'app'; way: 'to' | 'from'; app: string; text: string; why?: string }
  /** How the row with the seq `row` turned out, as only the session could tell. */
  | { kind: 'judged'; row: number; status: string; tone: 'plain' | 'ok' | 'warn' | 'bad' | 'ask' }
  /** The child (or the connection) began: the first line of a run. */
  | { kind: 'start'; text: string }

export type Fault =
  /** A byte order mark before the first message. */
  | 'byte-order-mark'
  /** Lines that end with CR LF. */
  | 'crlf'
  /** Bytes that are not UTF-8, replaced by U+FFFD. */
  | 'not-utf-8'
  /** The last line of a process, which ended within it. */
  | 'cut-line'
  /** One message broken over several lines. */
  | 'broken-lines'
  /** A line so long that it was not kept. */
  | 'overlong'
  /** A reply whose Content-Type says something else than what it is. */
  | 'content-type'
  /** Pages of a list that repeat or do not end. */
  | 'endless-pages'
  /** What the server said unasked for a while is lost. */
  | 'gap'
  /** A message stood here that was too long to be kept over a reload. */
  | 'not-kept'
  /** Files that were to be watched are not. */
  | 'not-watched'
  /** Nobody was asked: a rule of the person answers. */
  | 'rule'
  /** A message without `"jsonrpc": "2.0"`. */
  | 'jsonrpc-version'
  /** An answer that is a result and an error. */
  | 'result-and-error'
  /** A member that stands twice in one object. */
  | 'repeated-member'
  /** The last event of a stream is not complete. */
  | 'cut-event'
  /** We closed the stdin of a process, to see whether it ends. */
  | 'stdin-closed'

/** `at`: milliseconds since the epoch, with fractions. `exchange` 0: belongs to the connection, not to one request. */
export type WireEvent = WireFact & { seq: number; at: number; exchange: number }
