// How long one request may take: a limit on silence, which progress starts anew, and one on the whole, which only a person
// extends. It stands still while a person is asked something.
import { McpError } from '../errors.ts'
import type { ClockReading, Limits } from '../session-types.ts'

/** Beyond this a timer fires at once. */
const LONGEST = 2 ** 31 - 1

export class Clock {
  readonly #limits: Limits
  readonly #onChange: ((reading: ClockReading) => void) | undefined
  readonly #expired = new AbortController()
  #left: Limits
  /** Milliseconds that it ran. */
  #ran = 0
  /** When it was read last; undefined: it does not run. */
  #since: number | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #held = 0
  #stopped = false
  /** Something was heard since it was started. */
  #heard = false
  #ended: keyof Limits | undefined

  constructor(limits: Limits, onChange?: (reading: ClockReading) => void) {
    this.#limits = limits
    this.#left = { ...limits }
    this.#onChange = onChange
  }

  /** Aborts when a limit has passed. */
  get signal(): AbortSignal {
    return this.#expired.signal
  }

  get reading(): ClockReading {
    this.#read()
    const { idle, total } = this.#left
    const left = { idle: Math.max(0, idle), total: Math.max(0, total) }
    return { at: Date.now(), held: this.#held > 0, ran: this.#ran, limits: this.#limits, left }
  }

  /** A request leaves: silence begins. */
  start(): void {
    this.#read()
    this.#left.idle = this.#limits.idle
    this.#go()
  }

  /** Progress came. */
  alive(): void {
    this.#heard = true
    this.start()
  }

  /** As long again: both limits begin anew. */
  extend(): void {
    if (this.#ended !== undefined) return
    this.#read()
    this.#left = { ...this.#limits }
    this.#go()
  }

  /** Stands still until the returned function is called. */
  hold(): () => void {
    this.#read()
    this.#held += 1
    this.#go()
    return () => {
      this.#held -= 1
      this.start()
    }
  }

  /** For good. */
  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** Why it ended: which limit, and after how long. */
  failure(method: string, exchange: number): McpError {
    const limit = this.#ended ?? 'idle'
    const ms = this.#limits[limit]
    const passed = seconds(ms)
    const message =
      limit === 'total'
        ? `${method} was not done within ${passed}, the limit for the whole`
        : this.#heard
          ? `${method} fell silent: nothing came for ${passed} after its last progress, ${seconds(this.#ran)} after it was sent`
          : `${method} got no answer within ${passed}`
    return new McpError('silent', message, {
      exchange,
      data: { code: 'LIMIT', limit, ms, ran: Math.round(this.#ran) },
      advice: 'The server was told to stop. It may need longer: call again with a longer limit, or look at its log.',
    })
  }

  #go(): void {
    this.#arm()
    if (!this.#stopped && this.#ended === undefined) this.#onChange?.(this.reading)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const runs = this.#held === 0 && !this.#stopped && this.#ended === undefined
    this.#since = runs ? performance.now() : undefined
    if (!runs) return
    const next = Math.min(...(['idle', 'total'] as const).filter((one) => this.#limits[one] > 0).map((one) => this.#left[one]))
    if (next !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#ring(), Math.min(Math.max(0, next), LONGEST))
  }

  #ring(): void {
    this.#read()
    // A timer may be early, or have been cut to what timers can wait for.
    const passed = (limit: keyof Limits): boolean => this.#limits[limit] > 0 && this.#left[limit] < 1
    if (!passed('total') && !passed('idle')) return this.#arm()
    this.#ended = passed('total') ? 'total' : 'idle'
    this.#expired.abort(`No answer within ${seconds(this.#limits[this.#ended])}`)
  }

  /** Takes off what has passed. */
  #read(): void {
    if (this.#since === undefined) return
    const now = performance.now()
    const passed = now - this.#since
    this.#since = now
    this.#ran += passed
    this.#left.idle -= passed
    this.#left.total -= passed
  }
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}
