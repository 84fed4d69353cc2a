// MCP over a WebSocket: one message a frame, both ways, as a FetchHandler. No revision defines this transport; which
// message belongs to which reply is decided as over stdio.
import { McpError } from '../errors.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import type { WireFact } from '../wire-event.ts'
import type { Dial, SocketEnd, SocketHandle } from './socket.ts'
import { stdioHandler } from './stdio.ts'

export interface WebSocketConnection {
  fetch: FetchHandler
  /** Says good-bye. Safe to call twice. */
  close(): void
}

/** Most servers ask for it; some refuse to be asked. */
const SUBPROTOCOL = 'mcp'

/** Connects. `onSide`: what belongs to no reply. */
export function connectWebSocket(url: string, dial: Dial, onSide: (fact: WireFact) => unknown): WebSocketConnection {
  const waiting: string[] = []
  let open = false
  let ours = false
  let socket: SocketHandle
  const handler = stdioHandler({
    write(text) {
      if (open) socket.send(text)
      else waiting.push(text)
    },
    onSide,
  })

  function start(protocols: readonly string[]): SocketHandle {
    return dial(protocols, {
      opened(protocol) {
        open = true
        onSide({ kind: 'start', text: `WebSocket open, ${protocol === '' ? 'without a subprotocol' : `subprotocol ${protocol}`}` })
        for (const text of waiting.splice(0)) socket.send(text)
      },
      message: (text) => handler.line(text),
      binary: (text) => handler.unreadable(text, 'It came in a binary frame; messages are text'),
      closed(end) {
        // A browser gives up when the server chooses none of the subprotocols, and does not say that this is why.
        if (!open && !ours && protocols.length > 0 && mayMindProtocols(end)) {
          onSide({ kind: 'start', text: `WebSocket did not open with the subprotocol ${protocols.join(', ')}; asked again without one` })
          socket = start([])
          return
        }
        if (ours) return handler.close()
        onSide({ kind: 'exit', code: end.code, signal: null, text: sentence(end, open) })
        handler.lost(lostError(url, end, open))
      },
    })
  }

  socket = start([SUBPROTOCOL])
  return {
    fetch: handler.fetch,
    close() {
      if (ours) return
      ours = true
      socket.close()
      handler.close()
    },
  }
}

function mayMindProtocols({ error }: SocketEnd): boolean {
  return error === undefined || error.code === 'SUBPROTOCOL'
}

function sentence({ code, reason, error }: SocketEnd, wasOpen: boolean): string {
  if (!wasOpen) return `WebSocket did not open${error === undefined ? '' : `: ${error.message}`}`
  return `WebSocket closed by the server with code ${code}${reason === '' ? '' : `: ${reason}`}`
}

function lostError(url: string, end: SocketEnd, wasOpen: boolean): McpError {
  if (!wasOpen) {
    return end.error === undefined
      ? new McpError('unreachable', `The browser could not open a WebSocket to ${url}, and does not say why`, {
          advice:
            'Check the address, and that the server takes WebSockets from this page’s origin; or connect through the proxy, which tells the cause.',
        })
      : new McpError('unreachable', end.error.message, { data: { code: end.error.code } })
  }
  return new McpError('unreachable', sentence(end, true), {
    data: { code: 'WS_CLOSED', closeCode: end.code, reason: end.reason },
    advice: 'Look at the log of the server, then connect again.',
  })
}

/** As much of a browser's WebSocket as is needed here. */
export interface BrowserSocket {
  binaryType: string
  readonly protocol: string
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: ((event: never) => void) | null
  send(data: string): void
  close(code?: number): void
}

/** Dials with the browser's own WebSocket. `make` may throw, as for an insecure address on a secure page. */
export function browserDial(make: (protocols: string[]) => BrowserSocket): Dial {
  return (protocols, events) => {
    let socket: BrowserSocket
    try {
      socket = make([...protocols])
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      queueMicrotask(() => events.closed({ code: 1006, reason: '', error: { code: 'WS_REFUSED', message } }))
      return { send() {}, close() {} }
    }
    socket.binaryType = 'arraybuffer'
    socket.onopen = () => events.opened(socket.protocol)
    socket.onmessage = ({ data }) => (typeof data === 'string' ? events.message(data) : events.binary(decode(data)))
    socket.onerror = () => {}
    socket.onclose = ({ code, reason }) => events.closed({ code, reason })
    return { send: (text) => socket.send(text), close: () => socket.close(1000) }
  }
}

function decode(data: unknown): string {
  return data instanceof ArrayBuffer ? new TextDecoder().decode(data) : String(data)
}
