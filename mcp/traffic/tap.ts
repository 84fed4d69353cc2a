// What passes between another client and its server, written down as if it were a record of our own: each line as it was, in the exchange that
// it belongs to. Only listens; nothing here can hold up or change what passes.
import { idKey, read, type Reading } from '../jsonrpc.ts'
import { isObject } from '../json.ts'
import type { WireEvent, WireFact } from '../wire-event.ts'

/** Numbers events and exchanges as a record does. */
export class Stamp {
  #seq = 0
  #exchange = 0
  readonly #write: (event: WireEvent) => void
  readonly #now: () => number

  /** @param now milliseconds since the epoch */
  constructor(write: (event: WireEvent) => void, now: () => number) {
    this.#write = write
    this.#now = now
  }

  open(): number {
    this.#exchange += 1
    return this.#exchange
  }

  /** `members`: of the batch that the fact is; each takes a number of its own after it. */
  fact(exchange: number, fact: WireFact, members = 0): void {
    this.#seq += 1
    this.#write({ ...fact, seq: this.#seq, at: this.#now(), exchange })
    this.#seq += members
  }
}

/** One of the client's messages that waits for answers. */
interface Waiting {
  exchange: number
  missing: Set<string>
}

export interface PipeTap {
  /** A line that the client wrote to the server's stdin. */
  fromClient(text: string): void
  /** A line that the server wrote to stdout. */
  fromServer(text: string): void
  errorLine(text: string): void
  exit(code: number | null, signal: string | null): void
  /** No process ran. */
  notStarted(why: string): void
}

/** Listens to a pipe. `command`: what was started, as a person would write it. */
export function tapPipe(stamp: Stamp, command: string): PipeTap {
  const url = `stdio:${command}`
  const waiting = new Map<string, Waiting>()
  const tokens = new Map<string, number>()
  stamp.fact(0, { kind: 'start', text: command })

  const asked = (reading: Reading, exchange: number): Waiting => {
    const requests = reading.kind === 'batch' ? reading.members : [reading]
    const one: Waiting = { exchange, missing: new Set() }
    for (const request of requests) {
      if (request.kind !== 'request') continue
      const key = idKey(request.id)
      one.missing.add(key)
      waiting.set(key, one)
      const meta = isObject(request.params) && isObject(request.params._meta) ? request.params._meta : {}
      const token = meta.progressToken
      if (typeof token === 'string' || typeof token === 'number' || typeof token === 'bigint') tokens.set(idKey(token), exchange)
    }
    return one
  }

  /** The exchanges that a message of the server answers, each with whether it has all its answers now. */
  const answered = (reading: Reading): { exchange: number; complete: boolean } | undefined => {
    const answers = reading.kind === 'batch' ? reading.members : [reading]
    let found: Waiting | undefined
    for (const answer of answers) {
      if (answer.kind !== 'result' && answer.kind !== 'failure') continue
      if (answer.id === undefined || answer.id === null) continue
      const key = idKey(answer.id)
      const one = waiting.get(key)
      if (one === undefined) continue
      waiting.delete(key)
      one.missing.delete(key)
      found ??= one
    }
    return found && { exchange: found.exchange, complete: found.missing.size === 0 }
  }

  const progress = (reading: Reading): number | undefined => {
    if (reading.kind !== 'notification' || reading.method !== 'notifications/progress' || !isObject(reading.params)) return undefined
    const token = reading.params.progressToken
    return typeof token === 'string' || typeof token === 'number' || typeof token === 'bigint' ? tokens.get(idKey(token)) : undefined
  }

  const over = (why: string): void => {
    for (const { exchange } of new Set(waiting.values())) stamp.fact(exchange, { kind: 'failed', why })
    waiting.clear()
  }

  return {
    fromClient(text) {
      const reading = read(text)
      const exchange = stamp.open()
      const one = asked(reading, exchange)
      stamp.fact(exchange, { kind: 'sent', method: 'STDIN', url, headers: [], body: text }, membersOf(reading))
      if (one.missing.size === 0) stamp.fact(exchange, { kind: 'closed' })
    },
    fromServer(text) {
      const reading = read(text)
      if (reading.kind === 'garbled') return stamp.fact(0, { kind: 'noise', text, why: reading.why })
      const answer = answered(reading)
      stamp.fact(answer?.exchange ?? progress(reading) ?? 0, { kind: 'frame', text }, membersOf(reading))
      if (answer?.complete === true) stamp.fact(answer.exchange, { kind: 'closed' })
    },
    errorLine: (text) => stamp.fact(0, { kind: 'stderr', text }),
    exit(code, signal) {
      over(code === null ? `the server was ended by ${signal ?? 'a signal'}` : `the server ended with exit code ${code}`)
      stamp.fact(0, { kind: 'exit', code, signal })
    },
    notStarted(why) {
      over(why)
      stamp.fact(0, { kind: 'exit', code: null, signal: null, text: why })
    },
  }
}

function membersOf(reading: Reading): number {
  return reading.kind === 'batch' ? reading.members.length : 0
}
