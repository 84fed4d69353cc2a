// Which way to a remote server: straight from the page when a preflight shows that every header may pass, else
// through the proxy; and what to do when a direct request fails after all.
import { placeholdersIn } from '#mcp/config/placeholders.ts'
import { McpError } from '#mcp/errors.ts'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { read } from '#mcp/jsonrpc.ts'
import type { Era } from '#mcp/session-types.ts'
import { allows, conversationHeaders, judgePreflight, type RouteVerdict } from '#mcp/transport/cors.ts'
import { chooseFilling, chooseInsecure, chosenHeaders, wantsProxy } from '#mcp/transport/exact-headers.ts'
import { targetHeaders, type HttpTarget } from '#mcp/transport/target.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'

export interface Route {
  fetch: FetchHandler
  verdict: RouteVerdict
}

const UNCHECKED = 'Anyone between here and the server could read and change what is said: its certificate is not checked.'

/** Milliseconds that a page waits for its proxy before it goes without. */
const PATIENCE = 2000

export interface RouteOptions {
  origin: string
  direct: FetchHandler
  tunnel: Tunnel | undefined
  /** Headers of credentials that requests carry besides those of the target; lower case. */
  carries?: string[]
  /** Why the page's own way was seen to fail before; undefined when it was not. */
  blocked: string | undefined
  /** What will be spoken; 'auto': found out with the first request. */
  era: 'auto' | Era
  /** Called with the choice, and again when it changes under way. */
  onVerdict(verdict: RouteVerdict): void
  /** The page's own way was seen to fail although a preflight allowed it. */
  onBlocked(why: string): void
}

/** @throws McpError when the proxy is asked for and not there. */
export async function chooseRoute(target: HttpTarget, options: RouteOptions): Promise<Route> {
  const { origin, direct, tunnel, carries = [], blocked, era, onVerdict } = options
  const own = [...targetHeaders(target).map(([name]) => name), ...carries]
  const needs = { legacy: conversationHeaders(own, 'legacy'), modern: conversationHeaders(own, 'modern') }
  const asked = era === 'auto' ? [...new Set([...needs.legacy, ...needs.modern])].sort() : needs[era]
  const blank = { asked, allowed: null, exposed: null, notes: [] }
  const take = (fetch: FetchHandler, verdict: RouteVerdict): Route => {
    onVerdict(verdict)
    return { fetch: onceByProxy(fetch, tunnel), verdict }
  }
  const open = targetHeaders(target)
    .filter(([, value]) => placeholdersIn(value).some(({ kind }) => kind === 'env'))
    .map(([name]) => name)
  if (target.insecure === true || open.length > 0) {
    const why =
      target.insecure === true
        ? 'Its certificate is not checked, as you chose: only the proxy can do that.'
        : `${open.join(' and ')} is filled from the environment that Loupe was started in, which only the proxy knows.`
    await tunnel?.ready(PATIENCE)
    if (tunnel === undefined)
      throw new McpError('unreachable', `There is no proxy to connect through. ${why}`, { data: { code: 'NO_PROXY' } })
    const special: FetchHandler = (request) => {
      if (target.insecure === true) chooseInsecure(request)
      if (open.length > 0) chooseFilling(request, open)
      return tunnel.fetch(request)
    }
    return take(special, { ...blank, via: 'proxy', why, notes: target.insecure === true ? [UNCHECKED] : [] })
  }
  if (target.via === 'direct') {
    const chosen = { ...blank, via: 'direct' as const, why: 'You chose to connect directly.' }
    if (tunnel?.state.kind !== 'open' || new URL(target.url).origin === origin) return take(direct, chosen)
    return take(explained(tunnel, asked, options), chosen)
  }
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
  // No more is asked for than is sent: some servers refuse the whole question for one header too many. A token that comes later goes
  // through the proxy, unless the answer allows it unasked; the next connection asks for it.
  const answer = await tunnel.preflight({ url: target.url, origin, method: 'POST', headers: asked })
  const verdictOf = (one: Era): RouteVerdict => {
    const verdict = judgePreflight(needs[one], origin, answer)
    return verdict.via === 'direct' && blocked !== undefined ? { ...verdict, via: 'proxy', why: blocked } : verdict
  }
  const verdicts = { legacy: verdictOf('legacy'), modern: verdictOf('modern') }
  return take(perRequest(tunnel, verdicts, options), verdicts[era === 'legacy' ? 'legacy' : 'modern'])
}

/** A single request goes through the proxy when a person says so. */
function onceByProxy(fetch: FetchHandler, tunnel: Tunnel | undefined): FetchHandler {
  return async (request) => {
    if (!wantsProxy(request)) return fetch(request)
    if (tunnel?.state.kind === 'open') return tunnel.fetch(request)
    throw new McpError('unreachable', 'There is no proxy to send it through', { data: { code: 'NO_PROXY' } })
  }
}

