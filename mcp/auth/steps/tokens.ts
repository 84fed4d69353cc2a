// What is asked of token endpoints: tokens for a code or for other proof, new ones for old, and their end.
import type { Reply } from '../courier.ts'
import type { Tokens } from '../kept.ts'
import { readTokens } from '../token-answer.ts'
import { doneAs, failed, textIn, type Outcome, type Work } from '../work.ts'
import { ask } from './ask.ts'
import { endpoint } from './discover.ts'
import { scopesFor } from './login.ts'

const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

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
