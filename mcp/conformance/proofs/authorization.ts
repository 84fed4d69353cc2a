// For tests: challenges, descriptions and tokens, as they should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { Talk } from '../../testing/record.ts'
import type { HeaderList } from '../../wire-event.ts'
import { proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const ORIGIN = 'https://server.test'
const ISSUER = 'https://login.test'
const CHALLENGE = `Bearer resource_metadata="${ORIGIN}/.well-known/oauth-protected-resource/mcp", scope="read"`
const init = (version: Revision): string => {
  const client = { 'io.modelcontextprotocol/protocolVersion': M, 'io.modelcontextprotocol/clientCapabilities': {} }
  return version === M
    ? writeJson({ jsonrpc: '2.0', id: 'g', method: 'server/discover', params: { _meta: client } })
    : writeJson({
        jsonrpc: '2.0',
        id: 'g',
        method: 'initialize',
        params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'a', version: '1' } },
      })
}
/** A greeting that is turned away. */
const shut = (revision: Revision = R, challenge = CHALLENGE, status = 401, headers: HeaderList = []): Talk =>
  new Talk(revision).http('POST', status, { sent: init(revision), headers, replyHeaders: [['www-authenticate', challenge]] })
const document = (
  talk: Talk,
  url: string,
  value: Obj | undefined,
  more: [string, string][] = [['access-control-allow-origin', '*']],
): Talk =>
  talk.http('GET', value === undefined ? 404 : 200, {
    url,
    replyHeaders: more.some(([name]) => name === 'content-type') ? more : [['content-type', 'application/json'], ...more],
    ...(value === undefined ? {} : { body: writeJson(value) }),
  })
const resource = (change: Obj = {}): Obj => ({
  resource: `${ORIGIN}/mcp`,
  authorization_servers: [ISSUER],
  scopes_supported: ['read'],
  ...change,
})
const described = (change: Obj = {}, revision: Revision = R, more?: [string, string][], challenge = CHALLENGE): Talk =>
  document(shut(revision, challenge), `${ORIGIN}/.well-known/oauth-protected-resource/mcp`, resource(change), more)
/** The fields of a description, where a server of our test may name what is not https. */
const metadata = (change: Obj = {}): Obj => ({
  issuer: ISSUER,
  authorization_endpoint: `${ISSUER}/authorize`,
  token_endpoint: `${ISSUER}/token`,
  response_types_supported: ['code'],
  registration_endpoint: `${ISSUER}/register`,
  code_challenge_methods_supported: ['S256'],
  client_id_metadata_document_supported: true,
  authorization_response_iss_parameter_supported: true,
  ...change,
})
const issuer = (change: Obj = {}, revision: Revision = R, place = `${ISSUER}/.well-known/oauth-authorization-server`): Talk =>
  document(secured(revision), place, metadata(change))
/** A description that names its issuer, by https as it should be. */
const secured = (revision: Revision): Talk => secure(described({ resource: 'https://server.test/mcp' }, revision))
const secure = (talk: Talk): Talk => {
  for (const event of talk.events) {
    if (event.kind === 'sent') event.url = event.url.replace(/^http:/, 'https:')
    if (event.kind === 'status') event.headers = event.headers.map(([name, value]) => [name, value.replace('http:', 'https:')] as const)
  }
  return talk
}
const located = (place: 'first' | 'none', revision: Revision): Talk => {
  const talk = secured(revision)
  document(talk, `${ISSUER}/.well-known/oauth-authorization-server`, place === 'first' ? metadata() : undefined)
  return place === 'none' ? document(talk, `${ISSUER}/.well-known/openid-configuration`, undefined) : talk
}
const token = (change: Obj = {}): Talk =>
  secured(R).http('POST', 200, {
    url: `${ISSUER}/token`,
    sent: 'grant_type=authorization_code&code=x&resource=https%3A%2F%2Fserver.test%2Fmcp',
    headers: [['Content-Type', 'application/x-www-form-urlencoded']],
    replyHeaders: [['content-type', 'application/json']],
    body: writeJson({ access_token: 'x', token_type: 'Bearer', expires_in: 3600, scope: 'read', ...change }),
  })
const jwt = (aud: string): string => `e30.${btoa(JSON.stringify({ aud }))}.x`
/** Let in with a token, into a session. */
const inside = (): Talk =>
  shut().greet({ tools: {} }, {}, { headers: [['Authorization', 'Bearer x']], replyHeaders: [['mcp-session-id', 'abc']] })
const then = (talk: Talk, status: number, headers: HeaderList, url?: string): Talk =>
  talk.http('POST', status, {
    sent: '{"jsonrpc":"2.0","id":7,"method":"ping"}',
    headers,
    replyHeaders: status === 200 ? [['content-type', 'application/json']] : [['www-authenticate', CHALLENGE]],
    ...(status === 200 ? { body: '{"jsonrpc":"2.0","id":7,"result":{}}' } : {}),
    ...(url === undefined ? {} : { url }),
  })