/**
 * The eras send different headers, and so do single calls: each request takes the way that its own headers may take. So a
 * server that only lets older clients in from a page is asked for its era through the proxy, and then spoken to directly.
 */
function perRequest(tunnel: Tunnel, verdicts: Record<Era, RouteVerdict>, options: RouteOptions): FetchHandler {
  const { onVerdict, onBlocked, era } = options
  const carried = new Set<string>()
  let blocked = false
  let told = verdicts[era === 'legacy' ? 'legacy' : 'modern']
  const tell = (verdict: RouteVerdict): void => {
    if (verdict === told) return
    told = verdict
    onVerdict(verdict)
  }
  const change = (verdict: RouteVerdict): void => {
    if (blocked) return
    blocked = true
    tell({ ...verdict, via: 'proxy', why: BLOCKED })
    onBlocked(BLOCKED)
  }
  return (request) => {
    // Headers that a person chose are sent to the letter by the proxy alone.
    if (blocked || (chosenHeaders(request) !== undefined && tunnel.state.kind === 'open')) return tunnel.fetch(request)
    const verdict = verdicts[request.headers.has('mcp-method') ? 'modern' : 'legacy']
    const late = (name: string): boolean => name.startsWith('mcp-param-') || name === 'authorization' || name === 'dpop'
    const refused = [...request.headers.keys()].filter((name) => late(name) && !allows(verdict.allowed ?? [], name))
    if (verdict.via === 'direct' && refused.length > 0) {
      for (const name of refused) carried.add(name)
      const note = `Requests with ${[...carried].join(', ')} go through the proxy: the server does not allow that from a page.`
      onVerdict({ ...verdict, notes: [...verdict.notes, note] })
      return tunnel.fetch(request)
    }
    tell(verdict)
    return verdict.via === 'proxy' ? tunnel.fetch(request) : fallingBack(request, tunnel, verdict, options, change)
  }
}

const BLOCKED = 'The browser blocked a direct request although the preflight passed; since then everything goes through the proxy.'

/** Direct, or through the proxy when the browser blocks it; sent again only when it cannot have changed anything at the server. */
async function fallingBack(
  request: Request,
  tunnel: Tunnel,
  verdict: RouteVerdict,
  { direct, origin }: RouteOptions,
  change: (verdict: RouteVerdict) => void,
): Promise<Response> {
  const spare = request.clone()
  try {
    const response = await direct(request)
    // A browser keeps to itself where a redirect leads, and what a refusal asks for unless that is exposed; the proxy does not.
    const hidden =
      response.type === 'opaqueredirect' ||
      (response.type === 'cors' && response.status === 401 && !response.headers.has('www-authenticate'))
    return hidden && tunnel.state.kind === 'open' ? await tunnel.fetch(spare) : response
  } catch (error) {
    if (request.signal.aborted || tunnel.state.kind !== 'open') throw error
    const reading = spare.method === 'POST' ? read(await spare.clone().text()) : undefined
    if (reading?.kind !== 'request' || reading.method !== 'tools/call') {
      const response = await tunnel.fetch(spare)
      change(verdict)
      return response
    }
    const answer = await tunnel.preflight({ url: spare.url, origin, method: 'POST', headers: verdict.asked })
    if (!answer.reached) throw new McpError('unreachable', answer.message, { data: { code: answer.code } })
    change(verdict)
    throw new McpError('silent', 'The browser kept the answer to tools/call from the page (CORS); the tool may have run', {
      advice: 'From here on everything goes through the proxy: call again if that does no harm.',
    })
  }
}

/** Direct and nothing else; when the browser blocks a request, the proxy asks the server why. */
function explained(tunnel: Tunnel, asked: string[], { direct, origin, onVerdict }: RouteOptions): FetchHandler {
  return async (request) => {
    const { url, method, signal } = request
    const sent = [...new Set([...request.headers.keys(), ...asked])].sort()
    try {
      return await direct(request)
    } catch (error) {
      if (signal.aborted || tunnel.state.kind !== 'open') throw error
      const answer = await tunnel.preflight({ url, origin, method, headers: sent })
      if (!answer.reached) throw new McpError('unreachable', answer.message, { data: { code: answer.code } })
      const verdict = judgePreflight(asked, origin, answer)
      const why =
        verdict.via === 'proxy'
          ? verdict.why
          : 'Its preflight answer allows all that is needed: the reply itself lacks Access-Control-Allow-Origin, or the connection broke.'
      onVerdict({ ...verdict, via: 'direct', why: `You chose to connect directly. ${why}` })
      throw new McpError('unreachable', `The browser blocked the request. ${why}`, {
        data: { code: 'CORS' },
        advice: [...verdict.notes, 'Or connect through the proxy.'].join(' '),
      })
    }
  }
}
