// What is sent against the rules, and how it is refused.
import { isObject, type Json } from '../../json.ts'
import { twinKey, type Id } from '../../jsonrpc.ts'
import { isText } from '../items.ts'
import { ALL } from '../revision.ts'
import { each, quote, remembering, type Look, type Rule } from '../rule.ts'
import type { Facts } from '../facts.ts'
import { isForeign } from '../proper.ts'
import { isPipe } from '../trips.ts'
import type { Message, Obj } from '../seen.ts'

/** Ids that servers are known to change. */
const UNUSUAL = ['loupe-abc', '7000007', '', 0, -7, Number.MAX_SAFE_INTEGER]

/** Our requests that are made up to be refused. */
const madeUp = (method: string): boolean => method.startsWith('loupe/')

/** Over a pipe. */
const UNANSWERED = 'it is passed over: who sent it waits in vain'

export const REFUSAL_RULES: readonly Rule[] = [
  {
    id: 'JR-09',
    level: 'derived',
    revisions: ALL,
    spec: ['JSON-RPC 2.0', 'schema/2024-11-05/schema.ts'],
    says: 'An unknown method is answered with the error -32601.',
    looksAt: 'request with an unknown method',
    yields: ['JR-17'],
    mend: 'Answer with {"code": -32601, "message": "Method not found"}.',
    ...each(['result', 'failure'], 'derived', ({ kind, method, error }) =>
      !madeUp(method) || kind === 'result'
        ? null
        : error?.code === -32601
          ? undefined
          : { says: `the code is ${error?.code}`, at: '/error/code' },
    ),
  },
  {
    id: 'JR-13',
    level: 'MUST NOT',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages', '2026-07-28/basic/index'],
    says: 'A request whose id is null is not served.',
    looksAt: 'request whose id is null',
    mend: 'Refuse it with -32600.',
    ...rubbish((body) => body.id === null && isText(body.method), 'MUST NOT', 'it is answered with a result'),
  },
  {
    id: 'JR-11',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages'],
    says: 'A request without "jsonrpc" is not served.',
    looksAt: 'request without "jsonrpc"',
    mend: 'Refuse it with -32600.',
    ...rubbish(
      (body) => body.jsonrpc === undefined && isText(body.method) && body.id !== undefined,
      'MUST',
      'it is answered with a result',
    ),
  },
  {
    id: 'JR-12',
    level: 'derived',
    revisions: ALL,
    spec: ['JSON-RPC 2.0'],
    says: 'A request without a method is refused.',
    looksAt: 'request without a method',
    mend: 'Refuse it with -32600.',
    ...rubbish(
      (body) => body.method === undefined && body.id !== undefined && body.result === undefined && body.error === undefined,
      'derived',
      'it is answered with a result',
      UNANSWERED,
    ),
  },
  {
    id: 'JR-15',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages', '2026-07-28/basic/index'],
    says: 'An answer has the very id of its request, whatever string or integer that is.',
    looksAt: 'request with an unusual id',
    mend: 'Keep the id as it came, type and all.',
    ...each(['result', 'failure'], 'MUST', ({ asked, again, id }, { pending }) => {
      if (again || id === undefined || id === null) return null
      const unusual = (one: Id): boolean => (UNUSUAL as readonly unknown[]).includes(one)
      if (asked !== undefined) return unusual(asked.id) && asked.method !== 'initialize' ? undefined : null
      const twin = pending.get(`out:${twinKey(id)}`)?.[0]
      if (twin === undefined || !unusual(twin.id)) return null
      return { says: `it is ${quote(id as Json)}, and was ${quote(twin.id as Json)}`, at: '/id' }
    }),
  },
  {
    id: 'JR-16',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages'],
    says: 'Parameters that are no object are refused.',
    looksAt: 'request whose params are an array or a text',
    mend: 'Refuse it with -32602.',
    ...rubbish(
      (body) => isText(body.method) && body.params !== undefined && !isObject(body.params),
      'derived',
      'it is answered with a result',
      UNANSWERED,
    ),
  },
  {
    id: 'JR-17',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/tools'],
    says: 'What fails is answered with an error, and not with a result that says so.',
    looksAt: 'request that had to fail',
    mend: 'Answer with "error".',
    ...each(['result', 'failure'], 'derived', ({ kind, method, asked, result }) => {
      const must = madeUp(method) || asked?.params.cursor === 'loupe-no-such-cursor'
      if (kind === 'failure') return must ? undefined : null
      // Results with members of their own that say "not ok" are seen wherever they come.
      if (result.ok === false && Object.keys(result).length <= 3) return 'it is a result with "ok": false'
      return madeUp(method) ? 'it is a result' : null
    }),
  },
  {
    id: 'JR-08',
    level: 'MUST NOT',
    revisions: ALL,
    spec: ['2025-03-26/basic/index', '2026-07-28/basic/index'],
    says: 'A notification is not answered.',
    looksAt: 'unknown notification',
    mend: 'Ignore notifications that are not known.',
    ...remembering(
      ['sent notifications/loupe-unknown', 'sent', 'failure', 'over'],
      'MUST NOT',
      () => ({ trips: new Set<number>(), piped: false }),
      (seen, memory) => {
        const { trip } = seen
        if (seen.kind === 'sent') {
          if (seen.method !== 'notifications/loupe-unknown' || trip === undefined) return null
          memory.trips.add(trip.id)
          memory.piped = trip.method === 'STDIN'
          return memory.piped ? undefined : null
        }
        if (seen.kind === 'failure')
          return seen.id !== null && seen.id !== undefined
            ? null
            : trip !== undefined &&
                (isPipe(trip)
                  ? trip.asked.length === 0 && isObject(trip.body) && isText(trip.body.method) && trip.body.id === undefined
                  : memory.trips.has(trip.id) && (trip.status ?? 200) < 400)
              ? 'it is answered with an error without an id'
              : null
        return trip === undefined || !memory.trips.has(trip.id) || trip.messages > 0 || trip.method === 'STDIN' ? null : undefined
      },
    ),
  },
]

