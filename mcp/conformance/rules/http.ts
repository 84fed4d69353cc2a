// How messages travel: HTTP around them, sessions, places to resume from, lines of stdout.
import { MODERN, between, since } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import { markOf } from '../probes.ts'
import { carried, eachTrip, headerOf, holdsMessage, isPipe, sse } from '../trips.ts'
import type { Facts } from '../facts.ts'
import type { Side, Trip } from '../seen.ts'

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
      // One that lacks its session, or comes by another name of the host, is refused for that.
      if (facts.sessionId !== undefined && headerOf(trip.headers, 'mcp-session-id') === undefined) return null
      if (headerOf(trip.headers, 'origin') !== undefined || trip.url !== facts.url) return null
      // A refusal of the person or of the session is another matter; a session that is alive is not what cannot be found.
      if ([401, 403, 429].includes(trip.status ?? 0) || (trip.status ?? 0) >= 502) return null
      if (trip.status === 404 && (facts.sessionId === undefined || headerOf(trip.headers, 'mcp-session-id') !== facts.sessionId))
        return null
      // What it leads to is looked at by itself.
      if (headerOf(trip.replyHeaders, 'location') !== undefined) return null
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
    ...remembering(
      ['over'],
      'MUST',
      () => new Set<string>(),
      ({ trip }, ended, facts) => {
        if (trip === undefined || isPipe(trip) || trip.status === undefined) return null
        const session = headerOf(trip.headers, 'mcp-session-id')
        if (trip.method === 'DELETE' && session !== undefined) ended.add(session)
        if (isTold(trip) !== 'answer' || carried(trip)?.id === 'loupe-never-asked' || httpSse(facts)) return null
        // It came too late: the session was ended meanwhile.
        return trip.status === 404 && session !== undefined && ended.has(session) ? null : accepted(trip)
      },
    ),
  },
  {
    id: 'HT-04',
    level: 'MUST',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'A request is answered with application/json or text/event-stream.',
    looksAt: 'reply to a request',
    whole: true,
    mend: 'Name the type of what is sent in Content-Type.',
    ...eachTrip('MUST', (trip, facts) => {
      if (trip.method !== 'POST' || trip.asked.length === 0 || trip.status === undefined || trip.status >= 300) return null
      if (httpSse(facts) || trip.over === 'ours') return null
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
    level: 'custom',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/authorization'],
    says: 'A server elsewhere is spoken to by https.',
    looksAt: 'exchange with a server elsewhere',
    mend: 'Serve it by https.',
    ...eachTrip('custom', ({ url }, facts) =>
      loopback(url) || loopback(facts.url) || !URL.canParse(url) || /\.(?:test|localhost|local|internal)$/.test(new URL(url).hostname)
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
    yields: ['HT-14', 'RS-03'],
    mend: 'Send the answer on the stream before it is closed.',
    ...eachTrip('SHOULD', (trip, facts) => {
      if (trip.asked.length === 0 || !sse(trip) || trip.over !== 'closed' || httpSse(facts)) return null
      // What was cancelled needs no answer.
      if (trip.asked.some(({ cancelled }) => cancelled === true)) return null
      // A stream that named a place may be resumed.
      if (trip.answers === 0 && trip.frames > trip.messages) return null
      return trip.answers >= trip.asked.length ? undefined : trip.answers === 0 ? 'it ended without it' : 'it ended without one of them'
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
      // Probes of their own are refused, or break, for their own reasons.
      const mark = markOf(trip)
      if (mark.startsWith('loupe-') && mark !== 'loupe-1') return null
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
      // Its session says which version was agreed on.
      if (trip.status === 400 && facts.sessionId !== undefined) return 'its session is known, and it is refused with HTTP 400'
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
    yields: ['HS-01'],
    mend: 'Send one JSON-RPC message as the data of each event, without a name or with the name "message", and a blank line after it.',
    // Older clients are spoken to by this transport, too.
    everywhere: true,
    ...each(['frame', 'note'], 'derived', (seen, facts) => {
      const { trip, text, fact } = seen as unknown as Side
      // By the standard of event streams such an event never came: who reads by it waits in vain.
      if (fact.kind === 'note' && fact.fault === 'cut-event')
        return { says: 'it has no blank line after it, and most clients drop it', outcome: 'warn' }
      if (trip === undefined || isPipe(trip) || fact.kind !== 'frame' || text.trim() === '' || httpSse(facts)) return null
      if (fact.event !== undefined && fact.event !== 'message') return `its name is ${quote(fact.event)}`
      return holdsMessage(text) ? undefined : `its data is ${quote(text)}, which is no message`
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
          : trip.filtered === true
            ? null
            : 'there is no X-Accel-Buffering: no',
    ),
  },
]
