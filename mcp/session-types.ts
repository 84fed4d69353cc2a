// The outside of a session: what the engine, the command line and tests hold. The inside is session.ts.
import type { Authorizer } from './auth/authorizer.ts'
import type { Spelled } from './spelling.ts'
import type { Revision } from './dialect/revisions.ts'
import type { FetchHandler } from './fetch-handler.ts'
import type { Held } from './held.ts'
import type { Json } from './json.ts'
import type { Implementation } from './model.ts'
import type { Traffic } from './traffic.ts'
import type { Wish } from './wish.ts'

/** How messages travel. 'http+sse' is the transport of 2024-11-05. */
export type Transport = 'streamable-http' | 'http+sse' | 'stdio' | 'websocket'
export type Era = 'legacy' | 'modern'

/** How the era of a server was settled, and by which rule. */
export interface EraVerdict {
  era: Era
  /** Stable name of the rule; `why` says it in plain words. */
  rule: EraRule
  why: string
  /** Milliseconds since the epoch, when an earlier connection found it out; absent: this one did. */
  at?: number
}

export type EraRule =
  /** A person chose it. */
  | 'chosen'
  /** It answered server/discover. */
  | 'discovered'
  /** It gave an error that only modern servers know. */
  | 'modern-error'
  /** It is modern, but the newest revision in common is not. */
  | 'only-older'
  /** It answered server/discover with any other error, or with a result that is none. */
  | 'other-error'
  /** It refused the HTTP request without a modern error. */
  | 'refused'
  /** It failed at the HTTP request (5xx), and answered initialize. A server of the newer kind may fail so too, for a while. */
  | 'failed'
  /** It said nothing (stdio). */
  | 'silence'
  /** It answered server/discover so late that initialize had been sent (stdio). Good for one connection only. */
  | 'late'
  /** Its process ended when it was asked (stdio). */
  | 'exit'
  /** It speaks HTTP+SSE, which the newer era does not have. */
  | 'transport'

/** What is known of the peer once the handshake is done. */
export interface Facts {
  era: Era
  revision: Revision
  transport: Transport
  verdict: EraVerdict
  /** Whether `ping` exists in this era. */
  pings: boolean
  serverInfo?: Implementation
  capabilities: { [name: string]: Json }
  instructions?: string
  /** `Mcp-Session-Id`, if the server gave one. */
  sessionId?: string
  /**
   * State of the stream that brings what the server says unasked (GET, or subscriptions/listen). 'none': the server has
   * none, or a pipe brings it; 'ended': the server ended it in good order.
   */
  listening: 'opening' | 'open' | 'none' | 'lost' | 'ended'
  /** Resources that the server agreed to tell changes of. */
  subscribed: readonly string[]
  /** The answer to the greeting, as it came, and the method that was answered. */
  greeting: Json
  greetedBy: string
  /** What each request carries in `_meta`, where the era wants that (besides a progress token, or a log level). */
  envelope?: { [key: string]: Json }
}

export interface Answer {
  result: Json
  exchange: number
  /** Rows of the request and of its answer in the record. */
  requestSeq: number
  answerSeq: number
  /** How often the server wanted input before; left out when it did not. */
  rounds?: number
  /** Milliseconds from send to answer. */
  ms: number
  /** Bytes of the answer's text. */
  bytes: number
  /** Set where large parts of the result stayed with whoever holds it. */
  held?: Held
  /** How numbers of the result were written, for another thread. */
  spelled?: Spelled[]
}

/** A notification, or anything else the server said unasked. `during`: our request that it belongs to, if that is known. */
export interface Notice {
  method: string
  params: Json | undefined
  seq: number
  during?: number
}

