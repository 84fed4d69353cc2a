// Progress, cancelling, logging, completion, pages, caching, listening.
import { isObject, type Json } from '../../json.ts'
import { idKey } from '../../jsonrpc.ts'
import { LOG_LEVELS } from '../../traffic-row.ts'
import { isText, LISTS, MEMBER } from '../items.ts'
import { ALL, LEGACY, MODERN, since } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import type { Message, Obj } from '../seen.ts'

const PROGRESS = ['notification notifications/progress'] as const
const LOG = ['notification notifications/message'] as const
const CANCELLED = ['notification notifications/cancelled'] as const
const COMPLETED = ['result completion/complete'] as const
const CACHED = [...LISTS, 'result server/discover', 'result resources/read'] as const
const BOTH = (method: string): string[] => [`result ${method}`, `failure ${method}`]
const META = 'io.modelcontextprotocol/'

const metaOf = (value: Obj): Obj => (isObject(value._meta) ? value._meta : {})
const keyOfToken = (token: Json | undefined): string | undefined => (isText(token) || typeof token === 'number' ? idKey(token) : undefined)
const isComplete = ({ result }: Message): boolean => result.resultType === undefined || result.resultType === 'complete'

export const UTILITY_RULES: readonly Rule[] = [
  {
    id: 'PI-01',
    level: 'MUST',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/utilities/ping', '2025-11-25/basic/utilities/ping'],
    says: 'A ping is answered with an empty result, at once.',
    looksAt: 'ping',
    mend: 'Answer pings while other requests are worked on.',
    ...each(BOTH('ping'), 'MUST', ({ kind, asked, at, error, result, trip }) => {
      // What HTTP refuses, it refuses for another reason.
      if (asked === undefined || !asked.ours || (trip?.status ?? 200) >= 400) return null
      if (kind === 'failure') return { says: `it is answered with the error ${error?.code}`, at: '/error' }
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
    mend: 'Send a greater number each time; a total is a number, a message a text.',
    ...remembering(
      PROGRESS,
      'MUST',
      () => new Map<string, number>(),
      ({ params }, last) => {
        const { progress, total, message, progressToken } = params
        if (typeof progress !== 'number') return { says: `the progress is ${quote(progress)}`, at: '/params/progress' }
        if (total !== undefined && typeof total !== 'number') return { says: `the total is ${quote(total)}`, at: '/params/total' }
        if (message !== undefined && !isText(message)) return { says: `the message is ${quote(message)}`, at: '/params/message' }
        const key = keyOfToken(progressToken) ?? ''
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
    mend: 'Use the token of the request, and stop when it is answered.',
    ...each(PROGRESS, 'MUST', ({ params: { progressToken } }, { tokens }) => {
      const key = keyOfToken(progressToken)
      const at = '/params/progressToken'
      if (key === undefined) return { says: `the token is ${quote(progressToken)}`, at }
      const asked = tokens.get(key)
      if (asked === undefined) return { says: `no request has the token ${quote(progressToken)}`, at }
      // A task goes on after its request was answered.
      if (asked.params.task !== undefined) return undefined
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
          : { says: `it never sent the request ${quote(requestId)}`, at: '/params/requestId' }
      },
    ),
  },
  {
    id: 'LS-10',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/cancellation'],
    says: 'The server cancels nothing but a subscription.',
    looksAt: 'cancellation by the server',
    ...each(CANCELLED, 'MUST NOT', ({ params: { requestId } }, { pending }) => {
      const key = keyOfToken(requestId)
      const asked = key === undefined ? undefined : pending.get(`out:${key}`)?.[0]
      return asked?.method === 'subscriptions/listen' ? undefined : { says: `${quote(requestId)} is none`, at: '/params/requestId' }
    }),
  },
  {
    id: 'LG-01',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/server/utilities/logging'],
    says: 'Each of the eight levels may be set.',
    looksAt: 'logging/setLevel',
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
      if (!(LOG_LEVELS as readonly unknown[]).includes(level)) return { says: `the level is ${quote(level)}`, at: '/params/level' }
      if (logger !== undefined && !isText(logger)) return { says: `the logger is ${quote(logger)}`, at: '/params/logger' }
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
    ...each(COMPLETED, 'derived', ({ result: { completion } }) => {
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
    mend: 'Send the first hundred, and "hasMore": true.',
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
    ...each(BOTH('completion/complete'), 'SHOULD', ({ kind, asked, error }, { capabilities }) => {
      const ref = isObject(asked?.params.ref) ? asked.params.ref : {}
      if (capabilities.completions === undefined || !isText(ref.name) || !ref.name.startsWith('loupe-no-such-')) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
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
      LISTS,
      'derived',
      () => new Map<string, Set<string>>(),
      ({ method, result: { nextCursor }, asked }, seen) => {
        const used = seen.get(method)
        if (used === undefined || asked?.params.cursor === undefined) seen.set(method, new Set(isText(nextCursor) ? [nextCursor] : []))
        if (nextCursor === undefined) return undefined
        if (nextCursor === null) return { says: 'nextCursor is null at the end, and should be absent', at: '/result/nextCursor' }
        if (!isText(nextCursor) || used === undefined || asked?.params.cursor === undefined) return undefined
        // The page may be asked for again.
        if (nextCursor === asked.params.cursor) return { says: `${quote(nextCursor)} leads to itself`, at: '/result/nextCursor' }
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
      ['notification'],
      'MUST',
      () => new Set<number>(),
      ({ method, trip }, begun) => {
        const listen = trip?.asked.find((asked) => asked.method === 'subscriptions/listen')
        if (listen === undefined || begun.has(listen.seq)) return null
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
        // A resource within one that is subscribed to is told, too.
        return isText(uri) && [...uris].some((one) => uri.startsWith(one))
          ? undefined
          : { says: `${quote(uri)} was not`, at: '/params/uri' }
      },
    ),
  },
  {
    id: 'MR-01',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr'],
    says: 'Input is wanted only of tools/call, prompts/get and resources/read.',
    looksAt: 'result that wants input',
    ...each(['result'], 'MUST NOT', ({ method, result }) =>
      result.resultType !== 'input_required'
        ? null
        : ['tools/call', 'prompts/get', 'resources/read'].includes(method)
          ? undefined
          : `it answers ${method}`,
    ),
  },
  {
    id: 'MR-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr'],
    says: 'A result that wants input says which, or has a state to be sent back.',
    looksAt: 'result that wants input',
    ...each(['result'], 'MUST', ({ result }) =>
      result.resultType !== 'input_required'
        ? null
        : result.inputRequests !== undefined || result.requestState !== undefined
          ? undefined
          : { says: 'it has neither inputRequests nor requestState', at: '/result' },
    ),
  },
  {
    id: 'MR-03',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr', 'schema/2026-07-28/schema.ts'],
    says: 'What is wanted is an elicitation, a sampling or the roots, without an envelope.',
    looksAt: 'result that wants input',
    ...each(['result'], 'MUST', ({ result }) => {
      if (result.resultType !== 'input_required' || result.inputRequests === undefined) return null
      const { inputRequests } = result
      if (!isObject(inputRequests)) return { says: `inputRequests is ${quote(inputRequests)}`, at: '/result/inputRequests' }
      for (const [name, one] of Object.entries(inputRequests)) {
        const at = `/result/inputRequests/${name}`
        if (!isObject(one) || !isText(one.method) || !['elicitation/create', 'sampling/createMessage', 'roots/list'].includes(one.method))
          return { says: `it asks for ${quote(isObject(one) ? one.method : one)}`, at }
        if (one.id !== undefined || one.jsonrpc !== undefined) return { says: 'it has an envelope', at }
      }
      return undefined
    }),
  },
  {
    id: 'MR-04',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/patterns/mrtr'],
    says: 'Only what the client declared is wanted.',
    looksAt: 'result that wants input',
    ...each(['result'], 'MUST NOT', ({ result, asked }) => {
      if (result.resultType !== 'input_required' || !isObject(result.inputRequests) || asked === undefined) return null
      const offered = metaOf(asked.params)[`${META}clientCapabilities`]
      const known = isObject(offered) ? offered : {}
      for (const [name, one] of Object.entries(result.inputRequests)) {
        const wanted = isObject(one) && isText(one.method) ? one.method.split('/')[0]! : ''
        if (['elicitation', 'sampling', 'roots'].includes(wanted) && known[wanted] === undefined)
          return { says: `the client declared no "${wanted}"`, at: `/result/inputRequests/${name}` }
      }
      return undefined
    }),
  },
  {
    id: 'CF-02',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'A sampling request has messages with roles, and a limit of tokens.',
    looksAt: 'sampling request',
    ...each(['request sampling/createMessage'], 'derived', ({ params: { messages, maxTokens } }) => {
      if (!Array.isArray(messages) || messages.length === 0) return { says: `the messages are ${quote(messages)}`, at: '/params/messages' }
      if (!messages.every((one) => isObject(one) && (one.role === 'user' || one.role === 'assistant')))
        return { says: 'a role is neither user nor assistant', at: '/params/messages' }
      return Number.isInteger(maxTokens) ? undefined : { says: `maxTokens is ${quote(maxTokens)}`, at: '/params/maxTokens' }
    }),
  },
  {
    id: 'CF-10',
    level: 'MUST NOT',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/client/elicitation', '2025-11-25/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'A form does not ask for passwords, keys or cards.',
    looksAt: 'form that the server asks to be filled',
    mend: 'Send the person to a URL of yours for that.',
    ...each(['request elicitation/create'], 'MUST NOT', ({ params: { requestedSchema } }) => {
      const fields = isObject(requestedSchema) && isObject(requestedSchema.properties) ? Object.keys(requestedSchema.properties) : []
      if (!isObject(requestedSchema)) return null
      const secret = fields.find((name) =>
        /passw(?:or)?d|passphrase|secret|api_?key|access_?token|credit_?card|card_?number|\bcvv\b|\bssn\b|private_?key/i.test(name),
      )
      return secret === undefined ? undefined : { says: `it has a field "${secret}"`, at: '/params/requestedSchema' }
    }),
  },
  {
    id: 'CF-11',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/client/elicitation', '2025-11-25/client/elicitation', 'schema/2026-07-28/schema.ts'],
    says: 'A form is flat, and made of simple fields.',
    looksAt: 'form that the server asks to be filled',
    ...each(['request elicitation/create'], 'derived', ({ params: { requestedSchema }, revision }) => {
      if (requestedSchema === undefined) return null
      const at = '/params/requestedSchema'
      if (!isObject(requestedSchema) || requestedSchema.type !== 'object') return { says: 'its root is no object', at }
      const properties = isObject(requestedSchema.properties) ? requestedSchema.properties : {}
      for (const [name, field] of Object.entries(properties)) {
        const type = isObject(field) ? field.type : undefined
        const allowed = ['string', 'number', 'integer', 'boolean', ...(revision !== undefined && revision >= '2025-11-25' ? ['array'] : [])]
        if (!allowed.includes(type as string)) return { says: `"${name}" is of the type ${quote(type)}`, at: `${at}/properties/${name}` }
      }
      return undefined
    }),
  },
  {
    id: 'CF-12',
    level: 'MUST',
    revisions: since('2025-06-18'),
    spec: ['2025-11-25/client/elicitation', '2026-07-28/client/elicitation'],
    says: 'An elicitation says what it is for; a mode is form or url, and a url is one.',
    looksAt: 'elicitation',
    ...each(['request elicitation/create'], 'MUST', ({ params: { message, mode, url } }) => {
      if (!isText(message)) return { says: `the message is ${quote(message)}`, at: '/params/message' }
      if (mode !== undefined && mode !== 'form' && mode !== 'url') return { says: `the mode is ${quote(mode)}`, at: '/params/mode' }
      return mode !== 'url' || (isText(url) && URL.canParse(url)) ? undefined : { says: `the url is ${quote(url)}`, at: '/params/url' }
    }),
  },
  {
    id: 'AP-04',
    level: 'derived',
    revisions: ALL,
    spec: ['ext-apps:specification/2026-01-26/apps.mdx'],
    says: 'A tool with a view names it under _meta.ui, and who may see the tool.',
    looksAt: 'tool with a view',
    mend: 'Write "_meta": {"ui": {"resourceUri": …}}; the flat "ui/resourceUri" is out of use.',
    ...each(['result tools/list'], 'derived', ({ result: { tools } }) => {
      let any = false
      for (const [index, tool] of (Array.isArray(tools) ? tools : []).entries()) {
        const meta = isObject(tool) ? metaOf(tool) : {}
        const at = `/result/tools/${index}/_meta`
        if (meta['ui/resourceUri'] !== undefined && meta.ui === undefined) return { says: 'it has the flat "ui/resourceUri" alone', at }
        if (!isObject(meta.ui)) continue
        any = true
        const { visibility } = meta.ui
        if (visibility !== undefined && !(Array.isArray(visibility) && visibility.every((one) => one === 'model' || one === 'app')))
          return { says: `visibility is ${quote(visibility)}`, at }
      }
      return any ? undefined : null
    }),
  },
  {
    id: 'AP-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['ext-apps:specification/2026-01-26/apps.mdx'],
    says: 'The view of a tool is a resource with a ui:// address.',
    looksAt: 'tool with a view',
    ...each(['result tools/list'], 'MUST', ({ result: { tools } }) => {
      let any = false
      for (const [index, tool] of (Array.isArray(tools) ? tools : []).entries()) {
        const ui = isObject(tool) ? metaOf(tool).ui : undefined
        if (!isObject(ui) || ui.resourceUri === undefined) continue
        any = true
        if (!isText(ui.resourceUri) || !ui.resourceUri.startsWith('ui://'))
          return { says: `it is ${quote(ui.resourceUri)}`, at: `/result/tools/${index}/_meta/ui/resourceUri` }
      }
      return any ? undefined : null
    }),
  },
]
