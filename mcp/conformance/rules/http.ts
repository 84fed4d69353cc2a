// How messages travel: HTTP around them, sessions, places to resume from, lines of stdout.
import { isObject } from '../../json.ts'
import { ALL, MODERN, between, since } from '../revision.ts'
import { breach, each, quote, remembering, type Level, type Look, type Rule } from '../rule.ts'
import type { Facts, Obj, Seen, Side, Trip } from '../seen.ts'

/** The two members of a rule that looks at exchanges as they end. */
function eachTrip(level: Level, look: (trip: Trip, facts: Facts, seen: Side) => Look): Pick<Rule, 'on' | 'judge'> {
  return each(['over'], level, (seen, facts) => {
    const side = seen as unknown as Side
    return side.trip === undefined || isPipe(side.trip) ? null : look(side.trip, facts, side)
  })
}

const isPipe = ({ method }: Trip): boolean => method === 'STDIN' || method === 'WS'
const headerOf = (headers: Trip['headers'], name: string): string | undefined => headers.find(([one]) => one.toLowerCase() === name)?.[1]
const sse = ({ mediaType }: Trip): boolean => mediaType === 'text/event-stream'
const carried = ({ body }: Trip): Obj | undefined => (isObject(body) ? body : undefined)
const httpSse = ({ transport }: Facts): boolean => transport === 'http+sse'

/** What was posted is a notification, or an answer to the server. */
function isTold(trip: Trip): 'notification' | 'answer' | undefined {
  const body = carried(trip)
  if (trip.method !== 'POST' || body === undefined || body.jsonrpc !== '2.0') return undefined
  if (typeof body.method === 'string') return body.id === undefined ? 'notification' : undefined
  return body.result !== undefined || body.error !== undefined ? 'answer' : undefined
}

const accepted = ({ status, reply }: Trip): string | undefined =>
  status !== 202 ? `it is answered with HTTP ${status}` : (reply ?? '').trim() === '' ? undefined : `the 202 has a body: ${quote(reply)}`

const loopback = (url: string): boolean => URL.canParse(url) && /^(?:localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)