const version: [string, string] = ['MCP-Protocol-Version', R]
const session: [string, string] = ['Mcp-Session-Id', 'abc']
const bearer: [string, string] = ['Authorization', 'Bearer x']
const insufficient = (scope: string): string => `Bearer error="insufficient_scope", scope="${scope}", resource_metadata="${ORIGIN}/r"`
const challenged = (first: string, second: string): Talk => {
  const talk = new Talk(M).greet({ tools: {} }, {}, {})
  const call = (status: number, challenge: string): void =>
    void talk.ask('tools/call', { name: 'a' }, status === 200 ? { result: { content: [] } } : undefined, {
      status,
      headers: [bearer, ['MCP-Protocol-Version', M], ['Mcp-Method', 'tools/call'], ['Mcp-Name', 'a']],
      replyHeaders:
        status === 200
          ? []
          : [
              ['content-type', 'text/plain'],
              ['www-authenticate', challenge],
            ],
    })
  call(403, insufficient(first))
  if (second !== '') call(403, insufficient(second))
  call(200, '')
  return talk
}

/** A greeting without the token that let us in before. */
const refusedBare = (status: number): Talk => {
  const text = init(R).replace('"g"', '"loupe-token"')
  const talk = shut().greet({ tools: {} }, {}, { headers: [bearer] })
  return status === 401
    ? talk.http('POST', 401, { sent: text, replyHeaders: [['www-authenticate', CHALLENGE]] })
    : talk.http('POST', status, {
        sent: text,
        replyHeaders: [['content-type', 'application/json']],
        body: '{"jsonrpc":"2.0","id":"loupe-token","error":{"code":-32001,"message":"Unauthorized"}}',
      })
}
const sessioned = (status: number): Talk => {
  const talk = then(inside(), status, [session, version])
  return status === 401
    ? talk.http('GET', 401, { headers: [session], replyHeaders: [['www-authenticate', CHALLENGE]] })
    : talk.http('GET', 200, { headers: [session], frames: [] })
}

