// How a connection's requests get there: a child over the tunnel, a WebSocket, or HTTP by one of two ways.
import { McpError } from '#mcp/errors.ts'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import type { ConnectOptions, Era, EraVerdict, RequestOptions } from '#mcp/session-types.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { RouteVerdict } from '#mcp/transport/cors.ts'
import { targetHeaders, type Target } from '#mcp/transport/target.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'
import type { WebSocketConnection } from '#mcp/transport/websocket.ts'
import { commandLine, shownPlace, startChild, type EngineChild } from './engine-child.ts'
import type { ConnectSettings } from './engine-messages.ts'
import { chooseRoute } from './engine-route.ts'
import { openSocket, type SocketOptions } from './engine-socket.ts'

const PROXY_PATIENCE = 5000

/** What there is to reach servers with. */
export interface WayHost {
  origin: string
  direct: FetchHandler
  /** The browser's own WebSocket. */
  webSocket: SocketOptions['make']
  tunnel(): Tunnel | undefined
}

export interface WayOptions {
  host: WayHost
  traffic: Traffic
  era: 'auto' | Era
  /** Headers of credentials that requests carry; lower case. */
  carries: string[]
  /** Why the page's own way to the server is no longer tried. */
  blocked: string | undefined
  /** Aborts when the attempt is given up: no process is started then. */
  signal: AbortSignal
  /** There is a way, and it is taken now: nothing was started or asked before. */
  onBegin(): void
  /** The process's state changed. */
  onChild(): void
  /** The process printed text where messages belong. */
  onNoise(): void
  onVerdict(route: RouteVerdict): void
  onBlocked(why: string): void
}

export interface Way extends Pick<ConnectOptions, 'url' | 'fetch' | 'headers' | 'transport' | 'askedAt'> {
  child?: EngineChild
  socket?: WebSocketConnection
}

/** @throws McpError when there is no such way. */
export async function openWay(target: Target, options: WayOptions): Promise<Way> {
  const { host, traffic, era, carries, blocked, onChild, onNoise, onVerdict, onBlocked } = options
  const begin = (): void => {
    options.signal.throwIfAborted()
    options.onBegin()
  }
  // Finding the way is part of what the first request waits for.
  const askedAt = performance.timeOrigin + performance.now()
  const tunnel = host.tunnel()
  if (target.kind === 'stdio') {
    const noProxy = new McpError('unreachable', 'There is no proxy, and only it can start a command', { data: { code: 'NO_PROXY' } })
    if (tunnel === undefined) throw noProxy
    await tunnel.ready(PROXY_PATIENCE)
    begin()
    const child = startChild(target, tunnel, traffic, onChild, onNoise)
    return { url: `stdio:${shownPlace(target)}`, fetch: child.fetch, child, askedAt }
  }
  if (!URL.canParse(target.url) || !/^(?:https?|wss?):/i.test(target.url))
    throw new McpError('unreachable', `${JSON.stringify(target.url)} is no http, https, ws or wss address`, {
      data: { code: 'BAD_URL' },
      advice: 'Write the whole address, such as http://127.0.0.1:3000/mcp.',
    })
  if (/^ws/i.test(target.url)) {
    const socket = await openSocket(target, traffic, { make: host.webSocket, tunnel, onVerdict, begin })
    return { url: target.url, fetch: socket.fetch, socket, askedAt }
  }
  const { origin, direct } = host
  const { fetch } = await chooseRoute(target, { origin, direct, tunnel, carries, blocked, era, onVerdict, onBlocked })
  begin()
  return { url: target.url, askedAt, fetch, headers: targetHeaders(target), transport: target.transport ?? 'auto' }
}

/** The era whose headers a conversation may send; 'auto': that of either. */
export function eraAsked({ era }: ConnectSettings, known: EraVerdict | undefined): 'auto' | 'legacy' | 'modern' {
  if (era === 'auto') return known?.era === 'legacy' ? 'legacy' : 'auto'
  return era === 'modern' || era === '2026-07-28' ? 'modern' : 'legacy'
}

/** What makes it another server. */
export function placeOf(target: Target): string {
  return target.kind === 'http' ? target.url : commandLine(target)
}

/** Of a request that cannot tell its progress, none is heard. */
export function optionsFor(method: string, options: RequestOptions): RequestOptions {
  const tells = method === 'tools/call' || method === 'prompts/get' || method === 'resources/read'
  return tells ? options : { ...options, onProgress: undefined }
}
