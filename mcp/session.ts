// One conversation with one server. Hides ids, streams, resumption, server requests, limits and cancelling; what
// differs between eras is the dialect's.
import type { Dialect } from './dialect/dialect.ts'
import { legacyDialect } from './dialect/legacy.ts'
import { McpError } from './errors.ts'
import type { Json } from './json.ts'
import type { Id } from './jsonrpc.ts'
import { Asks } from './session/asks.ts'
import { Calls } from './session/calls.ts'
import { httpFailure, unreachable } from './session/failure.ts'
import { Line } from './session/line.ts'
import { listen } from './session/listen.ts'
import type { Answer, AskReply, ConnectOptions, Facts, RequestOptions, Session } from './session-types.ts'
import type { Hearing } from './wire.ts'

const CONNECT_LIMIT = 60_000

/**
 * Opens a session: greeting, `notifications/initialized`, then the GET stream in the background.
 * @throws McpError when there is no session to be had; nothing is left open then.
 */
export async function connect(options: ConnectOptions): Promise<Session> {
  const dialect = legacyDialect({
    revision: options.revision ?? '2025-11-25',
    clientInfo: options.clientInfo,
    capabilities: options.capabilities,
  })
  const conversation = new Conversation(options, dialect)
  try {
    await conversation.start()
  } catch (error) {
    await conversation.close('The connection could not be opened')
    throw error
  }
  return conversation
}

class Conversation implements Session {
  readonly #options: ConnectOptions
  readonly #line: Line
  readonly #asks: Asks
  readonly #calls: Calls
  readonly #life = new AbortController()
  readonly #hear: NonNullable<Hearing['onMessage']> = (reading, seq, exchange) => this.#calls.hear(reading, seq, exchange, undefined)
  #facts: Facts | undefined
  #closed: string | undefined

  constructor(options: ConnectOptions, dialect: Dialect) {
    this.#options = options
    this.#line = new Line(options, dialect)
    this.#asks = new Asks({
      capabilities: options.capabilities,
      onAsk: options.onAsk,
      reply: (id, reply) => this.#reply(id, reply),
    })
    this.#calls = new Calls({
      options,
      line: this.#line,
      asks: this.#asks,
      life: this.#life.signal,
      hearsUnasked: () => this.#facts?.listening === 'open',
      lost: (why, cause) => this.#lost(why, cause),
    })
  }

  get facts(): Facts {
    if (this.#facts === undefined) throw new Error('The handshake is not done')
    return this.#facts
  }

  async start(): Promise<void> {
    const { signal, timeouts } = this.#options
    const { dialect } = this.#line
    const greeting = dialect.greeting()
    let headers = new Headers()
    const answer = await this.#calls.ask(
      greeting.method,
      greeting.params,
      { ...(signal === undefined ? {} : { signal }), timeout: timeouts?.connect ?? CONNECT_LIMIT },
      (of) => (headers = of),
    )
    this.#facts = { ...dialect.learn(answer.result, headers), listening: dialect.listens && !this.#line.overPipe ? 'opening' : 'none' }
    for (const { method, params } of dialect.settled()) await this.#line.announce(method, params, this.#life.signal)
    if (this.#closed !== undefined) throw new McpError('unreachable', this.#closed)
    if (this.#line.overPipe) void this.#readPipe()
    else if (dialect.listens) void this.#listen()
    this.#options.onFacts?.(this.#facts)
  }

  async request(method: string, params?: Json, options: RequestOptions = {}): Promise<Answer> {
    this.#refuseWhenClosed(method)
    return this.#calls.ask(method, params, options)
  }

  async notify(method: string, params?: Json): Promise<void> {
    this.#refuseWhenClosed(method)
    const exchange = this.#line.post({ method, params }, this.#life.signal)
    const status = await exchange.responded
    if (status !== 0 && status < 400) return
    const end = await exchange.ended
    if (end.status === 0) throw unreachable(end, this.#calls.situation(method))
    throw httpFailure(end, this.#calls.situation(method))
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
    const { failure } = await this.#line.get(undefined, { onMessage: this.#hear }, this.#life.signal).ended
    if (failure !== undefined && !failure.ours) this.#lost(failure.why, failure.error)
  }

  /** The GET stream. */
  #listen(): Promise<void> {
    return listen(
      {
        get: (place, hearing, signal) => this.#line.get(place, hearing, signal),
        hear: this.#hear,
        onState: (state) => this.#know({ listening: state }),
        onGone: (why) => this.#lost(`The server can no longer be reached: ${why}`),
      },
      this.#life.signal,
    )
  }

  #reply(id: Id, reply: AskReply): void {
    if (this.#closed !== undefined) return
    const { kind: _, ...error } = reply.kind === 'error' ? reply : { kind: '' }
    const message = reply.kind === 'result' ? { id, result: reply.result } : { id, error }
    this.#line.post(message, this.#life.signal)
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
