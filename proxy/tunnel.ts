// The page's one WebSocket: many children, fetches and questions side by side, each on a channel of its own (see
// tunnel-frames.ts). When the socket closes, its children are ended at once and its fetches given up: a page that comes
// back starts its servers anew, which is what a reload means to a person.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import {
  decodeFrame,
  type FetchRequest,
  type PreflightRequest,
  type ReachAnswer,
  type SocketRequest,
  type SpawnRequest,
  type TapFacts,
  type UpFrame,
  type WatchRequest,
  type Welcome,
} from '#mcp/transport/tunnel-frames.ts'
import type { Child, Children } from './child.ts'
import type { Guard } from './guard.ts'
import { answerConfigs } from './host-files.ts'
import { createOutlet, type Outlet } from './outlet.ts'
import { dialSocket, type Remote } from './dial.ts'
import { reach } from './reach.ts'
import { relayFilled } from './provider-relay.ts'
import type { TapHub, TapWriter } from './taps.ts'
import { askPreflight, relay, type Relayed } from './relay.ts'

/** Milliseconds for the first frame, which holds the token. */
const GREETING_LIMIT = 5_000
const CHILD_LIMIT = 64
const CHANNEL_LIMIT = 1024
/** Bytes of one frame: an argument of 100 MB is an ordinary thing to try. */
const FRAME_LIMIT = 256 * 1024 * 1024

export interface TunnelOptions {
  guard: Guard
  children: Children
  welcome: Welcome
  /** Makes (or finds) the endpoint for other clients of what is being started. */
  endpoint: (request: SpawnRequest) => string
  taps: TapHub
}

export interface Tunnel {
  /** Takes over a request to upgrade; answers it with a status when it is refused. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes every socket, and so ends their children. */
  close(): void
}

export function createTunnel(options: TunnelOptions): Tunnel {
  // No compression: it would cost more than the loopback device does.
  const server = new WebSocketServer({ noServer: true, maxPayload: FRAME_LIMIT, perMessageDeflate: false, clientTracking: true })
  return {
    upgrade(request, socket, head) {
      const refused = options.guard.refuse(request, true)
      if (refused !== undefined) return refuse(socket, refused.status, refused.why)
      if (request.url?.split('?', 1)[0] !== '/tunnel') return refuse(socket, 404, 'There is no WebSocket here: the tunnel is at /tunnel.')
      server.handleUpgrade(request, socket, head, (ws) => greet(ws, options))
    },
    close() {
      for (const socket of server.clients) socket.close(1001, 'Loupe is ending')
    },
  }
}

function refuse(socket: Duplex, status: number, why: string): void {
  socket.on('error', () => {})
  const head = `HTTP/1.1 ${status} Refused\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(why)}`
  socket.end(`${head}\r\nConnection: close\r\n\r\n${why}`)
}

/** Nothing happens on a socket before it has shown the token. */
function greet(socket: WebSocket, options: TunnelOptions): void {
  const late = setTimeout(() => socket.close(4401, 'The token did not come in time'), GREETING_LIMIT)
  socket.on('error', () => {}) // 'close' follows and tells
  socket.on('close', () => clearTimeout(late))
  socket.once('message', (data: Buffer, isBinary) => {
    clearTimeout(late)
    const frame = isBinary ? readFrame(data) : undefined
    const token = frame?.tag === 'H' && typeof frame.json?.token === 'string' ? frame.json.token : undefined
    const verdict = options.guard.judgeToken(token)
    if (verdict === 'busy') return socket.close(1013, 'Too many wrong tokens came: try again in a while')
    if (verdict === 'wrong') {
      void options.guard.pace().then(() => socket.close(4401, 'Wrong token: open the address that Loupe printed when it started'))
      return
    }
    const outlet = createOutlet(socket)
    carry(socket, outlet, options)
    outlet.send({ tag: 'W', channel: 0, json: options.welcome })
  })
}

