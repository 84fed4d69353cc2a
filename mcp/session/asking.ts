// What a request may take before its answer is final: other credentials, another way to say it, input that the server wants.
import { operationOf } from '../auth/operation.ts'
import type { Message } from '../dialect/dialect.ts'
import { McpError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import type { Answer, RequestOptions } from '../session-types.ts'
import { nameOf } from '../traffic/naming.ts'
import type { Calls, CallsHost } from './calls.ts'
import { Clock } from './clock.ts'
import { advised, byPerson, cutOff } from './failure.ts'
import { limitsFor } from './limits.ts'
import { PageWatch } from './page-watch.ts'
import { FIRST_PAUSE, LONGEST_PAUSE, PAGES, ROUNDS } from './patience.ts'
import { pause } from './pause.ts'
import { itself, onceMore } from '../wish.ts'

const AMENDING = itself('a call was refused for what its header said of an argument')

export class Asking {
  readonly #host: CallsHost
  readonly #calls: Calls
  readonly #pages = new PageWatch()

  constructor(host: CallsHost, calls: Calls) {
    this.#host = host
    this.#calls = calls
  }

  /**
   * Asks until there is a final answer: what an error can be amended by is done once, and input that the server wants is
   * gathered, as often as it wants some.
   * @throws McpError
   */
  async ask(method: string, params: Json | undefined, options: RequestOptions, onHeaders?: (headers: Headers) => void): Promise<Answer> {
    const clock: Clock = new Clock({ ...limitsFor(method, this.#host.options.timeouts), ...options.limits }, (reading) =>
      options.onClock?.(reading, () => clock.extend()),
    )
    try {
      return await this.#rounds(method, params, options, clock, onHeaders)
    } finally {
      clock.stop()
    }
  }

  async #rounds(
    method: string,
    params: Json | undefined,
    options: RequestOptions,
    clock: Clock,
    onHeaders: ((headers: Headers) => void) | undefined,
  ): Promise<Answer> {
    const { dialect } = this.#host.line
    let message: Message = params === undefined ? { method } : { method, params }
    let amended = false
    for (let rounds = 0; ;) {
      let answer: Answer
      try {
        answer = await this.#authorized(
          message,
          rounds === 0 && !amended
            ? options
            : unasked(options, rounds === 0 ? 'as the server wants it said' : 'with the input that the server wanted'),
          clock,
          onHeaders,
        )
      } catch (error) {
        const first = amended || !(error instanceof McpError) || error.rpc === undefined ? undefined : dialect.amends(message, error.rpc)
        if (first === undefined) throw error
        amended = true
        if (first.list !== undefined) await this.#listAgain(first.list, options.signal)
        continue
      }
      const { result, exchange, answerSeq: seq } = answer
      const meaning = dialect.meaning(message, result)
      if (meaning.kind === 'final') {
        const { traffic } = this.#host.options
        const endless = this.#pages.see(message, result)
        if (endless !== undefined) traffic.append(exchange, { kind: 'note', fault: 'endless-pages', text: endless })
        if (meaning.flaw !== undefined && traffic.row(seq)?.status === 'ok') traffic.settle(seq, meaning.flaw, 'warn')
        return rounds === 0 ? answer : { ...answer, rounds }
      }
      const spoilt = (why: string): McpError => new McpError('garbled', `The answer to ${method} is none: ${why}`, { exchange })
      if (meaning.kind === 'invalid') throw spoilt(meaning.why)
      rounds += 1
      if (rounds > ROUNDS) throw spoilt(`the server wanted input ${ROUNDS} times, and again`)
      const { requests, again } = meaning
      const signal = AbortSignal.any([this.#host.life, ...(options.signal === undefined ? [] : [options.signal])])
      // Without questions it only wants us to come back.
      if (requests.length === 0) await pause(Math.min(FIRST_PAUSE * 2 ** rounds, LONGEST_PAUSE), AbortSignal.any([signal, clock.signal]))
      if (clock.signal.aborted) throw clock.failure(method, exchange)
      const release = clock.hold()
      const wanted = requests.map(({ key, message }) => ({ key, ...message }))
      const replies = await this.#host.asks
        .gather(wanted, { seq, exchange, during: { method, name: nameOf(method, params) }, clock: clock.reading }, signal)
        .catch((error: unknown) => {
          if (options.signal?.aborted) throw byPerson(method, exchange)
          if (this.#host.life.aborted) throw cutOff(method, this.#host.life)
          throw error
        })
        .finally(release)
      message = { method, params: again(replies) }
    }
  }

  /** Every page of a list, for the dialect's ears; what fails is left to the request that needed it. */
  async #listAgain(method: string, signal: AbortSignal | undefined): Promise<void> {
    let cursor: Json | undefined
    for (let page = 0; page < PAGES; page++) {
      const params = cursor === undefined ? undefined : { cursor }
      const answer = await this.ask(method, params, { wish: AMENDING, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined)
      const next = isObject(answer?.result) ? answer.result.nextCursor : undefined
      if (typeof next !== 'string' || next === cursor) return
      cursor = next
    }
  }

  /** As often as a refusal is answered with other credentials. While a person logs in, the clock stands still. */
  async #authorized(
    message: Message,
    options: RequestOptions,
    clock: Clock,
    onHeaders: ((headers: Headers) => void) | undefined,
  ): Promise<Answer> {
    const { authorizer } = this.#host.options
    if (authorizer === undefined || this.#host.line.overPipe) return this.#calls.once(message, options, clock, onHeaders)
    const during = operationOf(message.method, nameOf(message.method, message.params))
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await this.#calls.once(
          message,
          attempt === 0 ? options : unasked(options, 'with other credentials'),
          clock,
          onHeaders,
        )
        authorizer.passed(answer.exchange)
        return answer
      } catch (error) {
        const end = this.#calls.refusalOf(error)
        if (end === undefined) throw error
        const { status, headers, exchange } = end
        const { signal } = options
        const either = AbortSignal.any([this.#host.life, ...(signal === undefined ? [] : [signal])])
        const refused = { status, headers, filtered: end.filtered === true, exchange, during, attempt, asks: true }
        const verdict = await authorizer.challenged(refused, either).finally(clock.hold())
        if (signal?.aborted === true) throw byPerson(message.method, exchange)
        if (verdict === 'give-up') throw advised(error as McpError, authorizer.advice(during))
        // Who asks for a token, and is then given one, has done nothing wrong.
        const { traffic } = this.#host.options
        for (const { seq } of traffic.exchange(exchange)?.rows ?? []) traffic.settle(seq, `HTTP ${status}`, 'plain')
      }
    }
  }
}

/** What is sent once more was not asked for when the first was. */
function unasked(options: RequestOptions, why: string): RequestOptions {
  const { askedAt: _, ...rest } = options
  return { ...rest, wish: onceMore(options.wish, why) }
}
