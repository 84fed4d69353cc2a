// One conversation with one server. Hides ids, streams, resumption, server requests, limits and cancelling; what
// differs between eras is the dialect's.
import type { Dialect } from './dialect/dialect.ts'
import { isModern } from './dialect/revisions.ts'
import { McpError } from './errors.ts'
import { isObject, type Json } from './json.ts'
import type { Id } from './jsonrpc.ts'
import { Asks } from './session/asks.ts'
import { Asking } from './session/asking.ts'
import { Calls, type CallsHost } from './session/calls.ts'
import { httpFailure, unreachable } from './session/failure.ts'
import { Line } from './session/line.ts'
import { mayBeHttpSse, openHttpSse, triedHttpSse } from './session/http-sse.ts'
import { getChannel, listen, type ListenHost } from './session/listen.ts'
import { open, type Greeted, type Opening } from './session/opening.ts'
import { pause } from './session/pause.ts'
import { LISTENING, OPENING } from './session/reason.ts'
import { postOpen, subscriptionChannel } from './session/subscription.ts'
import type {
  Answer,
  AskReply,
  ConnectOptions,
  EraVerdict,
  Facts,
  RawMethod,
  RawOptions,
  RequestOptions,
  Session,
} from './session-types.ts'
import type { End, Hearing } from './wire.ts'
import { itself, onceMore, type Wish } from './wish.ts'

const CONNECT_LIMIT = 60_000
const AGAIN = itself('subscribed to again on a new connection')
/** How long an agreement on a subscription is waited for. */
const PATIENCE = 60_000
/** How long an address to post to is waited for where the older transport is but a guess: the server is there, and has refused. */
const GUESSED = 10_000
const OLDER_TRANSPORT: EraVerdict = { era: 'legacy', rule: 'transport', why: 'It speaks HTTP+SSE, which the newer era does not have.' }

/**
 * Opens a session: the era is settled, the greeting answered; the stream of what is said unasked follows in the background.
 * @throws McpError when there is no session to be had; nothing is left open then.
 */
export async function connect(options: ConnectOptions): Promise<Session> {
  const { transport = 'auto', era = 'legacy', signal } = options
  const older: ConnectOptions = era === 'auto' ? { ...options, known: OLDER_TRANSPORT } : options
  if (transport === 'sse') return enter(older, Number.POSITIVE_INFINITY)
  try {
    return await enter(options)
  } catch (error) {
    if (transport === 'http' || era === 'modern' || isModern(era) || signal?.aborted === true || !mayBeHttpSse(error)) throw error
    let found = false
    return enter(older, GUESSED, () => (found = true)).catch((other: unknown) => {
      throw found ? other : triedHttpSse(error, other)
    })
  }
}

/** `streamLimit`: by HTTP+SSE, whose stream has so many milliseconds to name an address. */
async function enter(options: ConnectOptions, streamLimit?: number, onStream?: () => void): Promise<Session> {
  const conversation = new Conversation(options)
  try {
    if (streamLimit !== undefined) await conversation.openStream(streamLimit)
    onStream?.()
    await open(conversation, options)
  } catch (error) {
    await conversation.close('The connection could not be opened')
    throw error
  }
  return conversation
}

class Conversation implements Session, Opening {
  readonly #options: ConnectOptions
  #askedAt: number | undefined
  readonly #line: Line
  readonly #asks: Asks
  readonly #calls: Calls
  readonly #asking: Asking
  readonly #life = new AbortController()
  readonly #hear: NonNullable<Hearing['onMessage']> = (reading, seq, exchange) => this.#calls.hear(reading, seq, exchange, undefined)
  readonly #deaf = (): boolean => this.#calls.deaf(undefined)
  readonly #uris = new Set<string>()
  #declared: ConnectOptions['capabilities']
  #stream: AbortController | undefined
  #facts: Facts | undefined
  /** The stream of what is said unasked was refused for want of credentials, after so many logins. */
  #shutOut: number | undefined
  #closed: string | undefined

