// What both halves of the fake server need: an error to throw, a stream of events to write.
import type { Json } from '../json.ts'

/** Thrown by a handler to answer with a JSON-RPC error. */
export class FakeError extends Error {
  readonly code: number
  readonly data: Json | undefined
  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.code = code
    this.data = data
  }
}

const encoder = new TextEncoder()

export class Stream {
  readonly readable: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined

  constructor() {
    this.readable = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
      cancel: () => void (this.#controller = undefined),
    })
  }

  event(text: string, end = '\n\n'): void {
    this.#controller?.enqueue(encoder.encode(`event: message\ndata: ${text}${end}`))
  }

  close(): void {
    this.#controller?.close()
    this.#controller = undefined
  }
}
