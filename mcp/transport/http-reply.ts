// A reply over HTTP whose form is chosen late: one JSON body when the answer is all there is, else an event stream.
import type { Reading } from '../jsonrpc.ts'
import type { Reply } from './reply.ts'

/** Milliseconds after which a silent reply becomes a stream with comments: some clients give up on silence. */
const FIRST_COMMENT = 10_000
const NEXT_COMMENT = 20_000

const encoder = new TextEncoder()

/** Milliseconds after which the question for the era is taken to be one that the server does not know. */
const PATIENCE = 3000

export interface ReplyOptions {
  headers?: { [name: string]: string }
  /** The status of a reply that is this answer alone. Default: 200. */
  status?(reading: Reading): number
  /** The reply tells the era: where there is none, its status must not read as that of a server which is out of order. */
  probes?: boolean
}

/** The reply to a POST. `headers` go with either form. */
export function httpReply({ headers = {}, status = () => 200, probes = false }: ReplyOptions = {}): Reply {
  let stream: Stream | undefined
  let done = false
  let resolve: (response: Response) => void = () => {}
  const response = new Promise<Response>((settle) => (resolve = settle))
  const timer = setTimeout(() => (probes ? refuse('The server says nothing to it') : open().comment()), probes ? PATIENCE : FIRST_COMMENT)
  const answer = (status: number, type: string, text: string): void => {
    resolve(new Response(text, { status, headers: { ...headers, 'content-type': type } }))
  }
  function refuse(why: string): void {
    done = true
    answer(probes ? 400 : 502, 'text/plain; charset=utf-8', why)
  }
  function open(): Stream {
    clearTimeout(timer)
    if (stream === undefined) {
      stream = new Stream()
      resolve(stream.response(headers))
    }
    return stream
  }
  return {
    response,
    push(text, last, reading) {
      if (done) return
      if (!last || stream !== undefined) return open().event(text)
      done = true
      clearTimeout(timer)
      answer(status(reading), 'application/json', text)
    },
    end(error) {
      clearTimeout(timer)
      if (stream === undefined && !done) refuse(error?.message ?? 'The bridge was closed')
      stream?.close()
      done = true
    },
  }
}

/** The reply to a GET: a stream from the start. */
export function eventStream(): Reply {
  const stream = new Stream()
  return {
    response: Promise.resolve(stream.response({})),
    push: (text) => stream.event(text),
    end: () => stream.close(),
  }
}

class Stream {
  readonly #readable: ReadableStream<Uint8Array>
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  readonly #timer: ReturnType<typeof setInterval>

  constructor() {
    this.#readable = new ReadableStream({
      start: (controller) => void (this.#controller = controller),
      cancel: () => this.#stop(),
    })
    this.#timer = setInterval(() => this.comment(), NEXT_COMMENT)
  }

  response(headers: { [name: string]: string }): Response {
    return new Response(this.#readable, {
      headers: { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
    })
  }

  /** A bare CR is legal space in JSON and ends a line in an event stream: it becomes a data line of its own. */
  event(text: string): void {
    const data = text.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`)
    this.#controller?.enqueue(encoder.encode(`event: message\n${data.join('')}\n`))
  }

  comment(): void {
    this.#controller?.enqueue(encoder.encode(': still here\n\n'))
  }

  close(): void {
    const controller = this.#controller
    this.#stop()
    controller?.close()
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#controller = undefined
  }
}
