// What runs beside requests: progress, cancelling, logs, completion, pages, what is kept; and what was declared of it.
import { isObject, type Json } from '../../json.ts'
import { idKey, twinKey } from '../../jsonrpc.ts'
import { BOTH, isText } from '../items.ts'
import { probed, refused } from '../probes.ts'
import { ALL, between, LEGACY, MODERN } from '../revision.ts'
import { each, quote, remembering, type Level, type Rule } from '../rule.ts'
import type { Facts } from '../facts.ts'
import type { Message, Obj } from '../seen.ts'
import { isPipe } from '../trips.ts'

const PROGRESS = 'notification notifications/progress'
const LOG = 'notification notifications/message'
const metaOf = (value: Obj | undefined): Obj => (isObject(value?._meta) ? value._meta : {})
const isToken = (token: Json | undefined): token is string | number => isText(token) || typeof token === 'number'
const CAPABILITY: { [method: string]: string } = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'prompts/list': 'prompts',
  'completion/complete': 'completions',
  'logging/setLevel': 'logging',
}
const CHANGED: { [method: string]: string } = {
  'notifications/tools/list_changed': 'tools',
  'notifications/resources/list_changed': 'resources',
  'notifications/prompts/list_changed': 'prompts',
}
const ASKED = ['sampling/createMessage', 'roots/list', 'elicitation/create']

/** Milliseconds within which an answer may cross what cancels it. */
const UNDER_WAY = 500
/** Milliseconds without an answer, at least, before silence counts. */
const ENOUGH = 1000

