// HTTP+SSE, whose stream says where to post; and WebSocket, which no revision has.
import { readEndpoint } from '../../transport/endpoint.ts'
import { markOf } from '../probes.ts'
import { LEGACY, since } from '../revision.ts'
import { firstWords } from '../../traffic/naming.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import { eachTrip, headerOf, holdsMessage } from '../trips.ts'
import type { Facts } from '../facts.ts'
import type { Message, Side, Trip } from '../seen.ts'
import { EVIL } from './http-probes.ts'

const here = ({ transport }: Facts): boolean => transport === 'http+sse'
const SPEC = ['2024-11-05/basic/transports']
/** Milliseconds after which a stream that was given up had its time. */
const TIME = 5000
const isEndpoint = ({ fact, trip }: Side): boolean =>
  fact.kind === 'frame' && fact.event === 'endpoint' && trip !== undefined && trip.method === 'GET'

/** What is wrong with an event of the stream that is to be a message. */
function frameFault({ event = 'message', text }: { event?: string; text: string }): string | null {
  if (event === 'endpoint' || text.trim() === '') return null
  if (event !== 'message') return /^\s*\{.*"jsonrpc"/s.test(text) ? `its event is named ${quote(event)}, which clients do not hear` : null
  return holdsMessage(text) ? null : `${quote(text)} is no message`
}

/** Which stream named which address. */
interface Posts {
  streams: Map<string, Trip>
}

/** A rule that looks at what is posted to the address which a stream named. */
function posting(
  on: readonly string[],
  level: Rule['level'],
  look: (seen: Message, stream: Trip, facts: Facts) => string | undefined | null,
): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['frame', ...on],
    level,
    (): Posts => ({ streams: new Map() }),
    (seen, { streams }, facts) => {
      const side = seen as unknown as Side
      if (side.kind === 'frame') {
        const named = isEndpoint(side) ? readEndpoint(side.text, side.trip!.url) : undefined
        if (named !== undefined && named.kind !== 'none' && side.trip !== undefined) streams.set(named.href, side.trip)
        return null
      }
      const posted = seen.asked?.trip ?? seen.trip
      const stream = posted?.method === 'POST' ? streams.get(posted.url) : undefined
      return stream === undefined ? null : look(seen, stream, facts)
    },
  )
}

