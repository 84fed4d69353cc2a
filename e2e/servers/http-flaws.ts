// HTTP servers that are not quite MCP servers, each in one way, on a free loopback port.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': '*',
  'access-control-expose-headers': '*',
}

const FLAWS: Record<string, RequestListener> = {
  'not-found': (_request, response) => void response.writeHead(404, { ...CORS, 'content-type': 'text/plain' }).end('Cannot POST /mcp'),
  html: (_request, response) =>
    void response
      .writeHead(200, { ...CORS, 'content-type': 'text/html' })
      .end('<!doctype html><title>Sign in</title><h1>Please sign in</h1>'),
  'guards-host': (_request, response) => void response.writeHead(403, { 'content-type': 'text/plain' }).end('Invalid Host header'),
  unauthorized: (_request, response) =>
    void response.writeHead(401, { ...CORS, 'www-authenticate': 'Bearer resource_metadata="/x"' }).end('Unauthorized'),
  // Without Access-Control-Allow-Origin on its reply nobody would see it at all from a page.
  redirect: (_request, response) => void response.writeHead(307, { ...CORS, location: '/elsewhere' }).end(),
  'no-cors': (request, response) => {
    if (request.method === 'OPTIONS') return void response.writeHead(404).end()
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: 0, result: {} }))
  },
}

/** Runs one; gives its URL and a function that ends it. */
export async function startFlaw(name: keyof typeof FLAWS & string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    if (name !== 'no-cors' && request.method === 'OPTIONS') return void response.writeHead(204, CORS).end()
    return FLAWS[name]!(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
