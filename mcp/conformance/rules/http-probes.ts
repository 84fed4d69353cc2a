// What HTTP around messages is held to when it is not as a client should send it: origins, hosts, types, methods.
import type { Json } from '../../json.ts'
import { idKey } from '../../jsonrpc.ts'
import { ALL, between, MODERN, since } from '../revision.ts'
import { allServed, markOf, probed, served } from '../probes.ts'
import { isReplay } from '../proper.ts'
import { each, quote, remembering, type Look, type Rule } from '../rule.ts'
import { carried, eachTrip, headerOf, isPipe, sse } from '../trips.ts'
import type { Facts } from '../facts.ts'
import type { Asked, Trip } from '../seen.ts'

const OLD = between('2025-03-26', '2025-11-25')
export const EVIL = 'https://evil.example'
/** 'null' is what a page in a sandboxed frame, or a file, sends. */
const FOREIGN = [EVIL, 'null']
const httpSse = ({ transport }: Facts): boolean => transport === 'http+sse'
const loopback = (host: string): boolean => /^(?:localhost|127\..*|\[::1\])$/.test(host)
const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '')

/** From another origin: undefined where the trip is none, or was refused for want of a token. */
const strange = (trip: Trip): number | undefined =>
  FOREIGN.includes(headerOf(trip.headers, 'origin') ?? '') && trip.method !== 'OPTIONS' && trip.status !== 401 ? trip.status : undefined

