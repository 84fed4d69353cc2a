// The engine's end of the one WebSocket to the proxy: fetches, children and preflight questions side by side. Opens
// itself again when the proxy comes back; what was under way is lost then, and is told so.
import { McpError } from '../errors.ts'
import { chosenHeaders, fillingOf, isInsecure, namedBy } from './exact-headers.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import {
  type ConfigsAnswer,
  decodeFrame,
  encodeFrame,
  type DownFrame,
  type Exited,
  type PreflightAnswer,
  type PreflightRequest,
  type ReachAnswer,
} from './tunnel-frames.ts'
import { noteTimes } from './relay-times.ts'
import type { SocketRequest, SpawnRequest, Started, TapFacts, UpFrame, WatchNews, WatchRequest, Welcome } from './tunnel-frames.ts'
import type { SocketEvents, SocketHandle } from './socket.ts'

/** As much of a WebSocket as is needed here. */
export interface SocketLike {
  binaryType: string
  onopen: ((event: never) => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number; reason: string }) => void) | null
  onerror: ((event: never) => void) | null
  send(data: Uint8Array<ArrayBuffer>): void
  close(): void
}

/** `never`: it was not once open, so there may be no proxy behind this page at all. */
export type TunnelState =
  | { kind: 'opening' }
  | { kind: 'open'; welcome: Welcome }
  | { kind: 'lost'; why: string; nextAt?: number; never?: true }

export interface ChildEvents {
  started(facts: Started): void
  /** Whole lines of stdout, good during the call only: read them with `eachText`. */
  lines(block: Uint8Array): void
  errorLines(block: Uint8Array): void
  /** A line of stdout that was too long to be kept: how it begins, and its length in bytes. */
  overlong(start: string, bytes: number): void
  exited(exit: Exited): void
}

export interface ChildHandle {
  write(line: string): void
  /** Asks for its end; `exited` follows. */
  end(): void
}

export interface Tunnel {
  readonly state: TunnelState
  /** Resolves when it is open. @throws McpError after `patience` milliseconds, or at once when there is no hope. */
  ready(patience: number): Promise<void>
  fetch: FetchHandler
  spawn(request: SpawnRequest, events: ChildEvents): ChildHandle
  preflight(request: PreflightRequest): Promise<PreflightAnswer>
  /** How far the proxy gets to the host of a URL. Never rejects. */
  reach(url: string): Promise<ReachAnswer>
  /** Which configurations of hosts lie on the proxy's machine; with `file`, the text of one of them. Never rejects. */
  configs(file?: string): Promise<ConfigsAnswer>
  /** Hears of changed files until the returned function ends it, or the proxy is lost. */
  watch(request: WatchRequest, onNews: (news: WatchNews) => void, onLost: () => void): () => void
  /** Opens a WebSocket to a server, with headers that no page may set. */
  dial(request: SocketRequest, events: SocketEvents): SocketHandle
  close(): void
}

export interface TunnelOptions {
  makeSocket(): SocketLike
  token: string
  onState(state: TunnelState): void
  /** Hears of taps of other programs. */
  onTap?(news: TapNews): void
}

/** `lines`: of a record, the header first. */
export type TapNews = { channel: number } & ({ begin: TapFacts } | { lines: Uint8Array } | { end: { why?: string } })

interface Channel {
  take(frame: DownFrame): void
  lost(why: string): void
}

/** The proxy closes with this code when the token is wrong: trying again would not help. */
const WRONG_TOKEN = 4401
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 5000
/** Statuses whose responses must have no body. */
const BODILESS = new Set([204, 205, 304])

