// Fetches a URL for the page, as a browser may not: any host, all headers, every byte as it comes. Over node:http and not
// fetch, which decodes, follows, hides and times out.
import { request as plainRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { RelayTimes } from '#mcp/transport/relay-times.ts'
import type { FetchRequest, PreflightAnswer, PreflightRequest } from '#mcp/transport/tunnel-frames.ts'
import { isBlocked, isInternal, isInternalName, refusal, strayRefusal } from './addresses.ts'
import { explainNet, NetError, type NetFailure } from './net-errors.ts'
import { agentFor, tlsOptions } from './outgoing.ts'

/** A body up to here is sent with its length, since some servers know no chunks; a longer one is streamed. */
const HELD = 1024 * 1024
const PREFLIGHT_LIMIT = 10_000

/** Belong to one connection, or are the relay's own to write. */
const REFUSED = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect content-length'.split(
    ' ',
  ),
)

/** Sent unless the page says otherwise: some servers refuse who does not name itself. */
const OWN_HEADERS: [string, string][] = [
  ['Accept-Encoding', 'identity'],
  ['User-Agent', 'mcp-loupe'],
]
const REPLACED = new Set(['accept-encoding', 'user-agent', 'host'])

export interface RelayEvents {
  head(head: { status: number; statusText: string; headers: [string, string][]; times: RelayTimes }): void
  chunk(bytes: Uint8Array): void
  /** The body ended in good order. */
  end(): void
  /** The last event, instead of `end`. */
  failed(failure: NetFailure): void
}

export interface Relayed {
  /** A chunk of the request's body; an empty one ends it. */
  write(bytes: Uint8Array): void
  /** No event comes after this. */
  abort(): void
  pause(): void
  resume(): void
}

/** Starts a request. Never throws: what is wrong with it is a `failed` event, after this call has returned. */
export function relay(asked: FetchRequest, on: RelayEvents): Relayed {
  let over = false
  let body: Readable | undefined
  let paused = false
  const fail = (error: unknown): void => {
    if (over) return
    over = true
    on.failed(explainNet(error, asked.url))
  }
  let request: ClientRequest
  try {
    request = open(asked)
  } catch (error) {
    setImmediate(fail, error)
    return { write() {}, abort: () => void (over = true), pause() {}, resume() {} }
  }
  const times = timesOf(request)
  request.on('error', fail)
  request.on('response', (response) => {
    if (over) return void response.destroy()
    const { stream, headers } = decoded(response)
    body = stream
    on.head({ status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', headers, times: times() })
    stream.on('data', (chunk: Buffer) => !over && on.chunk(chunk))
    stream.on('end', () => {
      if (over) return
      if (!response.complete) return fail(cutShort(asked.url))
      over = true
      on.end()
    })
    stream.on('error', (error: NodeJS.ErrnoException) => fail(error.code === 'ECONNRESET' ? cutShort(asked.url) : error))
    stream.on('close', () => fail(cutShort(asked.url)))
    if (paused) stream.pause()
  })
  const upload = asked.hasBody ? uploader(request) : undefined
  if (upload === undefined) request.end()
  return {
    write: (bytes) => void (over || upload?.(bytes)),
    abort() {
      over = true
      request.destroy()
      body?.destroy()
    },
    pause() {
      paused = true
      body?.pause()
    },
    resume() {
      paused = false
      body?.resume()
    },
  }
}

/** Asks as a browser would before it lets a page send; the answer is for the page to judge. Never rejects. */
export function askPreflight({ url, origin, method, headers }: PreflightRequest): Promise<PreflightAnswer> {
  const asked: [string, string][] = [
    ['Origin', origin],
    ['Access-Control-Request-Method', method],
  ]
  // A browser sends the names in lower case, sorted, without spaces, and leaves the header out when there are none.
  if (headers.length > 0)
    asked.push([
      'Access-Control-Request-Headers',
      headers
        .map((name) => name.toLowerCase())
        .sort()
        .join(','),
    ])
  const start = performance.now()
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      running.abort()
      const message = `The preflight question to ${url} was not answered within ${PREFLIGHT_LIMIT / 1000} s.`
      resolve({ reached: false, code: 'ETIMEDOUT', message })
    }, PREFLIGHT_LIMIT)
    const running = relay(
      { url, method: 'OPTIONS', headers: asked, hasBody: false },
      {
        head({ status, headers }) {
          clearTimeout(timer)
          resolve({ reached: true, status, headers, ms: performance.now() - start })
          running.abort() // its body means nothing
        },
        chunk() {},
        end() {},
        failed(failure) {
          clearTimeout(timer)
          resolve({ reached: false, ...failure })
        },
      },
    )
  })
}

