// Over a pipe an error without an id does not say what it answers: a line that was no JSON or no message, a notification that should have had
// no answer, or a request whose id was not read. What was sent, and what comes after, tells.
import { isObject, type Json } from '../json.ts'
import type { Id } from '../jsonrpc.ts'
import type { Asked, Message, Trip } from './seen.ts'

/** Milliseconds within which a notification may be what is answered, and for which it is waited what comes after. */
const SOON = 2000

interface Held {
  /** The request that it would answer. */
  asked: Asked
  at: number
  /** What it is when that request has its own answer, and when it has none. */
  toNotification: () => Message
  toRequest: () => Message
}

export class Nameless {
  /** Lines that are no JSON: an error without an id is theirs, whatever else is under way. */
  readonly #unread: Trip[] = []
  /** The last line that is JSON and no message: what has its id, or none, answers it. */
  #rubbish: Trip | undefined
  #told: { trip: Trip; at: number } | undefined
  #held: Held | undefined

  sentUnread(trip: Trip): void {
    this.#unread.push(trip)
  }

  sentRubbish(trip: Trip): void {
    this.#rubbish = trip
  }

  sentNotification(trip: Trip, at: number): void {
    this.#told = { trip, at }
  }

  /** The line that was no request and that an answer with this id answers; `waits`: a request has that id. */
  lineFor(id: Id | null | undefined, waits: boolean): Trip | undefined {
    const nameless = id === undefined || id === null
    if (nameless) {
      const unread = this.#unread.shift()
      if (unread !== undefined) return unread
    }
    const last = this.#rubbish
    const own = isObject(last?.body) ? last.body.id : undefined
    if (last === undefined || (!nameless && (waits || quote(id) !== quote(own)))) return undefined
    this.#rubbish = undefined
    last.messages += 1
    return last
  }

  /** The notification that was sent a moment ago, once. */
  notificationAt(at: number): Trip | undefined {
    const told = this.#told
    if (told === undefined || at - told.at > SOON) return undefined
    this.#told = undefined
    return told.trip
  }

  hold(held: Held): void {
    this.#held = held
  }

  /** The request has its answer by its id: what was held was meant for another. */
  answered(asked: Asked, tell: (message: Message) => void): void {
    if (this.#held?.asked !== asked) return
    const { toNotification } = this.#held
    this.#held = undefined
    tell(toNotification())
  }

  /** Nothing that tells came by then; left out: ever. */
  given(tell: (message: Message) => void, at = Number.POSITIVE_INFINITY): void {
    if (this.#held === undefined || at - this.#held.at < SOON) return
    const { toRequest } = this.#held
    this.#held = undefined
    tell(toRequest())
  }
}

/** An id of any kind, as JSON. */
export function quote(id: Json | undefined): string {
  return typeof id === 'bigint' ? String(id) : (JSON.stringify(id) ?? '')
}

/** Something that is answered at once has no answer yet: what comes without an id may be meant for it. */
export function somethingWaits(trips: Iterable<Trip>): boolean {
  const open = [...trips].flatMap(({ asked }) => asked)
  return open.some(({ answered, method }) => answered === undefined && method !== 'subscriptions/listen')
}
