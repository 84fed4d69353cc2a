// Those who hand out tokens: what they say of themselves, and the tokens.
import { isText } from '../items.ts'
import { between, MODERN, since } from '../revision.ts'
import { quote, remembering, type Rule } from '../rule.ts'
import {
  ANY,
  FOUND,
  ISSUER,
  SAFETY,
  audienceOf,
  bare,
  documentOf,
  eachAside,
  found,
  isResource,
  issuers,
  placesOf,
  textsIn,
  tokens,
} from '../authorization-parts.ts'

export const ISSUER_RULES: readonly Rule[] = [
  {
    id: 'AS-01',
    level: 'SHOULD',
    revisions: between('2025-03-26', '2025-03-26'),
    spec: ['2025-03-26/basic/authorization'],
    says: 'The server describes how tokens are had.',
    looksAt: 'search for /.well-known/oauth-authorization-server',
    mend: 'Serve /.well-known/oauth-authorization-server.',
    ...eachAside('SHOULD', (trip, { url }) => {
      if (!/\/\.well-known\/oauth-authorization-server/.test(trip.url) || !URL.canParse(url) || trip.status === undefined) return null
      if (new URL(trip.url).origin !== new URL(url).origin) return null
      return documentOf(trip) === undefined ? `it is answered with HTTP ${trip.status}` : undefined
    }),
  },
  {
    id: 'AS-02',
    level: 'MUST',
    revisions: between('2025-06-18', '2025-06-18'),
    spec: ['2025-06-18/basic/authorization'],
    says: 'Each issuer that is named describes itself (RFC 8414).',
    looksAt: 'issuer that a description names',
    mend: "Serve the issuer's metadata under /.well-known/oauth-authorization-server.",
    ...found('MUST', (issuer) => placesOf(issuer).oauth, 'there is no metadata'),
  },
  {
    id: 'AS-03',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', FOUND],
    says: 'Each issuer that is named describes itself, as OAuth or as OpenID has it.',
    looksAt: 'issuer that a description names',
    mend: "Serve the issuer's metadata under oauth-authorization-server or openid-configuration.",
    ...found(
      'MUST',
      (issuer) => {
        const { oauth, openId } = placesOf(issuer)
        return [...new Set([...oauth, ...openId])]
      },
      'none of the places has metadata',
    ),
  },
  {
    id: 'AS-04',
    level: 'MUST',
    revisions: ANY,
    spec: [FOUND],
    says: 'Metadata is of the issuer that was asked for.',
    looksAt: 'metadata of an issuer',
    remark: 'A slash at the end alone is a warning before 2026-07-28: older clients pass over it.',
    mend: 'Let "issuer" be the very address that the resource names.',
    ...remembering(
      ['aside'],
      'MUST',
      () => new Set<string>(),
      ({ trip, revision }, named, facts) => {
        const document = trip === undefined ? undefined : documentOf(trip)
        if (trip === undefined || document === undefined) return null
        if (isResource(trip, facts)) for (const one of textsIn(document.authorization_servers)) named.add(one)
        if (!ISSUER.test(trip.url)) return null
        const { issuer } = document
        if (!isText(issuer)) return { says: `issuer is ${quote(issuer)}`, at: '/issuer' }
        const placed = (one: string): boolean => Object.values(placesOf(one)).flat().map(bare).includes(bare(trip.url))
        if (!placed(issuer)) return { says: `issuer is ${quote(issuer)}`, at: '/issuer' }
        // RFC 8414, 3.3: identical. Older clients pass over a slash at the end.
        const asked = [...named].filter(placed)
        if (asked.length === 0 || asked.includes(issuer)) return undefined
        const says = `issuer is ${quote(issuer)}, and the resource names ${quote(asked[0])}`
        return { says, at: '/issuer', outcome: revision === '2026-07-28' ? 'fail' : 'warn' }
      },
    ),
  },
  {
    id: 'AS-05',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', SAFETY],
    says: 'Metadata says that PKCE with S256 is known.',
    looksAt: 'metadata of an issuer',
    mend: 'Add "code_challenge_methods_supported": ["S256"].',
    ...issuers('MUST', ({ code_challenge_methods_supported: all }) =>
      textsIn(all).includes('S256')
        ? undefined
        : { says: `code_challenge_methods_supported is ${quote(all)}`, at: '/code_challenge_methods_supported' },
    ),
  },
  {
    id: 'AS-06',
    level: 'SHOULD',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/authorization', '2026-07-28/basic/authorization/client-registration'],
    says: 'A client may describe itself by an address.',
    looksAt: 'metadata of an issuer',
    mend: 'Say "client_id_metadata_document_supported": true, and accept addresses as client ids.',
    ...issuers('SHOULD', ({ client_id_metadata_document_supported: known }) =>
      known === true
        ? undefined
        : { says: `client_id_metadata_document_supported is ${quote(known)}`, at: '/client_id_metadata_document_supported' },
    ),
  },
  {
    id: 'AS-07',
    level: 'SHOULD',
    revisions: between('2025-03-26', '2025-06-18'),
    spec: ['2025-03-26/basic/authorization', '2025-06-18/basic/authorization'],
    says: 'A client may register itself.',
    looksAt: 'metadata of an issuer',
    mend: 'Offer a "registration_endpoint" (RFC 7591).',
    ...issuers('SHOULD', ({ registration_endpoint: url }) => (isText(url) ? undefined : 'there is no registration_endpoint')),
  },
  {
    id: 'AS-09',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/authorization/index'],
    says: 'An issuer names itself when it sends a person back.',
    looksAt: 'metadata of an issuer',
    mend: 'Send "iss" back with the code, and say "authorization_response_iss_parameter_supported": true.',
    ...issuers('SHOULD', ({ authorization_response_iss_parameter_supported: known }) =>
      known === true
        ? undefined
        : {
            says: `authorization_response_iss_parameter_supported is ${quote(known)}`,
            at: '/authorization_response_iss_parameter_supported',
          },
    ),
  },
  {
    id: 'AS-13',
    level: 'SHOULD',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/basic/authorization', SAFETY],
    says: 'A token holds for a short time.',
    looksAt: 'token that was handed out',
    mend: 'Let tokens expire within an hour or so, and hand out refresh tokens.',
    ...tokens('SHOULD', ({ expires_in: seconds }) => {
      if (typeof seconds !== 'number') return { says: `expires_in is ${quote(seconds)}`, at: '/expires_in' }
      return seconds <= 86_400 ? undefined : { says: `it holds for ${Math.round(seconds / 86_400)} days`, at: '/expires_in' }
    }),
  },
  {
    id: 'AS-15',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/basic/authorization', SAFETY],
    says: 'A token is for the server that it was asked for.',
    looksAt: 'token that can be read',
    mend: 'Put the resource that was asked for into the audience of the token.',
    ...tokens('derived', ({ access_token: token }, { text }) => {
      const wanted = new URLSearchParams(text ?? '').get('resource')
      const audience = isText(token) ? audienceOf(token) : undefined
      if (wanted === null || audience === undefined) return null
      return audience.some((one) => bare(wanted).startsWith(bare(one))) ? undefined : `it is for ${audience.join(', ')}`
    }),
  },
  {
    id: 'AS-16',
    level: 'derived',
    revisions: MODERN,
    spec: [
      'ext-auth:specification/draft/oauth-client-credentials.mdx',
      'ext-auth:specification/stable/enterprise-managed-authorization.mdx',
    ],
    says: 'An issuer that hands out tokens to machines says how they are known.',
    looksAt: 'metadata with such a grant',
    mend: 'Name the ways of client authentication under "token_endpoint_auth_methods_supported".',
    ...issuers('derived', (document) => {
      const grants = textsIn(document.grant_types_supported)
      if (grants.includes('client_credentials')) {
        const ways = textsIn(document.token_endpoint_auth_methods_supported)
        return ways.includes('private_key_jwt') || ways.includes('client_secret_basic')
          ? undefined
          : { says: `token_endpoint_auth_methods_supported is ${quote(ways)}`, at: '/token_endpoint_auth_methods_supported' }
      }
      if (!grants.includes('urn:ietf:params:oauth:grant-type:jwt-bearer')) return null
      const profiles = textsIn(document.authorization_grant_profiles_supported)
      return profiles.some((one) => one.includes('id-jag'))
        ? undefined
        : { says: 'no profile is id-jag', at: '/authorization_grant_profiles_supported' }
    }),
  },
]
