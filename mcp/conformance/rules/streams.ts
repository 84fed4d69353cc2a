// Streams that are resumed, and what stdio is held to beside its lines.
import { idKey } from '../../jsonrpc.ts'
import { isText } from '../items.ts'
import { allServed, probed, served } from '../probes.ts'
import { ALL, between, LEGACY, MODERN, since } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import { eachTrip, headerOf, isHttp, placeOf, sse } from '../trips.ts'
import type { Facts } from '../facts.ts'
import type { Side } from '../seen.ts'

const OLD = between('2025-03-26', '2025-11-25')
const NEWEST_OLD = between('2025-11-25', '2025-11-25')
/** A megabyte is read within a multiple of the time that a short message takes, where that is felt at all. */
const SLOWER = 2
const httpSse = ({ transport }: Facts): boolean => transport === 'http+sse'

export const STREAM_RULES: readonly Rule[] = [
  {
    id: 'RS-02',
    level: 'SHOULD',
    revisions: NEWEST_OLD,
    spec: ['2025-11-25/basic/transports'],
    says: 'The first event of a stream has an id and no data, so that a client can resume the stream wherever it breaks.',
    looksAt: 'event stream',
    mend: 'When a stream opens, send an event of its own before any message: a line "id: …", and a line "data:" with nothing behind it.',
    ...each(['frame'], 'SHOULD', (seen, facts) => {
      const { fact, trip, text } = seen as unknown as Side
      if (fact.kind !== 'frame' || !isHttp(trip, facts) || trip.frames !== 1) return null
      // What does not say its version is taken to be of an older one.
      const [asked] = trip.asked
      const said = asked?.method === 'initialize' ? asked.params.protocolVersion : headerOf(trip.headers, 'mcp-protocol-version')
      if (said !== '2025-11-25') return null
      // One that is resumed goes on.
      if (headerOf(trip.headers, 'last-event-id') !== undefined) return null
      return fact.id !== undefined && text === ''
        ? undefined
        : `this is the first event of its stream, and ${fact.id === undefined ? 'has no id' : 'holds a message already'}`
    }),
  },
  {
    id: 'RS-03',
    level: 'SHOULD',
    revisions: NEWEST_OLD,
    spec: ['2025-11-25/basic/transports'],
    says: 'Who closes a stream before the answer says when to come back.',
    looksAt: 'event stream that was closed before its answer',
    mend: 'Send an id, and "retry:" before you close.',
    ...remembering(
      ['frame', 'sign', 'over'],
      'SHOULD',
      () => new Map<number, { id: boolean; retry: boolean }>(),
      (seen, places) => {
        const { fact, trip, kind } = seen as unknown as Side
        if (trip === undefined || trip.method !== 'POST' || !sse(trip)) return null
        if (fact.kind === 'frame' || fact.kind === 'sign') {
          const place = places.get(trip.id) ?? { id: false, retry: false }
          places.set(trip.id, { id: place.id || fact.id !== undefined, retry: place.retry || fact.retry !== undefined })
          return null
        }
        const { id = false, retry = false } = places.get(trip.id) ?? {}
        places.delete(trip.id)
        if (kind !== 'over' || trip.over !== 'closed' || trip.asked.length === 0 || trip.answers > 0) return null
        // What was cancelled needs no answer.
        if (trip.asked.some(({ cancelled }) => cancelled === true)) return null
        return id && retry ? undefined : `it sent no ${id ? 'retry' : 'id'}`
      },
    ),
  },
  {
    id: 'RS-04',
    level: 'MAY',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A stream may be resumed.',
    looksAt: 'GET with a Last-Event-ID that was given',
    mend: 'Where events have ids, take up the stream after the one that Last-Event-ID names.',
    ...eachTrip('MAY', (trip, facts) => {
      const last = headerOf(trip.headers, 'last-event-id')
      if (trip.method !== 'GET' || last === undefined || last.startsWith('loupe-') || trip.status === undefined || httpSse(facts))
        return null
      return trip.status === 200 && sse(trip) ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'RS-05',
    level: 'MUST NOT',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A stream that is resumed brings nothing of another.',
    looksAt: 'event of a stream that was resumed',
    mend: 'Keep the events of each stream apart, and resend those of the stream alone that the id belongs to.',
    ...remembering(
      ['frame'],
      'MUST NOT',
      () => new Map<string, number>(),
      (seen, streams) => {
        const { fact, trip } = seen as unknown as Side
        if (fact.kind !== 'frame' || trip === undefined || fact.id === undefined) return null
        const last = headerOf(trip.headers, 'last-event-id')
        const source = last === undefined ? undefined : streams.get(placeOf(trip, last))
        const place = placeOf(trip, fact.id)
        const before = streams.get(place)
        if (last === undefined || source === undefined) {
          if (streams.size < 20_000) streams.set(place, trip.id)
          return null
        }
        return before === undefined || before === source ? undefined : `${quote(fact.id)} was of another stream`
      },
    ),
  },
  {
    id: 'RS-07',
    level: 'derived',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports'],
    says: 'A place that never was is refused, or begins a new stream.',
    looksAt: 'GET with a made-up Last-Event-ID',
    mend: 'Answer an id that you do not know with HTTP 400, or open the stream as a new one.',
    ...eachTrip('derived', (trip) => {
      const last = headerOf(trip.headers, 'last-event-id')
      if (trip.method !== 'GET' || last === undefined || !last.startsWith('loupe-') || trip.status === undefined) return null
      return trip.status < 500 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'ST-03',
    level: 'MAY',
    revisions: ALL,
    spec: ['2024-11-05/basic/transports', '2025-11-25/basic/transports', '2026-07-28/basic/transports/stdio'],
    says: 'What is written to stderr is text.',
    looksAt: 'line of stderr',
    mend: 'Write UTF-8 text to stderr; keep binary data in a file.',
    ...each(['stderr'], 'MAY', (seen) => ((seen as unknown as Side).text.includes('\uFFFD') ? 'bytes of it are not UTF-8' : undefined)),
  },
  {
    id: 'ST-07',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/basic/transports', '2026-07-28/basic/transports/stdio'],
    says: 'A message of a megabyte is read to its end.',
    looksAt: 'request of a megabyte over a pipe',
    mend: 'Read whole lines, however long they are: gather what comes until the line ends.',
    ...large(),
  },
  {
    id: 'ST-10',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'Requests that come together are all answered.',
    looksAt: 'five requests at once',
    mend: 'Take up each request as it comes, and answer each; none may be lost while another is worked on.',
    ...allServed('five', 'SHOULD', true),
  },
  {
    id: 'ST-12',
    level: 'SHOULD NOT',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/authorization', '2026-07-28/basic/authorization/index'],
    says: 'Over stdio nobody is sent to log in.',
    looksAt: 'error over stdio',
    mend: 'Take credentials from the environment.',
    ...each(['failure'], 'SHOULD NOT', ({ text }, { transport }) =>
      transport !== 'stdio'
        ? null
        : /WWW-Authenticate|resource_metadata|oauth-protected-resource/i.test(text)
          ? 'it is a challenge'
          : undefined,
    ),
  },
  {
    id: 'ST-04',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle'],
    says: 'A process ends by itself when its stdin is closed.',
    looksAt: 'process whose stdin was closed',
    yields: ['ST-06'],
    mend: 'Leave when stdin ends.',
    ...ending('derived'),
  },
  {
    id: 'ST-05',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/stdio'],
    says: 'A process ends by itself when its stdin is closed.',
    looksAt: 'process whose stdin was closed',
    mend: 'Leave when stdin ends.',
    ...ending('SHOULD'),
  },
  {
    id: 'ST-06',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/basic/lifecycle', '2026-07-28/basic/transports/stdio'],
    says: 'A process ends when it is told to.',
    looksAt: 'process that was told to end',
    mend: 'Do not hold on after SIGTERM.',
    ...remembering(
      ['note', 'exit'],
      'derived',
      () => ({ told: false }),
      (seen, memory) => {
        const { fact } = seen as unknown as Side
        if (fact.kind === 'note' && fact.fault === 'stdin-closed') memory.told = true
        if (!memory.told || fact.kind !== 'exit' || fact.signal === null) return null
        return fact.signal === 'SIGKILL' ? 'it had to be killed' : undefined
      },
    ),
  },
  {
    id: 'SX-02',
    level: 'custom',
    revisions: ALL,
    spec: ['RFC 9110 §5.5'],
    says: 'Who is asked too often says when to come back.',
    looksAt: 'refusal with 429 or 503',
    mend: 'Send Retry-After.',
    ...eachTrip('custom', ({ status, replyHeaders, filtered }) =>
      (status !== 429 && status !== 503) || (filtered === true && headerOf(replyHeaders, 'retry-after') === undefined)
        ? null
        : headerOf(replyHeaders, 'retry-after') === undefined
          ? `HTTP ${status} comes without Retry-After`
          : undefined,
    ),
  },
  {
    id: 'SX-01',
    level: 'derived',
    revisions: ALL,
    spec: ['JSON-RPC 2.0'],
    says: 'A message too deep or too large is refused, and no more.',
    looksAt: 'message of a thousand levels, or of five megabytes',
    mend: 'Bound the depth and the size of what you read, and refuse what is beyond: HTTP 413, or an error.',
    ...probed('heavy', 'derived', ({ status, result, code, trip }) => {
      if (status !== undefined) return status < 500 ? undefined : `it is answered with HTTP ${status}`
      return result !== undefined || code !== undefined ? undefined : trip.over === 'failed' ? 'the connection broke' : null
    }),
  },
  {
    id: 'SX-07',
    level: 'derived',
    revisions: ALL,
    spec: ['2025-03-26/basic/authorization'],
    says: 'A connection that is secret stays so.',
    looksAt: 'exchange by https',
    mend: 'Do not send clients from https to http.',
    ...eachTrip('derived', ({ url, status, replyHeaders }, _facts, { text }) => {
      if (!/^https:/i.test(url)) return null
      if (status === undefined) return /certificate|self.signed|CERT_/i.test(text) ? text : null
      const location = headerOf(replyHeaders, 'location')
      return location !== undefined && /^http:/i.test(location) ? `it leads to ${quote(location)}` : undefined
    }),
  },
  {
    id: 'TC-13',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/tools', '2026-07-28/server/tools'],
    says: 'A burst of calls is limited, or borne.',
    looksAt: 'burst of calls',
    mend: 'Limit how often tools are called, and answer what is too much with an error.',
    ...remembering(
      ['sent tools/call', 'result tools/call', 'failure tools/call', 'exit'],
      'MUST',
      () => ({ waiting: new Set<string>(), any: false }),
      (seen, memory) => {
        if ((seen.kind as string) === 'exit') return memory.waiting.size > 0 ? 'the process ended' : null
        const id = seen.kind === 'sent' ? seen.id : seen.asked?.id
        if (!isText(id as string) || !String(id).startsWith('loupe-burst')) return null
        if (seen.kind === 'sent') {
          memory.waiting.add(idKey(id as string))
          return null
        }
        memory.waiting.delete(idKey(id as string))
        return undefined
      },
    ),
  },
]

/** How a process ended whose stdin we closed. */
function ending(level: Rule['level']): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['note', 'exit'],
    level,
    () => ({ closed: false }),
    (seen, memory) => {
      const { fact } = seen as unknown as Side
      if (fact.kind === 'note' && fact.fault === 'stdin-closed') memory.closed = true
      if (!memory.closed || fact.kind !== 'exit') return null
      return fact.signal === null ? undefined : `it took ${fact.signal}`
    },
  )
}

/**
 * What fails at any length, or takes about as long as was waited, says nothing of this one; and where an answer came that is none, other rules
 * say what is wrong with it.
 */
function large(): Pick<Rule, 'on' | 'judge'> {
  return {
    on: ['over', 'result', 'failure', 'garbled'],
    judge(facts, kept) {
      const serves = (kept.get('serves') ?? new Map()) as Map<string, boolean>
      kept.set('serves', serves)
      const spoilt = new Set<number>()
      /** Milliseconds that the slowest answer took, and that this one was waited for. */
      let [longest, waited] = [0, 0]
      const watch = probed('large', 'derived', (heard) => {
        const { trip, code } = heard
        if (facts.transport === 'streamable-http' || spoilt.has(trip.id)) return null
        if (code !== undefined && serves.get(trip.asked[0]?.method ?? '') === false) return null
        const told = served(heard) ?? (trip.answers > 0 ? undefined : 'it has no answer')
        return typeof told === 'string' && waited < SLOWER * longest ? null : told
      }).judge(facts, kept)
      return {
        tried: () => watch.tried?.(),
        see(seen) {
          const proper = (seen.kind === 'result' || seen.kind === 'failure') && seen.asked?.ours === true
          if (proper && !String(seen.asked?.id).startsWith('loupe-'))
            serves.set(seen.method, serves.get(seen.method) === true || seen.kind === 'result')
          if (proper) longest = Math.max(longest, seen.at - seen.asked!.at)
          if (seen.kind === 'over' && seen.trip !== undefined) waited = seen.at - seen.trip.at
          if (seen.kind === 'garbled' && seen.trip !== undefined) spoilt.add(seen.trip.id)
          return seen.kind === 'over' ? watch.see(seen) : []
        },
      }
    },
  }
}
