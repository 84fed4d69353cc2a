// Event streams of one session that can be taken up again: each event has an id, and is kept for who lost the stream.
import type { ServerResponse } from 'node:http'

const EVENTS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' }
/** Streams that are kept after their end, and events of each. */
const MOST_STREAMS = 50
const MOST_EVENTS = 1000

/** Writes the head of a stream, if that was not done. */
export function beginEvents(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, EVENTS).flushHeaders()
}

export class Resumable {
  readonly #streams = new Map<string, EventStream>()
  #count = 0

  /** `primes`: an event with an id and nothing else comes first, so that even a stream without a message can be resumed. */
  open(response: ServerResponse, primes: boolean): EventStream {
    const name = String((this.#count += 1))
    const stream = new EventStream(name, primes)
    this.#streams.set(name, stream)
    if (this.#streams.size > MOST_STREAMS) this.#streams.delete(this.#streams.keys().next().value!)
    stream.attach(response, -1)
    return stream
  }

  /** Goes on after an event. Undefined when it was none of this session, or is kept no more. */
  resume(id: string, response: ServerResponse): EventStream | undefined {
    const [, name = '', number = ''] = /^(\d+)-(\d+)$/.exec(id) ?? []
    const stream = this.#streams.get(name)
    if (stream === undefined || !stream.attach(response, Number(number))) return undefined
    return stream
  }
}

export class EventStream {
  readonly #name: string
  /** What was sent, by number; the first is empty where the stream is primed. */
  readonly #events: string[]
  #response: ServerResponse | undefined
  #ended = false

  constructor(name: string, primes: boolean) {
    this.#name = name
    this.#events = primes ? [''] : []
  }

  /** Somebody reads it. */
  get open(): boolean {
    return this.#response !== undefined
  }

  send(message: string): void {
    this.#events.push(message)
    this.#write(this.#events.length - 1)
  }

  end(): void {
    this.#ended = true
    this.#response?.end()
  }

  /** From after that event on it goes to this response. False when there is no such event. */
  attach(response: ServerResponse, after: number): boolean {
    if (after >= this.#events.length || this.#events.length - after > MOST_EVENTS) return false
    beginEvents(response)
    this.#response?.end()
    this.#response = response
    response.on('close', () => {
      if (this.#response === response) this.#response = undefined
    })
    for (let number = after + 1; number < this.#events.length; number++) this.#write(number)
    if (this.#ended) response.end()
    return true
  }

  #write(number: number): void {
    const message = this.#events[number] ?? ''
    const name = message === '' ? '' : 'event: message\n'
    this.#response?.write(`id: ${this.#name}-${number}\n${name}data: ${message}\n\n`)
  }
}
