// What is played with tokens, codes and clients that a person lends, at the server and where its tokens are had.
import { writeJson } from '../json.ts'
import { WRONG_REDIRECT, WRONG_VERIFIER } from './rules/accounts.ts'
import { lent } from './scenario-lent.ts'
import type { Came, Scenario, Stage } from './scenario.ts'
import { describe, isHttp } from './scenario-guard.ts'
import { hasSession, http, known, legacy, message, modern } from './scenario-parts.ts'

const REDIRECT = 'http://127.0.0.1/callback'
const FORM: [string, string][] = [
  ['Content-Type', 'application/x-www-form-urlencoded'],
  ['Accept', 'application/json'],
]

/** A greeting, which needs no session, with this token or none. */
function greet(stage: Stage, id: string, token?: string): Promise<Came> {
  const { session } = stage
  const old = { protocolVersion: session.facts.revision, capabilities: {}, clientInfo: { name: 'mcp-loupe', version: '0' } }
  const text = writeJson({
    jsonrpc: '2.0',
    id: `loupe-${id}`,
    method: legacy(session) ? 'initialize' : 'server/discover',
    params: legacy(session) ? old : { _meta: session.facts.envelope ?? {} },
  })
  return stage.http({ method: 'POST', headers: within(stage, text, token, false), body: text })
}

function within(stage: Stage, text: string, token: string | undefined, inSession: boolean): [string, string][] {
  const own = stage.session
    .rawHeaders(text)
    .filter(([name]) => !/^authorization$/i.test(name) && (inSession || !/^mcp-session-id$/i.test(name)))
  return token === undefined ? own : [...own, ['Authorization', `Bearer ${token.replace(/^Bearer\s+/i, '')}`]]
}

/** What those who hand out tokens say of themselves; undefined where the server asks for none. */
async function issuer(stage: Stage): Promise<{ [name: string]: string } | undefined> {
  const came = await greet(stage, 'token')
  if (came.status !== 401) return undefined
  const found = await describe(stage.url, came, (sent) => stage.http(sent))
  const places = Object.entries(found ?? {}).filter((one): one is [string, string] => typeof one[1] === 'string' && isHttp(one[1]))
  return found === undefined ? undefined : Object.fromEntries(places)
}

function visit(stage: Stage, endpoint: string | undefined, client: string): Promise<Came> | undefined {
  if (endpoint === undefined) return undefined
  const url = new URL(endpoint)
  const query = {
    response_type: 'code',
    client_id: client,
    redirect_uri: WRONG_REDIRECT,
    state: 'loupe',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return stage.http({ method: 'GET', url: url.href, headers: [['Accept', 'text/html']], aside: true })
}

export const ACCOUNT_SCENARIOS: readonly Scenario[] = [
  {
    id: 'lent-tokens',
    title: 'Requests with the tokens that you lend: for another server, of another account, of a wider scope',
    impact: 'effects',
    for: ['AU-09', 'AU-15', 'SE-11'],
    applies: lent('tokens', http),
    async play(stage) {
      const { foreign, other, broad } = stage.pigs.tokens ?? {}
      if (foreign !== undefined) await greet(stage, 'foreign-token', foreign)
      if (broad !== undefined && modern(stage.session)) await greet(stage, 'broad-token', broad)
      if (other === undefined || !hasSession(stage.session)) return
      const text = message(stage, known(stage), { id: 'loupe-second-account' })
      await stage.http({ method: 'POST', headers: within(stage, text, other, true), body: text })
    },
  },
  {
    id: 'register',
    title: 'A client that is registered where tokens are had, and not used again; and a visit of the login page that goes wrong',
    impact: 'effects',
    for: ['AS-08', 'AS-10'],
    applies: lent('register', http),
    async play(stage) {
      const places = await issuer(stage)
      const url = places?.registration_endpoint
      if (url === undefined) return
      const body = writeJson({
        client_name: 'Loupe, checking',
        redirect_uris: [REDIRECT],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        ...(modern(stage.session) ? { application_type: 'native' } : {}),
      })
      const headers: [string, string][] = [
        ['Content-Type', 'application/json'],
        ['Accept', 'application/json'],
      ]
      const { text } = await stage.http({ method: 'POST', url, headers, body, aside: true })
      const id = /"client_id"\s*:\s*"([^"]+)"/.exec(text)?.[1]
      if (id !== undefined) await visit(stage, places?.authorization_endpoint, id)
    },
  },
  {
    id: 'spent',
    title: 'The client, code and refresh token that you lend, spent in ways that should fail',
    impact: 'effects',
    for: ['AS-10', 'AS-11', 'AS-12', 'AS-14'],
    applies: lent('login', http),
    async play(stage) {
      const { client, redirect = REDIRECT, code, refresh } = stage.pigs.login ?? { client: '' }
      const places = await issuer(stage)
      await visit(stage, places?.authorization_endpoint, client)
      const url = places?.token_endpoint
      if (url === undefined) return
      const post = (form: { [name: string]: string }): Promise<Came> =>
        stage.http({
          method: 'POST',
          url,
          headers: FORM,
          body: new URLSearchParams({ client_id: client, ...form }).toString(),
          aside: true,
        })
      if (code !== undefined)
        await post({ grant_type: 'authorization_code', code, redirect_uri: redirect, code_verifier: WRONG_VERIFIER.padEnd(43, '-') })
      if (refresh !== undefined) for (let time = 0; time < 2; time++) await post({ grant_type: 'refresh_token', refresh_token: refresh })
    },
  },
]
