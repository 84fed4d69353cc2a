// What becomes of calls that are cancelled, left or resumed while they are under way.
import { idKey } from '../../jsonrpc.ts'
import { heardOf, markOf } from '../probes.ts'
import { between, MODERN } from '../revision.ts'
import { breach, remembering, type Level, type Rule, type Verdict } from '../rule.ts'
import type { Asked, Side } from '../seen.ts'
import { headerOf } from '../trips.ts'

/** Milliseconds in which what was under way may still arrive. */
const GRACE = 250
const STREAMS = between('2025-03-26', '2025-11-25')

export const SLOW_CALL_RULES: readonly Rule[] = [
  {
    id: 'ST-09',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/stdio'],
    says: 'Nothing more comes of a request that was cancelled.',
    looksAt: 'call that was cancelled over a pipe',
    mend: 'Stop its work, and send neither its answer nor its progress.',
    ...remembering(
      ['sent notifications/cancelled', 'result', 'failure', 'notification notifications/progress'],
      'MUST NOT',
      () => new Map<string, { at: number; seq: number; asked: Asked }>(),
      ({ kind, params, at, seq, asked, trip }, gone, { pending, tokens }) => {
        if (kind === 'sent') {
          const { requestId: id } = params
          const known = typeof id === 'string' || typeof id === 'number' ? pending.get(`out:${idKey(id)}`)?.[0] : undefined
          if (trip?.method === 'STDIN' && known !== undefined) gone.set(idKey(known.id), { at, seq, asked: known })
          return null
        }
        const token = params.progressToken
        const of =
          kind === 'notification' ? (typeof token === 'string' || typeof token === 'number' ? tokens.get(idKey(token)) : undefined) : asked
        const left = of === undefined ? undefined : gone.get(idKey(of.id))
        if (left === undefined) return null
        if (at - left.at <= GRACE) {
          // It was answered before it could be stopped.
          if (kind !== 'notification') gone.delete(idKey(left.asked.id))
          return null
        }
        gone.delete(idKey(left.asked.id))
        return `${kind === 'notification' ? 'its progress' : 'its answer'} came ${Math.round(at - left.at)} ms later`
      },
      function* (gone) {
        for (const { seq } of gone.values()) yield seq
      },
    ),
  },
  {
    id: 'MS-04',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http', '2026-07-28/basic/patterns/cancellation'],
    says: 'A request whose stream was closed is cancelled.',
    looksAt: 'call whose stream was closed',
    mend: 'Treat the end of the connection as notifications/cancelled.',
    on: ['over', 'notification notifications/progress'],
    judge(facts) {
      const left = new Map<string, number>()
      return {
        *see(seen) {
          if (seen.kind === 'notification' && 'params' in seen) {
            const token = seen.params.progressToken
            const of = typeof token === 'string' || typeof token === 'number' ? facts.tokens.get(idKey(token)) : undefined
            if (of === undefined || !left.delete(idKey(of.id))) return
            yield { outcome: breach('MUST'), says: 'its progress goes on elsewhere', seq: seen.seq }
          } else if (seen.trip !== undefined && seen.trip.over === 'ours' && markOf(seen.trip).startsWith('loupe-left'))
            left.set(idKey(markOf(seen.trip)), seen.seq)
        },
        *end() {
          for (const seq of left.values())
            yield { outcome: 'inconclusive', says: 'the wire does not show whether it stopped: look at what it does', seq }
        },
      }
    },
  },
  {
    id: 'RS-06',
    level: 'derived',
    revisions: between('2025-11-25', '2025-11-25'),
    spec: ['2025-11-25/basic/transports'],
    says: 'The answer to a POST whose stream broke comes by GET with its last event.',
    looksAt: 'call whose stream was resumed',
    mend: "Keep the events of a POST's stream until its answer was sent, and resend them to a GET with Last-Event-ID.",
    ...resumed('derived', () => breach('derived'), 'it does not'),
  },
  {
    id: 'HT-26',
    level: 'SHOULD NOT',
    revisions: STREAMS,
    spec: ['2025-03-26/basic/transports', '2025-11-25/basic/transports'],
    says: 'A stream that breaks does not cancel its request.',
    looksAt: 'call whose stream was resumed',
    yields: ['RS-06'],
    mend: 'Let the work go on, and keep its events for who resumes the stream.',
    ...resumed(
      'SHOULD NOT',
      ({ trip }) => (trip !== undefined && heardOf(trip).code !== undefined ? breach('SHOULD NOT') : 'inconclusive'),
      'the answer did not come',
    ),
  },
]

/** A POST that we broke off after an event with an id, and the GET that goes on from there. `missing`: what it means that no result came by it. */
function resumed(level: Level, missing: (seen: Side) => Verdict['outcome'], says: string): Pick<Rule, 'on' | 'judge'> {
  return {
    on: ['frame', 'over', 'result tools/call'],
    judge() {
      const places = new Set<string>()
      let open = false
      return {
        *see(seen) {
          const { trip } = seen
          if (trip === undefined) return
          if (seen.kind === 'frame' && 'fact' in seen) {
            if (seen.fact.kind === 'frame' && seen.fact.id !== undefined && markOf(trip).startsWith('loupe-left')) places.add(seen.fact.id)
            return
          }
          const by = trip.method === 'GET' ? headerOf(trip.headers, 'last-event-id') : undefined
          if (seen.kind === 'over' && trip.over === 'ours' && markOf(trip).startsWith('loupe-left')) open = places.size > 0
          if (!open || by === undefined || !places.has(by)) return
          if (seen.kind === 'result') {
            open = false
            yield { outcome: 'pass', seq: seen.seq }
          } else if (seen.kind === 'over' && 'fact' in seen) {
            open = false
            yield { outcome: missing(seen), says, seq: seen.seq }
          }
        },
      }
    },
  }
}