function open({ url: address, method, headers, insecure, named }: FetchRequest): ClientRequest {
  if (!URL.canParse(address))
    throw new NetError('BAD_URL', `${JSON.stringify(address)} is not a URL. Write it whole, as in http://localhost:3000/mcp.`)
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new NetError('BAD_URL', `Only http and https can be called, and ${url.protocol}// is neither.`)
  if (isBlocked(url.hostname)) throw refusal(url.hostname)
  const by = named !== undefined && URL.canParse(named) ? new URL(named).hostname : named
  // An address is not looked up, so it is judged here.
  if (by !== undefined && isInternal(url.hostname) && !isInternalName(by)) throw strayRefusal(url.hostname, by)
  const secure = url.protocol === 'https:'
  const agent = agentFor(address, insecure, by)
  const request = secure
    ? tlsRequest(url, { method, agent, maxHeaderSize: 64 * 1024, ...tlsOptions(insecure) })
    : plainRequest(url, { method, agent, maxHeaderSize: 64 * 1024 })
  try {
    setHeaders(request, headers)
  } catch (error) {
    request.on('error', () => {})
    request.destroy()
    throw error
  }
  return request
}

/** Clocks a request from now on; what it gives is asked for when its reply begins. */
function timesOf(request: ClientRequest): () => RelayTimes {
  const start = performance.now()
  let connected: number | undefined
  let sent: number | undefined
  request.once('socket', (socket) => {
    const ready = (): void => void (connected = performance.now())
    if (!socket.connecting) return ready()
    socket.once('encrypted' in socket ? 'secureConnect' : 'connect', ready)
  })
  request.once('finish', () => void (sent = performance.now()))
  return () => {
    const end = performance.now()
    const open = connected ?? end
    // A server may answer before it has heard all.
    const written = Math.max(open, sent ?? end)
    return { connect: open - start, send: written - open, wait: end - written }
  }
}

function setHeaders(request: ClientRequest, headers: [string, string][]): void {
  const grouped = new Map<string, { name: string; values: string[] }>()
  for (const [name, value] of [...OWN_HEADERS, ...headers]) {
    const key = name.toLowerCase()
    if (name.trim() === '') continue
    if (REFUSED.has(key))
      throw new NetError('BAD_HEADER', `The header ${name} belongs to one connection and cannot be handed on. Remove it.`)
    const known = grouped.get(key)
    if (known === undefined || REPLACED.has(key)) grouped.set(key, { name, values: [value] })
    else known.values.push(value)
  }
  for (const { name, values } of grouped.values()) {
    try {
      request.setHeader(name, values.length === 1 ? values[0]! : values)
    } catch {
      throw new NetError(
        'BAD_HEADER',
        `The header ${JSON.stringify(name)} has a name or a value that HTTP does not allow (a line break, a space in the name, or letters beyond Latin-1).`,
      )
    }
  }
}

function uploader(request: ClientRequest): (bytes: Uint8Array) => void {
  let held: Uint8Array[] | undefined = []
  let size = 0
  return (bytes) => {
    if (bytes.length === 0) {
      if (held === undefined) return void request.end()
      request.setHeader('Content-Length', size)
      return void request.end(Buffer.concat(held))
    }
    if (held === undefined) return void request.write(bytes)
    held.push(bytes)
    size += bytes.length
    if (size > HELD) {
      for (const piece of held) request.write(piece)
      held = undefined
    }
  }
}

/**
 * The body as readable bytes. We ask for no encoding; a server that encodes all the same is decoded here, and its
 * headers then say so: what crossed as `content-encoding` is told as `x-loupe-decoded`.
 */
function decoded(response: IncomingMessage): { stream: Readable; headers: [string, string][] } {
  const { rawHeaders } = response
  const headers: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.push([rawHeaders[at]!, rawHeaders[at + 1]!])
  const decoder = decoderFor((response.headers['content-encoding'] ?? '').trim().toLowerCase())
  if (decoder === undefined) return { stream: response, headers }
  pipeline(response, decoder, () => {})
  const renamed = headers.flatMap(([name, value]): [string, string][] => {
    const key = name.toLowerCase()
    if (key === 'content-encoding') return [['x-loupe-decoded', value]]
    return key === 'content-length' ? [] : [[name, value]]
  })
  return { stream: decoder, headers: renamed }
}

/** What decodes a `Content-Encoding`, as it comes; undefined for one that needs none, or is not known. */
export function decoderFor(encoding: string): (Readable & NodeJS.WritableStream) | undefined {
  // Flushed as it comes: an event stream must not wait for a full block.
  const flush = { flush: constants.Z_SYNC_FLUSH }
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(flush)
  if (encoding === 'deflate') return createInflate(flush)
  if (encoding === 'br') return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH })
  return undefined
}

function cutShort(url: string): NetError {
  return new NetError('CUT_SHORT', `${URL.canParse(url) ? new URL(url).host : url} closed the connection in the middle of its answer.`)
}
