// A small MCP server as a FetchHandler, with flaws to order. The only double that tests use.
import type { FetchHandler } from '../fetch-handler.ts'
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import { idKey, readValue, type Id } from '../jsonrpc.ts'
import { fakeModern } from './fake-modern.ts'
import type { Answer, Turn } from './turn.ts'
import { FakeError, Stream } from './fake-parts.ts'

export { FakeError }

export type Flaw =
  /** Answers with ids of the wrong JSON type. */
  | 'wrong-id-type'
  /** Answers every POST with a web page. */
  | 'html'
  /** No Content-Type on replies. */
  | 'no-type'
  /** `APPLICATION/JSON; Charset=UTF-8`. */
  | 'shouting-type'
  /** text/plain around JSON. */
  | 'plain-type'
  /** 202 with a body of text. */
  | 'chatty-202'
  /** The reply stream ends before the answer. */
  | 'silent'
  /** Answers are cut JSON. */
  | 'garbled'
  /** Needs a session, and hides its id as a cross-origin server does that does not expose it. */
  | 'hidden-session'
  /** Refuses what lacks MCP-Protocol-Version after the handshake. */
  | 'strict-version'
  /** Answers come in a batch with a log message before them. */
  | 'batches'
  /** Reply streams are closed after an event id; the answer comes by GET with Last-Event-ID. */
  | 'drops-streams'
  /** The last event lacks its blank line. */
  | 'no-last-line'

export interface Seen {
  method: string
  headers: Headers
  /** Of a POST. */
  message?: { [key: string]: Json }
}

/** What a handler may do while it answers. */
export interface FakeOptions {
  /** What it speaks; default 'legacy'. */
  era?: 'legacy' | 'modern' | 'both'
  /** What the modern half says that it supports; default 2026-07-28, and 2025-11-25 where it speaks both. */
  supportedVersions?: string[]
  /** It is behind a pipe: there are no headers to check. */
  pipe?: boolean
  flaws?: Flaw[]
  revision?: string
  capabilities?: { [name: string]: Json }
  /** Gives sessions. */
  sessions?: boolean
  /** Has a GET stream; default true. */
  listens?: boolean
  /** Replies as event streams even when JSON would do. */
  streams?: boolean
  answers?: { [method: string]: Answer }
}

export interface FakeServer {
  fetch: FetchHandler
  seen: Seen[]
  /** Resolves with the first request, past or future, that passes. */
  saw(passes: (seen: Seen) => boolean): Promise<Seen>
  /** Sends on the GET stream, as soon as there is one. */
  push(message: { [key: string]: Json }): void
  /** Ends all GET streams and subscriptions; `graceful`: the latter with their answers. */
  hangUp(graceful?: boolean): void
  /** Ids of requests whose streams the client closed (modern). */
  closed: Id[]
  /** Forgets all sessions. */
  forget(): void
  /** From now on no request gets a response. */
  die(): void
}

const encoder = new TextEncoder()

