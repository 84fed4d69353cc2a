// How messages leave: one POST each, GET for streams, DELETE at the end; with the headers of the era and of the person.
import type { Dialect, Message } from '../dialect/dialect.ts'
import { writeJson, type Json } from '../json.ts'
import { read, type Id } from '../jsonrpc.ts'
import type { ConnectOptions, RawMethod, RawOptions, Transport } from '../session-types.ts'
import { isPipe } from '../transport/target.ts'
import { itself, type Wish } from '../wish.ts'
import { createWire, type Exchange, type Hearing, type Outgoing, type Wire } from '../wire.ts'
import { pause } from './pause.ts'

/** How long we wait for the 202 of an announcement, and for that of DELETE. */
const PATIENCE = 5000

const POSTED: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
]

export interface Leaving {
  id?: Id
  method?: string
  params?: Json | undefined
  result?: Json
  error?: object
}

export class Line {
  /** One channel carries everything both ways, as with a child process. */
  readonly overPipe: boolean
  /** Where messages are posted, when it is not the URL itself (HTTP+SSE). */
  endpoint: string | undefined
  #dialect: Dialect | undefined
  readonly #options: Pick<ConnectOptions, 'url' | 'headers' | 'traffic' | 'authorizer'>
  readonly #wire: Wire

  constructor(options: Pick<ConnectOptions, 'url' | 'headers' | 'fetch' | 'traffic' | 'authorizer' | 'wish'>) {
    this.#options = options
    this.overPipe = isPipe(options.url)
    this.#wire = createWire(options.fetch, options.traffic, options.wish)
  }

  /** Whether anything was said yet. */
  get speaks(): boolean {
    return this.#dialect !== undefined
  }

  /** How the peer is spoken to. It may change until the era is settled. */
  get dialect(): Dialect {
    if (this.#dialect === undefined) throw new Error('No era is spoken yet')
    return this.#dialect
  }

  set dialect(dialect: Dialect) {
    this.#dialect = dialect
  }

  /** One channel brings the answers to all requests, so that nothing says which of them another message belongs to. */
  get shared(): boolean {
    return this.overPipe || this.endpoint !== undefined
  }

  get transport(): Transport {
    if (this.overPipe) return this.#options.url.startsWith('stdio:') ? 'stdio' : 'websocket'
    return this.endpoint === undefined ? 'streamable-http' : 'http+sse'
  }

  /** `askedAt`: when it was wanted, if before now. */
  post(
    message: Leaving,
    signal: AbortSignal,
    hearing: Hearing = {},
    { askedAt, wish }: { askedAt?: number | undefined; wish?: Wish | undefined } = {},
  ): Exchange {
    const headers = this.#headers(POSTED, message)
    const body = writeJson({ jsonrpc: '2.0', ...message })
    const to = this.#to('POST', this.endpoint ?? this.#options.url)
    const asked = askedAt === undefined ? {} : { askedAt }
    return this.#wire.send({ ...to, headers, body, signal, wish, ...asked }, this.#judging(hearing))
  }

  /** A notification whose acceptance is worth waiting for, but not for long. */
  async announce(method: string, params: Json | undefined, signal: AbortSignal, wish: Wish): Promise<void> {
    await this.#patiently(this.post({ method, params }, signal, {}, { wish }).responded)
  }

  get(place: string | undefined, hearing: Hearing, signal: AbortSignal, wish: Wish): Exchange {
    const headers: [string, string][] = [['Accept', 'text/event-stream']]
    if (place !== undefined && place !== '') headers.push(['Last-Event-ID', place])
    return this.#wire.send({ ...this.#to('GET', this.#options.url), headers: this.#headers(headers), signal, wish }, this.#judging(hearing))
  }

  /** What would be sent with this text. */
  headersFor(text: string, http: RawMethod): [string, string][] {
    if (this.overPipe) return []
    const more = this.#options.authorizer?.headers(http, this.endpoint ?? this.#options.url) ?? []
    // Those that are made anew for each request cannot be shown before it.
    const known = more instanceof Promise ? [] : more.map(([name, value]): [string, string] => [name, value])
    const names = new Set(known.map(([name]) => name.toLowerCase()))
    return [...this.#bareHeaders(text, http).filter(([name]) => !names.has(name.toLowerCase())), ...known]
  }

  #bareHeaders(text: string, http: RawMethod): [string, string][] {
    if (http === 'DELETE') return this.#headers([])
    if (http === 'GET') return this.#headers([['Accept', 'text/event-stream']])
    const reading = read(text)
    const { method, params } =
      reading.kind === 'request' || reading.kind === 'notification' ? reading : { method: undefined, params: undefined }
    return this.#headers(POSTED, method === undefined ? {} : { method, params })
  }

  /** Sends a text as it is, whatever it is. */
  raw(text: string, { headers, http = 'POST', proxy }: RawOptions, hearing: Hearing, signal: AbortSignal): Exchange {
    return this.#wire.send(
      {
        ...this.#to(http, http === 'POST' ? (this.endpoint ?? this.#options.url) : this.#options.url, headers === undefined),
        headers: headers ?? this.headersFor(text, http),
        ...(http === 'POST' ? { body: text } : {}),
        ...(headers === undefined ? {} : { exact: true as const }),
        ...(proxy === undefined ? {} : { proxy }),
        signal,
      },
      hearing,
    )
  }

  /** Ends the session at the server, where there is one. */
  async farewell(): Promise<void> {
    if (this.#dialect?.hasSession() !== true || this.overPipe) return
    const limit = new AbortController()
    const farewell = this.#wire.send({
      ...this.#to('DELETE', this.#options.url),
      headers: this.#headers([]),
      signal: limit.signal,
      wish: itself('the session is over'),
    })
    await this.#patiently(farewell.ended)
    limit.abort('no reply to DELETE')
  }

  /** A batch is taken apart in any revision, and marked in those that have none. */
  #judging(hearing: Hearing): Hearing {
    return {
      ...hearing,
      onBatch: (seq) => {
        if (this.#dialect?.batches() === false) this.#options.traffic.settle(seq, 'no batches here', 'warn')
      },
    }
  }

  async #patiently(wanted: Promise<unknown>): Promise<void> {
    const done = new AbortController()
    await Promise.race([wanted, pause(PATIENCE, done.signal)])
    done.abort()
  }

  /** Where it goes, with the credentials of the moment at which it leaves. */
  #to(method: RawMethod, url: string, dressed = true): Pick<Outgoing, 'method' | 'url' | 'credentials'> {
    const { authorizer } = this.#options
    return authorizer === undefined || !dressed ? { method, url } : { method, url, credentials: () => authorizer.headers(method, url) }
  }

  #headers(own: [string, string][], message?: Leaving): [string, string][] {
    // HTTP+SSE opens its stream before anything is said.
    const dressed = this.#dialect?.headers(methodOf(message)) ?? []
    const all: [string, string][] = [...own, ...dressed.map(([name, value]): [string, string] => [name, value])]
    const taken = new Set(all.map(([name]) => name.toLowerCase()))
    for (const [name, value] of this.#options.headers ?? []) if (!taken.has(name.toLowerCase())) all.push([name, value])
    return all
  }
}

function methodOf(leaving: Leaving | undefined): Message | undefined {
  if (leaving?.method === undefined) return undefined
  const { method, params } = leaving
  return params == null ? { method } : { method, params }
}
