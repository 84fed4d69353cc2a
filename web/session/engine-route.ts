// Which way to a remote server: straight from the page when a preflight shows that every header may pass, else
// through the proxy; and what to do when a direct request fails after all.
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { read } from '#mcp/jsonrpc.ts'
import { conversationHeaders, judgePreflight, type RouteVerdict } from '#mcp/transport/cors.ts'
import type { HttpTarget } from '#mcp/transport/target.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'

export interface Route {
  fetch: FetchHandler
  verdict: RouteVerdict
}

/** Milliseconds that a page waits for its proxy before it goes without. */
const PATIENCE = 2000

/** Headers of a target as they are sent; names without text are left out. */
export function targetHeaders(target: HttpTarget): [string, string][] {
  const headers = target.headers.map(({ name, value }): [string, string] => [name.trim(), value]).filter(([name]) => name !== '')
  if (target.bearer !== undefined && target.bearer !== '') headers.push(['Authorization', `Bearer ${target.bearer}`])
  return headers
}

/** @throws McpError when the proxy is asked for and not there. */
export async function chooseRoute(
  target: HttpTarget,
  origin: string,
  direct: FetchHandler,
  tunnel: Tunnel | undefined,
  onVerdict: (verdict: RouteVerdict) => void,
): Promise<Route> {
  const asked = conversationHeaders(targetHeaders(target).map(([name]) => name))
  const blank = { asked, allowed: null, exposed: null, notes: [] }
  const take = (fetch: FetchHandler, verdict: RouteVerdict): Route => {
    onVerdict(verdict)
    return { fetch, verdict }
  }
  if (target.via === 'direct') return take(direct, { ...blank, via: 'direct', why: 'You chose to connect directly.' })
  if (target.via === 'proxy') {
    await tunnel?.ready(PATIENCE)
    if (tunnel !== undefined) return take(tunnel.fetch, { ...blank, via: 'proxy', why: 'You chose to connect through the proxy.' })
  }
  if (new URL(target.url).origin === origin)
    return take(direct, { ...blank, via: 'direct', why: 'The server has the origin of this page.' })
  const there = await tunnel?.ready(PATIENCE).then(
    () => true,
    () => false,
  )
  if (tunnel === undefined || there !== true)
    return take(direct, { ...blank, via: 'direct', why: 'There is no proxy, so nothing else can be tried.' })
  const verdict = judgePreflight(asked, origin, await tunnel.preflight({ url: target.url, origin, method: 'POST', headers: asked }))
  if (verdict.via === 'proxy') return take(tunnel.fetch, verdict)
  return take(fallingBack(direct, tunnel, verdict, onVerdict), verdict)
}

/**
 * Direct until a request fails without a response; from then on through the proxy. The failed request is sent again
 * only when it cannot have changed anything at the server.
 */
function fallingBack(
  direct: FetchHandler,
  tunnel: Tunnel,
  verdict: RouteVerdict,
  onVerdict: (verdict: RouteVerdict) => void,
): FetchHandler {
  let fetch: FetchHandler | undefined
  return async (request) => {
    if (fetch !== undefined) return fetch(request)
    const spare = request.clone()
    try {
      return await direct(request)
    } catch (error) {
      if (request.signal.aborted || tunnel.state.kind !== 'open') throw error
      if (fetch === undefined) {
        fetch = tunnel.fetch
        onVerdict({
          ...verdict,
          via: 'proxy',
          why: 'The browser blocked a direct request after all; since then everything goes through the proxy.',
        })
      }
      if (spare.method === 'POST') {
        const reading = read(await spare.clone().text())
        if (reading.kind === 'request' && reading.method === 'tools/call') throw error
      }
      return tunnel.fetch(spare)
    }
  }
}
