// Events that a stream brings again when it is taken up: they were judged when they came first.
import { isReplay } from './proper.ts'
import { placeOf } from './trips.ts'
import type { Trip } from './seen.ts'

const MOST_PLACES = 20_000

export class Replays {
  readonly #places = new Set<string>()

  /** Whether an event with this id came before, on a stream that was not taken up. */
  again(trip: Trip | undefined, id: string | undefined): boolean {
    if (trip === undefined || id === undefined) return false
    const place = placeOf(trip, id)
    if (isReplay(trip)) return this.#places.has(place)
    if (this.#places.size < MOST_PLACES) this.#places.add(place)
    return false
  }
}