  constructor(options: ConnectOptions) {
    this.#options = options
    this.#askedAt = options.askedAt
    this.#declared = options.capabilities
    this.#line = new Line(options)
    this.#asks = new Asks({
      declared: () => {
        // Of those revisions that servers may ask in, one alone knows tasks.
        const { tasks, ...others } = this.#declared
        return tasks !== undefined && this.#facts?.revision === '2025-11-25' ? this.#declared : others
      },
      onAsk: options.onAsk,
      reply: (id, reply) => this.#reply(id, reply),
    })
    const host: CallsHost = {
      options,
      line: this.#line,
      asks: this.#asks,
      life: this.#life.signal,
      hearsUnasked: () => this.#facts?.listening === 'open',
      lost: (why, cause) => this.#lost(why, cause),
    }
    this.#calls = new Calls(host)
    this.#asking = new Asking(host, this.#calls)
  }

  get facts(): Facts {
    if (this.#facts === undefined) throw new Error('The handshake is not done')
    return this.#facts
  }

  /** HTTP+SSE: the stream comes first, and says where messages go. */
  async openStream(limit: number): Promise<void> {
    const patience = this.#options.timeouts?.connect ?? CONNECT_LIMIT
    await openHttpSse(
      this.#line,
      {
        url: this.#options.url,
        patience: limit === Number.POSITIVE_INFINITY ? patience : Math.min(patience || limit, limit),
        // What comes before our first word stands in the record, and can mean nothing to us.
        hear: (reading, seq, exchange) => {
          if (this.#line.speaks) this.#hear(reading, seq, exchange)
        },
        readmitted: (end, attempt) => this.#readmitted(end, 'the stream', attempt, true),
        onEnd: (why) => this.#lost(`The server ended its event stream: ${why}`),
      },
      this.#options.signal === undefined ? this.#life.signal : AbortSignal.any([this.#options.signal, this.#life.signal]),
    )
  }

  speak(dialect: Dialect): void {
    this.#line.dialect = dialect
  }

  async hail(): Promise<Greeted> {
    const { signal, timeouts, onClock } = this.#options
    const { method, params } = this.#line.dialect.greeting()
    let headers = new Headers()
    const options: RequestOptions = { wish: OPENING, limits: { idle: timeouts?.connect ?? CONNECT_LIMIT, total: 0 } }
    if (signal !== undefined) options.signal = signal
    if (onClock !== undefined) options.onClock = onClock
    if (this.#askedAt !== undefined) options.askedAt = this.#askedAt
    this.#askedAt = undefined
    const { result } = await this.#asking.ask(method, params, options, (of) => (headers = of))
    return { result, headers }
  }

  async begin({ result, headers }: Greeted, verdict: EraVerdict): Promise<void> {
    const { dialect, overPipe, endpoint, transport } = this.#line
    const listening = endpoint === undefined ? 'none' : 'open'
    this.#facts = { ...dialect.learn(result, headers), transport, listening, subscribed: [], verdict }
    const { resources } = this.#facts.capabilities
    const wanted = isObject(resources) && resources.subscribe === true ? (this.#options.subscriptions ?? []) : []
    for (const { method, params } of dialect.settled()) await this.#line.announce(method, params, this.#life.signal, OPENING)
    if (this.#closed !== undefined) throw new McpError('unreachable', this.#closed)
    if (overPipe) void this.#readPipe()
    const requested = wanted.filter((uri) => dialect.subscribe(uri, true) !== null)
    for (const uri of wanted) if (!requested.includes(uri)) this.#uris.add(uri)
    if (endpoint === undefined) void this.#listen()
    this.#options.onFacts?.(this.#facts)
    // One that is refused stands in the record, and is none.
    for (const uri of requested) void this.subscribe(uri, true, AGAIN).catch(() => {})
  }

  drop(method: string): void {
    this.#calls.drop(method)
  }

  async request(method: string, params?: Json, options: RequestOptions = {}): Promise<Answer> {
    this.#refuseWhenClosed(method)
    const answer = await this.#asking.ask(method, params, options)
    const { authorizer } = this.#options
    // Somebody has logged in since: what is said unasked may be heard now.
    if (this.#shutOut !== undefined && authorizer !== undefined && authorizer.logins() > this.#shutOut && this.#closed === undefined) {
      this.#shutOut = undefined
      void this.#listen()
    }
    return answer
  }

  async notify(method: string, params?: Json, wish?: Wish): Promise<void> {
    this.#refuseWhenClosed(method)
    for (let attempt = 0; ; attempt += 1) {
      const exchange = this.#line.post({ method, params }, this.#life.signal, {}, { wish })
      const status = await exchange.responded
      if (status !== 0 && status < 400) return
      const end = await exchange.ended
      if (end.status === 0) throw unreachable(end, this.#calls.situation(method))
      if (!(await this.#readmitted(end, method, attempt, true))) throw httpFailure(end, this.#calls.situation(method))
    }
  }

  async raw(text: string, options: RawOptions = {}): Promise<{ exchange: number; status: number }> {
    this.#refuseWhenClosed('The text')
    const { signal, onSent } = options
    const either = signal === undefined ? this.#life.signal : AbortSignal.any([signal, this.#life.signal])
    // An answer to it answers nothing else, whatever id a person gave it; what is said on the way is heard as ever.
    const hear: NonNullable<Hearing['onMessage']> = (reading, seq, exchange) => {
      if (reading.kind !== 'result' && reading.kind !== 'failure' && reading.kind !== 'garbled') this.#hear(reading, seq, exchange)
    }
    const hearing: Hearing = { onMessage: hear, ...(onSent === undefined ? {} : { onSent }) }
    const { exchange, status, failure } = await this.#line.raw(text, options, hearing, either).ended
    if (failure?.ours === true) throw new McpError('cancelled', 'The exchange was broken off', { exchange })
    return { exchange, status }
  }

  nextId(): number {
    return this.#calls.nextId()
  }

  rawHeaders(text: string, http: RawMethod = 'POST'): [string, string][] {
    return this.#line.headersFor(text, http)
  }

  async subscribe(uri: string, on: boolean, wish?: Wish): Promise<void> {
    this.#refuseWhenClosed('A subscription')
    const message = this.#line.dialect.subscribe(uri, on)
    if (message !== null) {
      await this.#asking.ask(message.method, message.params, { wish })
      const others = this.facts.subscribed.filter((one) => one !== uri)
      return this.#know({ subscribed: on ? [...others, uri] : others })
    }
    if (on) this.#uris.add(uri)
    else this.#uris.delete(uri)
    const late = new AbortController()
    const agreed = await Promise.race([
      this.#listen(onceMore(wish ?? this.#options.wish, on ? 'to hear of one more resource' : 'to hear of one resource less')),
      pause(this.#options.timeouts?.list ?? PATIENCE, late.signal),
    ])
    late.abort()
    const told = isObject(agreed) && Array.isArray(agreed.resourceSubscriptions) ? agreed.resourceSubscriptions : []
    if (!on || told.includes(uri)) return
    this.#uris.delete(uri)
    throw new McpError('rpc', `The server did not agree to tell of changes of ${uri}`, {
      advice: 'Look at what it acknowledged in the traffic.',
    })
  }

  async watchTasks(ids: readonly string[], onAgreed: (ids: string[]) => void, signal: AbortSignal): Promise<void> {
    const wanted = this.#line.dialect.listening({ capabilities: {}, uris: [], tasks: ids })
    if (wanted === 'get' || wanted === null) return
    const either = AbortSignal.any([signal, this.#life.signal])
    const channel = subscriptionChannel({
      nextId: () => this.#calls.nextId(),
      post: (id, hearing, signal) =>
        postOpen(this.#line, this.#life.signal, { id, message: wanted, hearing, signal, wish: itself('to hear of tasks') }),
      hear: this.#hear,
      onAcknowledged: (filter, seq) => {
        this.#options.traffic.settle(seq, 'open', 'plain')
        const told = isObject(filter) && Array.isArray(filter.taskIds) ? filter.taskIds : []
        onAgreed(told.filter((id) => typeof id === 'string'))
      },
    })
    // Whoever watches asks too, if less often: a gap needs no word.
    const host: ListenHost = {
      onState: (state) => void (state === 'open' || onAgreed([])),
      onGap: () => {},
      onGone: () => {},
      onRefused: (end) => this.#readmitted(end, 'the stream', 0, false),
    }
    await listen(channel, host, either)
  }

  async setLogLevel(level: string | undefined, wish?: Wish): Promise<void> {
    this.#refuseWhenClosed('The log level')
    const message = this.#line.dialect.setLogLevel(level)
    if (message !== null) await this.#asking.ask(message.method, message.params, { wish })
  }

  declare(capabilities: ConnectOptions['capabilities']): boolean {
    const envelope = this.#line.dialect.declare(capabilities)
    if (envelope === undefined) return false
    this.#declared = capabilities
    this.#know({ envelope })
    return true
  }

  close(reason = 'The connection was closed'): Promise<void> {
    return this.#finish(reason, undefined)
  }

  async #finish(reason: string, cause: Error | undefined): Promise<void> {
    if (this.#life.signal.aborted) return
    this.#closed ??= reason
    this.#life.abort(reason)
    this.#asks.close(reason)
    this.#calls.end(reason, cause)
    await this.#line.farewell()
  }

  /** What comes over the pipe and belongs to no call, and that the process is gone. */
  async #readPipe(): Promise<void> {
    const { failure } = await this.#line.get(undefined, { onMessage: this.#hear, deaf: this.#deaf }, this.#life.signal, LISTENING).ended
    if (failure !== undefined && !failure.ours) this.#lost(failure.why, failure.error)
  }

  /**
   * Opens the stream that brings what is said unasked, in place of the one before. Resolves with what the server agreed
   * to tell; undefined when there is no such stream, or none that must be agreed on.
   */
  #listen(wish = LISTENING): Promise<Json | undefined> {
    const { dialect, overPipe } = this.#line
    const wanted = dialect.listening({ capabilities: this.facts.capabilities, uris: [...this.#uris] })
    const before = this.#stream
    const stream = new AbortController()
    this.#stream = stream
    const signal = AbortSignal.any([stream.signal, this.#life.signal])
    return new Promise((resolve) => {
      const host: ListenHost = {
        onState: (state) => {
          if (stream !== this.#stream) return
          // Only now, so that nothing is missed in between.
          if (state !== 'opening') before?.abort('Replaced by one with other wishes')
          this.#know({ listening: state })
          if (wanted !== 'get' && state !== 'opening' && state !== 'open') this.#know({ subscribed: [] })
          if (state !== 'opening' && state !== 'open') resolve(undefined)
        },
        onGap: (ms) => {
          const text = `The stream was interrupted for ${Math.round(ms / 100) / 10} s. What the server said meanwhile is lost, so what it may have said of changes is read again.`
          this.#options.traffic.append(0, { kind: 'note', fault: 'gap', text })
          this.#options.onGap?.()
        },
        onGone: (why) => this.#lost(`The server can no longer be reached: ${why}`),
        onRefused: async (end, attempt) => {
          const again = await this.#readmitted(end, 'the stream', attempt, false)
          this.#shutOut = again ? undefined : (this.#options.authorizer?.logins() ?? 0)
          return again
        },
      }
      if (wanted === null || (wanted === 'get' && overPipe)) return host.onState('none')
      if (wanted === 'get') {
        void listen(
          getChannel((place, hearing, signal) => this.#line.get(place, hearing, signal, wish), this.#hear),
          host,
          signal,
        )
        return resolve(undefined)
      }
      const channel = subscriptionChannel({
        nextId: () => this.#calls.nextId(),
        post: (id, hearing, signal) => postOpen(this.#line, this.#life.signal, { id, message: wanted, hearing, signal, wish }),
        hear: this.#hear,
        onAcknowledged: (filter, seq) => {
          this.#options.traffic.settle(seq, 'open', 'plain')
          const told = isObject(filter) && Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions : []
          this.#know({ subscribed: told.filter((uri) => typeof uri === 'string') })
          resolve(filter)
        },
      })
      void listen(channel, host, signal)
    })
  }

  /** The server refused; true: there are other credentials to be sent. */
  async #readmitted(end: End, during: string, attempt: number, asks: boolean): Promise<boolean> {
    const { authorizer } = this.#options
    if (authorizer === undefined || this.#line.overPipe || (end.status !== 401 && end.status !== 403)) return false
    const { status, headers, exchange } = end
    const refused = { status, headers, filtered: end.filtered === true, exchange, during, attempt, asks }
    return (await authorizer.challenged(refused, this.#life.signal)) === 'retry'
  }

  #reply(id: Id, reply: AskReply): void {
    if (this.#closed !== undefined) return
    const { wish } = reply
    const { kind: _, wish: __, ...error } = reply.kind === 'error' ? reply : { kind: '', wish }
    const message = reply.kind === 'result' ? { id, result: reply.result } : { id, error }
    this.#line.post(message, this.#life.signal, {}, { wish })
  }

  #know(news: Partial<Facts>): void {
    if (this.#facts === undefined || this.#closed !== undefined) return
    this.#facts = { ...this.#facts, ...news }
    this.#options.onFacts?.(this.#facts)
  }

  /** The peer is gone for good. */
  #lost(why: string, cause?: Error): void {
    if (this.#closed !== undefined) return
    this.#closed = why
    void this.#finish(why, cause)
    this.#options.onClosed?.(why, cause)
  }

  #refuseWhenClosed(method: string): void {
    if (this.#closed !== undefined)
      throw new McpError('unreachable', `${method} was not sent: ${this.#closed}`, { advice: 'Connect again.' })
  }
}
