// Our requests under way: sent, matched with what comes back, resumed, limited, cancelled.
import type { Message } from '../dialect/dialect.ts'
import { McpError } from '../errors.ts'
import { isObject } from '../json.ts'
import { answersIn, idKey, isNameless, type Id, type Reading } from '../jsonrpc.ts'
import type { Answer, ConnectOptions, RequestOptions } from '../session-types.ts'
import { Answered } from '../traffic/answered.ts'
import { nameOf } from '../traffic/naming.ts'
import type { End, Hearing } from '../wire.ts'
import { itself, type Wish } from '../wish.ts'
import type { Asks } from './asks.ts'
import { Call } from './call.ts'
import type { Clock } from './clock.ts'
import { GivenUp } from './given-up.ts'
import {
  byPerson,
  cutBy,
  cutOff,
  echoed,
  httpFailure,
  isEcho,
  rpcFailure,
  silent,
  strayId,
  unreachable,
  type Situation,
} from './failure.ts'
import { isLong } from './limits.ts'
import type { Line } from './line.ts'
import { CANCELLED_BY_PERSON, GRACE, RESUMES } from './patience.ts'
import { pause } from './pause.ts'
import { beginsTask, progressFlaw, progressIn } from './progress-flaw.ts'
import { isStray, strayWords } from './stray.ts'
import { CALL_CANCELLED, TOO_LATE } from './reason.ts'
import { retryAt } from './retry-after.ts'

const BROKEN = itself('the stream broke off before the answer')

export interface CallsHost {
  options: ConnectOptions
  line: Line
  asks: Asks
  /** Ends with the connection. */
  life: AbortSignal
  /** Whether the GET stream is open, so that an answer may come there. */
  hearsUnasked(): boolean
  /** The peer is gone for good. */
  lost(why: string, cause: Error): void
}

export class Calls {
  readonly #host: CallsHost
  readonly #calls = new Map<string, Call>()
  readonly #gone = new GivenUp((call, outcome) => call.answer(outcome, this.#host.options.traffic.row(outcome.seq)))
  /** Calls that asked for progress and have their answer. */
  readonly #finished = new Answered()
  readonly #refusals = new WeakMap<McpError, End>()
  #lastId = 0
  #settled = false

  constructor(host: CallsHost) {
    this.#host = host
  }

  /** Gives up every request for this method without a word to the server; a late answer answers nothing. */
  drop(method: string): void {
    for (const call of this.#calls.values()) {
      if (call.method !== method) continue
      call.fail(new McpError('cancelled', `${method} is no longer wanted`))
      call.control.abort('No longer wanted')
    }
  }

  /** How the exchange ended that was refused with 401 or 403. */
  refusalOf(error: unknown): End | undefined {
    return error instanceof McpError ? this.#refusals.get(error) : undefined
  }

  /** An id that no other request of this connection has. */
  nextId(): number {
    return ++this.#lastId
  }

