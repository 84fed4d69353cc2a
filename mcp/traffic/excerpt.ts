// A record as it stands at one moment, for who writes it down bit by bit while it goes on: what comes later is no part of it, and what
// is dropped before it was read is counted.
import type { Traffic } from '../traffic.ts'
import type { WireEvent } from '../wire-event.ts'

export class Excerpt {
  readonly traffic: Traffic
  /** About what share of the work is done, from 0 to 1: of the reading, unless who does more than that says so. */
  share = 0
  /** The newest event that belongs to it, and the newest that was read. */
  readonly #until: number
  #read = 0
  #dropped: number

  constructor(traffic: Traffic) {
    this.traffic = traffic
    this.#until = traffic.newest
    this.#dropped = traffic.dropped
  }

  /** The record, or what was taken of it before. */
  static of(record: Traffic | Excerpt): Excerpt {
    return record instanceof Excerpt ? record : new Excerpt(record)
  }

  /** Messages that are missing in what was read. */
  get dropped(): number {
    return this.#dropped
  }

  /** Every event, oldest first: the one time that they are read to be written. */
  *events(): Iterable<WireEvent> {
    let first: number | undefined
    for (const event of this.traffic.events()) {
      if (event.seq > this.#until) break
      first ??= event.seq
      this.#read = event.seq
      this.share = (event.seq - first + 1) / (this.#until - first + 1)
      yield event
    }
    this.#read = this.#until
    this.share = 1
  }

  /** The same, to be looked at beforehand: a round of its own, after which the share begins again. */
  *before(): Iterable<WireEvent> {
    let first: number | undefined
    for (const event of this.traffic.events()) {
      if (event.seq > this.#until) break
      first ??= event.seq
      this.share = (event.seq - first + 1) / (this.#until - first + 1)
      yield event
    }
    this.share = 0
  }

  /**
   * Lets other work be done.
   * @throws Error when the record was emptied meanwhile, before it was read to its end.
   */
  async meanwhile(pause: () => Promise<void>): Promise<void> {
    const { traffic } = this
    const ahead = this.#ahead()
    const { dropped } = traffic
    await pause()
    const lost = ahead - this.#ahead()
    // Emptied, it counts none of them as dropped.
    if (lost > Math.max(0, traffic.dropped - dropped)) throw new Error('The record was emptied before all of it was read')
    this.#dropped += lost
  }

  /** Messages of it that are still to be read. */
  #ahead(): number {
    return this.traffic.rank(this.#until + 1) - this.traffic.rank(this.#read + 1)
  }
}