export const HTTP_RULES: readonly Rule[] = [
  {
    id: 'HT-01',
    level: 'MUST',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A GET is answered with an event stream, or with 405.',
    looksAt: 'GET',
    mend: 'Answer 405 where there is no stream.',
    ...each(['status'], 'MUST', (seen, facts) => {
      const { trip } = seen
      if (trip === undefined || trip.method !== 'GET' || httpSse(facts) || headerOf(trip.headers, 'last-event-id') !== undefined)
        return null
      if (!/event-stream/.test(headerOf(trip.headers, 'accept') ?? 'text/event-stream')) return null
      // A refusal of the person or of the session is another matter.
      if ([401, 403, 404, 429].includes(trip.status ?? 0) || (trip.status ?? 0) >= 500) return null
      if (trip.status === 405 || (trip.status === 200 && sse(trip))) return undefined
      return `it is answered with HTTP ${trip.status}${trip.mediaType === '' ? '' : ` and ${trip.mediaType}`}`
    }),
  },
  {
    id: 'HT-02',
    level: 'MUST',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A notification is accepted with 202 and no body.',
    looksAt: 'notification by POST',
    mend: 'Answer notifications with 202 Accepted and nothing else.',
    ...eachTrip('MUST', (trip, facts) =>
      isTold(trip) !== 'notification' ||
      carried(trip)?.method !== 'notifications/initialized' ||
      httpSse(facts) ||
      trip.status === undefined
        ? null
        : accepted(trip),
    ),
  },
  {
    id: 'HT-03',
    level: 'MUST',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'An answer to a request of the server is accepted with 202 and no body.',
    looksAt: 'answer by POST',
    mend: 'Answer with 202 Accepted and nothing else.',
    ...eachTrip('MUST', (trip, facts) =>
      isTold(trip) !== 'answer' || httpSse(facts) || trip.status === undefined ? null : accepted(trip),
    ),
  },
  {
    id: 'HT-04',
    level: 'MUST',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'A request is answered with application/json or text/event-stream.',
    looksAt: 'reply to a request',
    mend: 'Name the type of what is sent in Content-Type.',
    ...eachTrip('MUST', (trip, facts) => {
      if (trip.asked.length === 0 || trip.status === undefined || trip.status >= 300 || httpSse(facts) || trip.over === 'ours') return null
      if (trip.status === 202 || trip.status === 204) return `it is answered with HTTP ${trip.status}`
      return sse(trip) || trip.mediaType === 'application/json'
        ? undefined
        : `the Content-Type is ${trip.mediaType === '' ? 'absent' : trip.mediaType}`
    }),
  },
  {
    id: 'HT-05',
    level: 'MUST',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'A notification that is none is refused.',
    looksAt: 'notification whose method is no text',
    mend: 'Check the envelope before 202 is said.',
    ...eachTrip('MUST', (trip) => {
      const body = carried(trip)
      if (
        trip.method !== 'POST' ||
        body?.method === undefined ||
        typeof body.method === 'string' ||
        body.id !== undefined ||
        trip.status === undefined
      )
        return null
      return trip.status >= 400 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'HT-11',
    level: 'seed',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/authorization'],
    says: 'A server elsewhere is spoken to by https.',
    looksAt: 'exchange with a server elsewhere',
    mend: 'Serve it by https.',
    ...eachTrip('seed', ({ url }) =>
      loopback(url) || !URL.canParse(url) || /\.(?:test|localhost|local|internal)$/.test(new URL(url).hostname)
        ? null
        : /^https:/i.test(url)
          ? undefined
          : 'the address begins with http:',
    ),
  },
  {
    id: 'HT-12',
    level: 'SHOULD',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'The stream that answers a POST brings the answer.',
    looksAt: 'event stream that answers a request',
    mend: 'Send the answer on the stream before it is closed.',
    ...eachTrip('SHOULD', (trip, facts) => {
      if (trip.asked.length === 0 || !sse(trip) || trip.over !== 'closed' || httpSse(facts)) return null
      // A stream that named a place may be resumed.
      if (trip.answers === 0 && trip.frames > trip.messages) return null
      return trip.answers > 0 ? undefined : 'it ended without it'
    }),
  },
  {
    id: 'HT-16',
    level: 'MUST NOT',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A stream that was opened by GET brings no answers.',
    looksAt: 'stream opened by GET',
    mend: 'Send an answer on the stream of its own POST.',
    ...each(['result', 'failure', 'notification', 'request'], 'MUST NOT', ({ kind, trip }, facts) => {
      if (trip?.method !== 'GET' || !sse(trip) || httpSse(facts) || headerOf(trip.headers, 'last-event-id') !== undefined) return null
      return kind === 'result' || kind === 'failure' ? 'it is an answer' : undefined
    }),
  },
  {
    id: 'HT-19',
    level: 'MUST',
    revisions: between('2025-06-18', '2025-11-25'),
    spec: ['2025-06-18/basic/transports', '2025-11-25/basic/transports'],
    says: 'An unknown MCP-Protocol-Version is refused with 400.',
    looksAt: 'request with an unknown version in its header',
    mend: 'Check the header, and answer 400 when the version is not supported.',
    ...eachTrip('MUST', (trip) => {
      const version = headerOf(trip.headers, 'mcp-protocol-version')
      if (
        version === undefined ||
        trip.status === undefined ||
        !/^(?:1900-01-01|not-a-version)$/.test(version) ||
        carried(trip)?.method === 'server/discover'
      )
        return null
      return trip.status === 400 ? undefined : `${version} is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'HT-20',
    level: 'SHOULD',
    revisions: between('2025-06-18', '2025-11-25'),
    spec: ['2025-06-18/basic/transports', '2025-11-25/basic/transports'],
    says: 'A request without MCP-Protocol-Version is handled.',
    looksAt: 'request in a session without that header',
    mend: 'Take the version of the session, or 2025-03-26.',
    ...eachTrip('SHOULD', (trip, facts) => {
      const method = carried(trip)?.method
      if (
        !facts.greeted ||
        trip.asked.length !== 1 ||
        method === 'initialize' ||
        trip.status === undefined ||
        headerOf(trip.headers, 'mcp-protocol-version') !== undefined
      )
        return null
      // A request that lacks its session is refused for that.
      if (facts.sessionId !== undefined && headerOf(trip.headers, 'mcp-session-id') === undefined) return null
      return trip.status < 500 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'HT-22',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports'],
    says: 'Each event of a stream is a message.',
    looksAt: 'event',
    mend: 'Send one JSON-RPC message as the data of each event, without a name or with the name "message".',
    ...each(['frame'], 'derived', (seen, facts) => {
      const { trip, text, fact } = seen as unknown as Side
      if (trip === undefined || isPipe(trip) || fact.kind !== 'frame' || text.trim() === '' || httpSse(facts)) return null
      if (fact.event !== undefined && fact.event !== 'message') return `its name is ${quote(fact.event)}`
      return /^\s*[[{]/.test(text) ? undefined : 'its data is no JSON object'
    }),
  },
  {
    id: 'HT-24',
    level: 'derived',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports'],
    says: 'A POST that is not JSON is refused.',
    looksAt: 'POST with the type text/plain',
    mend: 'Answer 415 to other types than application/json.',
    ...eachTrip('derived', (trip) =>
      trip.method !== 'POST' || trip.status === undefined || !(headerOf(trip.headers, 'content-type') ?? '').startsWith('text/plain')
        ? null
        : trip.status >= 400
          ? undefined
          : `it is answered with HTTP ${trip.status}`,
    ),
  },
  {
    id: 'HT-29',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'Event streams ask proxies not to hold them back.',
    looksAt: 'event stream',
    mend: 'Send X-Accel-Buffering: no with each event stream.',
    ...each(['status'], 'SHOULD', ({ trip }) =>
      trip === undefined || !sse(trip) || trip.method !== 'POST'
        ? null
        : headerOf(trip.replyHeaders, 'x-accel-buffering') === 'no'
          ? undefined
          : 'there is no X-Accel-Buffering: no',
    ),
  },
  {
    id: 'SE-02',
    level: 'MUST',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A session id is made of visible ASCII characters.',
    looksAt: 'session id',
    mend: 'Use a UUID, or another text of visible characters.',
    ...eachTrip('MUST', (trip) => {
      const id = headerOf(trip.replyHeaders, 'mcp-session-id')
      return id === undefined ? null : /^[\x21-\x7E]+$/.test(id) ? undefined : `it is ${quote(id)}`
    }),
  },
  {
    id: 'SE-04',
    level: 'SHOULD',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'In a session, a request without its id is refused with 400.',
    looksAt: 'request without the session id',
    mend: 'Answer 400 when Mcp-Session-Id is missing.',
    ...eachTrip('SHOULD', (trip, { sessionId, greeted }) => {
      if (
        !greeted ||
        sessionId === undefined ||
        trip.asked.length !== 1 ||
        trip.status === undefined ||
        carried(trip)?.method === 'initialize'
      )
        return null
      if (headerOf(trip.headers, 'mcp-session-id') !== undefined) return null
      return trip.status === 400 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'SE-05',
    level: 'derived',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'DELETE ends a session, or is answered with 405.',
    looksAt: 'DELETE',
    mend: 'Answer 405 where clients may not end sessions.',
    ...remembering(
      ['over'],
      'derived',
      () => new Set<string>(),
      ({ trip }, ended) => {
        const id = trip === undefined ? undefined : headerOf(trip.headers, 'mcp-session-id')
        if (trip?.method !== 'DELETE' || trip.status === undefined || id === undefined || ended.has(id)) return null
        if (trip.status < 300) ended.add(id)
        return trip.status < 300 || trip.status === 405 ? undefined : `it is answered with HTTP ${trip.status}`
      },
    ),
  },
  {
    id: 'SE-06',
    level: 'MUST',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A session that was ended is not found.',
    looksAt: 'request in a session that was ended',
    mend: 'Answer 404 to requests of sessions that ended.',
    ...remembering(
      ['over'],
      'MUST',
      () => new Set<string>(),
      ({ trip }, ended) => {
        if (trip === undefined) return null
        const id = headerOf(trip.headers, 'mcp-session-id')
        if (id === undefined || trip.status === undefined) return null
        if (trip.method === 'DELETE' && trip.status < 300) {
          ended.add(id)
          return null
        }
        if (!ended.has(id) || trip.asked.length === 0) return null
        return trip.status === 404 ? undefined : `it is answered with HTTP ${trip.status}`
      },
    ),
  },
  {
    id: 'SE-07',
    level: 'derived',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports'],
    says: 'A session that never was is not found.',
    looksAt: 'request with a made-up session id',
    mend: 'Answer 404 to session ids that are not known.',
    ...eachTrip('derived', (trip, { sessionId }) => {
      const id = headerOf(trip.headers, 'mcp-session-id')
      if (sessionId === undefined || id === undefined || !id.startsWith('loupe-no-such-') || trip.status === undefined) return null
      return trip.status === 404 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'SE-12',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'There are no sessions.',
    looksAt: 'exchange',
    mend: 'Do not send Mcp-Session-Id.',
    ...eachTrip('SHOULD', (trip) =>
      trip.asked.length === 0 || trip.status === undefined
        ? null
        : headerOf(trip.replyHeaders, 'mcp-session-id') === undefined
          ? undefined
          : 'the reply carries Mcp-Session-Id',
    ),
  },
  {
    id: 'RS-01',
    level: 'MUST',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'No two events of a session have the same id.',
    looksAt: 'event with an id',
    mend: 'Number events across all streams of a session.',
    ...remembering(
      ['frame'],
      'MUST',
      () => new Map<string, number>(),
      (seen, ids) => {
        const { fact, trip } = seen as unknown as Side
        if (fact.kind !== 'frame' || fact.id === undefined || trip === undefined) return null
        const before = ids.get(fact.id)
        // A stream that is resumed brings events again.
        if (before !== undefined && before !== trip.id && headerOf(trip.headers, 'last-event-id') === undefined)
          return `${quote(fact.id)} was on another stream before`
        if (ids.size < 20_000) ids.set(fact.id, trip.id)
        return undefined
      },
    ),
  },
  {
    id: 'RS-08',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'Events have no ids.',
    looksAt: 'event',
    mend: 'Leave ids out: nothing is resumed.',
    ...each(['frame'], 'SHOULD', (seen) => {
      const { fact, trip } = seen as unknown as Side
      return fact.kind !== 'frame' || trip === undefined || isPipe(trip)
        ? null
        : fact.id === undefined
          ? undefined
          : `it has the id ${quote(fact.id)}`
    }),
  },
  {
    id: 'ST-01',
    level: 'MUST NOT',
    revisions: ALL,
    spec: ['2024-11-05/basic/transports', '2026-07-28/basic/transports/stdio'],
    says: 'Nothing but messages is written to stdout.',
    looksAt: 'line of stdout',
    mend: 'Write logs and banners to stderr.',
    ...pipeRule(['noise', 'message'], 'MUST NOT', (seen) => (seen.kind === 'noise' ? `${quote(seen.text)} is no message` : undefined)),
  },
  {
    id: 'ST-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/transports'],
    says: 'A message is one line.',
    looksAt: 'line of stdout',
    mend: 'Write JSON without indentation or line breaks, and end it with one.',
    ...pipeRule(['note', 'message'], 'MUST', (seen) =>
      seen.kind !== 'note' ? undefined : seen.fact.kind === 'note' && seen.fact.fault === 'broken-lines' ? seen.text : null,
    ),
  },
  {
    id: 'ST-08',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/stdio'],
    says: 'The server sends no requests.',
    looksAt: 'message on stdout',
    mend: 'Answer with an input_required result instead.',
    ...pipeRule(['message'], 'MUST NOT', (seen) => (seen.kind === 'request' ? `it is the request ${seen.method}` : undefined)),
  },
  {
    id: 'MS-01',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http', '2026-07-28/basic/patterns/index'],
    says: 'The server sends no requests.',
    looksAt: 'message on a stream',
    mend: 'Answer with an input_required result instead.',
    ...each(['message'], 'MUST NOT', ({ kind, method, trip }) =>
      trip === undefined || isPipe(trip) || !sse(trip) ? null : kind === 'request' ? `it is the request ${method}` : undefined,
    ),
  },
  {
    id: 'MS-03',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'The answer ends its stream.',
    looksAt: 'event stream with an answer',
    mend: 'Close the stream after the answer.',
    ...remembering(
      ['message'],
      'SHOULD',
      () => new WeakSet<Trip>(),
      ({ kind, trip, method }, answered) => {
        if (trip === undefined || isPipe(trip) || !sse(trip) || method === 'subscriptions/listen') return null
        if (answered.has(trip)) return 'this came after the answer'
        if (kind !== 'result' && kind !== 'failure') return null
        answered.add(trip)
        return undefined
      },
    ),
  },
]

/** Lines of a pipe, the odd ones among them. */
function pipeRule(on: readonly string[], level: Level, look: (seen: Seen) => string | undefined | null): Pick<Rule, 'on' | 'judge'> {
  return {
    on,
    judge: (facts) => ({
      *see(seen) {
        if (facts.transport !== 'stdio') return
        const says = look(seen)
        if (says !== null) yield says === undefined ? { outcome: 'pass', seq: seen.seq } : { outcome: breach(level), says, seq: seen.seq }
      },
    }),
  }
}
