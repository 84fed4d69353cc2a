// Sessions, places to resume from, lines of stdout, and how streams end.
import { isObject } from '../../json.ts'
import { isAsking } from '../../jsonrpc.ts'
import { ALL, MODERN, between } from '../revision.ts'
import { breach, each, quote, remembering, type Level, type Look, type Rule, type Verdict } from '../rule.ts'
import { eachTrip, headerOf, isPipe, placeOf, sse } from '../trips.ts'
import type { Message, Seen, Side, Trip } from '../seen.ts'

/** More lines than any message is broken over. */
const MOST_HELD = 200

/** Many refuse all sessions that they do not know alike: one that ended, and one that never was. */
function notFound(status: number): Look {
  if (status === 404) return undefined
  return status < 400
    ? `it is answered with HTTP ${status}`
    : { says: `its session is refused with HTTP ${status}, and not with 404`, echo: true }
}

export const SESSION_RULES: readonly Rule[] = [
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
        trip.asked[0]?.method === 'initialize'
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
    yields: ['SE-09'],
    ...remembering(
      ['over'],
      'derived',
      () => new Set<string>(),
      ({ trip }, ended) => {
        const id = trip === undefined ? undefined : headerOf(trip.headers, 'mcp-session-id')
        if (trip?.method !== 'DELETE' || trip.status === undefined || id === undefined || ended.has(id)) return null
        // Who is not let in, and what never was, cannot be ended.
        if (trip.status === 401 || id.startsWith('loupe-no-such-')) return null
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
        return notFound(trip.status)
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
      // Who is not let in is not told which sessions there are.
      if (trip.status === 401) return null
      return notFound(trip.status)
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
      trip.asked.length === 0 || trip.status === undefined || trip.status >= 400
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
        const place = placeOf(trip, fact.id)
        const before = ids.get(place)
        // A stream that is resumed brings events again.
        if (before !== undefined && before !== trip.id && headerOf(trip.headers, 'last-event-id') === undefined)
          return `${quote(fact.id)} was on another stream before`
        if (ids.size < 20_000) ids.set(place, trip.id)
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
    yields: ['JR-14'],
    ...lines(),
  },
  {
    id: 'ST-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/transports', '2026-07-28/basic/transports/stdio'],
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
    ...pipeRule(['message'], 'MUST NOT', (seen) => {
      const method = 'method' in seen ? requestOf(seen) : undefined
      return method === undefined ? undefined : `it is the request ${method}`
    }),
  },
  {
    id: 'MS-01',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http', '2026-07-28/basic/patterns/index'],
    says: 'The server sends no requests.',
    looksAt: 'message on a stream',
    mend: 'Answer with an input_required result instead.',
    ...each(['message'], 'MUST NOT', (seen) => {
      const { trip } = seen
      if (trip === undefined || isPipe(trip) || !sse(trip)) return null
      const method = requestOf(seen)
      return method === undefined ? undefined : `it is the request ${method}`
    }),
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
      ['message', 'over'],
      'SHOULD',
      () => new WeakSet<Trip>(),
      ({ kind, trip, method, at }, answered) => {
        if (trip === undefined || isPipe(trip) || !sse(trip) || method === 'subscriptions/listen') return null
        // What we broke off at once might have been closed.
        if ((kind as string) === 'over')
          return answered.has(trip) && trip.over === 'ours' && at - (trip.lastAt ?? at) > 1000 ? 'it stayed open' : null
        if (answered.has(trip)) return 'this came after the answer'
        if (kind !== 'result' && kind !== 'failure') return null
        answered.add(trip)
        return undefined
      },
    ),
  },
]

/** The method of a request of the server, be its id one or not. */
function requestOf({ kind, method, value }: Message): string | undefined {
  if (kind === 'request') return method
  const meant = kind === 'garbled' && isObject(value) && isAsking(value) && value.id !== undefined ? value.method : undefined
  return typeof meant === 'string' && !meant.startsWith('notifications/') ? meant : undefined
}

/** Lines that are no messages, unless it turns out that they are parts of one: ST-02 looks at that. */
function lines(): Pick<Rule, 'on' | 'judge'> {
  return {
    on: ['noise', 'note', 'message', 'exit'],
    judge(facts) {
      let held: Side[] = []
      let broken = false
      const told = (): Verdict[] => {
        const all = held.map(({ text, seq }): Verdict => ({ outcome: breach('MUST NOT'), says: `${quote(text)} is no message`, seq }))
        held = []
        return all
      }
      return {
        *see(seen) {
          if (facts.transport !== 'stdio') return
          if (seen.kind === 'noise') {
            // A bracket that is left of a message which was broken over lines.
            if (!broken || !/^[\s\]}[{,]*$/.test((seen as Side).text)) held.push(seen as Side)
          } else if (seen.kind === 'note') {
            const { fact } = seen as Side
            if (fact.kind === 'note' && fact.fault === 'broken-lines') {
              held = []
              broken = true
            }
          } else {
            yield* told()
            if (seen.kind !== 'exit') yield { outcome: 'pass', seq: seen.seq }
          }
          if (held.length > MOST_HELD) yield* told()
        },
        end: told,
      }
    },
  }
}

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
