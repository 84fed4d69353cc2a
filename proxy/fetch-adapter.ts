// Node's request and response as a Request and from a Response, so that a FetchHandler can answer HTTP.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The whole body as text. */
export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
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

/** Sends a Response piece by piece, no faster than the client takes it. */
export async function writeResponse(from: Response, to: ServerResponse): Promise<void> {
  to.writeHead(from.status, [...from.headers].flat())
  if (from.body === null) return void to.end()
  to.flushHeaders()
  const reader = from.body.getReader()
  to.on('close', () => void reader.cancel().catch(() => {}))
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done || to.destroyed) break
      if (!to.write(value)) await new Promise<void>((resolve) => to.once('drain', resolve).once('close', resolve))
    }
    to.end()
  } catch {
    to.destroy() // the answer broke off: so must the connection
  }
}