const PROOFS: readonly Proof[] = [
  proof('AU-01', (status) => shut(R, CHALLENGE, status), 401, 403),
  proof('AU-02', (challenge) => shut('2025-06-18', challenge), CHALLENGE, 'Bearer'),
  proof(
    'AU-03',
    (value: Obj | undefined) => document(shut(), `${ORIGIN}/.well-known/oauth-protected-resource/mcp`, value),
    resource(),
    undefined,
  ),
  proof('AU-03', (challenge) => described({}, R, undefined, challenge), CHALLENGE, 'Bearer resource_metadata="/meta", scope="read"'),
  proof(
    'AU-03',
    (challenge) => document(described({}, R, undefined, challenge), `${ORIGIN}/nowhere`, undefined),
    CHALLENGE,
    `Bearer resource_metadata="${ORIGIN}/nowhere", scope="read"`,
  ),
  proof(
    'AU-03',
    (type) =>
      described({}, R, [
        ['access-control-allow-origin', '*'],
        ['content-type', type],
      ]),
    'application/json',
    'text/plain',
  ),
  proof('AU-01', (status) => refusedBare(status), 401, 200),
  proof('AU-04', (authorization_servers: Json) => described({ authorization_servers }), [ISSUER], ['/login']),
  // It lies where the challenge says.
  proof(
    'AU-04',
    (authorization_servers: Json) =>
      document(shut(R, `Bearer resource_metadata="${ORIGIN}/meta", scope="read"`), `${ORIGIN}/meta`, resource({ authorization_servers })),
    [ISSUER],
    [],
  ),
  proof('AU-04', (authorization_servers: Json) => described({ authorization_servers }), [ISSUER], []),
  proof('AU-05', (name) => described({ resource: name }), `${ORIGIN}/mcp`, `https://other.test/mcp`),
  proof('AU-05', (name) => described({ resource: name }), `${ORIGIN}/`, `${ORIGIN}/mcp#a`),
  proof('AU-06', (challenge) => shut(R, challenge), CHALLENGE, 'Bearer'),
  proof(
    'AU-06',
    (headers: [string, string][]) => new Talk(R).http('POST', 401, { sent: init(R), replyHeaders: headers }),
    [['www-authenticate', CHALLENGE]],
    [],
  ),
  proof('AU-07', (scope) => shut(M, `Bearer scope="${scope}"`), 'read', 'read offline_access'),
  proof('AU-08', (status) => then(shut(), status, [['Authorization', 'Bearer loupe-no-such-token'], version]), 401, 200),
  proof('AU-10', (status) => then(shut(), status, [version], `${ORIGIN}/mcp?access_token=x`), 401, 200),
  proof(
    'AU-11',
    (status) => inside().http('GET', status, { headers: [session], replyHeaders: status === 401 ? [['www-authenticate', CHALLENGE]] : [] }),
    401,
    405,
  ),
  // A session that lets in by POST is SE-10's to tell, and not once more for each verb.
  {
    id: 'AU-11',
    keeps: () => sessioned(401),
    breaks: () => sessioned(200),
    by: 'SE-10',
  },
  proof(
    'AU-12',
    (challenge: string | undefined) =>
      shut(R).http('POST', 403, {
        sent: '{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"a"}}',
        headers: [bearer, version],
        replyHeaders: challenge === undefined ? [] : [['www-authenticate', challenge]],
        body: '{"error":"insufficient_scope"}',
      }),
    insufficient('write'),
    undefined,
  ),
  // A wrong error in the challenge is AU-16's to tell; and what needs a scope tells nothing of the call itself.
  proof(
    'AU-12',
    (error) =>
      shut(M).http('POST', 403, {
        sent: '{"jsonrpc":"2.0","id":"loupe-legacy-task","method":"tools/call","params":{"name":"a"}}',
        headers: [bearer, version],
        replyHeaders: [['www-authenticate', insufficient('write').replace('insufficient_scope', error)]],
        body: '{"error":"insufficient_scope"}',
      }),
    'insufficient_scope',
    'invalid_token',
    { by: 'AU-16' },
  ),
  proof('AU-14', (scopes: Json) => described({ scopes_supported: scopes }), ['read'], 'read'),
  proof('AU-12', (challenge) => shut(R, challenge, 403, [bearer]), insufficient('write'), 'Bearer error="insufficient_scope"'),
  proof('AU-13', (second) => challenged('a', second), '', 'b'),
  proof('AU-14', (scope) => shut(R, `Bearer scope="${scope}"`), 'read', '*'),
  proof('AU-16', (error) => shut(R, `Bearer error="${error}", scope="read"`, 401, [bearer]), 'invalid_token', 'insufficient_scope'),
  proof('AU-17', (url) => described({ authorization_servers: [url], resource: `${ORIGIN}/mcp` }), ISSUER, 'http://login.test'),
  proof('AU-18', (headers: [string, string][]) => described({}, R, headers), [['access-control-allow-origin', '*']], []),
  proof(
    'AS-01',
    (value: Obj | undefined) => document(shut('2025-03-26'), `${ORIGIN}/.well-known/oauth-authorization-server`, value),
    metadata({ issuer: ORIGIN }),
    undefined,
  ),
  proof('AS-02', (place: 'first' | 'none') => located(place, '2025-06-18'), 'first', 'none'),
  proof('AS-03', (place: 'first' | 'none') => located(place, R), 'first', 'none'),
  ...['authorization_endpoint', 'token_endpoint', 'response_types_supported'].map((name) =>
    proof('AS-03', (value: Json | undefined) => issuer({ [name]: value as Json }), metadata()[name], undefined),
  ),
  // A long document is one, too.
  proof(
    'AS-05',
    (methods: Json) => issuer({ claims_supported: ['x'.repeat(9000)], code_challenge_methods_supported: methods }),
    ['S256'],
    [],
  ),
  proof('AS-04', (name) => issuer({ issuer: name }), ISSUER, `${ISSUER}/`),
  proof('AS-04', (name) => issuer({ issuer: name }), ISSUER, `${ISSUER}/other`),
  proof('AS-05', (methods: Json) => issuer({ code_challenge_methods_supported: methods }), ['S256'], ['plain']),
  proof('AS-06', (known: Json) => issuer({ client_id_metadata_document_supported: known }), true, null),
  proof('AS-07', (url: Json) => issuer({ registration_endpoint: url }, '2025-06-18'), `${ISSUER}/register`, null),
  proof('AS-09', (known: Json) => issuer({ authorization_response_iss_parameter_supported: known }, M), true, null),
  proof('AS-13', (seconds: Json) => token({ expires_in: seconds }), 3600, 9_999_999),
  proof('AS-15', (aud) => token({ access_token: jwt(aud) }), 'https://server.test/mcp', 'https://other.test'),
  proof(
    'AS-16',
    (methods: Json) => issuer({ grant_types_supported: ['client_credentials'], token_endpoint_auth_methods_supported: methods }, M),
    ['private_key_jwt'],
    ['none'],
  ),
]

/** All of it by https, as it should be. */
export const AUTHORIZATION_PROOFS: readonly Proof[] = PROOFS.map(({ keeps, breaks, ...rest }) => ({
  ...rest,
  keeps: () => secure(keeps()),
  breaks: () => secure(breaks()),
}))
