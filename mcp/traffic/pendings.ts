// Requests without an answer, of both sides. Only the newest are remembered: a peer may never answer.
import { idKey, type Id } from '../jsonrpc.ts'
import type { Direction } from '../traffic-row.ts'
import type { Pending } from './open.ts'

/** Requests without an answer that are remembered: of a server that is down, none gets one. */
const MOST = 50_000

/** Direction, type and value of the id. */
export function keyOf(asker: Direction, id: Id): string {
  return `${asker}:${idKey(id)}`
}

export class Pendings {
  /** Oldest first under each key. */
  readonly #all = new Map<string, Pending[]>()
  /** Keys of those that waited when the record was emptied. */
  readonly #emptied: Set<string>

  /** `before`: those of a record that was emptied, and goes on here. */
  constructor(before?: Pendings) {
    this.#emptied = new Set(before && [...before.#emptied, ...before.#all.keys()])
  }

  add(key: string, pending: Pending): void {
    const waiting = this.#all.get(key)
    if (waiting !== undefined) return void waiting.push(pending)
    this.#all.set(key, [pending])
    if (this.#all.size > MOST) this.#all.delete(this.#all.keys().next().value!)
  }

  first(key: string): Pending | undefined {
    return this.#all.get(key)?.[0]
  }

  *of(keys: readonly string[] = []): Iterable<Pending> {
    for (const key of keys) yield* this.#all.get(key) ?? []
  }

  /** The oldest under a key, which waits no more. */
  take(key: string): Pending | undefined {
    const waiting = this.#all.get(key)
    const first = waiting?.shift()
    if (waiting?.length === 0) this.#all.delete(key)
    return first
  }

  *all(): Iterable<Pending> {
    for (const waiting of this.#all.values()) yield* waiting
  }

  /** Whether its request went with a record that was emptied; true once. */
  wasEmptied(key: string): boolean {
    return this.#emptied.delete(key)
  }

  clear(): void {
    this.#all.clear()
    this.#emptied.clear()
  }
}
