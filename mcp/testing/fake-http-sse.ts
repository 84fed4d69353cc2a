// Puts a fake server behind HTTP+SSE: one stream brings all answers, and its first event says where to post.
import type { FetchHandler } from '../fetch-handler.ts'
import type { FakeServer } from './fake-server.ts'

export interface HttpSseOptions {
  /** What the `endpoint` event says; undefined: there is no such event. */
  endpoint?: string | undefined
  /** The reply to each POST that is taken. */
  accepts?: () => Response
  /** The reply to a POST to the stream's own URL. */
  refuses?: () => Response
}

export interface FakeHttpSse {
  fetch: FetchHandler
  /** URLs that were posted to. */
  posted: string[]
  /** Sends raw text on the stream. */
  write(text: string): void
  /** Ends the stream. */
  hangUp(): void
}

const ENCODER = new TextEncoder()

export function fakeHttpSse(server: FakeServer, options: HttpSseOptions = {}): FakeHttpSse {
  const endpoint = 'endpoint' in options ? options.endpoint : '/messages?session=1'
  const { accepts = () => new Response('Accepted', { status: 202 }), refuses = () => new Response('Not Found', { status: 404 }) } = options
  const posted: string[] = []
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const write = (text: string): void => stream?.enqueue(ENCODER.encode(text))

  async function relay(request: Request): Promise<void> {
    const response = await server.fetch(request)
    const text = await response.text()
    if (text === '') return
    const events = response.headers.get('content-type')?.includes('event-stream') === true
    write(events ? text : `event: message\ndata: ${text}\n\n`)
  }

  return {
    posted,
    write,
    hangUp() {
      stream?.close()
      stream = undefined
    },
    async fetch(request) {
      request.signal.throwIfAborted()
      if (request.method === 'GET') {
        const body = new ReadableStream<Uint8Array>({ start: (controller) => void (stream = controller) })
        request.signal.addEventListener('abort', () => (stream = undefined))
        if (endpoint !== undefined) write(`event: endpoint\ndata: ${endpoint}\n\n`)
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
      posted.push(request.url)
      if (stream === undefined || !request.url.includes('session=')) return refuses()
      void relay(request)
      return accepts()
    },
  }
}