/** What a server wants from a person (legacy: a request; modern: a member of `inputRequests`). */
export interface Ask {
  /** Unique in the session. */
  key: string
  method: 'sampling/createMessage' | 'elicitation/create' | 'roots/list' | (string & {})
  params: Json
  exchange: number
  seq: number
  /** Our request during which it came, as its method and name, if known. */
  during?: { method: string; name: string }
  /** That request had been answered before the ask came. */
  late?: true
  /** The clock of that request, which stands still meanwhile. */
  clock?: ClockReading
  /** One of those that one result wanted: they go back together. Left out: a request of the server, answered by itself. */
  round?: { id: string; size: number; name: string }
  /** The server has our task for it already, and asks for the answer by that. */
  task?: true
  /** Milliseconds since the epoch after which the server wants no answer any more, where it says so. */
  deadline?: number
  /** Aborts when the server cancelled it, its call ended or the connection closed; `reason` says which. */
  signal: AbortSignal
}

/** `wish`: who answers; left out: whoever wants what the session sends. It does not cross the wire. */
export type AskReply = { wish?: Wish } & ({ kind: 'result'; result: Json } | { kind: 'error'; code: number; message: string; data?: Json })

export interface RequestOptions {
  /** Aborting cancels on the wire as the era has it; `signal.reason` may be a string, sent as the reason. */
  signal?: AbortSignal
  onProgress?: (progress: { progress: number; total?: number; message?: string }) => void
  /** Called as soon as the message is in the record, with its row. */
  onSent?: (seq: number, exchange: number) => void
  /** When a person, or a page, asked for it: milliseconds since the epoch. What passed until it was sent is in the record. */
  askedAt?: number
  /** Who asks for it; left out: whoever wants what the session sends. */
  wish?: Wish | undefined
  /** Default: the session's for this method. */
  limits?: Partial<Limits>
  /** Told whenever the clock of the limits starts, stands still or is set anew. `more` gives it both limits again. */
  onClock?: (clock: ClockReading, more: () => void) => void
  /** The answer came after the request was given up: it is no answer any more, but worth a look. */
  onLate?: (late: LateAnswer) => void
  /** While it was under way an answer came that answers nothing: it may be its own, gone wrong. */
  onStray?: (stray: StrayAnswer) => void
}

export interface StrayAnswer {
  /** Row of the answer. */
  seq: number
  /** What is wrong with it, as a sentence. */
  says: string
}

/** Milliseconds; 0: none. */
export interface Limits {
  /** Of silence: progress starts it anew. */
  idle: number
  /** Of the whole, progress or not. */
  total: number
}

export interface ClockReading {
  /** Milliseconds since the epoch at which it was read. */
  at: number
  /** It stands still: a person is asked something. */
  held: boolean
  /** Milliseconds that it ran: what a person took to answer or to log in is not in it. */
  ran: number
  limits: Limits
  /** Milliseconds left of each; meaningless where there is no such limit. */
  left: Limits
}

export interface LateAnswer {
  /** Row of the answer. */
  seq: number
  /** Milliseconds since the request was given up. */
  after: number
  /** What it would have been in time: an answer, or an error. */
  answer?: Answer
  error?: { code: number; message: string; data?: Json }
}

export type RawMethod = 'POST' | 'GET' | 'DELETE'

export interface RawOptions {
  /** All that is sent; left out: what the session would send with this text. Means nothing on a pipe. */
  headers?: [name: string, value: string][]
  /** Default POST; the text goes with POST alone. */
  http?: RawMethod
  /** By way of the proxy, whatever way the connection takes. */
  proxy?: true
  signal?: AbortSignal
  onSent?: (seq: number, exchange: number) => void
}

