// Greetings that are odd, twice or missing, and what a server of the newer era does without them.
import { LEGACY_REVISIONS } from '../../dialect/revisions.ts'
import { isObject, type Json } from '../../json.ts'
import { BOTH, CAPABILITY, isText, LISTS, MEMBER } from '../items.ts'
import { asBefore, changes, elsewhere, namesOf, recent, TOLD, type Listed } from './alike.ts'
import { heardOf, markOf, probed, refused, served } from '../probes.ts'
import { LEGACY, MODERN, between } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import type { Message, Obj } from '../seen.ts'
import { isPipe } from '../trips.ts'

const EVERY_LIST = Object.keys(MEMBER).flatMap(BOTH)
export const ERA_RULES: readonly Rule[] = [
  {
    id: 'LC-06',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle'],
    says: 'A ping is answered before the greeting, too.',
    looksAt: 'ping before the greeting over a pipe',
    mend: 'Answer ping with {} before initialize, too.',
    ...probed('early-ping', 'derived', (heard) => (isPipe(heard.trip) ? served(heard) : null)),
  },
  {
    id: 'LC-08',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle', 'schema/2024-11-05/schema.ts'],
    says: 'initialize without its version, capabilities or client is refused with -32602.',
    looksAt: 'initialize that lacks a part',
    mend: 'Check the parameters before the session is begun.',
    ...probed('lacks', 'derived', (heard) => refused(heard, -32602, -32600)),
  },
  {
    id: 'LC-09',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle'],
    says: 'A second initialize is refused, or greets anew.',
    looksAt: 'second initialize in a session',
    mend: 'Refuse a second initialize with -32600, or begin anew with it.',
    ...probed('again', 'derived', ({ status, result, code }) => {
      if (status !== undefined && status >= 500) return `it is answered with HTTP ${status}`
      if (code !== undefined || (status !== undefined && status >= 400)) return undefined
      return result === undefined ? null : isText(result.protocolVersion) ? undefined : 'the result names no version'
    }),
  },
  {
    id: 'LC-13',
    level: 'MUST',
    revisions: between('2025-06-18', '2025-11-25'),
    spec: ['2025-06-18/basic/lifecycle', '2025-11-25/basic/lifecycle'],
    says: 'The server keeps to what was agreed on.',
    looksAt: 'request of the server',
    yields: ['CF-01', 'CP-09', 'CF-04'],
    mend: 'Look at the capabilities of the client before you ask it for something.',
    ...each(['request'], 'MUST', ({ method, revision }, { offered }) => {
      const wanted: { [method: string]: string } = {
        'sampling/createMessage': 'sampling',
        'roots/list': 'roots',
        'elicitation/create': 'elicitation',
      }
      if (method.startsWith('tasks/')) {
        if (revision === '2025-06-18') return `${method} is not of ${revision}`
        return offered.tasks === undefined ? `${method} was not declared by the client` : undefined
      }
      const capability = wanted[method]
      return capability === undefined || offered[capability] !== undefined ? undefined : `the client declared no "${capability}"`
    }),
  },
  {
    id: 'LC-14',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/lifecycle'],
    says: 'Who leaves without a word may come again.',
    looksAt: 'second greeting without an end of the first',
    mend: 'Keep nothing that a client has to give back: let a new initialize begin a new session, whatever became of the last.',
    ...probed('return', 'derived', served),
  },
  {
    id: 'DV-01',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/discover', '2026-07-28/basic/versioning'],
    says: 'server/discover is there.',
    looksAt: 'server/discover',
    mend: 'Answer server/discover: it is the one method that every server of this revision has.',
    ...each(BOTH('server/discover'), 'MUST', ({ kind, error }) =>
      kind === 'result' ? undefined : error?.code === -32601 ? 'it is answered with the error -32601' : null,
    ),
  },
  {
    id: 'DV-06',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/server/discover', '2026-07-28/basic/versioning'],
    says: 'A version that is listed is accepted.',
    looksAt: 'request in a version that was listed',
    mend: 'Serve every version that "supportedVersions" lists, or list it no longer.',
    everywhere: true,
    ...remembering(
      ['result', 'failure'],
      'derived',
      () => ({ listed: [] as Json[] }),
      ({ kind, method, result, error, asked, trip }, memory, { everModern }) => {
        if (method === 'server/discover' && kind === 'result') {
          if (Array.isArray(result.supportedVersions)) memory.listed = result.supportedVersions
          return null
        }
        if (!everModern || (trip !== undefined && markOf(trip).startsWith('loupe-'))) return null
        const wanted = method === 'initialize' ? asked?.params.protocolVersion : asked?.revision
        if (!isText(wanted) || !memory.listed.includes(wanted)) return null
        if (kind === 'result') return method === 'initialize' && result.protocolVersion !== wanted ? `${wanted} is not` : undefined
        return error?.code === -32022 || method === 'initialize' ? `${wanted} is answered with the error ${error?.code}` : null
      },
      undefined,
      true,
    ),
  },
  {
    id: 'DV-11',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index', 'schema/2026-07-28/schema.ts'],
    says: 'An envelope of other types is refused with -32602 or HTTP 400.',
    looksAt: 'request whose envelope has other types',
    mend: 'Check the types of what _meta holds, and refuse others with -32602 and HTTP 400.',
    ...probed('types', 'derived', (heard) => (heard.status === 400 ? undefined : refused(heard, -32602))),
  },
  {
    id: 'DV-12',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'No request needs another before it.',
    looksAt: 'list as the first request of a conversation',
    mend: 'Take what you need from the _meta of each request.',
    ...probed('first', 'MUST NOT', served),
  },
  {
    id: 'DV-14',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index', 'schema/2026-07-28/schema.ts'],
    says: 'Who lacks a capability is told which, with HTTP 400.',
    looksAt: 'error -32021',
    mend: 'Put the capabilities that are needed into data.requiredCapabilities.',
    ...each(['failure'], 'MUST', ({ error, trip }) => {
      if (error?.code !== -32021) return null
      const data = isObject(error.data) ? error.data : {}
      const { requiredCapabilities: wanted } = data
      if (!isObject(wanted) || !Object.values(wanted).every(isObject))
        return { says: `requiredCapabilities is ${quote(wanted)}`, at: '/error/data' }
      return trip?.status === undefined || trip.status === 400 || trip.mediaType === 'text/event-stream'
        ? undefined
        : { says: `it comes with HTTP ${trip.status}`, echo: true }
    }),
  },
  {
    id: 'DV-16',
    level: 'derived',
    revisions: MODERN,
    spec: ['schema/2026-07-28/schema.ts'],
    says: 'A list that is not declared is an unknown method: -32601, and HTTP 404.',
    looksAt: 'error for a list that is not declared',
    mend: 'Answer a list that is not declared with -32601 and HTTP 404, like any method that you do not have.',
    ...each(
      Object.keys(MEMBER).map((method) => `failure ${method}`),
      'derived',
      ({ method, error, trip, asked }, { capabilities, greeted }) => {
        if (
          !greeted ||
          capabilities[CAPABILITY[method] ?? ''] !== undefined ||
          (asked !== undefined && String(asked.id).startsWith('loupe-'))
        )
          return null
        if (error?.code !== -32601) return { says: `the code is ${error?.code}`, at: '/error/code' }
        return trip?.status === undefined || trip.status === 404 ? undefined : { says: `it comes with HTTP ${trip.status}`, echo: true }
      },
    ),
  },
  {
    id: 'DV-18',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/versioning'],
    says: 'Who greets in the older way is told which versions there are.',
    looksAt: 'initialize that was refused',
    mend: 'Put the versions into data.supported.',
    everywhere: true,
    ...each(['failure initialize'], 'SHOULD', ({ error, text, asked }, { everModern }) => {
      if (!everModern || error === undefined || !isWhole(asked?.params ?? {})) return null
      const data = isObject(error.data) ? error.data : {}
      return Array.isArray(data.supported) || text.includes('2026-07-28') ? undefined : { says: 'it names none', at: '/error' }
    }),
  },
  {
    id: 'DV-20',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools', '2026-07-28/server/resources', '2026-07-28/server/prompts'],
    says: 'A list is the same over every connection.',
    looksAt: 'list, over two connections of a run of checks',
    mend: 'Let a list depend on who asks, and not on the connection.',
    ...elsewhere(),
  },
  {
    id: 'DV-21',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools', '2026-07-28/server/resources', '2026-07-28/server/prompts'],
    says: 'A list does not depend on what was asked before.',
    looksAt: 'list that was asked for before',
    mend: 'Make lists from what the server has and who asks, and not from what was called before.',
    ...remembering(TOLD, 'MUST NOT', () => new Map<string, Listed>(), asBefore),
  },
  {
    id: 'DV-22',
    level: 'SHOULD NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index', 'schema/2026-07-28/schema.ts'],
    says: 'A list does not depend on the name of the client.',
    looksAt: 'list for a client of another name',
    mend: "Do not choose tools, resources or prompts by the client's name: let its capabilities tell.",
    ...remembering(
      [...LISTS, 'notification', 'sent'],
      'SHOULD NOT',
      () => new Map<string, Listed>(),
      (seen, lists) => {
        if (changes(seen)) lists.clear()
        const names = seen.kind === 'result' ? namesOf(seen) : undefined
        if (names === undefined) return null
        const before = recent(lists.get(seen.method), seen.at)
        if (!String(seen.asked?.id).startsWith('loupe-other')) {
          lists.set(seen.method, { names, at: seen.at })
          return null
        }
        return before === undefined ? null : before === names ? undefined : 'it is another than for ours'
      },
    ),
  },
  {
    id: 'DV-23',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'What one connection listed another may read.',
    looksAt: 'resource that is read over another connection',
    mend: 'Keep what a list names outside of the connection, so that any other may use it.',
    ...probed('elsewhere', 'SHOULD', served),
  },
  {
    id: 'DV-26',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'A request may carry a trace.',
    looksAt: 'request with a traceparent',
    mend: 'Pass over traceparent, tracestate and baggage in _meta where you do not trace.',
    ...probed('trace', 'derived', served),
  },
  {
    id: 'DV-27',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/stdio'],
    says: 'A server of the older era answers server/discover with something, soon.',
    looksAt: 'server/discover to a server of the older era',
    mend: 'Answer unknown methods with -32601 before the greeting, too.',
    everywhere: true,
    ...remembering(
      ['sent server/discover', 'garbled', 'result', 'failure', 'result initialize'],
      'derived',
      () => ({ asked: undefined as Message | undefined, broken: false, done: false }),
      (seen, memory) => {
        if (seen.kind === 'sent') {
          memory.asked ??= seen
          return null
        }
        const { asked } = memory
        // What is wrong with an answer that is none is told elsewhere.
        const stray = seen.kind === 'garbled' || seen.asked === undefined
        if (stray && asked?.trip !== undefined && seen.trip?.id === asked.trip.id) memory.broken = true
        if (
          asked === undefined ||
          memory.done ||
          seen.kind !== 'result' ||
          seen.method !== 'initialize' ||
          !(LEGACY_REVISIONS as readonly unknown[]).includes(seen.result.protocolVersion)
        )
          return null
        memory.done = true
        const [own] = asked.trip?.asked ?? []
        const answered =
          memory.broken ||
          own?.answered !== undefined ||
          (asked.trip?.status ?? 0) >= 400 ||
          (asked.trip !== undefined && heardOf(asked.trip).code !== undefined)
        return answered ? undefined : `it said nothing for ${Math.round((seen.at - asked.at) / 100) / 10} s`
      },
    ),
  },
  {
    id: 'PA-05',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'A cursor holds over other connections.',
    looksAt: 'cursor that is used over another connection',
    mend: 'Put into the cursor all that is needed to go on, and keep nothing in the connection.',
    ...probed('page', 'derived', served),
  },
  {
    id: 'SX-06',
    level: 'derived',
    revisions: [...LEGACY, ...MODERN],
    spec: ['2026-07-28/basic/index'],
    says: 'The same request is answered alike each time.',
    looksAt: 'list, asked for in two conversations of a run',
    mend: 'Answer the same request alike: take nothing from a counter, the time or what came before.',
    ...remembering(
      EVERY_LIST,
      'derived',
      () => new Map<string, string>(),
      ({ kind, method, asked, error, revision, trip }, kept, { greeted }) => {
        if (!greeted || asked === undefined || String(asked.id).startsWith('loupe-') || (trip?.status ?? 200) >= 500) return null
        const { _meta: _, ...params } = asked.params as Obj
        const key = `${revision} ${method} ${quote(params)}`
        const outcome = kind === 'result' ? 'a result' : `the error ${error?.code}`
        const before = kept.get(key)
        kept.set(key, outcome)
        return before === undefined ? null : before === outcome ? undefined : `it is ${outcome}, and was ${before}`
      },
      undefined,
      true,
    ),
  },
]

/** A greeting that lacks nothing, so that it is refused for what it is. */
const isWhole = ({ protocolVersion, capabilities, clientInfo }: Obj): boolean =>
  isText(protocolVersion) && isObject(capabilities) && isObject(clientInfo)
