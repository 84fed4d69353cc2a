// Which way to a remote server: straight from the page when a preflight shows that every header may pass, else
// through the proxy; and what to do when a direct request fails after all.
import { McpError } from '#mcp/errors.ts'
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

export interface RouteOptions {
  origin: string
  direct: FetchHandler
  tunnel: Tunnel | undefined
  /** Why the page's own way was seen to fail before; undefined when it was not. */
  blocked: string | undefined
  /** Called with the choice, and again when it changes under way. */
  onVerdict(verdict: RouteVerdict): void
}

/** @throws McpError when the proxy is asked for and not there. */
export async function chooseRoute(target: HttpTarget, options: RouteOptions): Promise<Route> {
  const { origin, direct, tunnel, blocked, onVerdict } = options
  const asked = conversationHeaders(targetHeaders(target).map(([name]) => name))
  const blank = { asked, allowed: null, exposed: null, notes: [] }
  const take = (fetch: FetchHandler, verdict: RouteVerdict): Route => {
    onVerdict(verdict)
    return { fetch, verdict }
  }
  if (target.via === 'direct') return take(direct, { ...blank, via: 'direct', why: 'You chose to connect directly.' })
  if (target.via === 'proxy') {
    await tunnel?.ready(PATIENCE)
    if (tunnel === undefined) throw new McpError('unreachable', 'There is no proxy to connect through', { data: { code: 'NO_PROXY' } })
    return take(tunnel.fetch, { ...blank, via: 'proxy', why: 'You chose to connect through the proxy.' })
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
  if (blocked !== undefined) return take(tunnel.fetch, { ...verdict, via: 'proxy', why: blocked })
  return take(fallingBack(tunnel, verdict, options), verdict)
}

const BLOCKED = 'The browser blocked a direct request although the preflight passed; since then everything goes through the proxy.'

/**
 * Direct until the browser blocks a request that the proxy can make; from then on through the proxy. The blocked request
 * is sent again unless it may have changed something at the server.
 */
function fallingBack(tunnel: Tunnel, verdict: RouteVerdict, { direct, origin, onVerdict }: RouteOptions): FetchHandler {
  let switched = false
  const change = (): void => {
    if (switched) return
    switched = true
    onVerdict({ ...verdict, via: 'proxy', why: BLOCKED })
  }
  return async (request) => {
    if (switched) return tunnel.fetch(request)
    const spare = request.clone()
    try {
      return await direct(request)
    } catch (error) {
      if (request.signal.aborted || tunnel.state.kind !== 'open') throw error
      const reading = spare.method === 'POST' ? read(await spare.clone().text()) : undefined
      if (reading?.kind !== 'request' || reading.method !== 'tools/call') {
        const response = await tunnel.fetch(spare)
        change()
        return response
      }
      const answer = await tunnel.preflight({ url: spare.url, origin, method: 'POST', headers: verdict.asked })
      if (!answer.reached) throw new McpError('unreachable', answer.message, { data: { code: answer.code } })
      change()
      throw new McpError('silent', 'The browser kept the answer to tools/call from the page (CORS); the tool may have run', {
        advice: 'From here on everything goes through the proxy: call again if that does no harm.',
      })
    }
  }
}