export const OLD_TRANSPORT_RULES: readonly Rule[] = [
  {
    id: 'HS-01',
    level: 'MUST',
    revisions: LEGACY,
    spec: SPEC,
    says: 'The stream begins with the event "endpoint", which names an address.',
    looksAt: 'HTTP+SSE stream',
    remark:
      'The same address twice is a remark, and another one later a warning: the specification does not say that no second event may come.',
    whole: true,
    mend: 'Send "event: endpoint" with the address to post to before all else.',
    everywhere: true,
    ...remembering(
      ['frame', 'over'],
      'MUST',
      () => ({ refused: false, named: new Map<number, string>() }),
      (seen, memory, facts) => {
        const { kind, fact, trip, text, at } = seen as unknown as Side
        if (trip === undefined) return null
        if (trip.method === 'POST') {
          if (kind === 'over' && (trip.status === 404 || trip.status === 405)) memory.refused = true
          return null
        }
        // Before any greeting, a stream of who takes no POST at the same address is one of this transport.
        const meant = here(facts) || (memory.refused && !facts.greeted)
        if (trip.method !== 'GET' || !meant) return null
        if (kind === 'over') {
          const known = memory.named.delete(trip.id)
          if (known || facts.greeted || trip.frames > 0 || trip.status !== 200) return null
          if (trip.mediaType !== 'text/event-stream') return memory.refused ? null : `its content type is ${quote(trip.mediaType)}`
          // Who went away early has not seen what was to come.
          return fact.kind === 'failed' && at - trip.at < TIME ? null : 'it names no address'
        }
        if (fact.kind !== 'frame') return null
        if (fact.event === 'endpoint') {
          const before = memory.named.get(trip.id)
          memory.named.set(trip.id, text)
          if (before !== undefined && before === text) return { says: 'it names the same address twice', outcome: 'info' }
          if (before !== undefined) return { says: `it names ${quote(before)}, and ${quote(text)} later`, outcome: 'warn' }
          const named = readEndpoint(text, trip.url)
          if (named.kind === 'none') return `it names ${named.why}`
          return trip.frames === 1 ? undefined : null
        }
        return trip.frames === 1 ? `it begins with ${quote(fact.event ?? 'message')}` : null
      },
    ),
  },
  {
    id: 'HS-02',
    level: 'MUST',
    revisions: LEGACY,
    spec: SPEC,
    says: 'What is posted is accepted, and answered on the stream.',
    looksAt: 'answer by HTTP+SSE',
    whole: true,
    mend: 'Answer the POST with 202, and send each answer on the stream: an event "message" whose data is one JSON message.',
    ...each(['frame', 'result', 'failure', 'over'], 'MUST', (seen, facts) => {
      const { trip } = seen
      if (!here(facts) || trip === undefined) return null
      const side = seen as unknown as Side
      if (side.kind === 'frame') return side.fact.kind === 'frame' && trip.method === 'GET' ? frameFault(side.fact) : null
      if (side.kind === 'over') {
        const [asked] = trip.asked
        if (trip.method !== 'POST' || asked === undefined || trip.status === undefined || trip.status < 300) return null
        // Other requests may be refused for what they are; none is what the server failed at, or sent elsewhere.
        const own = asked.method === 'initialize' || ((trip.status < 400 || trip.status >= 500) && !markOf(trip).startsWith('loupe-'))
        return own ? `the POST is answered with HTTP ${trip.status}` : null
      }
      if (seen.asked === undefined) return null
      return trip.method === 'GET' ? undefined : 'the answer came in the reply to the POST'
    }),
  },
  {
    id: 'HS-03',
    level: 'derived',
    revisions: LEGACY,
    spec: SPEC,
    says: 'The address to post to is of the same origin.',
    looksAt: 'event "endpoint"',
    mend: 'Name a path alone.',
    everywhere: true,
    ...each(['frame'], 'derived', (seen) => {
      const side = seen as unknown as Side
      if (!isEndpoint(side)) return null
      const named = readEndpoint(side.text, side.trip!.url)
      return named.kind === 'none' ? null : named.kind === 'address' ? undefined : `it is ${quote(named.href)}`
    }),
  },
  {
    id: 'HS-04',
    level: 'MUST',
    revisions: LEGACY,
    spec: SPEC,
    says: 'A page elsewhere is refused.',
    looksAt: 'HTTP+SSE request with a foreign Origin',
    mend: 'Compare Origin with the origins that you expect.',
    ...eachTrip('MUST', (trip, facts) => {
      if (!here(facts) || headerOf(trip.headers, 'origin') !== EVIL || trip.status === undefined || trip.status === 401) return null
      return trip.status >= 400 && trip.status < 500 ? undefined : `${trip.method} is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'HS-05',
    level: 'derived',
    revisions: LEGACY,
    spec: SPEC,
    says: 'An answer comes on the stream of who asked.',
    looksAt: 'answer by HTTP+SSE',
    mend: 'Send an answer on the stream whose address it was posted to.',
    everywhere: true,
    ...posting(['result', 'failure'], 'derived', ({ trip }, stream) =>
      trip === undefined || trip.method !== 'GET' ? null : trip.id === stream.id ? undefined : 'it came on another',
    ),
  },
  {
    id: 'HS-06',
    level: 'derived',
    revisions: LEGACY,
    spec: SPEC,
    says: 'Where the stream is closed nothing can be posted.',
    looksAt: 'POST for a stream that was closed',
    mend: 'Forget the address when its stream closes, and answer 404 from then on.',
    everywhere: true,
    ...posting(['over'], 'derived', ({ trip }, stream) => {
      if (trip?.method !== 'POST' || trip.status === undefined || stream.over === undefined || trip.at < (stream.lastAt ?? 0)) return null
      return trip.status >= 400 && trip.status < 500 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'HS-07',
    level: 'MAY',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports', '2026-07-28/deprecated'],
    says: 'The address speaks Streamable HTTP, and not HTTP+SSE alone.',
    looksAt: 'request by POST',
    mend: 'Serve Streamable HTTP as well: HTTP+SSE is deprecated since 2025-03-26.',
    everywhere: true,
    ...remembering(
      ['over', 'frame'],
      'MAY',
      () => ({ refused: false }),
      (seen, memory) => {
        const side = seen as unknown as Side
        if (side.kind === 'over') {
          if (side.trip?.method !== 'POST') return null
          if ([400, 404, 405].includes(side.trip.status ?? 0)) memory.refused = true
          return side.trip.answers > 0 && side.trip.status === 200 ? undefined : null
        }
        return memory.refused && isEndpoint(side) ? 'it is HTTP+SSE, out of use since 2025-03-26' : null
      },
    ),
  },
  {
    id: 'HS-08',
    level: 'custom',
    revisions: LEGACY,
    spec: SPEC,
    says: 'The address that the stream names takes what is posted.',
    looksAt: 'POST to the address that the stream named',
    mend: 'Accept POST at the very address that the "endpoint" event names.',
    yields: ['HS-02'],
    everywhere: true,
    ...posting(['over'], 'custom', ({ trip }, stream) => {
      if (trip?.method !== 'POST' || trip.status === undefined || stream.over !== undefined || trip.asked.length === 0) return null
      return trip.status < 300 ? undefined : trip.status === 404 || trip.status === 405 ? `it is answered with HTTP ${trip.status}` : null
    }),
  },
  {
    id: 'WS-01',
    level: 'custom',
    revisions: LEGACY,
    spec: SPEC,
    says: 'Each frame of a WebSocket is one message. (No revision has this transport.)',
    looksAt: 'frame of a WebSocket',
    yields: ['BA-07'],
    mend: 'Send one JSON-RPC message as the text of each frame.',
    everywhere: true,
    ...remembering(
      ['message', 'noise'],
      'custom',
      (): { early: string | undefined } => ({ early: undefined }),
      (seen, memory, { transport }) => {
        const side = seen as unknown as Side
        if (side.kind === 'noise') {
          const says = `${quote(side.text)} is no message${side.fact.kind === 'noise' ? `: ${firstWords(side.fact.why)}` : ''}`
          if (transport === 'websocket') return says
          // Nothing was sent yet, so nothing says by which way.
          memory.early = says
          return null
        }
        if (transport !== 'websocket') return null
        const { early } = memory
        memory.early = undefined
        if (early !== undefined) return early
        if (seen.batched) return null
        if (seen.kind === 'batch') return 'it is an array'
        if (seen.kind !== 'garbled' || seen.value !== undefined) return undefined
        return `${quote(seen.text)} is no message${seen.reading.kind === 'garbled' ? `: ${firstWords(seen.reading.why)}` : ''}`
      },
    ),
  },
]
