// A response whose messages come as lines in this very thread. It spares the event-stream text in between, and it
// keeps the order of arrival across responses exact, which byte streams read side by side cannot.

export interface LineListener {
  line(text: string): void
  /** `error`: why no further line can come; undefined when the response is complete. */
  end(error?: Error): void
}

/** Lines on their way to one listener; those that come before it are kept for it. */
export class LineSource {
  #listener: LineListener | undefined
  #early: string[] = []
  #ended: { error: Error | undefined } | undefined

  /** @throws Error when somebody listens already. */
  listen(listener: LineListener): void {
    if (this.#listener !== undefined) throw new Error('These lines have a listener already')
    this.#listener = listener
    for (const text of this.#early) listener.line(text)
    this.#early = []
    if (this.#ended !== undefined) listener.end(this.#ended.error)
  }

  get ended(): boolean {
    return this.#ended !== undefined
  }

  push(text: string): void {
    if (this.#ended !== undefined) return
    if (this.#listener === undefined) this.#early.push(text)
    else this.#listener.line(text)
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
