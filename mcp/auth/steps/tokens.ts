// What is asked of token endpoints: tokens for a code or for other proof, new ones for old, and their end.
import type { Reply } from '../courier.ts'
import type { StepId } from '../flow-state.ts'
import type { Client, Tokens } from '../kept.ts'
import { proveClient } from '../proof.ts'
import type { RuleId } from '../rules.ts'
import { readTokens } from '../token-answer.ts'
import { doneAs, failed, hostOf, textIn, type Outcome, type Work } from '../work.ts'
import { endpoint } from './discover.ts'
import { scopesFor } from './login.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
const PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag'

export async function identity(work: Work): Promise<Outcome> {
  const { settings, memory, resource } = work
  const { idToken = '', tokenEndpoint, issuer: idp, clientId = '', clientSecret = '' } = settings.idp ?? {}
  work.rule('AEX-02')
  const profiles = memory.metadata?.document.authorization_grant_profiles_supported
  if (Array.isArray(profiles) ? !profiles.includes(PROFILE) : profiles !== undefined)
    work.flaw({
      level: 'warning',
      code: 'no-id-jag',
      says: 'The authorization server does not list the profile id-jag.',
      mend: `Add ${PROFILE} to authorization_grant_profiles_supported.`,
    })
  if (idToken === '' || (tokenEndpoint === undefined && idp === undefined)) {
    work.flaw({
      level: 'warning',
      code: 'no-id-token',
      says: 'The identity provider’s token endpoint and an ID token of yours are needed.',
      mend: 'Log in to your identity provider, and enter both here.',
    })
    return { state: 'needs-you', says: 'An ID token of the identity provider is needed' }
  }
  let at = tokenEndpoint
  if (at === undefined) {
    const reply = await work.send({
      to: 'identity-provider',
      method: 'GET',
      url: `${idp!.replace(/\/$/, '')}/.well-known/openid-configuration`,
      headers: [['Accept', 'application/json']],
    })
    at = textIn(reply.document, 'token_endpoint')
    if (at === undefined) return failed(`${hostOf(idp!)} names no token endpoint`)
  }
  const scopes = scopesFor(work)
  const client: Client = {
    id: clientId,
    how: 'pre-registered',
    auth: clientSecret === '' ? 'none' : 'client_secret_post',
    ...(clientSecret === '' ? {} : { secret: clientSecret }),
  }
  const reply = await ask(work, 'identity', at, client, 'identity-provider', [
    ['grant_type', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    ['requested_token_type', ID_JAG],
    ['audience', memory.metadata!.issuer],
    ...(resource === '' ? [] : [['resource', resource] as [string, string]]),
    ...(scopes.length === 0 ? [] : [['scope', scopes.join(' ')] as [string, string]]),
    ['subject_token', idToken],
    ['subject_token_type', 'urn:ietf:params:oauth:token-type:id_token'],
  ])
  const jag = textIn(reply.document, 'access_token')
  if (reply.status < 200 || reply.status > 299 || jag === undefined) {
    for (const flaw of readTokens(reply, { now: work.now() }).flaws) work.flaw(flaw)
    return failed('The identity provider gave no ID-JAG')
  }
  const kind = textIn(reply.document, 'issued_token_type')
  if (kind !== ID_JAG)
    work.flaw({
      level: 'warning',
      code: 'not-id-jag',
      says: `It issued ${kind ?? 'a token of no type'} instead of an ID-JAG.`,
      mend: 'Check that the identity provider knows ID-JAG.',
    })
  memory.jag = jag
  return doneAs('The identity provider gave an ID-JAG', work)
}

export async function token(work: Work): Promise<Outcome> {
  const { settings, memory, resource } = work
  const { mode = 'auto' } = settings
  const at = endpoint(work, 'token')!
  const client = memory.client!
  work.rule('A06-05', 'AUT-06')
  const forResource: [string, string][] = resource === '' ? [] : [['resource', resource]]
  let params: [string, string][]
  let asked: string | undefined
  const withScopes = (): [string, string][] => {
    const scopes = scopesFor(work)
    if (scopes.length === 0) return []
    asked = scopes.join(' ')
    return [['scope', asked]]
  }
  if (mode === 'client-credentials') {
    work.rule('AEX-01')
    params = [['grant_type', 'client_credentials'], ...withScopes(), ...forResource]
  } else if (mode === 'enterprise') {
    work.rule('AEX-02')
    params = [['grant_type', JWT_BEARER], ['assertion', memory.jag ?? ''], ...withScopes(), ...forResource]
  } else if (mode === 'workload') {
    work.rule('RFC 7523')
    const assertion = settings.assertion ?? ''
    if (assertion === '') {
      work.flaw({
        level: 'warning',
        code: 'no-assertion',
        says: 'The JWT of the platform is needed.',
        mend: 'Enter it here; platforms lay it in a file.',
      })
      return { state: 'needs-you', says: 'The JWT of the platform is needed' }
    }
    params = [['grant_type', JWT_BEARER], ['assertion', assertion], ...withScopes(), ...forResource]
  } else {
    work.rule('AUT-08')
    if (memory.answer === undefined) return failed('There is no code: it was used already, or nobody has logged in')
    const { attempt, code } = memory.answer
    // Used once, whatever becomes of it.
    delete memory.answer
    asked = attempt.scope
    params = [
      ['grant_type', 'authorization_code'],
      ['code', code],
      ['redirect_uri', attempt.redirectUri],
      ['code_verifier', attempt.verifier],
      ...(attempt.resource === undefined ? [] : [['resource', attempt.resource] as [string, string]]),
    ]
  }
  const reply = await ask(work, 'token', at, client, 'authorization-server', params)
  return keep(work, reply, asked, undefined)
}

export async function refresh(work: Work): Promise<Outcome> {
  const { memory, resource } = work
  const { tokens, client } = memory
  const at = endpoint(work, 'token')
  work.rule('RFC 6749 §6', 'A06-05', 'A26-13')
  if (tokens?.refresh === undefined || client === undefined || at === undefined)
    return { state: 'skipped', says: 'There is no refresh token: log in again' }
  const reply = await ask(work, 'refresh', at, client, 'authorization-server', [
    ['grant_type', 'refresh_token'],
    ['refresh_token', tokens.refresh],
    ...(resource === '' ? [] : [['resource', resource] as [string, string]]),
  ])
  return keep(work, reply, tokens.asked, tokens)
}

/** What the endpoint answered becomes the tokens of the server. */
function keep(work: Work, reply: Reply, asked: string | undefined, before: Tokens | undefined): Outcome {
  const { memory, resource } = work
  const { tokens, error, flaws } = readTokens(reply, {
    now: work.now(),
    ...(asked === undefined ? {} : { asked }),
    ...(resource === '' ? {} : { resource }),
  })
  for (const flaw of flaws) work.flaw(flaw)
  if (tokens === undefined) {
    Object.assign(reply.trip, { verdict: error ?? 'no tokens', tone: 'bad' })
    if (before !== undefined && error === 'invalid_grant') delete before.refresh
    if (error === 'invalid_client' && memory.client?.how === 'dynamic') {
      delete memory.client
      work.fact('Registration', 'forgotten: the server knows it no more, and the next login makes a new one', { tone: 'warn' })
    }
    return failed(error === undefined ? 'The token endpoint gave no token' : `The token endpoint answered ${error}`)
  }
  if (before !== undefined) {
    // Without a new one the old one goes on to hold (RFC 6749 §6).
    const rotated = tokens.refresh !== undefined && tokens.refresh !== before.refresh
    tokens.refresh ??= before.refresh
    tokens.scope ??= before.scope
    tokens.id ??= before.id
    work.fact('Refresh token', rotated ? 'replaced by a new one' : 'stays the same')
  } else work.fact('Refresh token', tokens.refresh === undefined ? 'none' : 'given')
  memory.tokens = tokens
  delete memory.stepUp
  Object.assign(reply.trip, { verdict: 'tokens', tone: 'ok' })
  work.fact('Type', tokens.type)
  work.fact('Scope granted', tokens.scope ?? 'as asked for')
  work.fact('Expires', tokens.expiresAt === undefined ? 'it does not say' : new Date(tokens.expiresAt).toISOString())
  return doneAs(before === undefined ? 'A token was issued' : 'The token was refreshed', work)
}

export async function revoke(work: Work): Promise<Outcome> {
  const { memory } = work
  const at = endpoint(work, 'revocation')
  work.rule('RFC 7009')
  const { tokens, client } = memory
  if (tokens === undefined) return { state: 'skipped', says: 'There is no token to revoke' }
  if (at === undefined || client === undefined)
    return {
      state: 'skipped',
      says: 'The authorization server has no revocation endpoint: the tokens are forgotten here, and hold there until they expire',
    }
  let refused: string | undefined
  for (const [hint, value] of [
    ['refresh_token', tokens.refresh],
    ['access_token', tokens.access],
  ] as const) {
    if (value === undefined) continue
    const reply = await ask(work, 'revoke', at, client, 'authorization-server', [
      ['token', value],
      ['token_type_hint', hint],
    ])
    const gone = reply.status === 200
    Object.assign(reply.trip, { verdict: gone ? `${hint} revoked` : `${hint} not revoked`, tone: gone ? 'ok' : 'bad' })
    if (!gone) refused ??= `${hint}: ${textIn(reply.document, 'error') ?? reply.why ?? `HTTP ${reply.status}`}`
  }
  if (refused === undefined) return doneAs('Revoked', work)
  work.flaw({
    level: 'error',
    code: 'not-revoked',
    says: `The authorization server did not revoke the ${refused}`,
    mend: 'The tokens are forgotten here; they may hold there until they expire.',
  })
  return failed('The authorization server did not revoke')
}

/** A form to an endpoint, with the client's proof; once more when it wants its nonce in the DPoP proof. */
async function ask(
  work: Work,
  step: StepId,
  url: string,
  client: Client,
  to: 'authorization-server' | 'identity-provider',
  params: [string, string][],
): Promise<Reply> {
  const dpop = to === 'authorization-server' && step !== 'revoke' ? await work.dpop() : undefined
  const rules: RuleId[] = dpop === undefined ? [] : ['RFC 9449']
  work.rule(...rules)
  for (let again = false; ; again = true) {
    const body = new URLSearchParams(params)
    const headers = new Headers({ Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' })
    if (client.id !== '') await proveClient(client, work.memory.metadata?.issuer ?? url, work.settings, body, headers)
    await dpop?.prove(headers, 'POST', url)
    for (const [name, value] of work.settings.extra?.[step] ?? []) body.set(name, value)
    for (const name of work.settings.omit?.[step] ?? []) body.delete(name)
    const reply = await work.send({ to, method: 'POST', url, headers: [...headers], body: body.toString() })
    const news = dpop?.learn(url, reply.headers) ?? false
    if (again || !news || textIn(reply.document, 'error') !== 'use_dpop_nonce') return reply
    Object.assign(reply.trip, { verdict: 'wants its nonce in the proof; asked again with it', tone: 'warn' })
  }
}
