// Node's request and response as a Request and from a Response, so that a FetchHandler can answer HTTP.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Bytes of a request's body. */
const BODY_LIMIT = 256 * 1024 * 1024
/** Bytes that may wait for a client that reads slowly, before its source is asked to wait. */
const QUEUE = 4 * 1024 * 1024

/** The whole body as text; undefined when it is longer than 256 MB. */
export async function textOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += (chunk as Buffer).length
    if (size > BODY_LIMIT) return undefined
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** `body` was read before. The signal aborts when the client leaves before it has its whole answer. */
export function toRequest(request: IncomingMessage, response: ServerResponse, body: string | undefined): Request {
  const left = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) left.abort()
  })
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  const init: RequestInit = { method: request.method ?? 'GET', headers, signal: left.signal }
  if (body !== undefined) init.body = body
  return new Request(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`, init)
}

/** Sends a Response piece by piece. `source` is made to wait while the client is slow. */
export async function writeResponse(from: Response, to: ServerResponse, source: { pause(): void; resume(): void }): Promise<void> {
  to.writeHead(from.status, [...from.headers].flat())
  if (from.body === null) return void to.end()
  to.flushHeaders()
  const reader = from.body.getReader()
  to.on('close', () => void reader.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || to.destroyed) break
      to.write(value)
      if (to.writableLength <= QUEUE) continue
      source.pause()
      await drained(to)
      source.resume()
    }
    to.end()
  } catch {
    to.destroy() // the answer broke off: so must the connection
  }
}

/** Resolves when the client took what waited, or left. */
function drained(to: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      to.off('drain', done).off('close', done)
      resolve()
    }
    to.on('drain', done).on('close', done)
    if (to.destroyed) done()
  })
}