type Channel =
  | { kind: 'child'; child: Child }
  | { kind: 'fetch'; relayed: Relayed }
  | { kind: 'socket'; remote: Remote }
  | { kind: 'question' }
  | { kind: 'watch'; close(): void }
  | { kind: 'tap'; writer: TapWriter }

function carry(socket: WebSocket, outlet: Outlet, options: TunnelOptions): void {
  const channels = new Map<number, Channel>()

  const take = (channel: number, frame: UpFrame): void => {
    switch (frame.tag) {
      case 'O':
        return dial(channel, frame.json)
      case 'S':
        return startChild(channel, frame.json)
      case 'F':
        return startFetch(channel, frame.json)
      case 'Q':
        return ask(channel, frame.json)
      case 'R':
        return look(channel, frame.json)
      case 'T':
        return beginTap(channel, frame.json)
      case 'J':
        return hearTaps()
      case 'V':
        return watchFor(channel, frame.json)
      case 'G':
        return outlet.send({ tag: 'g', channel, json: answerConfigs(frame.json?.file) })
      case 'I': {
        const known = channels.get(channel)
        if (known?.kind === 'child' && !known.child.write(frame.bytes)) stuck(channel, known.child)
        if (known?.kind === 'socket') known.remote.send(frame.bytes)
        if (known?.kind === 'tap') known.writer.lines(frame.bytes)
        return
      }
      case 'D': {
        const known = channels.get(channel)
        if (known?.kind === 'fetch') known.relayed.write(frame.bytes)
        return
      }
      case 'K': {
        const known = channels.get(channel)
        if (known?.kind === 'child') void known.child.end()
        if (known?.kind === 'socket') known.remote.close()
        if (known?.kind === 'tap') {
          known.writer.end()
          drop(channel)
        }
        return
      }
      case 'A': {
        const known = channels.get(channel)
        if (known?.kind === 'fetch') known.relayed.abort()
        if (known?.kind === 'watch') known.close()
        return drop(channel)
      }
      case 'H':
        return
    }
  }

  const drop = (channel: number): void => {
    const known = channels.get(channel)
    if (known?.kind === 'child') outlet.sources.delete(known.child)
    if (known?.kind === 'fetch') outlet.sources.delete(known.relayed)
    if (known?.kind === 'socket') outlet.sources.delete(known.remote)
    channels.delete(channel)
  }

  const startChild = (channel: number, json: SpawnRequest): void => {
    const wrong = wrongSpawn(json)
    const full = options.children.size >= CHILD_LIMIT || channels.size >= CHANNEL_LIMIT
    if (wrong !== undefined || full) {
      const message = wrong ?? `${options.children.size} servers run already. Disconnect some first.`
      const error = { code: wrong === undefined ? 'TOO_MANY' : 'EINVAL', message }
      return outlet.send({ tag: 'x', channel, json: { code: null, signal: null, error } })
    }
    const child = options.children.spawn(json, {
      started: (facts) => outlet.send({ tag: 's', channel, json: { ...facts, endpoint: options.endpoint(json) } }),
      lines: (lines) => outlet.send({ tag: 'o', channel, lines }),
      overlong: (start, bytes) => outlet.send({ tag: 'l', channel, json: { bytes, start: Buffer.from(start).toString() } }),
      errorLines: (lines) => outlet.send({ tag: 'e', channel, lines }),
      exited: (exit) => {
        drop(channel)
        outlet.send({ tag: 'x', channel, json: exit })
      },
    })
    channels.set(channel, { kind: 'child', child })
    outlet.sources.add(child)
  }

  /** A line was refused: the child reads no more, and what it was sent can no longer be whole. */
  const stuck = (channel: number, child: Child): void => {
    if (!child.running) return
    drop(channel)
    const message = 'The server does not read its stdin: more than 64 MB wait for it. It was ended.'
    outlet.send({ tag: 'x', channel, json: { code: null, signal: null, error: { code: 'STDIN_FULL', message } } })
    void child.end()
  }

  const startFetch = (channel: number, json: FetchRequest): void => {
    const wrong = wrongFetch(json)
    if (wrong !== undefined) return outlet.send({ tag: 'f', channel, json: { code: 'EINVAL', message: wrong } })
    if (channels.size >= CHANNEL_LIMIT) {
      const message = `${channels.size} requests are open at once. Close some streams first.`
      return outlet.send({ tag: 'f', channel, json: { code: 'TOO_MANY', message } })
    }
    const relayed = (json.fill === undefined ? relay : relayFilled)(json, {
      head: (head) => outlet.send({ tag: 'h', channel, json: head }),
      chunk: (bytes) => outlet.send({ tag: 'b', channel, bytes }),
      end: () => {
        drop(channel)
        outlet.send({ tag: 'z', channel })
      },
      failed: (failure) => {
        drop(channel)
        outlet.send({ tag: 'f', channel, json: failure })
      },
    })
    channels.set(channel, { kind: 'fetch', relayed })
    outlet.sources.add(relayed)
  }

  const dial = (channel: number, json: SocketRequest): void => {
    const wrong = wrongDial(json)
    if (wrong !== undefined || channels.size >= CHANNEL_LIMIT) {
      const error = { code: wrong === undefined ? 'TOO_MANY' : 'EINVAL', message: wrong ?? 'Too many requests are open at once.' }
      return outlet.send({ tag: 'c', channel, json: { code: 1006, reason: '', error } })
    }
    const remote = dialSocket(json, {
      opened: (protocol) => outlet.send({ tag: 'w', channel, json: { protocol } }),
      message: (bytes, binary) => outlet.send({ tag: binary ? 'n' : 'm', channel, bytes }),
      closed: (end) => {
        drop(channel)
        outlet.send({ tag: 'c', channel, json: end })
      },
    })
    channels.set(channel, { kind: 'socket', remote })
    outlet.sources.add(remote)
  }

  const ask = (channel: number, json: PreflightRequest): void => {
    const wrong = wrongQuestion(json)
    if (wrong !== undefined || channels.size >= CHANNEL_LIMIT) {
      const json = { reached: false, code: 'EINVAL', message: wrong ?? 'Too many requests are open at once.' } as const
      return outlet.send({ tag: 'P', channel, json })
    }
    channels.set(channel, { kind: 'question' })
    void askPreflight(json).then((answer) => {
      drop(channel)
      outlet.send({ tag: 'P', channel, json: answer })
    })
  }

  const beginTap = (channel: number, json: TapFacts): void => {
    const { name, record }: { [name in keyof TapFacts]?: unknown } = json ?? {}
    if (typeof name !== 'string' || typeof record !== 'string' || channels.size >= CHANNEL_LIMIT) return
    const writer = options.taps.begin({ name, record })
    if (writer !== undefined) channels.set(channel, { kind: 'tap', writer })
  }

  let unhear: (() => void) | undefined
  const hearTaps = (): void => {
    unhear ??= options.taps.listen((frame) => {
      // Its end is short, and is told in any case.
      if (outlet.full && frame.tag !== 'q') return false
      outlet.send(frame)
      return true
    })
  }

  const watchFor = (channel: number, json: WatchRequest): void => {
    const wrong = wrongWatch(json)
    const full = [...channels.values()].filter(({ kind }) => kind === 'watch').length >= CHILD_LIMIT
    if (wrong !== undefined || full)
      return outlet.send({ tag: 'v', channel, json: { fault: wrong ?? 'Files are watched for too many servers already.' } })
    let over = false
    let close = (): void => {}
    channels.set(channel, {
      kind: 'watch',
      close() {
        over = true
        close()
      },
    })
    // Loaded by those who want it: it is larger than all the rest of the proxy.
    void import('./watch.ts').then(({ watchFiles }) => {
      if (over) return
      close = watchFiles(json, (news) => outlet.send({ tag: 'v', channel, json: news })).close
    })
  }

  const look = (channel: number, json: { url: string }): void => {
    const url: unknown = json?.url
    const answer = (json: ReachAnswer): void => outlet.send({ tag: 'r', channel, json })
    if (typeof url !== 'string' || channels.size >= CHANNEL_LIMIT)
      return answer({ dns: { ms: 0, addresses: [], fault: { code: 'EINVAL', message: 'A look at a host needs a URL, and room for it.' } } })
    channels.set(channel, { kind: 'question' })
    void reach(url).then((found) => {
      drop(channel)
      answer(found)
    })
  }

  socket.on('message', (data: Buffer, isBinary) => {
    const frame = isBinary ? readFrame(data) : undefined
    if (frame === undefined || !'HSIKFDAQROGVTJ'.includes(frame.tag)) return socket.close(4400, 'That was no frame of the tunnel')
    if ('SFQROGVT'.includes(frame.tag) && channels.has(frame.channel)) return socket.close(4400, `Channel ${frame.channel} is in use`)
    take(frame.channel, frame as UpFrame)
  })
  socket.on('close', () => {
    for (const channel of channels.values()) {
      if (channel.kind === 'child') void channel.child.end()
      if (channel.kind === 'fetch') channel.relayed.abort()
      if (channel.kind === 'socket') channel.remote.close()
      if (channel.kind === 'watch') channel.close()
      if (channel.kind === 'tap') channel.writer.end()
    }
    unhear?.()
    channels.clear()
    outlet.sources.clear()
  })
}

