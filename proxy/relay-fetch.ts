// The relay as a FetchHandler, for commands that speak to a server themselves.
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { McpError } from '#mcp/errors.ts'
import { chosenHeaders, fillingOf, isInsecure, namedBy } from '#mcp/transport/exact-headers.ts'
import { noteTimes } from '#mcp/transport/relay-times.ts'
import { relayFilled } from './provider-relay.ts'
import { relay } from './relay.ts'

/** These carry no body, and `Response` takes none for them. */
const BODILESS = new Set([101, 204, 205, 304])

export const relayFetch: FetchHandler = async (request) => {
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : new Uint8Array(await request.arrayBuffer())
  const hasBody = body !== undefined && body.length > 0
  return new Promise((resolve, reject) => {
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined
    let over = false
    const fail = (error: Error) => {
      if (over) return
      over = true
      reject(error)
      stream?.error(error)
    }
    const fill = fillingOf(request)
    const named = namedBy(request)
    const relayed = (fill === undefined ? relay : relayFilled)(
      {
        url: request.url,
        method: request.method,
        headers: [...(chosenHeaders(request) ?? request.headers)].map(([name, value]) => [name, value]),
        hasBody,
        ...(isInsecure(request) ? { insecure: true } : {}),
        ...(named === undefined ? {} : { named }),
        ...(fill === undefined ? {} : { fill }),
      },
      {
        head({ status, statusText, headers, times }) {
          const content = new ReadableStream<Uint8Array>({
            start: (controller) => void (stream = controller),
            cancel: () => {
              over = true
              relayed.abort()
            },
          })
          resolve(noteTimes(new Response(BODILESS.has(status) ? null : content, { status, statusText, headers }), times))
        },
        chunk: (bytes) => !over && stream?.enqueue(bytes),
        end() {
          if (!over) stream?.close()
          over = true
        },
        failed: ({ code, message }) => fail(new McpError('unreachable', message, { data: { code } })),
      },
    )
    request.signal.addEventListener(
      'abort',
      () => {
        relayed.abort()
        fail(request.signal.reason instanceof Error ? request.signal.reason : new Error(String(request.signal.reason)))
      },
      { once: true },
    )
    if (!hasBody) return
    relayed.write(body)
    relayed.write(new Uint8Array())
  })
}