/**
 * What we sent against the rules must not succeed. Over a pipe nothing need come of it: that others are answered after it shows
 * that it was passed over. `silence`: what that means; left out, it is as it should be.
 */
function rubbish(is: (body: Obj) => boolean, level: Rule['level'], says: string, silence?: string): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['sent', 'over', 'result', 'failure', 'garbled'],
    level,
    () => ({ told: new Set<number>(), waiting: new Map<number, number>(), passed: new Map<number, number>() }),
    (seen: Message, { told, waiting, passed }, _facts: Facts): Look => {
      const { kind, seq } = seen
      // Over a pipe an answer may stand with another line than that which it answers.
      const trip = seen.asked?.trip ?? seen.trip
      if (trip === undefined) return null
      if (kind === 'result' && seen.asked?.ours === true && waiting.size > 0 && !waiting.has(trip.id)) {
        for (const [id, row] of waiting) passed.set(id, row)
        waiting.clear()
      }
      if (!isObject(trip.body) || !is(trip.body) || told.has(trip.id)) return null
      if (kind !== 'sent' && seen.asked === undefined && isForeign(trip, seen.id)) return null
      if (kind === 'sent' && isPipe(trip)) waiting.set(trip.id, seq)
      // One with an id that is none is no result by itself.
      const served = kind === 'result' || (kind === 'garbled' && isObject(seen.value) && seen.value.result !== undefined)
      if (!served && kind !== 'failure' && (trip.status ?? 0) < 400) return null
      told.add(trip.id)
      waiting.delete(trip.id)
      passed.delete(trip.id)
      return served ? says : undefined
    },
    ({ passed }) => [...passed.values()].map((seq) => (silence === undefined ? seq : { says: silence, seq })),
  )
}
