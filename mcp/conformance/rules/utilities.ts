// Progress, cancelling, logging, completion, pages, caching, listening.
import { isObject, type Json } from '../../json.ts'
import { idKey } from '../../jsonrpc.ts'
import { LOG_LEVELS } from '../../traffic-row.ts'
import { BOTH, isText } from '../items.ts'
import { ALL, LEGACY, since } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'

const PROGRESS = ['notification notifications/progress'] as const
const LOG = ['notification notifications/message'] as const
const CANCELLED = ['notification notifications/cancelled'] as const
const COMPLETED = ['result completion/complete'] as const

const keyOfToken = (token: Json | undefined): string | undefined => (isText(token) || typeof token === 'number' ? idKey(token) : undefined)

/** Milliseconds by which one stream may be ahead of another. */
const OVERTAKING = 500

export const UTILITY_RULES: readonly Rule[] = [
  {
    id: 'PI-01',
    level: 'MUST',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/utilities/ping', '2025-11-25/basic/utilities/ping'],
    says: 'A ping is answered with an empty result, at once.',
    looksAt: 'ping',
    remark: 'More than an empty result is a remark, since clients pass over it; more than 5 s is a warning, since “promptly” is no number.',
    mend: 'Answer a ping with {} and nothing else, at once, also while other requests are worked on.',
    ...each(BOTH('ping'), 'MUST', ({ kind, asked, at, error, result, trip, value }, { greeted }) => {
      // LC-06 looks at one before the greeting.
      if (!greeted) return null
      // What HTTP refuses, it refuses for another reason.
      if (asked === undefined || !asked.ours || asked.odd === true || (trip?.status ?? 200) >= 400) return null
      if (kind === 'failure') return { says: `it is answered with the error ${error?.code}`, at: '/error' }
      if (isObject(value) && !isObject(value.result))
        return { says: `the result is ${quote(value.result)}`, at: '/result', outcome: 'fail' }
      const more = Object.keys(result).filter((name) => name !== '_meta')
      if (more.length > 0) return { says: `the result holds ${quote(more[0])}`, at: '/result', outcome: 'info' }
      return at - asked.at > 5000 ? { says: `the answer took ${Math.round((at - asked.at) / 100) / 10} s`, outcome: 'warn' } : undefined
    }),
  },
  {
    id: 'PG-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/utilities/progress', '2025-03-26/basic/utilities/progress'],
    says: 'Progress only grows.',
    looksAt: 'progress',
    yields: ['HT-18'],
    mend: 'Send a greater number each time; a total is a number, a message a text.',
    ...remembering(
      PROGRESS,
      'MUST',
      () => new Map<string, number>(),
      ({ params }, last, { tokens }) => {
        const { progress, total, message, progressToken } = params
        if (typeof progress !== 'number') return { says: `the progress is ${quote(progress)}`, at: '/params/progress' }
        if (total !== undefined && typeof total !== 'number') return { says: `the total is ${quote(total)}`, at: '/params/total' }
        if (message !== undefined && !isText(message)) return { says: `the message is ${quote(message)}`, at: '/params/message' }
        const key = keyOfToken(progressToken) ?? ''
        // PG-03 looks at tokens that nobody gave: those need not be one and the same.
        if (!tokens.has(key)) return undefined
        const before = last.get(key)
        last.set(key, progress)
        if (last.size > 2000) last.delete(last.keys().next().value!)
        return before === undefined || progress > before ? undefined : { says: `it is ${progress} after ${before}`, at: '/params/progress' }
      },
    ),
  },
  {
    id: 'PG-03',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/utilities/progress', '2025-11-25/basic/utilities/progress', '2026-07-28/basic/patterns/progress'],
    says: 'Progress is told of requests that run and asked for it.',
    looksAt: 'progress',
    yields: ['PG-01', 'PG-04'],
    whole: true,
    mend: 'Use the token of the request, and stop when it is answered.',
    ...each(PROGRESS, 'MUST', ({ params: { progressToken }, trip, at: time }, { tokens }) => {
      const key = keyOfToken(progressToken)
      const at = '/params/progressToken'
      if (key === undefined) return { says: `the token is ${quote(progressToken)}`, at }
      const asked = tokens.get(key)
      if (asked === undefined) return { says: `no request has the token ${quote(progressToken)}`, at }
      // A task goes on after its request was answered.
      if (asked.params.task !== undefined) return undefined
      // What comes on two streams may overtake: which of it was sent first is not known.
      if (asked.trip !== trip && trip?.method === 'GET' && time - (asked.trip?.lastAt ?? 0) < OVERTAKING) return undefined
      return asked.answered === undefined
        ? undefined
        : { says: `the request with the token ${quote(progressToken)} was answered before`, at }
    }),
  },
  {
    id: 'PG-05',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/basic/utilities/progress'],
    says: 'Progress does not flood.',
    looksAt: 'progress',
    mend: 'Tell it a few times a second at most.',
    ...remembering(
      PROGRESS,
      'SHOULD',
      () => ({ times: [] as number[], told: false }),
      ({ at }, memory) => {
        memory.times.push(at)
        if (memory.times.length > 51) memory.times.shift()
        const flood = memory.times.length > 50 && at - memory.times[0]! < 1000 && !memory.told
        if (!flood) return undefined
        memory.told = true
        return 'more than 50 came within a second'
      },
    ),
  },
  {
    id: 'CA-03',
    level: 'MUST',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/utilities/cancellation'],
    says: 'The server cancels only requests of its own that wait.',
    looksAt: 'cancellation by the server',
    mend: 'Name a request that you sent and that has no answer yet.',
    ...remembering(
      [...CANCELLED, 'request'],
      'MUST',
      () => new Set<string>(),
      (seen, sent) => {
        if (seen.kind === 'request') {
          sent.add(idKey(seen.id as string))
          return null
        }
        const { requestId } = seen.params
        const key = keyOfToken(requestId)
        return key !== undefined && sent.has(key)
          ? undefined
          : {
              says: requestId === undefined ? 'it names no request' : `it never sent the request ${quote(requestId)}`,
              at: '/params/requestId',
            }
      },
    ),
  },
  {
    id: 'LG-01',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/server/utilities/logging'],
    says: 'Each of the eight levels may be set.',
    looksAt: 'logging/setLevel',
    mend: 'Accept debug, info, notice, warning, error, critical, alert and emergency, and answer {}.',
    ...each(BOTH('logging/setLevel'), 'derived', ({ kind, asked, error }, { capabilities }) =>
      capabilities.logging === undefined || !LOG_LEVELS.includes(asked?.params.level as never)
        ? null
        : kind === 'result'
          ? undefined
          : `${quote(asked?.params.level)} is answered with the error ${error?.code}`,
    ),
  },
  {
    id: 'LG-02',
    level: 'SHOULD',
    revisions: LEGACY,
    spec: ['2024-11-05/server/utilities/logging', '2025-11-25/server/utilities/logging'],
    says: 'An unknown level is refused with -32602.',
    looksAt: 'logging/setLevel with an unknown level',
    mend: 'Check the level first.',
    ...each(BOTH('logging/setLevel'), 'SHOULD', ({ kind, asked, error }, { capabilities }) => {
      if (capabilities.logging === undefined || LOG_LEVELS.includes(asked?.params.level as never)) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'LG-04',
    level: 'MUST',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts', 'schema/2026-07-28/schema.ts'],
    says: 'A log message has one of the eight levels, and data.',
    looksAt: 'log message',
    mend: 'Use debug, info, notice, warning, error, critical, alert or emergency.',
    ...each(LOG, 'MUST', ({ params: { level, logger, data } }) => {
      if (!(LOG_LEVELS as readonly unknown[]).includes(level))
        return { says: `the level is ${quote(level)}, and must be one of ${LOG_LEVELS.join(', ')}`, at: '/params/level' }
      if (logger !== undefined && !isText(logger)) return { says: `the logger is ${quote(logger)}, and must be text`, at: '/params/logger' }
      return data === undefined ? { says: 'it has no data', at: '/params' } : undefined
    }),
  },
  {
    id: 'CM-01',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/completion', 'schema/2024-11-05/schema.ts'],
    says: 'Completions are texts.',
    looksAt: 'completion',
    mend: 'Send "completion": {"values": ["…"]}, an array of texts.',
    ...each(COMPLETED, 'derived', ({ result: { completion, resultType } }) => {
      // MR-01 looks at that one.
      if (resultType === 'input_required') return null
      const values = isObject(completion) ? completion.values : undefined
      return Array.isArray(values) && values.every(isText)
        ? undefined
        : { says: `the values are ${quote(values)}`, at: '/result/completion' }
    }),
  },
  {
    id: 'CM-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/completion', 'schema/2024-11-05/schema.ts'],
    says: 'There are at most 100 completions, and total counts them all.',
    looksAt: 'completion',
    mend: 'Send at most a hundred values, "total" as the number of all there are, "hasMore" as true or false.',
    ...each(COMPLETED, 'MUST', ({ result: { completion } }) => {
      if (!isObject(completion) || !Array.isArray(completion.values)) return null
      const { values, total, hasMore } = completion
      const at = '/result/completion'
      if (values.length > 100) return { says: `there are ${values.length}`, at }
      if (total !== undefined && !(typeof total === 'number' && total >= values.length))
        return { says: `the total is ${quote(total)}, of ${values.length}`, at }
      return hasMore === undefined || typeof hasMore === 'boolean' ? undefined : { says: `hasMore is ${quote(hasMore)}`, at }
    }),
  },
  {
    id: 'CM-04',
    level: 'SHOULD',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/server/utilities/completion', '2026-07-28/server/utilities/completion'],
    says: 'Completing for what does not exist is refused with -32602.',
    looksAt: 'completion for an unknown prompt',
    mend: 'Refuse a ref that names no prompt or template with -32602.',
    ...each(BOTH('completion/complete'), 'SHOULD', ({ kind, asked, error }, { capabilities }) => {
      const ref = isObject(asked?.params.ref) ? asked.params.ref : {}
      if (capabilities.completions === undefined || !isText(ref.name) || !ref.name.startsWith('loupe-no-such-')) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
]