export const FLOW_RULES: readonly Rule[] = [
  {
    id: 'CP-07',
    level: 'custom',
    revisions: ALL,
    spec: ['2024-11-05/architecture/index'],
    says: 'Who tells of changes declares listChanged.',
    looksAt: 'notification that a list changed',
    yields: ['CP-05'],
    mend: 'Declare "listChanged": true.',
    ...each(
      Object.keys(CHANGED).map((method) => `notification ${method}`),
      'custom',
      ({ method }, { capabilities, greeted }) => {
        if (!greeted) return null
        const own = capabilities[CHANGED[method] ?? '']
        return isObject(own) && own.listChanged === true ? undefined : `${CHANGED[method]}.listChanged was not declared`
      },
    ),
  },
  {
    id: 'CP-08',
    level: 'MUST NOT',
    revisions: LEGACY,
    spec: ['2024-11-05/architecture/index', '2025-11-25/basic/lifecycle'],
    says: 'Of a client that declared nothing, nothing is asked.',
    looksAt: 'call by a client that declared nothing',
    yields: ['CF-01'],
    mend: 'Ask for sampling, elicitation or roots only where the client declared it; answer without it otherwise.',
    ...remembering(
      [...ASKED.map((method) => `request ${method}`), ...BOTH('tools/call'), 'sent tools/call'],
      'MUST NOT',
      () => ({ called: false }),
      ({ kind, method, asked }, memory, { offered }) => {
        if (kind === 'sent') {
          memory.called = true
          return null
        }
        // CF-01 looks at what is asked before any call.
        if (!memory.called || Object.keys(offered).length > 0 || String(asked?.params.name).startsWith('loupe-')) return null
        return kind === 'request' ? `${method} is` : undefined
      },
    ),
  },
  {
    id: 'CP-10',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/architecture/index'],
    says: 'What is declared can be used.',
    looksAt: 'request for what is declared',
    yields: ['CP-01', 'CP-04'],
    mend: 'Declare only what there is a handler for.',
    ...each(Object.keys(CAPABILITY).flatMap(BOTH), 'derived', ({ kind, method, error, revision }, { capabilities, greeted }) => {
      const name = CAPABILITY[method] ?? ''
      // CP-01 and RT-06 look at lists.
      if (method.endsWith('/list')) return null
      // DV-17: the newer era has no such method.
      if (method === 'logging/setLevel' && revision !== undefined && MODERN.includes(revision)) return null
      if (!greeted || capabilities[name] === undefined) return null
      return kind === 'failure' && error?.code === -32601 ? `"${name}" is declared, and ${method} is unknown` : undefined
    }),
  },
  {
    id: 'PI-02',
    level: 'SHOULD',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/utilities/ping'],
    says: 'The server pings now and then.',
    looksAt: 'ping of the server',
    mend: 'A ping every half a minute is enough.',
    ...paced(['request ping'], 'SHOULD', 10, 10_000, 'more than 10 came within ten seconds'),
  },
  {
    id: 'LG-08',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/logging', '2026-07-28/server/utilities/logging'],
    says: 'A server limits how many log messages it sends: here, to 100 within a second.',
    looksAt: 'log message',
    mend: 'Limit how many are sent within a second: put lines that repeat into one, and leave out levels below the one that was asked for.',
    ...paced([LOG], 'SHOULD', 100, 1000, 'with this one, more than 100 log messages came within a second'),
  },
  {
    id: 'PG-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/utilities/progress', '2026-07-28/basic/patterns/progress'],
    says: 'Progress has the very token of its request.',
    looksAt: 'progress',
    mend: 'Keep the token as it came, type and all.',
    ...each([PROGRESS], 'MUST', ({ params: { progressToken } }, { tokens }) => {
      if (!isToken(progressToken)) return null
      if (tokens.has(idKey(progressToken))) return undefined
      return tokens.has(twinKey(progressToken))
        ? { says: `it is ${quote(progressToken)}, and was of another type`, at: '/params/progressToken' }
        : null
    }),
  },
  {
    id: 'PG-04',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/utilities/progress'],
    says: 'Who gave no token hears of no progress.',
    looksAt: 'call without a token',
    mend: 'Send notifications/progress only where the request brought a progressToken.',
    ...each([PROGRESS, ...BOTH('tools/call')], 'MUST', ({ kind, trip, asked }) => {
      if (kind !== 'notification') return asked === undefined || isToken(metaOf(asked.params).progressToken) ? null : undefined
      const [own] = trip?.asked ?? []
      return trip === undefined || isPipe(trip) || own === undefined || isToken(metaOf(own.params).progressToken)
        ? null
        : 'progress came all the same'
    }),
  },
  {
    id: 'CA-01',
    level: 'SHOULD',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/utilities/cancellation', '2025-11-25/basic/utilities/cancellation'],
    says: 'What was cancelled is not answered any more.',
    looksAt: 'request that was cancelled, with as much time after it as an answer takes,',
    remark: 'It is a remark always: what was under way could not be called back.',
    mend: 'Stop the work, and send nothing.',
    ...remembering(
      ['sent', 'result', 'failure'],
      'SHOULD',
      () => ({ cancelled: new Map<string, { seq: number; at: number; method: string }>(), longest: new Map<string, number>(), latest: 0 }),
      ({ kind, method, params, asked, seq, at }, memory, { pending }) => {
        const { cancelled, longest } = memory
        if (kind === 'sent') {
          memory.latest = at
          const id = method === 'notifications/cancelled' ? params.requestId : undefined
          const waits = isToken(id) ? pending.get(`out:${idKey(id)}`)?.[0] : undefined
          if (isToken(id) && waits !== undefined) cancelled.set(idKey(id), { seq, at, method: waits.method })
          return null
        }
        const before = asked === undefined ? undefined : cancelled.get(idKey(asked.id))
        if (asked?.ours === true && before === undefined) longest.set(asked.method, Math.max(longest.get(asked.method) ?? 0, at - asked.at))
        if (asked === undefined || before === undefined) return null
        cancelled.delete(idKey(asked.id))
        const ms = Math.round(at - before.at)
        return ms < UNDER_WAY
          ? { says: `its answer came within ${ms < 1 ? 1 : ms} ms, and may have been under way`, outcome: 'inconclusive' }
          : { says: `it was, ${(ms / 1000).toFixed(1)} s later`, outcome: 'info' }
      },
      ({ cancelled, longest, latest }) => {
        // Silence says something only where an answer would have come by then.
        const enough = ({ method }: { method: string }) => Math.max(ENOUGH, 1.2 * (longest.get(method) ?? 0))
        const kept = [...cancelled.values()].filter((one) => latest - one.at >= enough(one)).map(({ seq }) => seq)
        cancelled.clear()
        return kept
      },
      // How long calls take is learnt in other conversations of a run, too.
      true,
    ),
  },
  {
    id: 'CA-02',
    level: 'SHOULD',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/utilities/cancellation'],
    says: 'Cancelling what is not under way is ignored.',
    looksAt: 'cancellation of what is not under way',
    mend: 'Pass over notifications/cancelled for a request that is done, or that never was.',
    yields: ['JR-08'],
    ...idle('SHOULD'),
  },
  {
    id: 'CA-04',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/cancellation'],
    says: 'Cancelling what is not under way is ignored.',
    looksAt: 'cancellation of what is not under way',
    mend: 'Pass over notifications/cancelled for a request that is done, or that never was.',
    ...idle('SHOULD'),
  },
  {
    id: 'CA-05',
    level: 'MUST',
    revisions: between('2025-11-25', '2025-11-25'),
    spec: ['2025-11-25/basic/utilities/cancellation'],
    says: 'A task is cancelled by tasks/cancel.',
    looksAt: 'cancellation by the server',
    mend: 'Cancel tasks when tasks/cancel asks for it, and go on with them on notifications/cancelled.',
    ...each(['notification notifications/cancelled'], 'MUST', ({ params: { requestId } }, { pending }) => {
      const own = isToken(requestId) ? pending.get(`in:${idKey(requestId)}`)?.[0] : undefined
      return own === undefined ? null : isObject(own.params.task) ? 'a task is cancelled by it' : undefined
    }),
  },
  {
    id: 'LG-07',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/logging'],
    says: 'A level that there is not is refused with -32602.',
    looksAt: 'request with an unknown log level',
    mend: 'Refuse a level that there is not with -32602.',
    ...probed('verbose', 'SHOULD', (heard) => refused(heard, -32602)),
  },
  {
    id: 'LG-05',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/logging'],
    says: 'Who asked for no log messages gets none.',
    looksAt: 'call without a log level',
    mend: 'Send log messages only for requests whose _meta names a logLevel.',
    ...each([LOG, ...BOTH('tools/call')], 'MUST NOT', ({ kind, trip, asked }) => {
      const level = (one: Message['asked']): Json | undefined => metaOf(one?.params)['io.modelcontextprotocol/logLevel']
      if (kind !== 'notification') return asked === undefined || level(asked) !== undefined ? null : undefined
      const [own] = trip?.asked ?? []
      return trip === undefined || isPipe(trip) || own === undefined || own.method === 'subscriptions/listen' || level(own) !== undefined
        ? null
        : 'one came all the same'
    }),
  },
]

