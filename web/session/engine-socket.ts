// A WebSocket server as a conversation sees it: dialled from the page, or by the proxy where headers must be sent.
import { placeholdersIn } from '#mcp/config/placeholders.ts'
import { McpError } from '#mcp/errors.ts'
import type { Traffic } from '#mcp/traffic.ts'
import { targetHeaders, type HttpTarget } from '#mcp/transport/target.ts'
import type { RouteVerdict } from '#mcp/transport/cors.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'
import { browserDial, connectWebSocket, type BrowserSocket, type WebSocketConnection } from '#mcp/transport/websocket.ts'

/** Milliseconds that a page waits for its proxy before it goes without. */
const PATIENCE = 2000

export interface SocketOptions {
  /** The browser's own; undefined where there is none. */
  make: ((url: string, protocols: string[]) => BrowserSocket) | undefined
  tunnel: Tunnel | undefined
  onVerdict(verdict: RouteVerdict): void
  /** Called just before it is dialled. @throws when it is no longer wanted */
  begin(): void
}

const UNSENT = 'The headers and the token were not sent: a page cannot add headers when it opens a WebSocket.'

/** Connects by the way that the target asks for. @throws McpError when that way is not there. */
export async function openSocket(
  target: HttpTarget,
  traffic: Traffic,
  { make, tunnel, onVerdict, begin }: SocketOptions,
): Promise<WebSocketConnection> {
  const { url, via, insecure } = target
  const headers = targetHeaders(target)
  const open = headers.find(([, value]) => placeholdersIn(value).some(({ kind }) => kind === 'env'))
  if (open !== undefined)
    throw new McpError('unreachable', `The header ${open[0]} names a variable, which is filled in for http and https alone`, {
      data: { code: 'BAD_HEADER' },
      advice: 'Write the value itself into the form.',
    })
  const onSide = (fact: Parameters<Traffic['append']>[1]): unknown => traffic.append(0, fact)
  const take = (way: 'direct' | 'proxy', why: string): void =>
    onVerdict({ via: way, why, asked: [], allowed: null, exposed: null, notes: way === 'direct' && headers.length > 0 ? [UNSENT] : [] })
  const reason =
    insecure === true
      ? 'Its certificate is not checked, as you chose: only the proxy can do that.'
      : via === 'proxy'
        ? 'You chose to connect through the proxy.'
        : headers.length > 0
          ? 'A page cannot send headers when it opens a WebSocket; the proxy can.'
          : make === undefined
            ? 'There is no WebSocket here but the proxy’s.'
            : undefined
  if ((via !== 'direct' || insecure === true) && reason !== undefined) {
    await tunnel?.ready(PATIENCE)
    if (tunnel === undefined)
      throw new McpError('unreachable', `There is no proxy to connect through. ${reason}`, { data: { code: 'NO_PROXY' } })
    take('proxy', reason)
    begin()
    return connectWebSocket(
      url,
      (protocols, events) => tunnel.dial({ url, protocols: [...protocols], headers, ...(insecure === true ? { insecure } : {}) }, events),
      onSide,
    )
  }
  if (make === undefined) throw new McpError('unreachable', 'This page cannot open a WebSocket', { data: { code: 'NO_PROXY' } })
  take('direct', via === 'direct' ? 'You chose to connect directly.' : 'A WebSocket needs no CORS: the page opens it itself.')
  begin()
  return connectWebSocket(
    url,
    browserDial((protocols) => make(url, protocols)),
    onSide,
  )
}