export function openTunnel(options: TunnelOptions): Tunnel {
  const channels = new Map<number, Channel>()
  const waiting = new Set<() => void>()
  const encoder = new TextEncoder()
  let state: TunnelState = { kind: 'opening' }
  let socket: SocketLike | undefined
  let lastChannel = 0
  let attempts = 0
  let closed = false
  let everOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function become(next: TunnelState): void {
    state = next
    for (const wake of waiting) wake()
    options.onState(next)
  }

  function dial(): void {
    let fresh: SocketLike
    try {
      fresh = options.makeSocket()
    } catch (error) {
      return lose(error instanceof Error ? error.message : String(error), false)
    }
    socket = fresh
    fresh.binaryType = 'arraybuffer'
    fresh.onopen = () => fresh.send(encodeFrame({ tag: 'H', channel: 0, json: { token: options.token } }))
    fresh.onerror = () => {}
    fresh.onclose = ({ code, reason }) => {
      if (socket === fresh) lose(reason === '' ? 'The proxy does not answer.' : reason, code === WRONG_TOKEN)
    }
    fresh.onmessage = ({ data }) => {
      if (!(data instanceof ArrayBuffer)) return
      const frame = decodeFrame(new Uint8Array(data)) as DownFrame
      if (frame.tag === 't') return options.onTap?.({ channel: frame.channel, begin: frame.json })
      if (frame.tag === 'p') return options.onTap?.({ channel: frame.channel, lines: frame.lines })
      if (frame.tag === 'q') return options.onTap?.({ channel: frame.channel, end: frame.json })
      if (frame.tag !== 'W') return channels.get(frame.channel)?.take(frame)
      if (options.onTap !== undefined) send({ tag: 'J', channel: 0 })
      attempts = 0
      everOpen = true
      become({ kind: 'open', welcome: frame.json })
    }
  }

  function lose(why: string, forGood: boolean): void {
    socket = undefined
    const open = [...channels.values()]
    channels.clear()
    for (const channel of open) channel.lost(why)
    if (closed || forGood) return become({ kind: 'lost', why })
    const pause = Math.min(FIRST_PAUSE * 2 ** attempts++, LONGEST_PAUSE)
    timer = setTimeout(dial, pause)
    become({ kind: 'lost', why, nextAt: Date.now() + pause, ...(everOpen ? {} : { never: true }) })
  }

  function send(frame: UpFrame): void {
    socket?.send(encodeFrame(frame))
  }

  function open(channel: Channel): number {
    lastChannel += 1
    channels.set(lastChannel, channel)
    return lastChannel
  }

  const noProxy = (why: string): McpError =>
    new McpError('unreachable', `The proxy of Loupe is not reachable: ${why}`, {
      data: { code: 'NO_PROXY' },
      advice: 'Start it again with "node dist/loupe.js" and open the address that it prints.',
    })

  const fetch: FetchHandler = async (request) => {
    if (state.kind !== 'open') throw noProxy(state.kind === 'lost' ? state.why : 'it has not answered yet')
    const { signal } = request
    signal.throwIfAborted()
    const body = request.method === 'GET' || request.method === 'HEAD' ? null : new Uint8Array(await request.arrayBuffer())
    const hasBody = body !== null && body.length > 0
    return new Promise<Response>((resolve, reject) => {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      const number = open({ take, lost: (why) => fail(noProxy(why)) })
      const giveUp = (): void => {
        signal.removeEventListener('abort', onAbort)
        if (!channels.delete(number)) return
        send({ tag: 'A', channel: number })
      }
      const onAbort = (): void => {
        giveUp()
        fail(signal.reason instanceof Error ? signal.reason : new DOMException('Aborted', 'AbortError'))
      }
      function fail(error: Error): void {
        channels.delete(number)
        signal.removeEventListener('abort', onAbort)
        reject(error)
        controller?.error(error)
        controller = undefined
      }
      function take(frame: DownFrame): void {
        switch (frame.tag) {
          case 'h': {
            const { status, statusText, headers, times } = frame.json
            const stream = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given), cancel: giveUp })
            try {
              resolve(noteTimes(new Response(BODILESS.has(status) ? null : stream, { status, statusText, headers }), times))
            } catch (error) {
              giveUp()
              fail(new McpError('http', `The server answered with something that is no HTTP response: ${(error as Error).message}`))
            }
            return
          }
          case 'b':
            return controller?.enqueue(frame.bytes)
          case 'z':
            channels.delete(number)
            signal.removeEventListener('abort', onAbort)
            controller?.close()
            controller = undefined
            return
          case 'f':
            return fail(new McpError('unreachable', frame.json.message, { data: { code: frame.json.code } }))
          default:
        }
      }
      signal.addEventListener('abort', onAbort, { once: true })
      const fill = fillingOf(request)
      const named = namedBy(request)
      send({
        tag: 'F',
        channel: number,
        json: {
          url: request.url,
          method: request.method,
          headers: [...(chosenHeaders(request) ?? request.headers)].map(([name, value]) => [name, value]),
          hasBody,
          ...(isInsecure(request) ? { insecure: true } : {}),
          ...(named === undefined ? {} : { named }),
          ...(fill === undefined ? {} : { fill }),
        },
      })
      if (!hasBody) return
      send({ tag: 'D', channel: number, bytes: body })
      send({ tag: 'D', channel: number, bytes: new Uint8Array(0) })
    })
  }

  dial()
  return {
    get state() {
      return state
    },
    ready(patience) {
      if (state.kind === 'open') return Promise.resolve()
      return new Promise((resolve, reject) => {
        const give = setTimeout(() => settle(true), patience)
        const settle = (late: boolean): void => {
          // A proxy that was never there is not waited for: the page may have come from elsewhere.
          const hopeless = state.kind === 'lost' && (state.nextAt === undefined || state.never === true || late)
          if (state.kind !== 'open' && !late && !hopeless) return
          clearTimeout(give)
          waiting.delete(wake)
          if (state.kind === 'open') resolve()
          else reject(noProxy(state.kind === 'lost' ? state.why : 'it does not answer'))
        }
        const wake = (): void => settle(false)
        waiting.add(wake)
        wake()
      })
    },
    fetch,
    spawn(request, events) {
      const number = open({
        take(frame) {
          if (frame.tag === 's') events.started(frame.json)
          else if (frame.tag === 'o') events.lines(frame.lines)
          else if (frame.tag === 'e') events.errorLines(frame.lines)
          else if (frame.tag === 'l') events.overlong(frame.json.start, frame.json.bytes)
          else if (frame.tag === 'x') {
            channels.delete(number)
            events.exited(frame.json)
          }
        },
        lost: (why) => events.exited({ code: null, signal: null, error: { code: 'NO_PROXY', message: noProxy(why).message } }),
      })
      send({ tag: 'S', channel: number, json: request })
      return {
        write: (line) => send({ tag: 'I', channel: number, bytes: encoder.encode(line) }),
        end: () => send({ tag: 'K', channel: number }),
      }
    },
    dial(request, events) {
      const text = new TextDecoder()
      const number = open({
        take(frame) {
          if (frame.tag === 'w') events.opened(frame.json.protocol)
          else if (frame.tag === 'm') events.message(text.decode(frame.bytes))
          else if (frame.tag === 'n') events.binary(text.decode(frame.bytes))
          else if (frame.tag === 'c') {
            channels.delete(number)
            events.closed(frame.json)
          }
        },
        lost: (why) => events.closed({ code: 1006, reason: '', error: { code: 'NO_PROXY', message: noProxy(why).message } }),
      })
      send({ tag: 'O', channel: number, json: request })
      return {
        send: (message) => send({ tag: 'I', channel: number, bytes: encoder.encode(message) }),
        close: () => send({ tag: 'K', channel: number }),
      }
    },
    preflight(request) {
      return new Promise((resolve) => {
        const number = open({
          take(frame) {
            if (frame.tag !== 'P') return
            channels.delete(number)
            resolve(frame.json)
          },
          lost: (why) => resolve({ reached: false, code: 'NO_PROXY', message: why }),
        })
        send({ tag: 'Q', channel: number, json: request })
      })
    },
    reach(url) {
      return new Promise((resolve) => {
        const number = open({
          take(frame) {
            if (frame.tag !== 'r') return
            channels.delete(number)
            resolve(frame.json)
          },
          lost: (why) => resolve({ dns: { ms: 0, addresses: [], fault: { code: 'NO_PROXY', message: why } } }),
        })
        send({ tag: 'R', channel: number, json: { url } })
      })
    },
    configs(file) {
      return new Promise((resolve) => {
        const number = open({
          take(frame) {
            if (frame.tag !== 'g') return
            channels.delete(number)
            resolve(frame.json)
          },
          lost: (why) => resolve({ fault: why }),
        })
        send({ tag: 'G', channel: number, json: file === undefined ? {} : { file } })
      })
    },
    watch(request, onNews, onLost) {
      const number = open({
        take(frame) {
          if (frame.tag === 'v') onNews(frame.json)
        },
        lost: onLost,
      })
      send({ tag: 'V', channel: number, json: request })
      return () => {
        if (channels.delete(number)) send({ tag: 'A', channel: number })
      }
    },
    close() {
      closed = true
      clearTimeout(timer)
      socket?.close()
    },
  }
}
