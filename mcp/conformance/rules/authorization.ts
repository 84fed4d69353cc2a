// Who may come in: challenges, and what a protected server says of itself.
import { isText } from '../items.ts'
import { between, MODERN, since } from '../revision.ts'
import { quote, remembering, type Rule } from '../rule.ts'
import { eachTrip, headerOf, isPipe } from '../trips.ts'
import { markOf } from '../probes.ts'
import type { Trip } from '../seen.ts'
import {
  ANY,
  BAD_TOKEN,
  FOUND,
  ISSUER,
  PAGES,
  URLS,
  anonymous,
  bare,
  challengeOf,
  documentOf,
  eachAside,
  guarded,
  isResource,
  isLocal,
  isPrivate,
  part,
  refusedWith401,
  resources,
  scopes,
  textsIn,
  typeFault,
} from '../authorization-parts.ts'

const whereabouts = ({ url, status }: Trip): string => `${url} (${status === 200 ? 'no JSON object' : `HTTP ${status}`})`

export const AUTHORIZATION_RULES: readonly Rule[] = [
  {
    id: 'AU-01',
    level: 'MUST',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', ...PAGES],
    says: 'Who brings no token is answered with 401.',
    looksAt: 'request without a token that was refused',
    mend: 'Answer 401 with a WWW-Authenticate header.',
    ...remembering(
      ['over'],
      'MUST',
      () => ({ always: false }),
      ({ trip }, memory) => {
        if (trip === undefined || isPipe(trip) || !anonymous(trip) || trip.status === undefined) return null
        if (trip.status === 401) return undefined
        // Who is served with a token, and without one is told no, is not known there.
        if (markOf(trip) === 'loupe-token' && trip.status < 300 && trip.last?.kind === 'failure')
          return `it is answered with HTTP ${trip.status} and the error ${trip.last.error?.code}`
        const challenged = /^\s*bearer/i.test(challengeOf(trip) ?? '')
        // Some invite to log in with every answer, and serve without it.
        if (challenged && trip.status < 400) memory.always = true
        const shut = (challenged && !memory.always) || /"invalid_token"|"unauthorized"/i.test(trip.reply ?? '')
        return shut && trip.status >= 300 ? `it is answered with HTTP ${trip.status}` : null
      },
      undefined,
      true,
    ),
  },
  {
    id: 'AU-02',
    level: 'MUST',
    revisions: between('2025-06-18', '2025-06-18'),
    spec: ['2025-06-18/basic/authorization'],
    says: 'A 401 says where the resource is described.',
    looksAt: 'answer 401',
    mend: 'Send WWW-Authenticate: Bearer resource_metadata="…".',
    ...eachTrip('MUST', (trip) => {
      if (trip.status !== 401) return null
      if (trip.filtered === true && challengeOf(trip) === undefined) return null
      const where = part(challengeOf(trip), 'resource_metadata')
      return where !== undefined && URL.canParse(where) ? undefined : `WWW-Authenticate is ${quote(challengeOf(trip))}`
    }),
  },
  {
    id: 'AU-03',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', FOUND],
    says: 'The description of a protected resource can be found.',
    looksAt: 'search for the description of a protected resource',
    mend: 'Serve /.well-known/oauth-protected-resource, and name it in WWW-Authenticate.',
    ...remembering(
      ['over', 'aside'],
      'MUST',
      () => ({ shut: false, named: '', tried: new Map<string, Trip>(), seq: 0 }),
      ({ kind, trip, seq }, memory, facts) => {
        if (trip === undefined) return null
        if ((kind as string) === 'over') {
          if (trip.status === 401) {
            memory.shut = true
            memory.named = part(challengeOf(trip), 'resource_metadata') ?? memory.named
          }
          return null
        }
        if (isResource(trip, facts) && trip.status !== undefined) {
          memory.tried.set(bare(trip.url), trip)
          memory.seq = seq
        }
        return null
      },
      function* ({ shut, named, tried, seq }) {
        if (!shut || tried.size === 0) return
        const good = [...tried.values()].find((trip) => documentOf(trip) !== undefined)
        const first = tried.get(bare(named))
        // A client goes where the challenge says, and nowhere else.
        if (named !== '' && !URL.canParse(named)) yield { says: `the challenge names ${quote(named)}, which is no address`, seq }
        else if (first !== undefined && documentOf(first) === undefined) yield { says: `the challenge names ${whereabouts(first)}`, seq }
        else if (good !== undefined) {
          const fault = typeFault(good)
          yield fault === undefined ? seq : { says: `${good.url}: ${fault}`, seq }
        }
        // A place that was named and not looked at may have it.
        else if (named === '' || first !== undefined) yield { says: `none has it: ${[...tried.values()].map(whereabouts).join(', ')}`, seq }
      },
    ),
  },
  {
    id: 'AU-04',
    level: 'MUST',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/basic/authorization', FOUND],
    says: 'The description names who hands out tokens.',
    looksAt: 'description of a protected resource',
    mend: 'Name at least one issuer under "authorization_servers".',
    ...resources('MUST', ({ authorization_servers: all }) =>
      textsIn(all).some((one) => URL.canParse(one))
        ? undefined
        : { says: `authorization_servers is ${quote(all)}`, at: '/authorization_servers' },
    ),
  },
  {
    id: 'AU-05',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2026-07-28/basic/authorization/index'],
    says: 'The description is of this server.',
    looksAt: 'description of a protected resource',
    mend: 'Let "resource" be the address of the endpoint, or a path above it.',
    ...resources('derived', ({ resource }, _trip, { url }) => {
      if (!isText(resource) || !URL.canParse(resource)) return { says: `resource is ${quote(resource)}`, at: '/resource' }
      if (!URL.canParse(url)) return null
      const [own, here] = [new URL(resource), new URL(url)]
      if (own.hash !== '') return { says: `resource is ${quote(resource)}, with a fragment`, at: '/resource' }
      const above = own.origin === here.origin && `${bare(here.pathname)}/`.startsWith(`${bare(own.pathname)}/`)
      return above ? undefined : { says: `resource is ${quote(resource)}`, at: '/resource' }
    }),
  },
  {
    id: 'AU-06',
    level: 'SHOULD',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', '2026-07-28/basic/authorization/index'],
    says: 'A challenge says which scopes are needed.',
    looksAt: 'answer 401',
    mend: 'Add scope="…" to WWW-Authenticate.',
    ...eachTrip('SHOULD', (trip) => {
      if (trip.status !== 401) return null
      const challenge = challengeOf(trip)
      if (challenge === undefined) return trip.filtered === true ? null : 'there is no WWW-Authenticate'
      return part(challenge, 'scope') === undefined ? `WWW-Authenticate is ${quote(challenge)}` : undefined
    }),
  },
  {
    id: 'AU-07',
    level: 'SHOULD NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/authorization/index'],
    says: 'A resource does not ask for offline_access.',
    looksAt: 'scopes of a challenge or a description',
    mend: 'Clients add it by themselves where they want to refresh.',
    ...scopes('SHOULD NOT', (all) => (all === undefined ? null : all.includes('offline_access') ? 'it does' : undefined)),
  },
  {
    id: 'AU-14',
    level: 'SHOULD',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', 'docs/docs/2026-07-28/tutorials/security/security_best_practices'],
    says: 'Scopes are small.',
    looksAt: 'scopes of a challenge or a description',
    mend: 'Name what is needed for the basic use, each scope by itself, and ask for more when it is.',
    ...scopes('SHOULD', (all) => {
      if (all === undefined) return '"scopes_supported" is no list'
      const wide = all.find((one) => one.includes('*') || /^(?:all|full[-_]?access|everything|superuser|root)$/i.test(one))
      return wide === undefined ? undefined : `${quote(wide)} is not`
    }),
  },
  {
    id: 'AU-08',
    level: 'MUST',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', ...PAGES],
    says: 'A token that is none is answered with 401.',
    looksAt: 'request with a made-up token',
    mend: 'Check signature, audience and expiry of every token.',
    ...guarded('MUST', (trip) => (headerOf(trip.headers, 'authorization') === BAD_TOKEN ? refusedWith401(trip) : null)),
  },
  {
    id: 'AU-10',
    level: 'MUST NOT',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', ...PAGES],
    says: 'A token in the address is no token.',
    looksAt: 'request with a token in its address',
    mend: 'Take tokens from the Authorization header alone.',
    ...guarded('MUST NOT', (trip) =>
      /[?&]access_token=/.test(trip.url) && anonymous(trip)
        ? (trip.status ?? 0) >= 400
          ? undefined
          : `it is answered with HTTP ${trip.status}`
        : null,
    ),
  },
  {
    id: 'AU-11',
    level: 'derived',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', '2025-11-25/basic/authorization'],
    says: 'Every request needs its token: POST, GET and DELETE.',
    looksAt: 'request in a session without its token',
    mend: 'Check the token of each request, whatever its verb, and answer 401 without it.',
    yields: ['SE-10'],
    ...remembering(
      ['over'],
      'derived',
      () => ({ shut: false, served: false }),
      ({ trip }, memory) => {
        if (trip === undefined || isPipe(trip) || trip.status === undefined || !anonymous(trip) || trip.method === 'OPTIONS') return null
        const inside = headerOf(trip.headers, 'mcp-session-id') !== undefined
        if (!inside) {
          if (trip.status === 401) memory.shut = true
          return null
        }
        if (!memory.shut) return null
        // A session that stands for a token is SE-10's to tell, and not once more for each verb.
        if (memory.served) return null
        memory.served = trip.method === 'POST' && trip.status !== 401
        return refusedWith401(trip)
      },
      undefined,
      true,
    ),
  },
  {
    id: 'AU-12',
    level: 'SHOULD',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', '2026-07-28/basic/authorization/index'],
    says: 'Who lacks a scope is told which, with 403.',
    looksAt: 'answer 403 to who brought a token',
    yields: ['AU-16'],
    mend: 'Send WWW-Authenticate: Bearer error="insufficient_scope", scope="…", resource_metadata="…".',
    ...eachTrip('SHOULD', (trip) => {
      if (trip.status !== 403 || anonymous(trip)) return null
      if (part(challengeOf(trip), 'error') !== 'insufficient_scope') {
        if (trip.filtered === true || !/insufficient[_ -]scope/i.test(trip.reply ?? '')) return null
        return challengeOf(trip) === undefined ? 'there is no WWW-Authenticate' : `WWW-Authenticate is ${quote(challengeOf(trip))}`
      }
      const missing = ['scope', 'resource_metadata'].find((name) => part(challengeOf(trip), name) === undefined)
      return missing === undefined ? undefined : `the challenge has no ${missing}`
    }),
  },
  {
    id: 'AU-13',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/authorization/index'],
    says: 'One challenge names all scopes that a request needs.',
    looksAt: 'request that came again after a challenge for scopes',
    mend: 'Put all scopes that the request needs into one WWW-Authenticate.',
    ...remembering(
      ['over'],
      'SHOULD',
      () => new Map<string, string>(),
      ({ trip }, asked) => {
        const [own] = trip?.asked ?? []
        if (trip === undefined || own === undefined) return null
        const key = `${own.method} ${quote(own.params.name ?? own.params.uri)}`
        const before = asked.get(key)
        const scope = part(challengeOf(trip), 'scope')
        if (trip.status === 403 && part(challengeOf(trip), 'error') === 'insufficient_scope' && scope !== undefined) {
          asked.set(key, scope)
          return before === undefined || before === scope ? null : `first it was ${quote(before)}, then ${quote(scope)}`
        }
        return before === undefined || (trip.status ?? 500) >= 300 ? null : undefined
      },
    ),
  },
  {
    id: 'AU-16',
    level: 'MUST',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', ...PAGES],
    says: '401 is for who is not known, 403 for who may not, 400 for what is malformed.',
    looksAt: 'challenge',
    mend: 'Answer 401 without a good token, 403 where the scope is missing, 400 where the request is malformed.',
    ...eachTrip('MUST', (trip) => {
      const error = part(challengeOf(trip), 'error')
      if (trip.status === undefined || challengeOf(trip) === undefined || trip.status < 400) return null
      const due: { [error: string]: number } = { invalid_token: 401, insufficient_scope: 403, invalid_request: 400 }
      const wanted = error === undefined ? undefined : due[error]
      return wanted === undefined || wanted === trip.status ? undefined : `${error} comes with HTTP ${trip.status}`
    }),
  },
  {
    id: 'AU-17',
    level: 'MUST',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', 'docs/docs/2026-07-28/tutorials/security/security_best_practices'],
    says: 'Addresses of authorization are https, and lead to no private network.',
    looksAt: 'description of a resource or an issuer',
    yields: ['AU-04'],
    mend: 'Use https addresses that can be reached from outside.',
    ...eachAside('MUST', (trip, facts) => {
      const document = isResource(trip, facts) || ISSUER.test(trip.url) ? documentOf(trip) : undefined
      if (document === undefined) return null
      // A server of the same machine may name what is of it.
      const local = isLocal(new URL(trip.url).hostname)
      for (const name of URLS)
        for (const url of [document[name]].flat()) {
          if (!isText(url)) continue
          const at = `/${name}`
          if (!URL.canParse(url)) return { says: `${quote(url)} is no address`, at }
          const { protocol, hostname } = new URL(url)
          if (protocol !== 'https:' && !(protocol === 'http:' && isLocal(hostname))) return { says: `${quote(url)} is not https`, at }
          if (!local && (isPrivate(hostname) || isLocal(hostname))) return { says: `${quote(url)} is of a private network`, at }
        }
      return undefined
    }),
  },
  {
    id: 'AU-18',
    level: 'browser',
    revisions: ANY,
    spec: ['2025-11-25/basic/authorization'],
    says: 'Pages may read the description.',
    looksAt: 'description of a protected resource',
    mend: 'Send Access-Control-Allow-Origin: * with it.',
    // What a page read, it may read.
    ...resources('browser', (_document, { replyHeaders, filtered }) =>
      filtered !== true && headerOf(replyHeaders, 'access-control-allow-origin') === undefined
        ? 'it has no Access-Control-Allow-Origin'
        : undefined,
    ),
  },
]
