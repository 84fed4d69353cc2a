// Sends what authorization asks for, through the wire like all else, and tells each as a trip. Knows which way to take: a page's
// own, or the proxy's where CORS forbids that; follows redirects of metadata hop by hop, and never of anything that carries a secret.
import type { FetchHandler } from '../fetch-handler.ts'
import type { Json } from '../json.ts'
import type { Traffic } from '../traffic.ts'
import { chooseNamedBy } from '../transport/exact-headers.ts'
import type { HeaderList } from '../wire-event.ts'
import { createWire, type Wire } from '../wire.ts'
import type { Party, Trip } from './flow-state.ts'
import { maskBody, maskHeaders, maskUrl } from './mask.ts'
import { objectIn } from './object-in.ts'
import { PATIENCE } from './patience.ts'
import { isLinkLocal, isPrivateHost } from './well-known.ts'

export interface Order {
  to: Party
  method: 'GET' | 'POST'
  url: string
  headers?: HeaderList
  body?: string
  /** The URL was entered by a person, so that it may lead anywhere. */
  byPerson?: true
}

export interface Reply {
  trip: Trip
  /** 0: there was no answer. */
  status: number
  headers: Headers
  text: string
  /** The body, where it is a JSON object. */
  document?: { [name: string]: Json }
  /** Why there was no answer, or none that may be used. */
  why?: string
}

export interface Ways {
  /** The page's own fetch, or whatever reaches servers by itself. */
  direct?: FetchHandler
  /** The proxy's; undefined where there is none. */
  proxy?: FetchHandler
  /** Which is tried first for what carries no secret. */
  first: 'direct' | 'proxy'
}

export interface Courier {
  /** Never rejects. `onTrip` is told when it begins and when it ended. */
  send(order: Order, onTrip: (trip: Trip) => void, signal: AbortSignal): Promise<Reply>
}

const MOST_SHOWN = 20_000
const MOST_REDIRECTS = 3

/** `server`: the URL that a person named, on whose behalf all this is asked. */
export function createCourier(ways: () => Ways | Promise<Ways>, traffic: Traffic, server: string): Courier {
  const wireOf = (fetch: FetchHandler, byPerson: boolean): Wire =>
    createWire((request) => {
      if (!byPerson) chooseNamedBy(request, server)
      return fetch(request)
    }, traffic)

  async function once(
    order: Order,
    via: 'direct' | 'proxy',
    fetch: FetchHandler,
    tell: (trip: Trip) => void,
    signal: AbortSignal,
  ): Promise<Reply> {
    const { to, method, url, headers = [], body } = order
    const trip: Trip = {
      exchange: 0,
      to,
      method,
      url: maskUrl(url),
      status: 0,
      requestHeaders: maskHeaders(headers),
      responseHeaders: [],
      via,
      verdict: '',
      tone: 'plain',
      ...(body === undefined ? {} : { requestBody: maskBody(body) }),
    }
    const refused = refusal(url, order.byPerson === true ? url : server)
    if (refused !== undefined) {
      Object.assign(trip, { verdict: `not sent: ${refused}`, tone: 'bad' })
      tell(trip)
      return { trip, status: 0, headers: new Headers(), text: '', why: refused }
    }
    const began = performance.now()
    const { id, ended } = wireOf(fetch, order.byPerson === true).send(
      {
        method,
        url,
        headers,
        aside: 'authorization',
        signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
        ...(body === undefined ? {} : { body }),
      },
      {},
    )
    trip.exchange = id
    tell(trip)
    const end = await ended
    trip.ms = performance.now() - began
    trip.status = end.status
    trip.responseHeaders = maskHeaders([...end.headers])
    if (end.text !== '') trip.responseBody = shortened(maskBody(end.text))
    const reply: Reply = { trip, status: end.status, headers: end.headers, text: end.text }
    if (end.hiddenRedirect === true) reply.why = 'it is a redirect, and the browser does not say where to'
    else if (end.failure !== undefined && end.status === 0) reply.why = signal.aborted ? 'given up' : end.failure.why
    else if (end.failure !== undefined) reply.why = `the answer was cut short: ${end.failure.why}`
    const document = objectIn(end.text)
    if (document !== undefined) reply.document = document
    if (reply.why !== undefined) Object.assign(trip, { verdict: reply.why, tone: 'bad' })
    tell(trip)
    return reply
  }

  async function byAnyWay(order: Order, tell: (trip: Trip) => void, signal: AbortSignal): Promise<Reply> {
    const { direct, proxy, first } = await ways()
    // Whether a secret was taken cannot be known when the browser keeps the answer: the way that surely tells goes first.
    const all =
      order.method === 'POST' || first === 'proxy'
        ? ([
            ['proxy', proxy],
            ['direct', direct],
          ] as const)
        : ([
            ['direct', direct],
            ['proxy', proxy],
          ] as const)
    const open = all.flatMap(([via, fetch]) => (fetch === undefined ? [] : [{ via, fetch }]))
    let last: Reply | undefined
    for (const { via, fetch } of open) {
      last = await once(order, via, fetch, tell, signal)
      if (last.status !== 0 || signal.aborted || order.method === 'POST') return last
      const bare = order.headers?.filter(([name]) => name.toLowerCase() !== 'mcp-protocol-version') ?? []
      if (via === 'direct' && bare.length < (order.headers?.length ?? 0)) {
        last.trip.verdict = `${last.trip.verdict}; asked again without MCP-Protocol-Version, which a browser sends only with leave (CORS)`
        tell(last.trip)
        last = await once({ ...order, headers: bare }, via, fetch, tell, signal)
        if (last.status !== 0 || signal.aborted) return last
      }
    }
    return last ?? (await once(order, 'direct', () => Promise.reject(new TypeError('there is no way to send it')), tell, signal))
  }

  return {
    async send(order, onTrip, signal) {
      let current = order
      for (let hops = 0; ; hops += 1) {
        const reply = await byAnyWay(current, onTrip, signal)
        const to = reply.headers.get('location')
        if (order.method !== 'GET' || reply.status < 300 || reply.status > 399 || to === null || !URL.canParse(to, current.url))
          return reply
        const next = new URL(to, current.url).href
        Object.assign(reply.trip, { verdict: `redirects to ${next}`, tone: 'warn' })
        onTrip(reply.trip)
        if (hops === MOST_REDIRECTS) return { ...reply, why: `it redirects more than ${MOST_REDIRECTS} times` }
        current = { ...order, url: next }
      }
    },
  }
}

/** Why a URL that a server named is not called. */
function refusal(url: string, server: string): string | undefined {
  if (!URL.canParse(url)) return 'it is no URL'
  const { protocol } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') return `only http and https are called, and this is ${protocol}`
  if (isLinkLocal(url)) return 'it is a link-local address, where clouds keep the keys of a machine'
  if (isPrivateHost(url) && !isPrivateHost(server))
    return 'it is an address of a private network, and the server that named it is not: a server must not make Loupe look around there'
  return undefined
}

/** A trip is drawn, and told anew with each change; the whole stands in the record. */
function shortened(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n… (${text.length} characters; the whole is in Traffic)` : text
}