function readFrame(data: Buffer): ReturnType<typeof decodeFrame> | undefined {
  try {
    return decodeFrame(data)
  } catch {
    return undefined
  }
}

function wrongSpawn(json: unknown): string | undefined {
  const { command, args, env, cwd } = (json ?? {}) as { [name: string]: unknown }
  const strings = (value: unknown): boolean => Array.isArray(value) && value.every((part) => typeof part === 'string')
  if (typeof command !== 'string') return 'A command must be a text.'
  if (!strings(args)) return 'Arguments must be a list of texts.'
  if (typeof env !== 'object' || env === null || !strings(Object.values(env))) return 'Environment variables must be texts by name.'
  return cwd === undefined || typeof cwd === 'string' ? undefined : 'The working folder must be a text.'
}

function wrongWatch(json: unknown): string | undefined {
  const { paths, cwd } = (json ?? {}) as { [name: string]: unknown }
  const texts = Array.isArray(paths) && paths.length > 0 && paths.every((path) => typeof path === 'string' && path !== '')
  return texts && (cwd === undefined || typeof cwd === 'string') ? undefined : 'What is watched must be a list of paths.'
}

function wrongDial(json: unknown): string | undefined {
  const { url, protocols, headers } = (json ?? {}) as { [name: string]: unknown }
  const texts = (value: unknown): boolean => Array.isArray(value) && value.every((part) => typeof part === 'string')
  const pairs = Array.isArray(headers) && headers.every((pair) => texts(pair) && (pair as unknown[]).length === 2)
  return typeof url === 'string' && texts(protocols) && pairs ? undefined : 'A WebSocket needs a URL, subprotocols and a list of headers.'
}

function wrongFetch(json: unknown): string | undefined {
  const { url, method, headers } = (json ?? {}) as { [name: string]: unknown }
  const pairs =
    Array.isArray(headers) &&
    headers.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === 'string'))
  if (typeof url !== 'string' || typeof method !== 'string' || !pairs) return 'A fetch needs a URL, a method and a list of headers.'
  return /^[A-Za-z]+$/.test(method) && !/^(connect|trace)$/i.test(method)
    ? undefined
    : `The method ${JSON.stringify(method)} cannot be sent.`
}

function wrongQuestion(json: unknown): string | undefined {
  const { url, origin, method, headers } = (json ?? {}) as { [name: string]: unknown }
  const texts = [url, origin, method].every((part) => typeof part === 'string')
  return texts && Array.isArray(headers) && headers.every((name) => typeof name === 'string')
    ? undefined
    : 'A preflight question needs a URL, an origin, a method and a list of header names.'
}
