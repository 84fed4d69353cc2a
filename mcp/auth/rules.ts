// The rules that the steps follow, by the ids of the requirements, with the page that says so.
import type { Revision } from '../dialect/revisions.ts'
import { between, since } from '../conformance/revision.ts'
import type { RuleNote } from './flow-state.ts'

const SITE = 'https://modelcontextprotocol.io/specification'
const MARCH = `${SITE}/2025-03-26/basic/authorization`
const JUNE = `${SITE}/2025-06-18/basic/authorization`
const NOVEMBER = `${SITE}/2025-11-25/basic/authorization`
const JULY = `${SITE}/2026-07-28/basic/authorization`
const RFC = 'https://www.rfc-editor.org/rfc/'
const EXTENSIONS = 'https://modelcontextprotocol.io/docs/extensions/auth/'

const MARCH_ON = since('2025-03-26')
const JUNE_ON = since('2025-06-18')
const NOVEMBER_ON = since('2025-11-25')
const JULY_ON = since('2026-07-28')
const MARCH_ONLY = between('2025-03-26', '2025-03-26')

type Entry = [revisions: readonly Revision[], says: string, spec: string]

const RULES = {
  'AUT-03': [MARCH_ON, 'A 401 begins the flow; WWW-Authenticate is read for where to go on.', NOVEMBER],
  'AUT-04': [MARCH_ON, 'The token goes with every HTTP request to the server, as a header.', NOVEMBER],
  'AUT-05': [MARCH_ON, 'A token never stands in a URL.', NOVEMBER],
  'AUT-06': [JUNE_ON, 'A server is sent only tokens that its own authorization server issued for it.', JUNE],
  'AUT-08': [NOVEMBER_ON, 'PKCE with the method S256.', NOVEMBER],
  'AUT-09': [NOVEMBER_ON, 'Without code_challenge_methods_supported in the metadata a client must not go on.', NOVEMBER],
  'AUT-10': [JUNE_ON, 'A state is made for each attempt and compared on return; an answer without it is thrown away.', JUNE],
  'AUT-11': [MARCH_ON, 'Redirect URIs are https, or on a loopback address.', NOVEMBER],
  'AUT-12': [MARCH_ON, 'Endpoints are https; http is for loopback addresses alone.', NOVEMBER],
  'AUT-13': [MARCH_ON, '401: a token is needed or no longer good. 403: the scope or the permission is not enough.', NOVEMBER],
  'AUT-15': [MARCH_ON, 'What an attempt needs is kept under its state, used once, and deleted.', JULY],
  'A03-01': [MARCH_ONLY, 'The authorization base URL is the server’s URL without its path.', MARCH],
  'A03-02': [MARCH_ONLY, 'Metadata is looked for at the base URL (RFC 8414).', MARCH],
  'A03-03': [MARCH_ONLY, 'Without metadata the default endpoints /authorize, /token and /register are used.', MARCH],
  'A03-04': [MARCH_ONLY, 'MCP-Protocol-Version goes with requests for metadata; without it where a browser forbids that.', MARCH],
  'A03-06': [
    MARCH_ON,
    'Servers of 2025-03-26 have no protected resource metadata: the newer way is tried first, then that of 2025-03-26.',
    MARCH,
  ],
  'A06-01': [JUNE_ON, 'WWW-Authenticate names the metadata of the protected resource (RFC 9728).', JUNE],
  'A06-02': [JUNE_ON, 'Of several authorization servers the client chooses (RFC 9728 §7.6).', JUNE],
  'A06-03': [JUNE_ON, 'The document’s resource must be the server that was called, or it must not be used.', `${RFC}rfc9728#section-3.3`],
  'A06-04': [JUNE_ON, 'The authorization server is described by RFC 8414 metadata.', JUNE],
  'A06-05': [JUNE_ON, 'The parameter resource goes with the authorization request and each token request (RFC 8707).', JUNE],
  'A11-01': [
    NOVEMBER_ON,
    'The URL from the challenge first, then the well-known address with the path, then the one at the root.',
    NOVEMBER,
  ],
  'A11-02': [NOVEMBER_ON, 'An issuer with a path: RFC 8414 inserted, OpenID Connect inserted, OpenID Connect appended.', NOVEMBER],
  'A11-03': [NOVEMBER_ON, 'An issuer without a path: RFC 8414, then OpenID Connect.', NOVEMBER],
  'A11-04': [NOVEMBER_ON, 'Registered before, then a metadata document, then dynamic registration, then ask the person.', NOVEMBER],
  'A11-05': [NOVEMBER_ON, 'A Client ID Metadata Document: the client id is the https URL of a document about the client.', NOVEMBER],
  'A11-06': [NOVEMBER_ON, 'A client that was registered by hand.', NOVEMBER],
  'A11-07': [NOVEMBER_ON, 'Dynamic registration (RFC 7591); deprecated since 2026-07-28.', NOVEMBER],
  'A11-08': [NOVEMBER_ON, 'The scope of the challenge, else all of scopes_supported, else none.', NOVEMBER],
  'A11-10': [NOVEMBER_ON, 'A 403 with insufficient_scope is answered by asking for more scopes.', NOVEMBER],
  'A11-11': [JULY_ON, 'Old and new scopes are asked for together.', JULY],
  'A11-12': [NOVEMBER_ON, 'After few tries for one operation it is a permanent failure.', NOVEMBER],
  'A26-01': [
    JULY_ON,
    'The issuer in the metadata is, character for character, the one that was asked for.',
    `${JULY}/authorization-server-discovery`,
  ],
  'A26-02': [JULY_ON, 'The issuer is kept with the verifier and the state before the person is sent away.', JULY],
  'A26-03': [JULY_ON, 'iss of the answer is compared before the code is sent anywhere (RFC 9207).', JULY],
  'A26-06': [JULY_ON, 'Registrations and tokens are kept apart by issuer.', `${JULY}/client-registration`],
  'A26-07': [JULY_ON, 'Another authorization server: nothing of the former one is used again.', `${JULY}/client-registration`],
  'A26-08': [JULY_ON, 'Credentials that another authorization server gave are not tried.', `${JULY}/client-registration`],
  'A26-09': [JULY_ON, 'application_type: native for a page on a loopback address, web for a hosted one.', `${JULY}/client-registration`],
  'A26-12': [JULY_ON, 'offline_access may be added where the authorization server lists it.', JULY],
  'A26-13': [JULY_ON, 'A refresh token may be missing: then the person logs in again.', JULY],
  'AEX-01': [JULY_ON, 'Client credentials: no person takes part, and no dynamic registration.', `${EXTENSIONS}oauth-client-credentials`],
  'AEX-02': [
    JULY_ON,
    'The identity provider exchanges the ID token for an ID-JAG (RFC 8693), which the server’s authorization server takes as a jwt-bearer grant.',
    `${EXTENSIONS}enterprise-managed-authorization`,
  ],
  'RFC 6749 §6': [MARCH_ON, 'A refresh token buys a new access token, and may be replaced by another.', `${RFC}rfc6749#section-6`],
  'RFC 7009': [MARCH_ON, 'Tokens are revoked at the revocation endpoint.', `${RFC}rfc7009`],
  'RFC 7523': [MARCH_ON, 'A JWT of the platform is the grant: urn:ietf:params:oauth:grant-type:jwt-bearer.', `${RFC}rfc7523#section-2.1`],
  'RFC 9449': [MARCH_ON, 'Tokens are bound to a key: each request carries a proof (DPoP).', `${RFC}rfc9449`],
} satisfies { [id: string]: Entry }

export type RuleId = keyof typeof RULES

export function ruleNote(id: RuleId): RuleNote {
  const [revisions, says, spec] = RULES[id]
  return { id, revisions, says, spec }
}
