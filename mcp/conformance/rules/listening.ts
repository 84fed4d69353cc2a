// Subscriptions, what comes on the stream of a request, pages and how long they hold.
import { isObject, type Json } from '../../json.ts'
import { idKey } from '../../jsonrpc.ts'
import { BOTH, isText, LISTS, MEMBER } from '../items.ts'
import { ALL, LEGACY, MODERN } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import { sse } from '../trips.ts'
import type { Message, Obj } from '../seen.ts'

const CANCELLED = ['notification notifications/cancelled'] as const
const CACHED = [...LISTS, 'result server/discover', 'result resources/read'] as const
/** Milliseconds after which an acknowledgement would have come. */
const LONG_ENOUGH = 2000
const META = 'io.modelcontextprotocol/'

const metaOf = (value: Obj): Obj => (isObject(value._meta) ? value._meta : {})
const keyOfToken = (token: Json | undefined): string | undefined => (isText(token) || typeof token === 'number' ? idKey(token) : undefined)
const isComplete = ({ result }: Message): boolean => result.resultType === undefined || result.resultType === 'complete'

/** Whether a cursor led to a page before. */
const followed = (seen: Map<string, Set<string>>, method: string, cursor: string): boolean =>
  seen.get(`${method} followed`)?.has(cursor) === true

