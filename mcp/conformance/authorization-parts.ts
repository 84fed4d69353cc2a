// What rules about authorization have in common: challenges, documents, and how they are looked at.
import { isObject, parseJson, type Json } from '../json.ts'
import { isText } from './items.ts'
import { since } from './revision.ts'
import { breach, quote, remembering, type Level, type Look, type Rule } from './rule.ts'
import type { Facts } from './facts.ts'
import type { Message, Obj, Trip } from './seen.ts'
import { headerOf, isPipe } from './trips.ts'

export const RESOURCE = /\/\.well-known\/oauth-protected-resource(?:\/|$|\?)/
export const ISSUER = /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)(?:\/|$|\?)/
export const PAGES = ['2025-06-18/basic/authorization', '2025-11-25/basic/authorization', '2026-07-28/basic/authorization/index']
export const FOUND = '2026-07-28/basic/authorization/authorization-server-discovery'
export const SAFETY = '2026-07-28/basic/authorization/security-considerations'
export const ANY = since('2025-03-26')
export const BAD_TOKEN = 'Bearer loupe-no-such-token'

export const anonymous = ({ headers }: Trip): boolean => headerOf(headers, 'authorization') === undefined
export const challengeOf = ({ replyHeaders }: Trip): string | undefined => headerOf(replyHeaders, 'www-authenticate')
/** A parameter of a challenge. */
export const part = (challenge: string | undefined, name: string): string | undefined => {
  const found = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,]+))`, 'i').exec(challenge ?? '')
  return found?.[1] ?? found?.[2]
}
export const documentOf = ({ status, reply }: Trip): Obj | undefined => {
  if (status !== 200 || reply === undefined) return undefined
  try {
    const value = parseJson(reply)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
export const bare = (url: string): string => url.replace(/\/+$/, '')
export const textsIn = (value: Json | undefined): string[] => (Array.isArray(value) ? value.filter(isText) : [])

/** A rule that looks at documents and tokens that were fetched. */
export function eachAside(
  level: Level,
  look: (trip: Trip, facts: Facts) => Look,
  everywhere = false,
): Pick<Rule, 'on' | 'judge' | 'everywhere'> {
  return {
    on: ['aside'],
    ...(everywhere ? { everywhere: true as const } : {}),
    judge: (facts) => ({
      *see({ trip, seq }) {
        const told = trip === undefined ? null : look(trip, facts)
        if (told === null) return
        if (told === undefined) yield { outcome: 'pass', seq }
        else {
          const { says, at, outcome = breach(level) } = typeof told === 'string' ? { says: told, at: undefined } : told
          yield { outcome, says, seq, ...(at === undefined ? {} : { pointer: at }) }
        }
      },
    }),
  }
}
/** It lies where it has to, or where a challenge said. */
export const isResource = ({ url }: Trip, { named }: Pick<Facts, 'named'>): boolean => RESOURCE.test(url) || named.has(bare(url))
export const resources = (level: Level, look: (document: Obj, trip: Trip, facts: Facts) => Look) =>
  eachAside(level, (trip, facts) => {
    const document = isResource(trip, facts) ? documentOf(trip) : undefined
    return document === undefined ? null : look(document, trip, facts)
  })
export const issuers = (level: Level, look: (document: Obj, trip: Trip, facts: Facts) => Look) =>
  eachAside(level, (trip, facts) => {
    const document = ISSUER.test(trip.url) ? documentOf(trip) : undefined
    return document === undefined ? null : look(document, trip, facts)
  })
export const tokens = (level: Level, look: (token: Obj, trip: Trip) => Look) =>
  eachAside(level, (trip) => {
    if (trip.method !== 'POST' || !/(?:^|&)grant_type=/.test(trip.text ?? '')) return null
    const token = documentOf(trip)
    return token === undefined ? null : look(token, trip)
  })

/** A server that has shown that it is guarded, by a 401 to who brought nothing. */
export function guarded(level: Level, look: (trip: Trip) => Look): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['over'],
    level,
    () => ({ shut: false }),
    ({ trip }, memory) => {
      if (trip === undefined || isPipe(trip) || trip.status === undefined) return null
      if (memory.shut) return look(trip)
      if (anonymous(trip) && trip.status === 401 && headerOf(trip.headers, 'mcp-session-id') === undefined) memory.shut = true
      return null
    },
    undefined,
    true,
  )
}

export const refusedWith401 = ({ status, method }: Trip): Look => (status === 401 ? undefined : `${method} is answered with HTTP ${status}`)

/** Where metadata of an issuer may lie. */
export function placesOf(issuer: string): { oauth: string[]; openId: string[] } {
  if (!URL.canParse(issuer)) return { oauth: [], openId: [] }
  const { origin, pathname } = new URL(issuer)
  const path = bare(pathname)
  return {
    oauth: [`${origin}/.well-known/oauth-authorization-server${path}`],
    openId: [`${origin}/.well-known/openid-configuration${path}`, `${origin}${path}/.well-known/openid-configuration`],
  }
}

/** The issuers that a resource names, and what was found of them. */
export function found(level: Level, places: (issuer: string) => string[], none: string): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['aside'],
    level,
    () => ({ named: new Map<string, number>(), tried: new Map<string, Trip>() }),
    ({ trip }, { named, tried }, facts) => {
      if (trip === undefined || trip.status === undefined) return null
      if (isResource(trip, facts)) for (const one of textsIn(documentOf(trip)?.authorization_servers)) named.set(one, trip.seq)
      if (ISSUER.test(trip.url)) tried.set(bare(trip.url), trip)
      return null
    },
    function* ({ named, tried }) {
      for (const [issuer, seq] of named) {
        const all = places(issuer).map(bare)
        const looked = all.flatMap((url) => tried.get(url) ?? [])
        const good = looked.find((trip) => documentOf(trip) !== undefined)
        if (good !== undefined) {
          const lacks = metadataFault(good)
          yield lacks === undefined ? seq : { says: `${good.url}: ${lacks}`, seq }
        } else if (looked.length === all.length && all.length > 0) yield { says: `${quote(issuer)}: ${none}`, seq }
      }
    },
  )
}

/** RFC 9728, 3.2, and RFC 8414, 3.2: a document is sent as what it is. */
export const typeFault = ({ mediaType }: Trip): string | undefined =>
  mediaType === 'application/json' ? undefined : `its Content-Type is ${mediaType === '' ? 'absent' : mediaType}`

/** What RFC 8414, 2, requires and no other rule looks at. */
function metadataFault(trip: Trip): string | undefined {
  const { grant_types_supported: grants, ...document } = documentOf(trip)!
  const byPerson = !Array.isArray(grants) || grants.includes('authorization_code')
  const missing = [...(byPerson ? ['authorization_endpoint', 'response_types_supported'] : []), 'token_endpoint'].find(
    (name) => document[name] === undefined,
  )
  return missing === undefined ? typeFault(trip) : `there is no ${missing}`
}

export const isLocal = (host: string): boolean => /^(?:localhost|127\..*|\[::1\])$/.test(host) || host.endsWith('.localhost')
export const isPrivate = (host: string): boolean => /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|\[f[cd]|\[fe80)/i.test(host)
export const URLS = [
  'resource',
  'authorization_servers',
  'issuer',
  'authorization_endpoint',
  'token_endpoint',
  'registration_endpoint',
  'revocation_endpoint',
  'jwks_uri',
]

/** `look` is given undefined where they are no list. */
export function scopes(level: Level, look: (all: string[] | undefined) => Look): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    ['over', 'aside'],
    level,
    () => undefined,
    ({ kind, trip }: Message, _memory, facts) => {
      if (trip === undefined) return null
      if ((kind as string) === 'over') {
        const scope = trip.status === 401 || trip.status === 403 ? part(challengeOf(trip), 'scope') : undefined
        return scope === undefined ? null : look(scope.split(/\s+/))
      }
      const all = isResource(trip, facts) ? documentOf(trip)?.scopes_supported : undefined
      if (all !== undefined && !Array.isArray(all)) return look(undefined)
      return all === undefined || all.length === 0 ? null : look(textsIn(all))
    },
  )
}

export function audienceOf(token: string): string[] | undefined {
  const payload = token.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const value = parseJson(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    const own = isObject(value) ? [value.aud].flat().filter(isText) : []
    return own.length === 0 ? undefined : own
  } catch {
    return undefined
  }
}
