// The proxy's end of the tunnel as a socket in this very process: children are functions, hosts are fake servers.
import {
  decodeFrame,
  encodeFrame,
  type DownFrame,
  type Exited,
  type PreflightAnswer,
  type ReachAnswer,
  type SpawnRequest,
  type UpFrame,
} from '../transport/tunnel-frames.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import type { SocketLike } from '../transport/tunnel.ts'

export interface FakeChild {
  /** Speaks: a line of stdout. */
  say(line: string): void
  complain(line: string): void
  /** Speaks a line that is too long to be kept. */
  pour(start: string, bytes: number): void
  exit(exit: Exited): void
}

/** What a command does: called when it starts, answers each line of its stdin. */
export type Program = (request: SpawnRequest, child: FakeChild) => { line(text: string): void; end?(): void }

export interface FakeProxyOptions {
  token: string
  programs?: { [command: string]: Program }
  /** Hosts behind the proxy, by origin; others are refused. */
  hosts?: { [origin: string]: FetchHandler }
  preflight?: (url: string, headers: string[]) => PreflightAnswer
  reach?: (url: string) => ReachAnswer
}

export interface FakeProxy {
  makeSocket(): SocketLike
  /** Requests fetched for the page. */
  fetched: Request[]
  spawned: SpawnRequest[]
  /** Drops every socket; while `down`, new ones fail. */
  drop(down?: boolean): void
  up(): void
}

export function fakeProxy(options: FakeProxyOptions): FakeProxy {
  const sockets = new Set<FakeSocket>()
  const proxy: FakeProxy = {
    fetched: [],
    spawned: [],
    makeSocket() {
      const socket = new FakeSocket(options, proxy)
      sockets.add(socket)
      setTimeout(() => (down ? socket.hangUp(1006, '') : socket.onopen?.(undefined as never)), 0)
      return socket
    },
    drop(stay = false) {
      down = stay
      for (const socket of sockets) socket.hangUp(1006, '')
      sockets.clear()
    },
    up: () => void (down = false),
  }
  let down = false
  return proxy
}

class FakeSocket implements SocketLike {
  binaryType = ''
  onopen: SocketLike['onopen'] = null
  onmessage: SocketLike['onmessage'] = null
  onclose: SocketLike['onclose'] = null
  onerror: SocketLike['onerror'] = null
  readonly #options: FakeProxyOptions
  readonly #proxy: FakeProxy
  readonly #children = new Map<number, { line(text: string): void; end?(): void }>()
  readonly #bodies = new Map<number, Uint8Array[]>()
  readonly #aborts = new Map<number, AbortController>()
  #open = true

  constructor(options: FakeProxyOptions, proxy: FakeProxy) {
    this.#options = options
    this.#proxy = proxy
  }

  send(data: Uint8Array<ArrayBuffer>): void {
    if (this.#open) this.#take(decodeFrame(data.slice()) as UpFrame)
  }

  close(): void {
    this.hangUp(1000, '')
  }

  hangUp(code: number, reason: string): void {
    if (!this.#open) return
    this.#open = false
    for (const control of this.#aborts.values()) control.abort()
    setTimeout(() => this.onclose?.({ code, reason }), 0)
  }

  #down(frame: DownFrame): void {
    const { buffer } = encodeFrame(frame)
    setTimeout(() => this.#open && this.onmessage?.({ data: buffer }), 0)
  }

  #take(frame: UpFrame): void {
    const { channel } = frame
    switch (frame.tag) {
      case 'H':
        if (frame.json.token !== this.#options.token) return this.hangUp(4401, 'Wrong token')
        return this.#down({ tag: 'W', channel: 0, json: { version: '1', cwd: '/here', platform: 'linux', node: 'v20' } })
      case 'S':
        return this.#spawn(channel, frame.json)
      case 'I':
        return this.#children.get(channel)?.line(new TextDecoder().decode(frame.bytes))
      case 'K':
        return this.#children.get(channel)?.end?.()
      case 'F': {
        this.#bodies.set(channel, [])
        const { url, method, headers, hasBody } = frame.json
        const control = new AbortController()
        this.#aborts.set(channel, control)
        const go = (body: BodyInit | null): void =>
          void this.#fetch(channel, new Request(url, { method, headers, body, signal: control.signal }))
        if (!hasBody) return go(null)
        this.#bodies.set(channel, [])
        this.#ready.set(channel, go)
        return
      }
      case 'D': {
        if (frame.bytes.length > 0) return void this.#bodies.get(channel)?.push(frame.bytes)
        return this.#ready.get(channel)?.(new Blob((this.#bodies.get(channel) ?? []) as Uint8Array<ArrayBuffer>[]))
      }
      case 'A':
        return this.#aborts.get(channel)?.abort()
      case 'R':
        return this.#down({
          tag: 'r',
          channel,
          json: this.#options.reach?.(frame.json.url) ?? {
            dns: { ms: 1, addresses: ['192.0.2.1'] },
            tcp: [{ address: '192.0.2.1', ms: 1 }],
          },
        })
      case 'Q':
        return this.#down({
          tag: 'P',
          channel,
          json: this.#options.preflight?.(frame.json.url, frame.json.headers) ?? { reached: true, status: 404, headers: [], ms: 1 },
        })
    }
  }

  readonly #ready = new Map<number, (body: BodyInit) => void>()

  #spawn(channel: number, request: SpawnRequest): void {
    this.#proxy.spawned.push(request)
    const encoder = new TextEncoder()
    const program = this.#options.programs?.[request.command]
    if (program === undefined) {
      const error = { code: 'ENOENT', message: `Command "${request.command}" was not found.`, path: ['/usr/bin', '/bin'] }
      return this.#down({ tag: 'x', channel, json: { code: null, signal: null, error } })
    }
    this.#down({ tag: 's', channel, json: { pid: 7, file: `/bin/${request.command}`, endpoint: 'http://127.0.0.1:1/mcp/x' } })
    const child: FakeChild = {
      say: (line) => this.#down({ tag: 'o', channel, lines: encoder.encode(`${line}\n`) }),
      pour: (start, bytes) => this.#down({ tag: 'l', channel, json: { start, bytes } }),
      complain: (line) => this.#down({ tag: 'e', channel, lines: encoder.encode(`${line}\n`) }),
      exit: (exit) => {
        if (this.#children.delete(channel)) this.#down({ tag: 'x', channel, json: exit })
      },
    }
    this.#children.set(channel, { line: () => {} })
    const running = program(request, child)
    if (this.#children.has(channel)) this.#children.set(channel, { end: () => child.exit({ code: 0, signal: null }), ...running })
  }

  async #fetch(channel: number, request: Request): Promise<void> {
    this.#proxy.fetched.push(request)
    const host = this.#options.hosts?.[new URL(request.url).origin]
    if (host === undefined)
      return this.#down({ tag: 'f', channel, json: { code: 'ECONNREFUSED', message: `Nothing listens at ${new URL(request.url).host}.` } })
    try {
      const response = await host(request)
      this.#down({ tag: 'h', channel, json: { status: response.status, statusText: response.statusText, headers: [...response.headers] } })
      const reader = response.body?.getReader()
      request.signal.addEventListener('abort', () => void reader?.cancel())
      for (;;) {
        const chunk = await reader?.read()
        if (chunk === undefined || chunk.done) break
        this.#down({ tag: 'b', channel, bytes: chunk.value })
      }
      this.#down({ tag: 'z', channel })
    } catch (error) {
      this.#down({ tag: 'f', channel, json: { code: 'ECONNRESET', message: (error as Error).message } })
    }
  }
}