export const LISTENING_RULES: readonly Rule[] = [
  {
    id: 'LS-10',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/cancellation'],
    says: 'The server cancels nothing but a subscription.',
    looksAt: 'cancellation by the server',
    mend: 'Cancel only subscriptions/listen requests; answer all others.',
    ...each(CANCELLED, 'MUST NOT', ({ params: { requestId } }, { pending }) => {
      const key = keyOfToken(requestId)
      const asked = key === undefined ? undefined : pending.get(`out:${key}`)?.[0]
      return asked?.method === 'subscriptions/listen' ? undefined : { says: `${quote(requestId)} is none`, at: '/params/requestId' }
    }),
  },
  {
    id: 'PA-01',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/pagination', '2026-07-28/server/utilities/pagination'],
    says: 'A list comes to an end, and no cursor twice.',
    looksAt: 'list',
    mend: 'Leave nextCursor out on the last page.',
    ...remembering(
      [...LISTS, ...LISTS.map((topic) => topic.replace('result', 'failure'))],
      'derived',
      () => new Map<string, Set<string>>(),
      ({ kind, method, result: { nextCursor }, asked, error }, seen) => {
        const used = seen.get(method)
        if (kind === 'failure') {
          const cursor = asked?.params.cursor
          // One that was followed before may be spent.
          if (error?.code !== -32602 || !isText(cursor) || used?.has(cursor) !== true || followed(seen, method, cursor)) return null
          return { says: `its own cursor ${quote(cursor)} is refused`, at: '/error' }
        }
        if (isText(asked?.params.cursor))
          seen.set(`${method} followed`, (seen.get(`${method} followed`) ?? new Set()).add(asked.params.cursor))
        if (used === undefined || asked?.params.cursor === undefined) seen.set(method, new Set(isText(nextCursor) ? [nextCursor] : []))
        if (nextCursor === undefined) return undefined
        if (nextCursor === null) return { says: 'nextCursor is null at the end, and should be absent', at: '/result/nextCursor' }
        if (!isText(nextCursor) || used === undefined || asked?.params.cursor === undefined) return undefined
        // The page may be asked for again.
        if (nextCursor === asked.params.cursor) return `${quote(nextCursor)} leads to itself`
        used.add(nextCursor)
        return undefined
      },
    ),
  },
  {
    id: 'PA-02',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'nextCursor is a text.',
    looksAt: 'list that goes on',
    mend: 'Send "nextCursor" as a text, and leave it out on the last page.',
    ...each(LISTS, 'derived', ({ result: { nextCursor } }) =>
      nextCursor === undefined || nextCursor === null
        ? null
        : isText(nextCursor)
          ? undefined
          : { says: `it is ${quote(nextCursor)}`, at: '/result/nextCursor' },
    ),
  },
  {
    id: 'PA-03',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['2024-11-05/server/utilities/pagination', '2026-07-28/server/utilities/pagination'],
    says: 'A cursor that is none is refused with -32602.',
    looksAt: 'request with a made-up cursor',
    mend: 'Check the cursor, and answer with the error -32602.',
    ...each(Object.keys(MEMBER).flatMap(BOTH), 'SHOULD', ({ kind, asked, error }) => {
      if (asked?.params.cursor !== 'loupe-no-such-cursor' || error?.code === -32601) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'CH-01',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/caching'],
    says: 'Lists, reads and discovery say how long they hold, and for whom.',
    looksAt: 'result that may be kept',
    yields: ['RE-16'],
    mend: 'Add ttlMs and cacheScope.',
    ...each(CACHED, 'MUST', (seen) => {
      if (!isComplete(seen)) return null
      const missing = ['ttlMs', 'cacheScope'].find((name) => seen.result[name] === undefined)
      return missing === undefined ? undefined : { says: `${missing} is missing`, at: '/result' }
    }),
  },
  {
    id: 'CH-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/caching', 'schema/2026-07-28/schema.ts'],
    says: 'ttlMs is a whole number from 0, cacheScope public or private.',
    looksAt: 'result that may be kept',
    mend: 'Send "ttlMs" as a whole number from 0 and "cacheScope" as "public" or "private".',
    ...each(CACHED, 'MUST', (seen) => {
      const { ttlMs, cacheScope } = seen.result
      if (!isComplete(seen) || ttlMs === undefined || cacheScope === undefined) return null
      if (!(Number.isInteger(ttlMs) && Number(ttlMs) >= 0)) return { says: `ttlMs is ${quote(ttlMs)}`, at: '/result/ttlMs' }
      return cacheScope === 'public' || cacheScope === 'private'
        ? undefined
        : { says: `cacheScope is ${quote(cacheScope)}`, at: '/result/cacheScope' }
    }),
  },
  {
    id: 'CH-03',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/utilities/caching'],
    says: 'All pages of a list have the same cacheScope.',
    looksAt: 'further page of a list',
    mend: 'Send the same "cacheScope" on every page of a list.',
    ...remembering(
      LISTS,
      'MUST',
      () => new Map<string, Json | undefined>(),
      ({ method, asked, result: { cacheScope } }, scopes) => {
        if (asked?.params.cursor === undefined) {
          scopes.set(method, cacheScope)
          return null
        }
        const first = scopes.get(method)
        return first === undefined || cacheScope === first
          ? undefined
          : { says: `it is ${quote(cacheScope)}, and was ${quote(first)}`, at: '/result/cacheScope' }
      },
    ),
  },
  {
    id: 'LS-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/subscriptions', '2026-07-28/basic/index'],
    says: 'All that a subscription brings names it.',
    looksAt: 'notification of a subscription',
    mend: 'Put the id of the request under "io.modelcontextprotocol/subscriptionId" in _meta, in its JSON type.',
    ...each(['notification'], 'MUST', ({ method, params, trip }) => {
      const listen = trip?.asked.find((asked) => asked.method === 'subscriptions/listen')
      if (listen === undefined || method === 'notifications/cancelled') return null
      const id = metaOf(params)[`${META}subscriptionId`]
      return id === listen.id
        ? undefined
        : { says: `${method} names ${quote(id)}, and not ${quote(listen.id as Json)}`, at: '/params/_meta' }
    }),
  },
  {
    id: 'LS-01',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/subscriptions'],
    says: 'A subscription begins with its acknowledgement.',
    looksAt: 'subscription',
    mend: 'Send notifications/subscriptions/acknowledged first.',
    ...remembering(
      ['notification', 'over'],
      'MUST',
      () => new Set<number>(),
      ({ kind, method, trip, at }, begun) => {
        const listen = trip?.asked.find((asked) => asked.method === 'subscriptions/listen')
        if (trip === undefined || listen === undefined || begun.has(listen.seq)) return null
        if ((kind as string) === 'over') {
          if (!sse(trip) || trip.answers > 0 || trip.over === 'failed') return null
          // What we broke off at once might have begun.
          return trip.over === 'closed' || at - trip.at >= LONG_ENOUGH ? 'it never came' : null
        }
        begun.add(listen.seq)
        return method === 'notifications/subscriptions/acknowledged' ? undefined : `it begins with ${method}`
      },
    ),
  },
  {
    id: 'LS-08',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http', '2026-07-28/server/utilities/logging'],
    says: 'Subscriptions bring neither progress nor log messages.',
    looksAt: 'notification of a subscription',
    mend: 'Send progress and log messages on the stream of the request that they belong to.',
    ...each(['notification'], 'MUST NOT', ({ method, trip }) =>
      trip?.asked.some((asked) => asked.method === 'subscriptions/listen') !== true
        ? null
        : method === 'notifications/progress' || method === 'notifications/message'
          ? `it is ${method}`
          : undefined,
    ),
  },
  {
    id: 'MS-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'What comes on the stream of a request belongs to it.',
    looksAt: 'notification on the stream of a request',
    mend: 'Tell changes of lists and resources to subscriptions.',
    ...each(['notification'], 'MUST', ({ method, trip, params }) => {
      const [asked] = trip?.asked ?? []
      if (trip === undefined || trip.method !== 'POST' || asked === undefined || asked.method === 'subscriptions/listen') return null
      if (/list_changed$|resources\/updated$/.test(method)) return `it is ${method}`
      if (method !== 'notifications/progress') return undefined
      const token = metaOf(asked.params).progressToken
      return params.progressToken === token
        ? undefined
        : { says: `it is of the token ${quote(params.progressToken)}, and not ${quote(token)}`, at: '/params/progressToken' }
    }),
  },
  {
    id: 'SU-04',
    level: 'derived',
    revisions: LEGACY,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Changes are told of resources that were subscribed to.',
    looksAt: 'notification that a resource changed',
    mend: 'Send notifications/resources/updated with the uri of what changed, and only for what resources/subscribe named or what lies within it.',
    ...remembering(
      ['notification notifications/resources/updated', 'sent resources/subscribe'],
      'derived',
      () => new Set<string>(),
      ({ kind, method, params }, uris) => {
        if (kind === 'sent') {
          if (method === 'resources/subscribe' && isText(params.uri)) uris.add(params.uri)
          return null
        }
        const { uri } = params
        if (!isText(uri)) return { says: `the uri is ${quote(uri)}`, at: '/params/uri' }
        // A resource within one that is subscribed to is told, too.
        return [...uris].some((one) => uri.startsWith(one)) ? undefined : { says: `${quote(uri)} was not`, at: '/params/uri' }
      },
    ),
  },
]