export interface Session {
  readonly facts: Facts
  /** Sends a request. @throws McpError */
  request(method: string, params?: Json, options?: RequestOptions): Promise<Answer>
  /** Sends a notification. @throws McpError */
  notify(method: string, params?: Json, wish?: Wish): Promise<void>
  /**
   * Sends a text as it is, valid or not, and resolves when its exchange has ended; `status` 0: there was no response. What
   * comes back is in the record, and answers nothing else.
   * @throws McpError when the session is over, or the signal broke it off.
   */
  raw(text: string, options?: RawOptions): Promise<{ exchange: number; status: number }>
  /** An id that no request of this session has yet, for one that is sent by `raw`. */
  nextId(): number
  /** The headers that `raw` sends unless it is given others. */
  rawHeaders(text: string, http?: RawMethod): [string, string][]
  /** Starts or ends hearing of changes of a resource, as the era has it. @throws McpError */
  subscribe(uri: string, on: boolean, wish?: Wish): Promise<void>
  /**
   * Hears of tasks by a stream of their own, in the era that has such, until the signal aborts. `onAgreed` is given the ids
   * that the server tells of, anew whenever they change. Resolves when there is no stream (any more).
   */
  watchTasks(ids: readonly string[], onAgreed: (ids: string[]) => void, signal: AbortSignal): Promise<void>
  /** The lowest level of log messages that is wanted, as the era has it; undefined: none is. @throws McpError */
  setLogLevel(level: string | undefined, wish?: Wish): Promise<void>
  /**
   * Declares other capabilities (as 2025-11-25 has them) from the next request on. False where only the handshake can: nothing
   * has changed then.
   */
  declare(capabilities: { [name: string]: Json }): boolean
  /** Ends streams, sends DELETE where there is a session, refuses all later calls. Never throws. */
  close(reason?: string): Promise<void>
}

/** What may be asked for: an era, the newest revision of it that both speak, or one revision. */
export type EraChoice = 'auto' | Era | Revision

export interface ConnectOptions {
  url: string
  /** Default 'legacy'. */
  era?: EraChoice
  /** For 'auto': what is known of this server already. It is asked anew when that turns out to be wrong. */
  known?: EraVerdict
  /** For 'auto': called once the era is settled, even when connecting fails after that. */
  onVerdict?: (verdict: EraVerdict) => void
  /** Sent with every request, in this order; may hold Authorization. */
  headers?: ReadonlyArray<readonly [string, string]>
  fetch: FetchHandler
  traffic: Traffic
  /** Who knows the credentials of an HTTP server, and what to do when it refuses. */
  authorizer?: Authorizer
  /** Who wants what is sent, where nothing else is said: the record tells. */
  wish?: Wish
  clientInfo: Implementation
  /** Capabilities to declare, as 2025-11-25 has them; adapted to the revision that is spoken. */
  capabilities: { [name: string]: Json }
  /** Of an http URL: 'http' Streamable HTTP, 'sse' HTTP+SSE of 2024-11-05; 'auto' (default) the latter only when the former is refused. */
  transport?: 'auto' | 'http' | 'sse'
  /**
   * Milliseconds; 0: none. Defaults: connect 60 000 (a first npx download is slow), list 60 000, call 300 000 of silence and
   * 3 600 000 in all (`total`). Read for each request, so a change of the object holds at once.
   */
  timeouts?: { connect?: number; list?: number; call?: number; total?: number }
  /** When the connection was asked for: of the first request alone, as in `RequestOptions`. */
  askedAt?: number
  /** The clock of the greeting. */
  onClock?: RequestOptions['onClock']
  signal?: AbortSignal
  /** Resources whose changes are wanted from the start, as after a reconnect; a server that cannot tell them is not asked. */
  subscriptions?: readonly string[]
  /** What the server said unasked for a while is lost: what was learnt from it before may be old. It is in the record as well. */
  onGap?: () => void
  onAsk: (ask: Ask) => Promise<AskReply>
  onNotice: (notice: Notice) => void
  /** It need not be told of log messages: those that come many at a time it does not hear of then. */
  deafToLogs?: true
  /** Facts changed (stream opened or lost, session renewed). */
  onFacts?: (facts: Facts) => void
  /** The session is over for good (the peer vanished): called once, never after `close()`. */
  onClosed?: (why: string, cause?: Error) => void
}