  /** Sends a request and waits for its answer, under a clock that who asks holds and stops. @throws McpError */
  async once(
    message: Message,
    options: RequestOptions,
    clock: Clock,
    onHeaders: ((headers: Headers) => void) | undefined,
  ): Promise<Answer> {
    const { line, asks, life } = this.#host
    const { dialect } = line
    const { signal, onProgress, onSent } = options
    const { method, params } = message
    if (signal?.aborted) throw byPerson(method)
    if (life.aborted) throw cutOff(method, life)
    const refused = dialect.refuses(message)
    if (refused !== undefined) throw new McpError('unsent', `${method} was not sent. ${refused}`)
    const id = this.nextId()
    const call = new Call(id, message, nameOf(method, params), clock, options)
    const dressed = dialect.dress(message, onProgress ? { progressToken: id } : {})
    const onAbort = (): void => {
      const reason = typeof signal?.reason === 'string' && signal.reason !== '' ? signal.reason : CANCELLED_BY_PERSON
      this.#cancel(call, reason, byPerson(method, call.exchange), { by: 'you', why: 'the call is cancelled' })
    }
    const onLimit = (): void => this.#cancel(call, String(clock.signal.reason), clock.failure(method, call.exchange), TOO_LATE)
    signal?.addEventListener('abort', onAbort, { once: true })
    clock.signal.addEventListener('abort', onLimit, { once: true })
    this.#calls.set(call.key, call)
    clock.start()
    const hearing: Hearing = {
      ...this.#hearing(call),
      onSent(seq, exchange) {
        call.seq = seq
        call.exchange = exchange
        onSent?.(seq, exchange)
      },
      onStatus: (_status, headers) => onHeaders?.(headers),
    }
    const exchange = line.post({ id, method, params: dressed }, call.control.signal, hearing, options)
    void exchange.ended.then((end) => this.#onEnd(call, end))
    try {
      const outcome = await call.outcome.catch(async (error: unknown) => {
        const refused = error instanceof McpError && (error.status === 401 || error.status === 403)
        if (refused) this.#refusals.set(error, await exchange.ended)
        throw error
      })
      if (method !== dialect.greeting().method) this.#settled = true
      return call.answer(outcome, this.#host.options.traffic.row(outcome.seq))
    } finally {
      signal?.removeEventListener('abort', onAbort)
      clock.signal.removeEventListener('abort', onLimit)
      this.#calls.delete(call.key)
      asks.ended(call, signal?.aborted === true ? CALL_CANCELLED : `${method} is over`)
    }
  }

  /** The connection is over: so is every call. */
  end(reason: string, cause: Error | undefined): void {
    for (const call of this.#calls.values()) {
      call.fail(cause instanceof McpError ? cause : cutBy(reason, call.method, call.exchange))
      call.control.abort(reason)
    }
    this.#calls.clear()
    this.#gone.clear()
  }

  situation(method: string): Situation {
    const { dialect } = this.#host.line
    const greeting = dialect.greeting().method
    return {
      method,
      greeting,
      url: this.#host.line.endpoint ?? this.#host.options.url,
      named: this.#host.line.endpoint !== undefined,
      session: dialect.hasSession() && method !== greeting,
      sessions: dialect.sessions,
      settled: this.#settled,
    }
  }

  /** Takes in one message; `during`: the call on whose stream it came. */
  hear(reading: Reading, seq: number, exchange: number, during: Call | undefined): void {
    switch (reading.kind) {
      case 'result':
        if (this.#gone.takes(reading, seq)) return
        if (!this.#calls.has(idKey(reading.id))) this.#stray(reading.id, seq, during)
        if (!beginsTask(reading.result)) this.#answered(this.#calls.get(idKey(reading.id)))
        return this.#calls.get(idKey(reading.id))?.succeed({ result: reading.result, seq })
      case 'failure': {
        if (this.#gone.takes(reading, seq)) return
        const { status, responseHeaders = [] } = this.#host.options.traffic.exchange(exchange) ?? {}
        const named = reading.id === undefined || reading.id === null ? undefined : this.#calls.get(idKey(reading.id))
        // Some servers make an id up when they refuse a request unread; its exchange says whose it is.
        const unread = reading.id === undefined || reading.id === null || (status ?? 0) >= 400
        const call = named ?? (unread ? during : undefined)
        if (call === undefined) {
          return this.#stray(reading.id, seq, during)
        }
        // Who is refused for want of a session or a token is told so by the status.
        const { dialect } = this.#host.line
        const strange = call.id !== reading.id && dialect.sessions
        const lost = status === 404 && dialect.hasSession() && Number(reading.error.code) !== -32601
        if (status === 401 || status === 403 || lost || (strange && (status ?? 0) >= 400)) call.refused = reading.error
        else {
          const headers = new Headers(responseHeaders.map(([name, value]): [string, string] => [name, value]))
          const reply = { exchange: call.exchange, status, headers }
          this.#answered(call)
          // Over a pipe nothing says what it answers, save that nothing else waits.
          const guessed =
            named === undefined && this.#host.line.overPipe
              ? `The error came without the id of its request (${call.id}); it is taken for the answer, since no other request waited.`
              : undefined
          call.fail(rpcFailure(reading.error, call.method, reply, guessed ?? dialect.advice(call.message, reading.error)))
        }
        return
      }
      case 'request':
        return this.#onRequest(reading, seq, exchange, during)
      case 'notification':
        return this.#onNotification(reading, seq, during)
      case 'garbled': {
        // Who was to be answered by it is not left waiting for a better answer.
        for (const id of answersIn(reading)) {
          const call = this.#calls.get(idKey(id))
          if (call !== undefined) this.#spoil(call, reading.why, exchange)
        }
        if (during !== undefined) during.garbled = reading.why
        else if (isNameless(reading)) this.#stray(undefined, seq, undefined)
        return
      }
      case 'batch':
    }
  }

  /** Whether nobody wants to hear of the log messages that come there; those that do not belong there are heard. */
  deaf(during: Call | undefined): boolean {
    const { line, options } = this.#host
    if (options.deafToLogs !== true) return false
    return line.dialect.era !== 'modern' || line.overPipe || !isStray('notifications/message', during !== undefined)
  }

  /** Its progress is over with it. */
  #answered(call: Call | undefined): void {
    if (call?.onProgress !== undefined) this.#finished.add(call.key, call.seq)
  }

  /** An answer that nothing asked for: it spoils the call on whose stream it came; otherwise each open call hears of it. */
  #stray(id: Id | null | undefined, seq: number, during: Call | undefined): void {
    if (during !== undefined) {
      if (id !== undefined && id !== null) during.garbled = strayId(id, during.id)
      return
    }
    const { status } = this.#host.options.traffic.row(seq) ?? {}
    if (status === 'answered before') return
    const says = strayWords(id)
    for (const call of this.#calls.values()) if (!call.settled) call.onStray?.({ seq, says })
  }

  /** Its exchange is over. Without an answer the call resumes elsewhere, or fails. */
  #onEnd(call: Call, end: End): void {
    if (call.settled) return
    const { line, lost, options } = this.#host
    const { dialect } = line
    const { traffic } = options
    const { method } = call
    const situation = this.situation(method)
    const resumable = dialect.answersByGet && call.place !== undefined
    if (end.status === 0 || (end.failure !== undefined && !resumable)) return call.fail(unreachable(end, situation))
    if (end.status >= 300) {
      const error = httpFailure(end, situation, call.refused)
      call.fail(error)
      if (situation.session && end.status === 404) lost(error.message, error)
      return
    }
    if (end.form === 'stream') {
      if (resumable && !line.overPipe) return void this.#resume(call)
      return this.#spoil(call, call.garbled)
    }
    // Some servers accept a request and answer it on the GET stream; with HTTP+SSE all do, and how they accept is their own matter.
    if (line.endpoint !== undefined) return
    if (end.status === 202 && dialect.answersByGet && this.#host.hearsUnasked()) return
    if (end.seq !== 0 && traffic.row(end.seq)?.kind === 'garbled') {
      const reading = traffic.reading(end.seq)
      return this.#spoil(call, reading?.kind === 'garbled' ? reading.why : 'not a message')
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
      const end = await this.#host.line.get(call.place, this.#hearing(call), signal, BROKEN).ended
      const busy = retryAt(end.status, end.headers)
      if (busy !== undefined) await pause(busy - Date.now(), signal)
      else if (end.status >= 400) break
      if (call.place !== before) fruitless = -1
    }
    this.#spoil(call, call.garbled)
  }

  /** There is no answer to it, or none that can be read: `why`. One may follow all the same, on another stream. */
  #spoil(call: Call, why: string | undefined, exchange = call.exchange): void {
    if (call.settled) return
    call.fail(silent(call.method, exchange, why))
    this.#gone.add(call)
  }

  #hearing(call: Call): Hearing {
    return {
      onMessage: (reading, seq, exchange) => this.hear(reading, seq, exchange, call),
      deaf: () => this.deaf(call),
      onPlace({ id, retry }) {
        if (id !== undefined) call.place = id
        if (retry !== undefined) call.retry = retry
      },
    }
  }

  #onRequest(reading: Extract<Reading, { kind: 'request' }>, seq: number, exchange: number, during: Call | undefined): void {
    const mine = this.#calls.get(idKey(reading.id))
    if (mine !== undefined && isEcho(reading.method, mine)) {
      this.#host.options.traffic.settle(seq, 'an echo', 'bad')
      return mine.fail(echoed(reading.method, exchange))
    }
    if (!this.#host.line.dialect.serverRequests) return this.#host.options.traffic.settle(seq, 'not allowed', 'bad')
    const all = [...this.#calls.values()].filter((call) => !call.settled)
    const long = all.filter((call) => isLong(call.method))
    // Some servers ask while they make a list: its clock must stand still too.
    const open = long.length > 0 ? long : all
    // On a shared channel nothing says which call it belongs to, save when there is but one.
    const sure = !this.#host.line.shared ? during : open.length === 1 ? open[0] : undefined
    const held = sure === undefined ? open : [sure]
    this.#host.asks.take(
      reading,
      seq,
      exchange,
      sure,
      held.map(({ clock }) => clock),
    )
  }

  #onNotification({ method, params }: Extract<Reading, { kind: 'notification' }>, seq: number, during: Call | undefined): void {
    let belongs = during
    const { line, options } = this.#host
    if (line.dialect.era === 'modern' && !line.overPipe && isStray(method, during !== undefined))
      options.traffic.settle(seq, 'wrong stream', 'warn')
    if (method === 'notifications/cancelled') this.#host.asks.cancelled(params)
    if (method === 'notifications/progress' && isObject(params)) {
      const token = params.progressToken
      const call = typeof token === 'string' || typeof token === 'number' ? this.#calls.get(idKey(token)) : undefined
      const key = typeof token === 'string' || typeof token === 'number' ? idKey(token) : ''
      const flaw = this.#finished.get(key) === undefined ? call && progressFlaw(call.progress, params) : 'progress after the answer'
      if (flaw !== undefined) options.traffic.settle(seq, flaw, 'warn')
      if (call !== undefined) {
        belongs = call
        call.progress = Number(params.progress ?? 0)
        call.clock.alive()
        call.onProgress?.(progressIn(params))
      }
    }
    this.#host.options.onNotice({ method, params, seq, ...(belongs === undefined ? {} : { during: belongs.seq }) })
  }

  /** Tells the server, unless it must not hear of it, and fails the call. */
  #cancel(call: Call, reason: string, error: McpError, wish: Wish): void {
    if (call.settled) return
    call.fail(error)
    this.#gone.add(call)
    const { line, life } = this.#host
    const { dialect } = line
    const mute = call.method === dialect.greeting().method && !dialect.greetingCancels
    const farewell = mute ? null : dialect.cancel(call.id, reason)
    if (farewell === null) return call.control.abort(reason)
    line.post({ ...farewell }, life, {}, { wish })
    void pause(GRACE, life).then(() => call.control.abort('cancelled'))
  }
}