export function fakeServer(options: FakeOptions = {}): FakeServer {
  const { sessions = false, listens = true, streams = false, revision, answers = {} } = options
  const { era = 'legacy' } = options
  const flaws = new Set(options.flaws)
  const modern = fakeModern({
    supportedVersions: options.supportedVersions ?? (era === 'both' ? ['2026-07-28', '2025-11-25'] : ['2026-07-28']),
    capabilities: options.capabilities ?? { tools: {} },
    answers,
    headers: options.pipe !== true,
  })
  const seen: Seen[] = []
  const waiting: { passes: (seen: Seen) => boolean; resolve: (seen: Seen) => void }[] = []
  const asked = new Map<string, { resolve: (result: Json) => void; reject: (error: Error) => void }>()
  const listeners = new Set<Stream>()
  const backlog: { [key: string]: Json }[] = []
  const parked = new Map<string, string>()
  let live = new Set<string>()
  let sessionCount = 0
  let greeted = false
  let dead = false

  const builtIn: { [method: string]: Answer } = {
    initialize: (params) => ({
      protocolVersion: revision ?? String(params.protocolVersion),
      capabilities: options.capabilities ?? { tools: {} },
      serverInfo: { name: 'fake', version: '1' },
    }),
    ping: () => ({}),
    'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
    'tools/call': (params) => ({ content: [{ type: 'text', text: writeJson(params.arguments ?? null) }] }),
  }

  function note(one: Seen): void {
    seen.push(one)
    for (const wait of waiting) if (wait.passes(one)) wait.resolve(one)
  }

  async function answer(message: { [key: string]: Json }, turn: Turn): Promise<string> {
    const { method, params } = message
    const id = flaws.has('wrong-id-type') && method !== 'initialize' ? String(turn.id) : turn.id
    let reply: { [key: string]: Json }
    try {
      const handler = answers[String(method)] ?? builtIn[String(method)]
      if (handler === undefined) throw new FakeError(-32601, `Unknown method ${String(method)}`)
      reply = { jsonrpc: '2.0', id, result: await handler(isObject(params) ? params : {}, turn) }
    } catch (error) {
      const { code, data } = error instanceof FakeError ? error : { code: -32603, data: undefined }
      reply = { jsonrpc: '2.0', id, error: { code, message: (error as Error).message, ...(data === undefined ? {} : { data }) } }
    }
    const text = writeJson(reply)
    if (method === 'initialize') return text
    if (flaws.has('garbled')) return text.slice(0, -3)
    return flaws.has('batches') ? `[{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"b"}},${text}]` : text
  }

  async function post(request: Request): Promise<Response> {
    const text = await request.text()
    const message = parseJson(text)
    if (!isObject(message)) return new Response('not a message', { status: 400 })
    note({ method: 'POST', headers: request.headers, message })
    if (flaws.has('html')) return page()
    const modernly = era === 'modern' || (era === 'both' && speaksModern(message))
    if (modernly)
      return (typeof message.id === 'string' || typeof message.id === 'number') && message.method !== undefined
        ? modern.answer(message, message.id, request)
        : accepted()
    const refused = refuse(request, message)
    if (refused !== null) return refused
    const reading = readValue(message)
    if (reading.kind === 'result' || reading.kind === 'failure') {
      const ask = reading.id === null || reading.id === undefined ? undefined : asked.get(idKey(reading.id))
      if (reading.kind === 'result') ask?.resolve(reading.result)
      else ask?.reject(new FakeError(Number(reading.error.code), reading.error.message))
    }
    if (reading.kind !== 'request') return accepted()
    return reply(message, reading.id, reading.method === 'initialize')
  }

  async function reply(message: { [key: string]: Json }, id: Id, isGreeting: boolean): Promise<Response> {
    const headers = new Headers()
    if (isGreeting) {
      greeted = true
      if (sessions || flaws.has('hidden-session')) {
        const session = `session-${++sessionCount}`
        live.add(session)
        if (!flaws.has('hidden-session')) headers.set('Mcp-Session-Id', session)
      }
    }
    if (flaws.has('drops-streams') && !isGreeting) {
      const text = await answer(message, silentTurn(id))
      const place = `place-${idKey(id)}`
      parked.set(place, text)
      headers.set('content-type', 'text/event-stream')
      return new Response(`id: ${place}\nretry: 1\ndata: \n\n`, { headers })
    }
    const stream = new Stream()
    let started = (): void => {}
    const whenStarted = new Promise<'stream'>((resolve) => (started = () => resolve('stream')))
    const turn: Turn = {
      id,
      send(message) {
        stream.event(writeJson({ jsonrpc: '2.0', ...message }))
        started()
      },
      ask(askId, method, params) {
        return new Promise((resolve, reject) => {
          asked.set(idKey(askId), { resolve, reject })
          turn.send(params === undefined ? { id: askId, method } : { id: askId, method, params })
        })
      },
    }
    const answered = answer(message, turn)
    const first =
      streams || (flaws.has('silent') && !isGreeting) ? 'stream' : await Promise.race([whenStarted, answered.then(() => 'json' as const)])
    if (first === 'json') return json(await answered, headers)
    void answered.then((text) => {
      if (!flaws.has('silent') || isGreeting) stream.event(text, flaws.has('no-last-line') ? '\n' : '\n\n')
      stream.close()
    })
    headers.set('content-type', 'text/event-stream; charset=utf-8')
    return new Response(stream.readable, { headers })
  }

  function refuse(request: Request, message: { [key: string]: Json }): Response | null {
    if (message.method === 'initialize') return null
    const session = request.headers.get('mcp-session-id')
    if (session === null && (sessions || flaws.has('hidden-session'))) return new Response('Bad Request: no session id', { status: 400 })
    if (session !== null && !live.has(session)) return new Response('Session not found', { status: 404 })
    const version = request.headers.get('mcp-protocol-version')
    return flaws.has('strict-version') && greeted && version === null ? new Response('Bad Request: no version', { status: 400 }) : null
  }

  function get(request: Request): Response {
    note({ method: 'GET', headers: request.headers })
    const place = request.headers.get('last-event-id')
    const headers = { 'content-type': 'text/event-stream' }
    const text = place === null ? undefined : parked.get(place)
    if (text !== undefined) return new Response(`data: ${text}\n\n`, { headers })
    if (!listens) return new Response('no stream here', { status: 405 })
    const stream = new Stream()
    listeners.add(stream)
    request.signal.addEventListener('abort', () => listeners.delete(stream))
    for (const message of backlog.splice(0)) stream.event(writeJson({ jsonrpc: '2.0', ...message }))
    return new Response(stream.readable, { headers })
  }

  function json(text: string, headers: Headers): Response {
    if (flaws.has('no-type')) return new Response(encoder.encode(text), { headers })
    const type = flaws.has('shouting-type')
      ? 'APPLICATION/JSON; Charset=UTF-8'
      : flaws.has('plain-type')
        ? 'text/plain'
        : 'application/json'
    headers.set('content-type', type)
    return new Response(text, { headers })
  }

  function accepted(): Response {
    return flaws.has('chatty-202')
      ? new Response('Accepted', { status: 202, headers: { 'content-type': 'text/plain' } })
      : new Response(null, { status: 202 })
  }

  return {
    seen,
    async fetch(request) {
      if (dead) throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
      request.signal.throwIfAborted()
      if (request.method === 'POST') return post(request)
      if (era === 'modern') {
        note({ method: request.method, headers: request.headers })
        return new Response(null, { status: 405 })
      }
      if (request.method === 'GET') return get(request)
      note({ method: request.method, headers: request.headers })
      live.delete(request.headers.get('mcp-session-id') ?? '')
      return new Response(null, { status: 204 })
    },
    saw(passes) {
      const past = seen.find(passes)
      return past === undefined ? new Promise((resolve) => waiting.push({ passes, resolve })) : Promise.resolve(past)
    },
    push(message) {
      modern.push(message)
      if (listeners.size === 0) backlog.push(message)
      for (const stream of listeners) stream.event(writeJson({ jsonrpc: '2.0', ...message }))
    },
    closed: modern.closed,
    hangUp(graceful = false) {
      modern.hangUp(graceful)
      for (const stream of listeners) stream.close()
      listeners.clear()
    },
    forget: () => void (live = new Set()),
    die() {
      dead = true
      for (const stream of listeners) stream.close()
    },
  }
}

function silentTurn(id: Id): Turn {
  return { id, send: () => {}, ask: () => Promise.reject(new Error('no stream')) }
}

function page(): Response {
  return new Response('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
}

function speaksModern({ params }: { [key: string]: Json }): boolean {
  const meta = isObject(params) ? params._meta : undefined
  return isObject(meta) && meta['io.modelcontextprotocol/protocolVersion'] !== undefined
}
