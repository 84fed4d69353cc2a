// Writes records by hand, for tests of rules: a conversation as it should be, to which a test adds what it is about.
import { writeJson, type Json } from '../json.ts'
import type { Revision } from '../dialect/revisions.ts'
import type { HeaderList, WireEvent, WireFact } from '../wire-event.ts'

type Obj = { [key: string]: Json }
export type Reply = { result: Obj } | { error: Json } | { text: string } | { message: Json }

export interface AskOptions {
  /** Messages of the server before its answer. */
  during?: Json[]
  /** And after it. */
  after?: Json[]
  id?: Json
  headers?: [string, string][]
  status?: number
  replyHeaders?: [string, string][]
  /** The reply is an event stream. */
  stream?: boolean
  /** Ids and names of its events. */
  events?: { id?: string; event?: string }
  /** It does not begin with an id, as streams of 2025-11-25 should. */
  bare?: true
  /** The whole message, instead of one made of method and params. */
  whole?: string
  http?: 'GET' | 'DELETE' | 'PUT'
  end?: 'closed' | 'failed' | 'open'
}

const META = 'io.modelcontextprotocol/'
const ADDRESS = 'http://server.test/mcp'
const JSON_TYPE: [string, string] = ['content-type', 'application/json']

export class Talk {
  readonly events: WireEvent[] = []
  readonly revision: Revision
  readonly pipe: boolean
  capabilities: Obj = {}
  offered: Obj = {}
  #exchange = 0
  #later = 0
  #id = 0

  constructor(revision: Revision, pipe = false) {
    this.revision = revision
    this.pipe = pipe
    this.fact(0, { kind: 'start', text: 'begin' })
  }

  /** Time passes, in milliseconds. */
  wait(ms: number): this {
    this.#later += ms
    return this
  }

  get modern(): boolean {
    return this.revision === '2026-07-28'
  }

