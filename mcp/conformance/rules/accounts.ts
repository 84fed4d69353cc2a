// What a server, and who hands out its tokens, do with what a person lends: tokens, codes, a client that is registered.
import { isObject, parseJson } from '../../json.ts'
import { ANY, eachAside, PAGES, SAFETY } from '../authorization-parts.ts'
import { isText } from '../items.ts'
import { probed, refused, served } from '../probes.ts'
import { between, MODERN, since } from '../revision.ts'
import { quote, type Look, type Rule } from '../rule.ts'
import type { Obj, Trip } from '../seen.ts'
import { headerOf } from '../trips.ts'

const REGISTRATION = '2026-07-28/basic/authorization/client-registration'
/** Where no client of ours may be sent. */
export const WRONG_REDIRECT = 'https://loupe.invalid/callback'
export const WRONG_VERIFIER = 'loupe-wrong-verifier'
const ok = ({ status = 0 }: Trip): boolean => status >= 200 && status < 300
const replyOf = ({ reply = '' }: Trip): Obj => {
  try {
    const value = parseJson(reply)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
const formOf = ({ text }: Trip): URLSearchParams => new URLSearchParams(text ?? '')

/** A visit of the login page with an address that is not registered: `described`, the client is one that describes itself. */
function visit(described: boolean): (trip: Trip) => Look {
  return (trip) => {
    const { status = 0 } = trip
    if (trip.method !== 'GET' || status === 0 || !URL.canParse(trip.url)) return null
    const query = new URL(trip.url).searchParams
    if (query.get('redirect_uri') !== WRONG_REDIRECT || (query.get('client_id') ?? '').startsWith('https:') !== described) return null
    if (status >= 400) return undefined
    const to = headerOf(trip.replyHeaders, 'location')
    if (to?.startsWith(WRONG_REDIRECT) === true) return 'it sends a person there'
    return { says: to === undefined ? 'a page came: look whether it refuses' : 'a login came first', outcome: 'inconclusive' }
  }
}

export const ACCOUNT_RULES: readonly Rule[] = [
  {
    id: 'AU-09',
    level: 'MUST',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/basic/authorization', SAFETY],
    says: 'A token that is for another server is refused.',
    looksAt: 'request with such a token',
    mend: 'Check the audience of each token.',
    ...probed('foreign-token', 'MUST', (heard) => refused(heard)),
  },
  {
    id: 'AU-15',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/authorization/index'],
    says: 'A scope that holds the one that is needed is enough.',
    looksAt: 'request with a token of such a scope',
    mend: 'Accept a scope that includes the one that is needed.',
    ...probed('broad-token', 'MUST', served),
  },
  {
    id: 'SE-11',
    level: 'SHOULD',
    revisions: between('2025-03-26', '2025-11-25'),
    spec: ['docs/docs/2025-11-25/tutorials/security/security_best_practices'],
    says: 'A session belongs to the account that began it.',
    looksAt: 'request of another account within a session',
    mend: 'Bind the session id to the user of the token.',
    ...probed('second-account', 'SHOULD', (heard) => refused(heard)),
  },
  {
    id: 'AS-08',
    level: 'derived',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', REGISTRATION],
    says: 'A client that registers is given an id, or told why not.',
    looksAt: 'registration of a client',
    mend: 'Answer a registration with 201 and a client_id, or with 400 and an error that says why.',
    ...eachAside('derived', (trip) => {
      if (trip.method !== 'POST' || trip.text?.includes('"redirect_uris"') !== true || trip.status === undefined) return null
      const { client_id: id, error, error_description: why } = replyOf(trip)
      if (ok(trip)) return isText(id) && id !== '' ? undefined : { says: `client_id is ${quote(id)}`, at: '/client_id' }
      return isText(error) && isText(why) ? undefined : `it is refused with HTTP ${trip.status}, without error and error_description`
    }),
  },
  {
    id: 'AS-10',
    level: 'MUST',
    revisions: ANY,
    spec: [...PAGES, SAFETY],
    says: 'Nobody is sent to an address that the client did not register.',
    looksAt: 'visit of the login page with such an address',
    mend: 'Compare redirect_uri with those that are registered, letter by letter, and show an error.',
    ...eachAside('MUST', visit(false)),
  },
  {
    id: 'AS-14',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', REGISTRATION],
    says: 'Nobody is sent to an address that the description of a client does not name.',
    looksAt: 'visit of the login page with such an address, for a client that describes itself',
    mend: "Compare the redirect address with those that the client's document names, letter by letter.",
    ...eachAside('MUST', visit(true)),
  },
  {
    id: 'AS-11',
    level: 'MUST',
    revisions: ANY,
    spec: ['2025-03-26/basic/authorization', SAFETY],
    says: 'A code is worth nothing without its verifier.',
    looksAt: 'code that was sent with another verifier',
    mend: 'Compare the SHA-256 of code_verifier with the code_challenge, and answer invalid_grant.',
    ...eachAside('MUST', (trip) => {
      if (trip.method !== 'POST' || trip.status === undefined || formOf(trip).get('code_verifier')?.startsWith(WRONG_VERIFIER) !== true)
        return null
      if (ok(trip)) return 'it is answered with a token'
      const { error } = replyOf(trip)
      return error === 'invalid_grant'
        ? undefined
        : { says: `the error is ${quote(error)}, so it may not have come to that`, outcome: 'inconclusive' }
    }),
  },
  {
    id: 'AS-12',
    level: 'MUST',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/basic/authorization', SAFETY],
    says: 'A refresh token of a public client is worth something once.',
    looksAt: 'refresh token that was used twice',
    mend: 'Give a new one each time, and refuse the old one.',
    on: ['aside'],
    judge() {
      const used = new Set<string>()
      return {
        *see({ trip, seq }) {
          if (trip?.method !== 'POST' || trip.status === undefined) return
          const form = formOf(trip)
          const own = form.get('refresh_token')
          if (form.get('grant_type') !== 'refresh_token' || own === null) return
          const before = used.has(own)
          if (ok(trip)) used.add(own)
          if (!before) return
          const { refresh_token: next } = replyOf(trip)
          if (!ok(trip) || (isText(next) && next !== own)) yield { outcome: 'pass', seq }
          else yield { outcome: 'fail', says: 'it is answered with a token again, and not replaced', seq }
        },
      }
    },
  },
]
