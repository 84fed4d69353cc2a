// One request of ours while it is under way: its idle limit, and who gets its answer.
import type { Message } from '../dialect/dialect.ts'
import type { McpError } from '../errors.ts'
import type { Json } from '../json.ts'
import { idKey, type Id, type RpcError } from '../jsonrpc.ts'
import type { RequestOptions } from '../session-types.ts'

/** What ended a call well. */
export interface Outcome {
  result: Json
  seq: number
}

export class Call {
  readonly id: Id
  readonly message: Message
  readonly name: string
  readonly outcome: Promise<Outcome>
  readonly onProgress: RequestOptions['onProgress']
  /** Ends its exchanges. */
  readonly control = new AbortController()
  exchange = 0
  seq = 0
  /** Where a stream that broke may be taken up again. */
  place: string | undefined
  /** Milliseconds that the server wants us to wait before. */
  retry: number | undefined
  /** The last message on its stream that could not be read. */
  garbled: string | undefined
  /** The error in an HTTP refusal, which says less than its status. */
  refused: RpcError | undefined
  settled = false
  readonly #limit: number
  readonly #onIdle: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #held = 0
  #resolve: (outcome: Outcome) => void = () => {}
  #reject: (error: McpError) => void = () => {}

  constructor(id: Id, message: Message, name: string, limit: number, onProgress: RequestOptions['onProgress'], onIdle: () => void) {
    this.id = id
    this.message = message
    this.name = name
    this.onProgress = onProgress
    this.#limit = limit
    this.#onIdle = onIdle
    this.outcome = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // The one who asked hears of it; until then a rejection is not unhandled.
    this.outcome.catch(() => {})
  }

  get method(): string {
    return this.message.method
  }

  get key(): string {
    return idKey(this.id)
  }

  /** Starts the idle limit anew. */
  alive(): void {
    clearTimeout(this.#timer)
    if (this.#limit > 0 && this.#held === 0 && !this.settled) this.#timer = setTimeout(this.#onIdle, this.#limit)
  }

  /** The limit stands still until the returned function is called. */
  hold(): () => void {
    this.#held += 1
    clearTimeout(this.#timer)
    return () => {
      this.#held -= 1
      this.alive()
    }
  }

  succeed(outcome: Outcome): void {
    if (this.#settle()) this.#resolve(outcome)
  }

  fail(error: McpError): void {
    if (this.#settle()) this.#reject(error)
  }

  #settle(): boolean {
    if (this.settled) return false
    this.settled = true
    clearTimeout(this.#timer)
    return true
  }
}