export const HTTP_PROBE_RULES: readonly Rule[] = [
  {
    id: 'HT-06',
    level: 'MUST',
    revisions: between('2025-03-26', '2025-06-18'),
    spec: ['2025-03-26/basic/transports', '2025-06-18/basic/transports'],
    says: 'A request of a page elsewhere is refused.',
    looksAt: 'request with a foreign Origin',
    mend: 'Compare Origin with the origins that you expect, so that no page in a browser reaches a local server.',
    ...eachTrip('MUST', (trip, facts) => {
      const status = strange(trip)
      if (status === undefined || httpSse(facts)) return null
      return status >= 400 && status < 500 ? undefined : `it is answered with HTTP ${status}`
    }),
  },
  {
    id: 'HT-07',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'A request of a page elsewhere is refused with 403.',
    looksAt: 'request with a foreign Origin',
    whole: true,
    mend: 'Compare Origin with the origins that you expect, and answer 403, so that no page in a browser reaches a local server.',
    ...eachTrip('MUST', (trip, facts) => {
      const status = strange(trip)
      if (status === undefined || httpSse(facts)) return null
      return status === 403 ? undefined : `with Origin ${headerOf(trip.headers, 'origin')} it is answered with HTTP ${status}`
    }),
  },
  {
    id: 'HT-08',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports'],
    says: 'A local server answers to local names alone.',
    looksAt: 'request to a local server with a foreign Host',
    mend: 'Compare Host with localhost, 127.0.0.1 and [::1].',
    ...eachTrip('derived', (trip) => {
      if (headerOf(trip.headers, 'host') !== 'evil.example' || !loopback(hostOf(trip.url)) || trip.status === undefined) return null
      return trip.status >= 400 && trip.status < 500 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'HT-09',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'A local server listens on the loopback address alone.',
    looksAt: 'local server, asked by another address of its machine',
    mend: 'Listen on 127.0.0.1.',
    ...eachTrip('SHOULD', (trip, { url }) => {
      const host = hostOf(trip.url)
      if (!loopback(hostOf(url)) || host === '' || loopback(host)) return null
      return trip.status === undefined ? undefined : `it answers at ${host}, too`
    }),
  },
  {
    id: 'HT-10',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'A server elsewhere asks who calls.',
    looksAt: 'request without credentials to a server elsewhere',
    remark: 'It is a remark always: a server may be open to all.',
    mend: 'Answer 401 to those who bring no token, unless all may use it.',
    ...eachTrip('SHOULD', (trip) => {
      const host = hostOf(trip.url)
      const named = trip.headers.some(([name]) => /^(?:authorization|cookie|x-api-key)$|api-?key|token/i.test(name))
      if (loopback(host) || /\.(?:test|localhost|local|internal)$/.test(host) || trip.asked.length === 0 || named) return null
      if (trip.status === 401 || trip.status === 403) return undefined
      return trip.answers > 0 ? { says: 'it is open to all', outcome: 'info' } : null
    }),
  },
  {
    id: 'HT-21',
    level: 'derived',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports'],
    says: 'Requests that come together are all answered.',
    looksAt: 'three requests at once',
    mend: 'Answer each POST on its own response, and keep nothing of one request in variables that others share.',
    ...allServed('three', 'derived', false),
  },
  {
    id: 'HT-23',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'Nothing is sent in a type that was not accepted.',
    looksAt: 'request that accepts one type alone',
    yields: ['HT-04'],
    mend: 'Answer 406 where the client accepts no type that you have.',
    ...eachTrip('derived', (trip) => {
      const accept = headerOf(trip.headers, 'accept')
      if (trip.method !== 'POST' || (accept !== 'application/json' && accept !== 'text/plain') || trip.status === undefined) return null
      if (trip.status >= 300 || trip.status === 202 || trip.mediaType === '' || trip.mediaType === accept) return undefined
      return `${trip.mediaType} came, and ${accept} alone was accepted`
    }),
  },
  {
    id: 'HT-25',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports'],
    says: 'Methods that mean nothing are refused with 405 or 404.',
    looksAt: 'PUT or PATCH',
    mend: 'Answer 405 to all but POST, GET and DELETE.',
    ...eachTrip('derived', ({ method, status }) =>
      (method !== 'PUT' && method !== 'PATCH') || status === undefined
        ? null
        : status === 405 || status === 404
          ? undefined
          : `${method} is answered with HTTP ${status}`,
    ),
  },
  {
    id: 'HT-27',
    level: 'browser',
    revisions: since('2025-03-26'),
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'Pages may send what the protocol needs.',
    looksAt: 'preflight question',
    mend: 'Allow the methods POST, GET, DELETE and the headers of the protocol (Access-Control-Allow-…).',
    ...eachTrip('browser', ({ method, headers, replyHeaders, status }) => {
      const wanted = headerOf(headers, 'access-control-request-headers')
      const verb = headerOf(headers, 'access-control-request-method')
      if (method !== 'OPTIONS' || verb === undefined || status === undefined) return null
      const origin = headerOf(replyHeaders, 'access-control-allow-origin')
      if (status >= 300 || origin === undefined) return 'no other origin may reach it'
      if (origin !== '*' && origin !== headerOf(headers, 'origin')) return `${quote(origin)} alone may reach it`
      const listed = (name: string): string[] => (headerOf(replyHeaders, name) ?? '').toLowerCase().split(/\s*,\s*/)
      const allowed = listed('access-control-allow-headers')
      const missing = (wanted ?? '').split(/\s*,\s*/).filter((name) => name !== '' && !allowed.includes(name.toLowerCase()))
      if (missing.length > 0 && !allowed.includes('*')) return `${missing.join(', ')} may not be sent`
      const methods = listed('access-control-allow-methods')
      return methods.includes(verb.toLowerCase()) || methods.includes('*') || verb === 'POST' || verb === 'GET'
        ? undefined
        : `${verb} is not allowed`
    }),
  },
  {
    id: 'HT-28',
    level: 'browser',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports'],
    says: 'Pages may read the session and the challenge.',
    looksAt: 'reply to a page with a session or a challenge',
    mend: 'Send Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate.',
    ...eachTrip('browser', ({ replyHeaders, method }) => {
      if (method === 'OPTIONS' || headerOf(replyHeaders, 'access-control-allow-origin') === undefined) return null
      const there = ['mcp-session-id', 'www-authenticate'].filter((name) => headerOf(replyHeaders, name) !== undefined)
      if (there.length === 0) return null
      const exposed = (headerOf(replyHeaders, 'access-control-expose-headers') ?? '').toLowerCase().split(/\s*,\s*/)
      const hidden = there.filter((name) => !exposed.includes(name) && !exposed.includes('*'))
      return hidden.length === 0 ? undefined : `${hidden.join(', ')} is not exposed`
    }),
  },
  {
    id: 'HT-30',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['JSON-RPC 2.0'],
    says: 'Headers and members that are not known are ignored.',
    looksAt: 'request with an unknown header and member',
    mend: 'Pass over headers and members that you do not know.',
    ...probed('extra', 'derived', served),
  },
  {
    id: 'HT-13',
    level: 'SHOULD',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A stream is closed after its last answer.',
    looksAt: 'event stream with all its answers',
    mend: 'End the response when the answer is sent.',
    ...each(['over'], 'SHOULD', ({ trip, at }, facts) => {
      if (trip === undefined || isPipe(trip) || !sse(trip) || httpSse(facts) || trip.method !== 'POST') return null
      if (trip.asked.length === 0 || trip.answers < trip.asked.length) return null
      // What we broke off at once might have been closed.
      if (trip.over === 'ours') return at - (trip.lastAt ?? at) > 1000 ? 'it stayed open' : null
      return trip.over === 'closed' ? undefined : null
    }),
  },
  {
    id: 'HT-14',
    level: 'SHOULD NOT',
    revisions: between('2025-03-26', '2025-06-18'),
    spec: ['2025-03-26/basic/transports', '2025-06-18/basic/transports'],
    says: 'A stream is not closed before its answer.',
    looksAt: 'event stream that answers a request',
    mend: 'Close it after the answer.',
    ...eachTrip('SHOULD NOT', (trip, facts) => {
      if (trip.asked.length === 0 || !sse(trip) || trip.over !== 'closed' || httpSse(facts)) return null
      if (trip.asked.some(({ cancelled }) => cancelled === true)) return null
      return trip.answers > 0 ? undefined : 'it was'
    }),
  },
  {
    id: 'HT-15',
    level: 'SHOULD',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'What comes on the stream of a request is about that request.',
    looksAt: 'message on the stream of a request',
    mend: 'Send what is about no request on the stream that was opened by GET.',
    ...each(['notification', 'request'], 'SHOULD', ({ trip, method, params }, { tokens }) => {
      if (trip === undefined || trip.method !== 'POST' || !sse(trip) || trip.asked.length === 0) return null
      if (method !== 'notifications/progress') return undefined
      const other = ownerOf(params.progressToken, tokens)
      return other === undefined || trip.asked.includes(other)
        ? undefined
        : { says: `it is the progress of ${other.method}`, at: '/params' }
    }),
  },
  {
    id: 'HT-17',
    level: 'SHOULD',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'What comes on the stream opened by GET is about no request under way.',
    looksAt: 'message on the stream opened by GET',
    mend: 'Send progress on the stream of its request.',
    ...each(['notification', 'request'], 'SHOULD', ({ trip, method, params }, facts) => {
      if (trip === undefined || trip.method !== 'GET' || !sse(trip) || httpSse(facts)) return null
      // One that was resumed may be that of a request.
      if (headerOf(trip.headers, 'last-event-id') !== undefined) return null
      if (method !== 'notifications/progress') return undefined
      const own = ownerOf(params.progressToken, facts.tokens)
      return own === undefined || own.answered !== undefined ? null : `it is the progress of ${own.method}`
    }),
  },
  {
    id: 'HT-18',
    level: 'MUST NOT',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A message comes on one stream alone.',
    looksAt: 'message while two streams are open',
    mend: 'Choose one of the streams of the session for each message.',
    ...remembering(
      ['notification', 'request', 'status', 'over'],
      'MUST NOT',
      () => ({ open: new Set<number>(), last: [] as { text: string; trip: number; get: boolean; at: number }[] }),
      ({ kind, method, trip, at, text }, { open, last }, facts): Look => {
        if (trip === undefined || isPipe(trip) || httpSse(facts) || isReplay(trip)) return null
        if ((kind as string) === 'status') {
          if (sse(trip) && trip.method === 'GET') open.add(trip.id)
          return null
        }
        if ((kind as string) === 'over') {
          open.delete(trip.id)
          return null
        }
        // No two of a request, or of its progress, are alike; two notices of one change may be, and each be sent once.
        const get = trip.method === 'GET'
        const own = kind === 'request' || method === 'notifications/progress'
        if (!sse(trip) || open.size < (own ? 1 : 2) || (!own && !get)) return null
        const twin = last.find((one) => one.text === text && one.trip !== trip.id && (get || one.get) && at - one.at < 1000)
        last.push({ text, trip: trip.id, get, at })
        if (last.length > 20) last.shift()
        return twin === undefined ? undefined : 'it came on another stream as well'
      },
    ),
  },
  {
    id: 'MS-05',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A subscription is kept open, however little there is to say.',
    looksAt: 'subscription that was open for a minute, or was cut',
    yields: ['LS-09'],
    mend: 'Send a comment (": keep-alive") from time to time.',
    ...each(['over'], 'derived', ({ trip, at }) => {
      if (trip === undefined || isPipe(trip) || !sse(trip) || trip.asked[0]?.method !== 'subscriptions/listen' || trip.answers > 0)
        return null
      const seconds = Math.round((at - trip.at) / 1000)
      if (trip.over !== 'ours') return seconds >= 60 ? undefined : `it was cut after ${seconds} s`
      return seconds >= 60 ? undefined : null
    }),
  },
  {
    id: 'MS-06',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A notification is accepted with 202 and no body, or refused by HTTP.',
    looksAt: 'notification by POST',
    mend: 'Answer a notification with 202 and no body, or with an HTTP error.',
    ...eachTrip('MUST', (trip) => {
      const body = carried(trip)
      if (trip.method !== 'POST' || typeof body?.method !== 'string' || body.id !== undefined || trip.status === undefined) return null
      if (trip.status >= 400) return undefined
      if (trip.status !== 202) return `it is answered with HTTP ${trip.status}`
      return (trip.reply ?? '').trim() === '' ? undefined : `the 202 has a body: ${quote(trip.reply)}`
    }),
  },
  {
    id: 'HD-09',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'Names of headers are known in any case.',
    looksAt: 'request with mCp-MeThOd',
    mend: 'Look headers up without regard to case.',
    ...probed('odd-case', 'MUST', served),
  },
  {
    id: 'HD-11',
    level: 'derived',
    revisions: MODERN,
    spec: ['RFC 9110 §5.5'],
    says: 'Blanks around the value of a header mean nothing.',
    looksAt: 'request with blanks around Mcp-Method',
    mend: 'Trim blanks around the value of a header before you compare it.',
    ...probed('blanks', 'derived', served),
  },
  {
    id: 'HD-18',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'An Mcp-Param with characters that none may have is refused.',
    looksAt: 'call with such an Mcp-Param',
    mend: 'Refuse an Mcp-Param with characters that a header may not hold: HTTP 400 and -32020.',
    ...eachTrip('MUST', (trip) => {
      const odd = trip.headers.find(([name, value]) => /^mcp-param-/i.test(name) && /[^\t\x20-\x7E]/.test(value))
      if (odd === undefined || !markOf(trip).startsWith('loupe-invalid-param')) return null
      if (trip.last?.kind === 'result') return 'it is answered with a result'
      return (trip.status ?? 0) >= 400 || trip.last?.kind === 'failure' ? undefined : null
    }),
  },
  {
    id: 'HD-19',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'An Mcp-Param that is not known is ignored.',
    looksAt: 'request with an unknown Mcp-Param',
    mend: 'Pass over Mcp-Param headers that the tool does not name.',
    ...probed('param', 'derived', served),
  },
]

/** The request that gave this token of progress. */
const ownerOf = (token: Json | undefined, tokens: Facts['tokens']): Asked | undefined =>
  typeof token === 'string' || typeof token === 'number' ? tokens.get(idKey(token)) : undefined
