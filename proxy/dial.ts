// Opens a WebSocket to a server for the page: with headers that no page may set, and the true cause when it fails.
import { WebSocket } from 'ws'
import type { SocketRequest } from '#mcp/transport/tunnel-frames.ts'
import type { SocketEnd } from '#mcp/transport/socket.ts'
import { isBlocked, refusal } from './addresses.ts'
import { explainNet, NetError } from './net-errors.ts'
import { agentFor, tlsOptions } from './outgoing.ts'

const HANDSHAKE_LIMIT = 30_000
/** Milliseconds between our close frame and giving up on the other's. */
const GOODBYE_LIMIT = 1_000
/** Bytes of one message, as of one line of a child. */
const MESSAGE_LIMIT = 256 * 1024 * 1024

export interface DialEvents {
  opened(protocol: string): void
  message(bytes: Uint8Array, binary: boolean): void
  /** The last event. */
  closed(end: SocketEnd): void
}

export interface Remote {
  send(text: Uint8Array): void
  close(): void
  pause(): void
  resume(): void
}

/** Starts to connect. Never throws: what is wrong is a `closed` event, after this call has returned. */
export function dialSocket({ url, protocols, headers, insecure }: SocketRequest, on: DialEvents): Remote {
  let over = false
  let cause: SocketEnd['error']
  let socket: WebSocket
  const end = (code: number, reason: string): void => {
    if (over) return
    over = true
    on.closed({ code, reason, ...(cause === undefined ? {} : { error: cause }) })
  }
  try {
    socket = open(url, protocols, headers, insecure)
  } catch (error) {
    cause = explainNet(error, url)
    setImmediate(end, 1006, '')
    return { send() {}, close() {}, pause() {}, resume() {} }
  }
  let opened = false
  socket.on('open', () => {
    opened = true
    on.opened(socket.protocol)
  })
  socket.on('unexpected-response', (_request, response) => {
    cause = {
      code: `HTTP_${response.statusCode}`,
      message: `${url} answered HTTP ${response.statusCode} instead of opening a WebSocket. Check the path, and whether the server wants credentials.`,
    }
    response.destroy()
    socket.terminate()
  })
  socket.on('error', (error) => {
    if (!opened) cause ??= explain(error, url)
  })
  socket.on('message', (data: Buffer, binary) => on.message(data, binary))
  socket.on('close', (code, reason) => end(code, reason.toString()))
  return {
    send: (text) => socket.readyState === socket.OPEN && socket.send(text, { binary: false }),
    close() {
      socket.close(1000)
      setTimeout(() => socket.terminate(), GOODBYE_LIMIT).unref()
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
  }
}

function explain(error: Error, url: string): SocketEnd['error'] {
  if (/subprotocol/i.test(error.message)) return { code: 'SUBPROTOCOL', message: `${url}: ${error.message}` }
  return explainNet(error, url)
}

function open(address: string, protocols: string[], headers: [string, string][], insecure: boolean | undefined): WebSocket {
  if (!URL.canParse(address))
    throw new NetError('BAD_URL', `${JSON.stringify(address)} is not a URL. Write it whole, as in ws://localhost:3000/mcp.`)
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'ws:' && protocol !== 'wss:')
    throw new NetError('BAD_URL', `A WebSocket is opened at ws: or wss:, and ${protocol} is neither.`)
  if (isBlocked(hostname)) throw refusal(hostname)
  return new WebSocket(address, protocols, {
    headers: Object.fromEntries(headers),
    agent: agentFor(address, insecure),
    ...tlsOptions(insecure),
    followRedirects: false,
    handshakeTimeout: HANDSHAKE_LIMIT,
    maxPayload: MESSAGE_LIMIT,
    perMessageDeflate: false,
  })
}
