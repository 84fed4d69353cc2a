// One conversation with one server. Hides ids, streams, resumption, server requests, limits and cancelling; what
// differs between eras is the dialect's.
import type { Dialect } from './dialect/dialect.ts'
import { legacyDialect } from './dialect/legacy.ts'
import { McpError } from './errors.ts'
import { isObject, writeJson, type Json } from './json.ts'
import { idKey, type Id, type Reading } from './jsonrpc.ts'
import { Asks } from './session/asks.ts'
import { Call } from './session/call.ts'
import { httpFailure, rpcFailure, silent, unreachable, type Situation } from './session/failure.ts'
import { listen } from './session/listen.ts'
import { pause } from './session/pause.ts'
import type { Answer, AskReply, ConnectOptions, Facts, RequestOptions, Session } from './session-types.ts'
import { nameOf } from './traffic/naming.ts'
import { createWire, type End, type Exchange, type Hearing, type Wire } from './wire.ts'

const LIMITS = { connect: 60_000, list: 60_000, call: 300_000 }
/** Requests that may rightly take long. */
const LONG = new Set(['tools/call', 'prompts/get', 'resources/read'])
/** How long we wait for the 202 of notifications/initialized, and for that of DELETE. */
const PATIENCE = 5000
/** A late answer is still read for so long after a cancel. */
const GRACE = 5000
const RESUMES = 5
const CANCELLED_BY_PERSON = 'Cancelled by the user'

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
  readonly #dialect: Dialect
  readonly #wire: Wire
  readonly #asks: Asks
  readonly #calls = new Map<string, Call>()
  readonly #life = new AbortController()
  readonly #overPipe: boolean
  #facts: Facts | undefined
  #lastId = 0
  #closed: string | undefined
  #settled = false

  constructor(options: ConnectOptions, dialect: Dialect) {
    this.#options = options
    this.#dialect = dialect
    this.#overPipe = options.url.startsWith('stdio:')
    this.#wire = createWire(options.fetch, options.traffic)
    this.#asks = new Asks({
      capabilities: options.capabilities,
      onAsk: options.onAsk,
      reply: (id, reply) => this.#reply(id, reply),
    })
  }

  get facts(): Facts {
    if (this.#facts === undefined) throw new Error('The handshake is not done')
    return this.#facts
  }

  async start(): Promise<void> {
    const { signal } = this.#options
    const greeting = this.#dialect.greeting()
    let headers = new Headers()
    const answer = await this.#ask(
      greeting.method,
      greeting.params,
      { ...(signal === undefined ? {} : { signal }), timeout: this.#options.timeouts?.connect ?? LIMITS.connect },
      (of) => (headers = of),
    )
    this.#facts = { ...this.#dialect.learn(answer.result, headers), listening: this.#overPipe ? 'none' : 'opening' }
    for (const message of this.#dialect.settled()) await this.#announce(message.method, message.params)
    if (this.#closed !== undefined) throw new McpError('unreachable', this.#closed)
    if (this.#dialect.listens) void this.#listen()
    this.#options.onFacts?.(this.#facts)
  }

  request(method: string, params?: Json, options: RequestOptions = {}): Promise<Answer> {
    return this.#ask(method, params, options)
  }

  async notify(method: string, params?: Json): Promise<void> {
    this.#refuseWhenClosed(method)
    const exchange = this.#post(writeMessage({ method, params }), { method, params }, this.#life.signal, {})
    const status = await exchange.responded
    if (status !== 0 && status < 400) return
    const end = await exchange.ended
    if (end.status === 0) throw unreachable(end, this.#situation(method, false))
    throw httpFailure(end, this.#situation(method, this.#dialect.hasSession()))
  }

  close(reason = 'The connection was closed'): Promise<void> {
    return this.#finish(reason, undefined)
  }

  async #finish(reason: string, cause: Error | undefined): Promise<void> {
    if (this.#life.signal.aborted) return
    this.#closed ??= reason
    this.#life.abort(reason)
    this.#asks.close(reason)
    for (const call of this.#calls.values()) {
      const cut = new McpError('unreachable', `${reason} before ${call.method} was answered`, { exchange: call.exchange })
      call.fail(cause instanceof McpError ? cause : cut)
      call.control.abort(reason)
    }
    this.#calls.clear()
    if (!this.#dialect.hasSession() || this.#overPipe) return
    const limit = new AbortController()
    const farewell = this.#wire.send({ method: 'DELETE', url: this.#options.url, headers: this.#headers([]), signal: limit.signal })
    const done = new AbortController()
    await Promise.race([farewell.ended, pause(PATIENCE, done.signal)])
    done.abort()
    limit.abort('no reply to DELETE')
  }

  async #ask(method: string, params: Json | undefined, options: RequestOptions, onHeaders?: (headers: Headers) => void): Promise<Answer> {
    this.#refuseWhenClosed(method)
    const { signal, onProgress, onSent } = options
    const byPerson = (exchange?: number): McpError =>
      new McpError('cancelled', `${method} was cancelled by you`, exchange === undefined ? {} : { exchange })
    if (signal?.aborted) throw byPerson()
    const id = ++this.#lastId
    const limit = options.timeout ?? this.#limit(method)
    const call: Call = new Call(id, method, nameOf(method, params), limit, onProgress, () => this.#onIdle(call, limit))
    const dressed = this.#dialect.dress(params === undefined ? { method } : { method, params }, onProgress ? { progressToken: id } : {})
    const onAbort = (): void => {
      const reason = typeof signal?.reason === 'string' && signal.reason !== '' ? signal.reason : CANCELLED_BY_PERSON
      this.#cancel(call, reason, byPerson(call.exchange))
    }
    signal?.addEventListener('abort', onAbort, { once: true })
    this.#calls.set(call.key, call)
    call.alive()
    const sentAt = performance.now()
    const exchange = this.#post(writeMessage({ id, method, params: dressed }), { method, params: dressed ?? null }, call.control.signal, {
      ...this.#hearing(call),
      onSent(seq, exchange) {
        call.seq = seq
        call.exchange = exchange
        onSent?.(seq, exchange)
      },
      onStatus: (_status, headers) => onHeaders?.(headers),
    })
    void exchange.ended.then((end) => this.#onEnd(call, end))
    try {
      const { result, seq } = await call.outcome
      if (method !== 'initialize') this.#settled = true
      const row = this.#options.traffic.row(seq)
      return {
        result,
        exchange: call.exchange,
        requestSeq: call.seq,
        answerSeq: seq,
        ms: row?.ms ?? performance.now() - sentAt,
        bytes: row?.bytes ?? 0,
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
      this.#calls.delete(call.key)
      this.#asks.ended(call, `${method} is over`)
    }
  }

  /** Its exchange is over. Without an answer the call resumes elsewhere, or fails. */
  #onEnd(call: Call, end: End): void {
    if (call.settled) return
    const { method } = call
    const situation = this.#situation(method, this.#dialect.hasSession() && method !== 'initialize')
    if (end.status === 0 || (end.failure !== undefined && call.place === undefined)) return call.fail(unreachable(end, situation))
    if (end.status >= 400) {
      const error = httpFailure(call.refused === undefined ? end : { ...end, text: call.refused }, situation)
      call.fail(error)
      if (situation.session && end.status === 404) this.#lost(error.message, error)
      return
    }
    if (end.form === 'stream') {
      if (call.place !== undefined && !this.#overPipe) return void this.#resume(call)
      return call.fail(silent(method, call.exchange, call.garbled))
    }
    // Some servers accept a request and answer it on the GET stream.
    if (end.status === 202 && this.#facts?.listening === 'open') return
    if (end.seq !== 0 && this.#options.traffic.row(end.seq)?.kind === 'garbled') {
      const reading = this.#options.traffic.reading(end.seq)
      return call.fail(silent(method, call.exchange, reading?.kind === 'garbled' ? reading.why : 'not a message'))
    }
    call.fail(
      end.text === '' && end.seq !== 0 && call.garbled !== undefined
        ? silent(method, call.exchange, call.garbled)
        : httpFailure(end, situation),
    )
  }

  /** A stream that named a place was closed before its answer: it goes on by GET. */
  async #resume(call: Call): Promise<void> {
    const { signal } = call.control
    for (let fruitless = 0; fruitless < RESUMES && !call.settled; fruitless++) {
      await pause(call.retry ?? 1000, signal)
      if (signal.aborted || call.settled) return
      const before = call.place
      const end = await this.#get(call.place, this.#hearing(call), signal).ended
      if (end.status >= 400) break
      if (call.place !== before) fruitless = -1
    }
    call.fail(silent(call.method, call.exchange, call.garbled))
  }

  async #listen(): Promise<void> {
    const { signal } = this.#life
    const hear: NonNullable<Hearing['onMessage']> = (reading, seq, exchange) => this.#hear(reading, seq, exchange, undefined)
    if (this.#overPipe) {
      const { failure } = await this.#get(undefined, { onMessage: hear }, signal).ended
      if (failure !== undefined && !failure.ours) this.#lost(failure.why, failure.error)
      return
    }
    await listen(
      {
        get: (place, hearing, signal) => this.#get(place, hearing, signal),
        hear,
        onState: (state) => this.#know({ listening: state }),
        onGone: (why) => this.#lost(`The server can no longer be reached: ${why}`),
      },
      signal,
    )
  }

  #hearing(call: Call): Hearing {
    return {
      onMessage: (reading, seq, exchange) => this.#hear(reading, seq, exchange, call),
      onPlace({ id, retry }) {
        if (id !== undefined) call.place = id
        if (retry !== undefined) call.retry = retry
      },
    }
  }

  #hear(reading: Reading, seq: number, exchange: number, during: Call | undefined): void {
    switch (reading.kind) {
      case 'result':
        return this.#calls.get(idKey(reading.id))?.succeed({ result: reading.result, seq })
      case 'failure': {
        const status = this.#options.traffic.exchange(exchange)?.status ?? 200
        const call = reading.id === undefined || reading.id === null ? during : this.#calls.get(idKey(reading.id))
        if (call === undefined) return
        // Who is refused for want of a session or a token is told so by the status.
        if (status === 401 || status === 403 || (status >= 400 && call.id !== reading.id)) call.refused = reading.error.message
        else call.fail(rpcFailure(reading.error, call.method, call.exchange, status))
        return
      }
      case 'request':
        return this.#onRequest(reading, seq, exchange, during)
      case 'notification':
        return this.#onNotification(reading, seq, during)
      case 'garbled':
        if (during !== undefined) during.garbled = reading.why
        return
      case 'batch':
    }
  }

  #onRequest(reading: Extract<Reading, { kind: 'request' }>, seq: number, exchange: number, during: Call | undefined): void {
    const open = [...this.#calls.values()].filter((call) => !call.settled && LONG.has(call.method))
    // On a pipe nothing says which call it belongs to, save when there is but one.
    const sure = !this.#overPipe ? during : open.length === 1 ? open[0] : undefined
    this.#asks.take(reading, seq, exchange, sure, sure === undefined ? open : [sure])
  }

  #onNotification({ method, params }: Extract<Reading, { kind: 'notification' }>, seq: number, during: Call | undefined): void {
    let belongs = during
    if (method === 'notifications/cancelled') this.#asks.cancelled(params)
    if (method === 'notifications/progress' && isObject(params)) {
      const token = params.progressToken
      const call = typeof token === 'string' || typeof token === 'number' ? this.#calls.get(idKey(token)) : undefined
      if (call !== undefined) {
        belongs = call
        call.alive()
        const { progress, total, message } = params
        call.onProgress?.({
          progress: Number(progress ?? 0),
          ...(typeof total === 'number' ? { total } : {}),
          ...(typeof message === 'string' ? { message } : {}),
        })
      }
    }
    this.#options.onNotice({ method, params, seq, ...(belongs === undefined ? {} : { during: belongs.seq }) })
  }

  #onIdle(call: Call, limit: number): void {
    const seconds = Math.round(limit / 100) / 10
    this.#cancel(
      call,
      `No answer within ${seconds} s`,
      new McpError('silent', `${call.method} got no answer within ${seconds} s`, {
        exchange: call.exchange,
        advice: 'The server may need longer: raise the limit in the settings, or look at its log.',
      }),
    )
  }

  /** Tells the server (never about the greeting, which must not be cancelled) and fails the call. */
  #cancel(call: Call, reason: string, error: McpError): void {
    if (call.settled) return
    call.fail(error)
    const farewell = call.method === this.#dialect.greeting().method ? null : this.#dialect.cancel(call.id, reason)
    if (farewell === null) return call.control.abort(reason)
    this.#post(writeMessage(farewell), farewell, this.#life.signal, {})
    void pause(GRACE, this.#life.signal).then(() => call.control.abort('cancelled'))
  }

  #reply(id: Id, reply: AskReply): void {
    if (this.#closed !== undefined) return
    const { kind: _, ...error } = reply.kind === 'error' ? reply : { kind: '' }
    const message = reply.kind === 'result' ? { id, result: reply.result } : { id, error }
    this.#post(writeMessage(message), undefined, this.#life.signal, {})
  }

  async #announce(method: string, params: Json | undefined): Promise<void> {
    const exchange = this.#post(writeMessage({ method, params }), { method, params: params ?? null }, this.#life.signal, {})
    const done = new AbortController()
    await Promise.race([exchange.responded, pause(PATIENCE, done.signal)])
    done.abort()
  }

  #post(body: string, message: { method: string; params?: Json | undefined } | undefined, signal: AbortSignal, hearing: Hearing): Exchange {
    const headers = this.#headers(
      [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json, text/event-stream'],
      ],
      message,
    )
    return this.#wire.send({ method: 'POST', url: this.#options.url, headers, body, signal }, hearing)
  }

  #get(place: string | undefined, hearing: Hearing, signal: AbortSignal): Exchange {
    const headers: [string, string][] = [['Accept', 'text/event-stream']]
    if (place !== undefined && place !== '') headers.push(['Last-Event-ID', place])
    return this.#wire.send({ method: 'GET', url: this.#options.url, headers: this.#headers(headers), signal }, hearing)
  }

  #headers(own: [string, string][], message?: { method: string; params?: Json | undefined }): [string, string][] {
    const dressed = this.#dialect.headers(
      message === undefined ? undefined : { method: message.method, ...(message.params == null ? {} : { params: message.params }) },
    )
    const all: [string, string][] = [...own, ...dressed.map(([name, value]): [string, string] => [name, value])]
    const taken = new Set(all.map(([name]) => name.toLowerCase()))
    for (const [name, value] of this.#options.headers ?? []) if (!taken.has(name.toLowerCase())) all.push([name, value])
    return all
  }

  #limit(method: string): number {
    const { timeouts } = this.#options
    return LONG.has(method) ? (timeouts?.call ?? LIMITS.call) : (timeouts?.list ?? LIMITS.list)
  }

  #situation(method: string, session: boolean): Situation {
    return { method, url: this.#options.url, session, settled: this.#settled }
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

function writeMessage(message: { id?: Id; method?: string; params?: Json | undefined; result?: Json; error?: object }): string {
  return writeJson({ jsonrpc: '2.0', ...message })
}