/** Not more than `most` of a kind within a time, told once. */
function paced(on: readonly string[], level: Level, most: number, within: number, says: string): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    on,
    level,
    () => ({ times: [] as number[], told: false }),
    ({ at }, memory) => {
      memory.times.push(at)
      if (memory.times.length > most + 1) memory.times.shift()
      if (memory.told || memory.times.length <= most || at - memory.times[0]! >= within) return undefined
      memory.told = true
      return says
    },
  )
}

/** After a cancellation of nothing, the next answer shows that all is well. */
function idle(level: Level): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['sent notifications/cancelled', 'result', 'failure', 'over', 'exit'],
    level,
    () => ({ waits: false }),
    (seen: Message, memory, { pending }: Facts) => {
      const kind = seen.kind as string
      if (kind === 'sent') {
        const { requestId } = seen.params
        memory.waits = !isToken(requestId) || !pending.has(`out:${idKey(requestId)}`)
        return null
      }
      if (!memory.waits) return null
      if (kind === 'over') {
        const own = isObject(seen.trip?.body) && seen.trip.body.method === 'notifications/cancelled'
        return own && (seen.trip?.status ?? 0) >= 500 ? `it is answered with HTTP ${seen.trip?.status}` : null
      }
      memory.waits = false
      if (kind === 'exit') return 'the process ended'
      // By HTTP, what it led to comes in its own reply.
      const { trip } = seen
      if (trip?.method === 'POST' && !(isObject(trip.body) && trip.body.method === 'notifications/cancelled')) return undefined
      // One that answers a request is told by JR-02 and JR-19.
      const nameless = kind === 'failure' && (seen.id === null || seen.id === undefined)
      return nameless && seen.asked === undefined ? 'it is answered with an error' : undefined
    },
  )
}
