// Which exchange brought which place (event id) to resume from: a stream that goes on after one belongs to what it goes on with. Only the
// newest are remembered, of each exchange that is over the last.
import type { WireFact } from '../wire-event.ts'

const MOST = 100

export class Places {
  /** By exchange: the last place that it reached, and the event that named it. */
  readonly #open = new Map<number, { seq: number; place: string }>()
  /** By place: the event that named it. */
  readonly #over = new Map<string, number>()

  /** Takes note of a fact. Most of a flood name no place. */
  take(seq: number, exchange: number, fact: WireFact): void {
    if (fact.kind === 'frame' || fact.kind === 'sign') {
      if (fact.id !== undefined) this.#open.set(exchange, { seq, place: fact.id })
    } else if (fact.kind === 'closed' || fact.kind === 'failed') this.#end(exchange)
  }

  /** An event of the exchange that a request goes on with by its Last-Event-ID, if that is known. */
  resumed({ headers }: Extract<WireFact, { kind: 'sent' }>): number | undefined {
    const place = headers.find(([name]) => name.toLowerCase() === 'last-event-id')?.[1]
    return place === undefined ? undefined : this.#over.get(place)
  }

  #end(exchange: number): void {
    const open = this.#open.get(exchange)
    if (open === undefined) return
    this.#open.delete(exchange)
    // The newest stand last.
    this.#over.delete(open.place)
    this.#over.set(open.place, open.seq)
    for (const oldest of this.#over.keys()) {
      if (this.#over.size <= MOST) break
      this.#over.delete(oldest)
    }
  }
}
