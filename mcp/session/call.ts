// One request of ours while it is under way: its clock, and who gets its answer.
import type { Message } from '../dialect/dialect.ts'
import type { McpError } from '../errors.ts'
import type { Json } from '../json.ts'
import { idKey, type Id, type RpcError } from '../jsonrpc.ts'
import type { Answer, RequestOptions } from '../session-types.ts'
import type { Row } from '../traffic-row.ts'
import type { Clock } from './clock.ts'

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
  readonly clock: Clock
  readonly onProgress: RequestOptions['onProgress']
  readonly onLate: RequestOptions['onLate']
  readonly onStray: RequestOptions['onStray']
  /** Ends its exchanges. */
  readonly control = new AbortController()
  /** As performance.now() has it. */
  readonly sentAt = performance.now()
  exchange = 0
  seq = 0
  /** Where a stream that broke may be taken up again. */
  place: string | undefined
  /** Milliseconds that the server wants us to wait before. */
  retry: number | undefined
  /** What the newest progress said. */
  progress: number | undefined
  /** The last message on its stream that could not be read. */
  garbled: string | undefined
  /** The error in an HTTP refusal, which says less than its status. */
  refused: RpcError | undefined
  settled = false
  #resolve: (outcome: Outcome) => void = () => {}
  #reject: (error: McpError) => void = () => {}

  constructor(id: Id, message: Message, name: string, clock: Clock, { onProgress, onLate, onStray }: RequestOptions) {
    this.id = id
    this.message = message
    this.name = name
    this.clock = clock
    this.onProgress = onProgress
    this.onLate = onLate
    this.onStray = onStray
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

  /** What ended it well, as it is told; `row`: that of the answer, while the record holds it. */
  answer({ result, seq }: Outcome, row: Row | undefined): Answer {
    return {
      result,
      exchange: this.exchange,
      requestSeq: this.seq,
      answerSeq: seq,
      ms: row?.ms ?? performance.now() - this.sentAt,
      bytes: row?.bytes ?? 0,
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
    return true
  }
}
