// Requests that have their answer, so that a second one is known for what it is. Only the newest are remembered.
const MOST = 1000

export class Answered {
  readonly #seqs = new Map<string, number>()

  /** `key` '' is none. */
  add(key: string, seq: number): void {
    if (key === '') return
    this.#seqs.delete(key)
    this.#seqs.set(key, seq)
    if (this.#seqs.size <= MOST) return
    for (const oldest of this.#seqs.keys()) {
      this.#seqs.delete(oldest)
      return
    }
  }

  /** The row of the request. */
  get(key: string): number | undefined {
    return this.#seqs.get(key)
  }

  clear(): void {
    this.#seqs.clear()
  }
}
