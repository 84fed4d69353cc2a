// The second origin: one document on a port of its own, in which apps of servers are drawn. It has no routes, no token and
// no way to the rest of the proxy; who embeds it must be our page, and its policy is that of the app.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectionsOf, policyOf, readCsp, type DeclaredCsp } from '#mcp/apps/csp.ts'
import { parseJson } from '#mcp/json.ts'
import type { StagePlace } from '#mcp/apps/stage.ts'
import type { Guard } from './guard.ts'
import { STAGE_PAGE } from './stage-page.ts'

export interface Stage extends StagePlace {
  close(): Promise<void>
}

/** `origin`: by what other name browsers come to it. @throws Error when `port` is taken (0: any free one). */
export async function startStage(guard: Guard, host: string, port: number, origin?: string): Promise<Stage> {
  const also = origin === undefined ? undefined : new URL(origin).hostname
  const named = (name: string): boolean => guard.named(name) || name.toLowerCase().replace(/:\d+$/, '') === also
  const server = createServer((request, response) => answer(guard, named, request, response))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    ...(origin === undefined ? {} : { origin }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(guard: Guard, named: (host: string) => boolean, request: IncomingMessage, response: ServerResponse): void {
  const refuse = (status: number, why: string): void => {
    response.writeHead(status, { 'Content-Type': 'text/plain', 'Content-Security-Policy': "default-src 'none'", ...ALWAYS }).end(`${why}\n`)
  }
  const address = `http://stage${request.url ?? '/'}`
  if (!URL.canParse(address)) return refuse(400, 'This is no address.')
  const { pathname, searchParams } = new URL(address)
  const page = searchParams.get('host') ?? ''
  if (!named(request.headers.host ?? '')) return refuse(403, 'The sandbox answers to names of this machine alone.')
  if (request.method !== 'GET' || pathname !== '/') return refuse(404, 'There is nothing here but the sandbox of apps.')
  if (!guard.isOurs(page)) return refuse(403, 'Only a page of Loupe may hold the sandbox.')
  const dest = request.headers['sec-fetch-dest']
  if (dest !== undefined && dest !== 'iframe') return refuse(403, 'The sandbox is a frame of the page, and nothing else.')
  const csp = declared(searchParams.get('csp'))
  const policy = `${policyOf(csp, searchParams.get('loose') === '1')}; frame-ancestors ${page}`
  const headers = { 'Content-Security-Policy': policy, 'Connection-Allowlist': connectionsOf(csp), ...ALWAYS }
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...headers }).end(STAGE_PAGE)
}

const ALWAYS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=(), clipboard-read=(), clipboard-write=()',
  'Origin-Agent-Cluster': '?1',
}

/** What cannot be read counts as nothing declared, which is the strictest. */
function declared(text: string | null): DeclaredCsp {
  if (text === null) return undefined
  try {
    return readCsp(parseJson(text)).csp
  } catch {
    return undefined
  }
}
