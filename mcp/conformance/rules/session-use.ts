// Sessions that are begun, used, ended and shared.
import { between } from '../revision.ts'
import { quote, remembering, type Rule } from '../rule.ts'
import { eachTrip, headerOf, isHttp } from '../trips.ts'
import type { Trip } from '../seen.ts'

const OLD = between('2025-03-26', '2025-11-25')
const sessionOf = (trip: Trip | undefined): string | undefined => trip && headerOf(trip.headers, 'mcp-session-id')
const issued = (trip: Trip | undefined): string | undefined => trip && headerOf(trip.replyHeaders, 'mcp-session-id')
const anonymous = ({ headers }: Trip): boolean => headerOf(headers, 'authorization') === undefined
/** With these many characters that differ, nobody guesses an id. */
const ENOUGH = 16

export const SESSION_USE_RULES: readonly Rule[] = [
  {
    id: 'SE-01',
    level: 'MAY',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'initialize may begin a session.',
    looksAt: 'session id in the answer to initialize',
    mend: 'Leave Mcp-Session-Id out where there is no session, or give it a value.',
    yields: ['SE-02'],
    ...eachTrip('MAY', (trip, facts) =>
      !isHttp(trip, facts) || trip.asked[0]?.method !== 'initialize' || issued(trip) === undefined
        ? null
        : issued(trip) === ''
          ? 'the session id is empty'
          : undefined,
    ),
  },
  {
    id: 'SE-03',
    level: 'SHOULD',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', 'docs/docs/2025-11-25/tutorials/security/security_best_practices'],
    says: 'Session ids cannot be guessed.',
    looksAt: 'three session ids',
    yields: ['SE-08'],
    mend: 'Use a random UUID.',
    ...remembering(
      ['result initialize'],
      'SHOULD',
      () => [] as string[],
      ({ trip }, ids) => {
        const id = issued(trip)
        // A record that was saved without its secrets does not hold the id.
        if (id === undefined || /^REDACTED-\d+$/.test(id)) return null
        if (ids.includes(id)) return `${quote(id)} was given twice`
        ids.push(id)
        if (ids.length < 3) return null
        if (ids.length > 50) ids.shift()
        const least = Math.min(...ids.map((one) => one.length))
        let alike = 0
        while (alike < least && ids.every((one) => one[alike] === ids[0]![alike])) alike += 1
        return least - alike >= ENOUGH ? undefined : `they differ in ${least - alike} characters alone, such as ${quote(id)}`
      },
      undefined,
      true,
    ),
  },
  {
    id: 'SE-08',
    level: 'MUST',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'After a session that ended a new one may begin.',
    looksAt: 'initialize after a session that ended',
    mend: 'Answer initialize without a session id as the first of a new session, with a new id.',
    ...remembering(
      ['over', 'result initialize', 'failure initialize'],
      'MUST',
      () => new Set<string>(),
      ({ kind, trip, error }, ended) => {
        if (trip === undefined) return null
        const id = sessionOf(trip)
        if ((kind as string) === 'over') {
          if (trip.method === 'DELETE' && (trip.status ?? 500) < 300 && id !== undefined) ended.add(id)
          return null
        }
        if (ended.size === 0 || id !== undefined) return null
        // What comes as a page elsewhere, or by another name of the host, is refused for that.
        if (headerOf(trip.headers, 'origin') !== undefined || headerOf(trip.headers, 'host') === 'evil.example') return null
        if (kind === 'failure') return `it is answered with the error ${error?.code}`
        const fresh = issued(trip)
        return fresh !== undefined && ended.has(fresh) ? `${quote(fresh)} is that which ended` : undefined
      },
    ),
  },
  {
    id: 'SE-09',
    level: 'MUST',
    revisions: OLD,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A session is known to POST, GET and DELETE alike.',
    looksAt: 'GET or DELETE in a session',
    mend: 'Look up Mcp-Session-Id alike for POST, GET and DELETE.',
    ...remembering(
      ['over'],
      'MUST',
      () => ({ good: new Set<string>(), ended: new Set<string>() }),
      ({ trip }, { good, ended }) => {
        const id = sessionOf(trip)
        if (trip === undefined || id === undefined || trip.status === undefined) return null
        if (trip.method === 'POST') {
          if (trip.status < 300) good.add(id)
          return null
        }
        if (!good.has(id) || ended.has(id) || (trip.method !== 'GET' && trip.method !== 'DELETE')) return null
        if (trip.method === 'DELETE' && trip.status < 300) ended.add(id)
        if (trip.status !== 404) return undefined
        // HT-01 looks at that: where GET is not known at all, that says nothing of the session.
        return trip.method === 'GET' ? null : `${trip.method} does not find it`
      },
    ),
  },
  {
    id: 'SE-10',
    level: 'MUST NOT',
    revisions: OLD,
    spec: ['docs/docs/2025-11-25/tutorials/security/security_best_practices', '2025-11-25/basic/authorization'],
    says: 'A session does not stand for a token.',
    looksAt: 'request in a session of a protected server, without a token',
    mend: 'Check the token of every request.',
    ...remembering(
      ['over'],
      'MUST NOT',
      () => ({ guarded: false }),
      ({ trip }, memory) => {
        if (trip === undefined || !anonymous(trip) || trip.status === undefined) return null
        const id = sessionOf(trip)
        if (trip.status === 401) memory.guarded = true
        if (trip.method !== 'POST' || id === undefined || !memory.guarded) return null
        return trip.status === 401 ? undefined : `it is answered with HTTP ${trip.status}`
      },
    ),
  },
]
