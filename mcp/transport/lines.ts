// A response whose messages come as lines in this very thread. It spares the event-stream text in between, and it
// keeps the order of arrival across responses exact, which byte streams read side by side cannot.

import type { Reading } from '../jsonrpc.ts'
import type { TakesRun } from '../log-run.ts'
import type { Reply } from './reply.ts'

export interface LineListener {
  /** `reading`: the line as it reads, so that nobody parses it twice. */
  line(text: string, reading: Reading): void
  /** Takes lines of a text that nobody else need hear of. */
  run?: TakesRun
  /** `error`: why no further line can come; undefined when the response is complete. */
  end(error?: Error): void
}

/** Lines on their way to one listener; those that come before it are kept for it. */
export class LineSource {
  #listener: LineListener | undefined
  #early: [string, Reading][] = []
  #ended: { error: Error | undefined } | undefined

  /** @throws Error when somebody listens already. */
  listen(listener: LineListener): void {
    if (this.#listener !== undefined) throw new Error('These lines have a listener already')
    this.#listener = listener
    for (const [text, reading] of this.#early) listener.line(text, reading)
    this.#early = []
    if (this.#ended !== undefined) listener.end(this.#ended.error)
  }

  get ended(): boolean {
    return this.#ended !== undefined
  }

  push(text: string, reading: Reading): void {
    if (this.#ended !== undefined) return
    if (this.#listener === undefined) this.#early.push([text, reading])
    else this.#listener.line(text, reading)
  }

  /** Offers the lines of a text, from one on, to the listener: where those end that it took. */
  run(text: string, from: number): number {
    return this.#ended === undefined && this.#listener?.run !== undefined ? this.#listener.run(text, from) : from
  }

  end(error?: Error): void {
    if (this.#ended !== undefined) return
    this.#ended = { error }
    this.#listener?.end(error)
  }
}

const sources = new WeakMap<Response, LineSource>()

/** A 200 response that carries these lines. */
export function lineResponse(source: LineSource): Response {
  const response = new Response(null, { status: 200, headers: { 'content-type': 'text/event-stream' } })
  sources.set(response, source)
  return response
}

export function linesOf(response: Response): LineSource | undefined {
  return sources.get(response)
}

/** A reply for a reader in this thread, which keeps the order of arrival. */
export function lineReply(): Reply {
  const source = new LineSource()
  return {
    response: Promise.resolve(lineResponse(source)),
    push: (text, _last, reading) => source.push(text, reading),
    run: (text, from) => source.run(text, from),
    end: (error) => source.end(error),
  }
}
