// Requests that were answered with a wish for input, until the same is asked again with it. Only the newest are remembered.
import { isObject, type Json } from '../json.ts'

const MOST = 100

export class Rounds {
  readonly #waiting = new Map<string, number>()

  wants(method: string, name: string, seq: number): void {
    this.#waiting.set(`${method} ${name}`, seq)
    if (this.#waiting.size <= MOST) return
    for (const oldest of this.#waiting.keys()) {
      this.#waiting.delete(oldest)
      return
    }
  }

  /** The row that a request goes on with, if it brings input. */
  next(method: string, name: string, params: Json | undefined): number | undefined {
    if (!isObject(params) || (params.inputResponses === undefined && params.requestState === undefined)) return undefined
    const key = `${method} ${name}`
    const seq = this.#waiting.get(key)
    this.#waiting.delete(key)
    return seq
  }
}