  fact(exchange: number, fact: WireFact): number {
    const seq = this.events.length + 1
    this.events.push({ ...fact, seq, at: 1000 + this.#later + seq, exchange })
    return seq
  }

  /** A greeting in good order, `change` made to its result. */
  greet(capabilities: Obj = {}, change: Obj = {}, options: AskOptions = {}): this {
    this.capabilities = capabilities
    const info = { name: 'server', version: '1' }
    if (this.modern) {
      const result = { supportedVersions: [this.revision], capabilities, ttlMs: 0, cacheScope: 'public', ...change }
      return this.ask('server/discover', {}, { result }, options)
    }
    const params = { protocolVersion: this.revision, capabilities: this.offered, clientInfo: { name: 'test', version: '1' } }
    this.ask('initialize', params, { result: { protocolVersion: this.revision, capabilities, serverInfo: info, ...change } }, options)
    return this.tell('notifications/initialized')
  }

  /** Sends a request, and has it answered. */
  ask(method: string, params: Obj, reply: Reply | undefined, options: AskOptions = {}): this {
    const { during = [], after = [], stream = false, events = {}, end = 'closed' } = options
    const id = options.id ?? ++this.#id
    const sent = this.modern
      ? {
          ...params,
          _meta: {
            [`${META}protocolVersion`]: this.revision,
            [`${META}clientCapabilities`]: this.offered,
            ...(params._meta as Obj | undefined),
          },
        }
      : params
    const exchange = this.send(options.whole ?? writeJson({ jsonrpc: '2.0', id, method, params: sent }), options)
    const incoming = [...during]
    if (reply !== undefined) incoming.push(this.#answer(id, reply))
    incoming.push(...after)
    if (this.pipe) for (const one of incoming) this.fact(exchange, { kind: 'frame', text: textOf(one) })
    else if (end === 'failed' && incoming.length === 0) {
      this.fact(exchange, { kind: 'failed', why: 'cut' })
      return this
    } else {
      const streamed = stream || during.length > 0 || after.length > 0
      const type: [string, string] = streamed ? ['content-type', 'text/event-stream'] : JSON_TYPE
      const headers = [...(options.replyHeaders ?? [])]
      if (this.modern && streamed && !headers.some(([name]) => name === 'x-accel-buffering')) headers.push(['x-accel-buffering', 'no'])
      if (!headers.some(([name]) => name === 'content-type')) headers.unshift(type)
      this.fact(exchange, { kind: 'status', status: options.status ?? this.#statusOf(reply), statusText: '', headers })
      if (streamed && options.bare !== true) this.#prime(exchange)
      for (const one of incoming)
        this.fact(exchange, streamed ? { kind: 'frame', text: textOf(one), ...events } : { kind: 'body', text: textOf(one) })
    }
    if (end === 'closed') this.fact(exchange, { kind: 'closed' })
    if (end === 'failed') this.fact(exchange, { kind: 'failed', why: 'cut' })
    return this
  }

  tell(method: string, params: Obj = {}, status = 202, body = ''): this {
    const exchange = this.send(writeJson({ jsonrpc: '2.0', method, params }))
    if (this.pipe) return this
    return this.#accepted(exchange, status, body)
  }

  /** Answers a request of the server. */
  answer(id: Json, result: Obj, status = 202, body = ''): this {
    const exchange = this.send(writeJson({ jsonrpc: '2.0', id, result }))
    if (this.pipe) return this
    return this.#accepted(exchange, status, body)
  }

  /** Something else by HTTP, and its reply. */
  http(
    method: 'GET' | 'HEAD' | 'POST' | 'DELETE' | 'PUT' | 'PATCH' | 'OPTIONS',
    /** 0: there was no response. */
    status: number,
    more: {
      url?: string
      /** What is sent. */
      sent?: string
      headers?: HeaderList
      replyHeaders?: [string, string][]
      frames?: Json[]
      body?: string
      frame?: { id?: string; event?: string }
      bare?: true
    } = {},
  ): this {
    const exchange = ++this.#exchange
    const { url = ADDRESS, headers = [], sent } = more
    this.fact(exchange, { kind: 'sent', method, url, headers, ...(sent === undefined ? {} : { body: sent }) })
    if (status === 0) {
      this.fact(exchange, { kind: 'failed', why: 'refused' })
      return this
    }
    this.fact(exchange, {
      kind: 'status',
      status,
      statusText: '',
      headers: more.replyHeaders ?? (more.frames === undefined ? [] : [['content-type', 'text/event-stream']]),
    })
    if (more.frames !== undefined && more.bare !== true) this.#prime(exchange)
    for (const one of more.frames ?? []) this.fact(exchange, { kind: 'frame', text: textOf(one), ...more.frame })
    if (more.body !== undefined) this.fact(exchange, { kind: 'body', text: more.body })
    this.fact(exchange, { kind: 'closed' })
    return this
  }

  /** What the server says unasked: on its stream, or over the pipe. */
  says(...messages: Json[]): this {
    if (this.pipe) {
      for (const one of messages) this.fact(0, { kind: 'frame', text: textOf(one) })
      return this
    }
    return this.http('GET', 200, { frames: messages })
  }

  send(body: string, { headers, http }: AskOptions = {}): number {
    const exchange = ++this.#exchange
    const url = this.pipe ? 'stdio:server' : ADDRESS
    const all = headers ?? (this.modern && !this.pipe ? envelopeHeaders(body, this.revision) : [])
    this.fact(exchange, { kind: 'sent', method: this.pipe ? 'STDIN' : (http ?? 'POST'), url, headers: all, body })
    return exchange
  }

  #prime(exchange: number): void {
    if (this.revision === '2025-11-25') this.fact(exchange, { kind: 'frame', text: '', id: `begin-${exchange}` })
  }

  #accepted(exchange: number, status: number, body: string): this {
    this.fact(exchange, { kind: 'status', status, statusText: '', headers: [] })
    if (body !== '') this.fact(exchange, { kind: 'body', text: body })
    this.fact(exchange, { kind: 'closed' })
    return this
  }

  #answer(id: Json, reply: Reply): Json {
    if ('text' in reply) return reply.text
    if ('message' in reply) return reply.message
    if ('error' in reply) return { jsonrpc: '2.0', id, error: reply.error }
    const own = { resultType: 'complete', _meta: { [`${META}serverInfo`]: { name: 'server', version: '1' } } }
    return { jsonrpc: '2.0', id, result: this.modern ? { ...own, ...reply.result } : reply.result }
  }

  #statusOf(reply: Reply | undefined): number {
    const error = reply !== undefined && 'error' in reply ? (reply.error as Obj) : undefined
    if (!this.modern || error === undefined) return 200
    return error.code === -32601 ? 404 : 400
  }
}

/** A text stands for itself: what it holds may be no JSON. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : writeJson(value)
}

/** The headers that say again what the body says. */
function envelopeHeaders(body: string, revision: Revision): [string, string][] {
  const headers: [string, string][] = []
  try {
    const { method, params } = JSON.parse(body) as {
      method?: string
      params?: { name?: string; uri?: string; _meta?: { [name: string]: string } }
    }
    headers.push(['MCP-Protocol-Version', params?._meta?.['io.modelcontextprotocol/protocolVersion'] ?? revision])
    if (method !== undefined) headers.push(['Mcp-Method', method])
    const name = method === 'resources/read' ? params?.uri : method === 'tools/call' || method === 'prompts/get' ? params?.name : undefined
    if (name !== undefined) headers.push(['Mcp-Name', name])
  } catch {
    // What is no JSON has no such headers.
  }
  return headers
}
