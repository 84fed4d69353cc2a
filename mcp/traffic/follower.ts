// Reads a record after it was written, at a pace of its own, and knows what it came too late for.
import type { WireEvent } from '../wire-event.ts'

/** What a follower asks of its record. */
export interface Followed {
  events(after: number): Iterable<WireEvent>
  /** The newest seq given. */
  readonly newest: number
  /** Rows held up to that seq, and all of them. */
  rank(seq: number): number
  readonly total: number
  /** How much of its memory is used, from 0 to 1. */
  readonly fill: number
}

/** Almost full: the oldest rows go soon. */
const FULL = 0.75
/** Share of the rows that must have been read before the oldest go, which are a tenth of them at a time. */
const AHEAD = 0.12

export class Follower {
  /** The newest event that was read. */
  last = 0
  /** Rows that were dropped before they were read. */
  missed = 0
  readonly #record: Followed

  constructor(record: Followed) {
    this.#record = record
  }

  /** The events that were not read yet; each counts as read once it is handed out. */
  *unread(): Iterable<WireEvent> {
    for (const event of this.#record.events(this.last)) {
      this.last = event.seq
      yield event
    }
    // The members of a batch are rows, and no events of their own.
    this.last = this.#record.newest
  }

  /** Nothing of what there is now is to be read. */
  skip(): void {
    this.last = this.#record.newest
  }

  /** Rows still to be read. */
  get behind(): number {
    return this.#record.total - this.#record.rank(this.last + 1)
  }

  /** What is read next would soon be dropped. */
  get pressed(): boolean {
    const { fill, total } = this.#record
    return fill > FULL && this.behind > total * (1 - AHEAD)
  }

  /** The record was emptied: from now on, what was still to be read is not there. Returns what is to be said when all of it is back. */
  emptied(): () => void {
    const { last, behind } = this
    const { newest } = this.#record
    return () => {
      // Who has read nothing since goes on where they were; else it came too late.
      if (this.last <= newest) this.last = last
      else this.missed += behind
    }
  }

  /** The record dropped a row. */
  lost(seq: number): void {
    if (seq > this.last) this.missed += 1
  }
}
