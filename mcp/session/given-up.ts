// Requests that were given up, whose answers may still come: they answer nothing any more, but somebody may want to see them.
import { idKey, type Reading } from '../jsonrpc.ts'
import type { Answer, LateAnswer } from '../session-types.ts'
import type { Call, Outcome } from './call.ts'

/** More are not waited for; the oldest goes first. */
const MOST = 100

export class GivenUp {
  readonly #answerOf: (call: Call, outcome: Outcome) => Answer
  readonly #calls = new Map<string, { call: Call; at: number }>()

  constructor(answerOf: (call: Call, outcome: Outcome) => Answer) {
    this.#answerOf = answerOf
  }

  add(call: Call): void {
    this.#calls.set(call.key, { call, at: performance.now() })
    if (this.#calls.size > MOST) this.#calls.delete(this.#calls.keys().next().value!)
  }

  clear(): void {
    this.#calls.clear()
  }

  /** Whether the message answers one of them; if so, that is told. */
  takes(reading: Extract<Reading, { kind: 'result' | 'failure' }>, seq: number): boolean {
    if (reading.id === undefined || reading.id === null) return false
    const gone = this.#calls.get(idKey(reading.id))
    if (gone === undefined) return false
    const { call, at } = gone
    this.#calls.delete(call.key)
    const late: LateAnswer = { seq, after: performance.now() - at }
    if (reading.kind === 'result') late.answer = this.#answerOf(call, { result: reading.result, seq })
    else {
      const { code, message, data } = reading.error
      late.error = { code: Number(code), message, ...(data === undefined ? {} : { data }) }
    }
    call.onLate?.(late)
    return true
  }
}
