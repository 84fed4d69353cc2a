// The POSTs over a pipe that wait for answers, and which of them a line belongs to. What is over is let go of whole: a signal that
// is listened to keeps all that the listener knows, for as long as the connection lives.
import type { McpError } from '../errors.ts'
import type { Reply } from './reply.ts'

/** One POST that waits for answers. */
export interface Waiter {
  reply: Reply
  /** Keys of ids still without an answer. */
  missing: Set<string>
  tokens: Set<string>
  /** It stays open for what is said unasked (`subscriptions/listen`): nothing belongs to it that does not name it. */
  open: boolean
  /** It was cancelled: an answer may come yet, and what is said without a name belongs to others that wait. */
  cancelled?: true
  /** Keys of what the server asked on its stream, and that has no answer yet. */
  asked: Set<string>
  /** Lets go of whoever would have ended it. */
  release(): void
}

/** Ids that were asked with, remembered so that a late answer is not taken for a stray one. */
const MOST_ASKED = 20_000

export class Waiters {
  readonly #all = new Set<Waiter>()
  /** Which stream a server's request went to. */
  readonly #askedOn = new Map<string, Waiter>()
  readonly #asked = new Set<string>()

  add(waiter: Waiter): void {
    this.#all.add(waiter)
    for (const key of waiter.missing) this.#asked.add(key)
    for (const oldest of this.#asked) {
      if (this.#asked.size <= MOST_ASKED) break
      this.#asked.delete(oldest)
    }
  }

  /** It waits no more. False: it had ceased to before. */
  forget(waiter: Waiter): boolean {
    waiter.release()
    for (const key of waiter.asked) this.#askedOn.delete(key)
    return this.#all.delete(waiter)
  }

  /** Of several with one id, the oldest. */
  of(key: string): Waiter | undefined {
    for (const waiter of this.#all) if (waiter.missing.has(key)) return waiter
    return undefined
  }

  byToken(key: string): Waiter | undefined {
    for (const waiter of this.#all) if (waiter.tokens.has(key)) return waiter
    return undefined
  }

  /** The only call that waits, one that was cancelled where there is no other; asked for with every line. */
  get alone(): Waiter | undefined {
    let only: Waiter | undefined
    let cancelled: Waiter | undefined
    let several = false
    for (const waiter of this.#all) {
      if (waiter.open) continue
      if (waiter.cancelled) {
        several = cancelled !== undefined
        cancelled = waiter
      } else if (only !== undefined) return undefined
      else only = waiter
    }
    return only ?? (several ? undefined : cancelled)
  }

  get newest(): Waiter | undefined {
    const all = [...this.#all].filter(({ open }) => !open)
    return all.findLast(({ cancelled }) => cancelled !== true) ?? all.at(-1)
  }

  /** The server asked something on this stream. */
  asks(waiter: Waiter, key: string): void {
    this.#askedOn.set(key, waiter)
    waiter.asked.add(key)
  }

  /** What the server asked has its answer. */
  told(key: string): void {
    this.#askedOn.get(key)?.asked.delete(key)
    this.#askedOn.delete(key)
  }

  askedOn(key: string): Waiter | undefined {
    return this.#askedOn.get(key)
  }

  /** Whether it was asked with this id, as far as that is remembered. */
  knows(key: string): boolean {
    return this.#asked.has(key)
  }

  endAll(error: McpError | undefined): void {
    for (const waiter of this.#all) {
      this.forget(waiter)
      waiter.reply.end(error)
    }
  }
}
