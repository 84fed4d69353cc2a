// The identity provider of an enterprise: a person logs in there, or brings an ID token, and it becomes an ID-JAG.
import { decodeJwt } from '../jwt.ts'
import type { Client } from '../kept.ts'
import { makePkce, makeState } from '../proof.ts'
import { signsOn, type AuthSettings } from '../settings.ts'
import { readTokens } from '../token-answer.ts'
import { doneAs, endpointFlaw, failed, hostOf, textIn, type IdentityProvider, type Outcome, type Work } from '../work.ts'
import { ask } from './ask.ts'
import { scopesFor } from './login.ts'

const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag'
const PROFILE = 'urn:ietf:params:oauth:grant-profile:id-jag'

export async function signOn(work: Work): Promise<Outcome> {
  const { settings, memory, redirectUri } = work
  const { idToken = '', clientId = '' } = settings.idp ?? {}
  work.rule('AEX-02')
  if (!signsOn(settings))
    return {
      state: 'skipped',
      says: idToken === '' ? 'The identity provider and a client id there are needed to log in from here' : 'You brought an ID token',
    }
  const provider = await providerOf(work)
  if (provider === undefined) return failed(`${hostOf(settings.idp?.issuer ?? '')} does not say where to log in`)
  const flaw = endpointFlaw('authorization endpoint of the identity provider', provider.authorization)
  if (flaw !== undefined) {
    work.flaw(flaw)
    return failed('The login page of the identity provider may not be opened')
  }
  work.fact('Redirect URI to register there', redirectUri)
  const { verifier, challenge } = await makePkce()
  const [state, nonce] = [makeState(work.origin), makeState(undefined)]
  work.rule('AUT-08', 'AUT-10', 'AUT-15')
  const url = new URL(provider.authorization)
  for (const [name, value] of [
    ['response_type', 'code'],
    ['client_id', clientId],
    ['redirect_uri', redirectUri],
    ['scope', 'openid'],
    ['state', state],
    ['nonce', nonce],
    ['code_challenge', challenge],
    ['code_challenge_method', 'S256'],
  ] as const)
    url.searchParams.set(name, value)
  for (const [name, value] of settings.extra?.['sign-on'] ?? []) url.searchParams.set(name, value)
  for (const name of settings.omit?.['sign-on'] ?? []) url.searchParams.delete(name)
  for (const [name, value] of url.searchParams) work.fact(name, value)
  const { issuer, issPromised } = provider
  const at = work.now()
  const client = clientThere(settings)
  memory.attempts[state] = { state, nonce, verifier, issuer, issPromised, redirectUri, client, at }
  work.open({ url: url.href, state, redirectUri })
  return { state: 'needs-you', says: `Log in at ${hostOf(provider.authorization)}, your identity provider` }
}

export async function identity(work: Work): Promise<Outcome> {
  const { settings, memory, resource } = work
  work.rule('AEX-02')
  const profiles = memory.metadata?.document.authorization_grant_profiles_supported
  if (Array.isArray(profiles) ? !profiles.includes(PROFILE) : profiles !== undefined)
    work.flaw({
      level: 'warning',
      code: 'no-id-jag',
      says: 'The authorization server does not list the profile id-jag.',
      mend: `Add ${PROFILE} to authorization_grant_profiles_supported.`,
    })
  const { idToken: brought = '', tokenEndpoint = '', issuer = '' } = settings.idp ?? {}
  if (brought === '' && memory.answer !== undefined) {
    const stopped = await redeem(work, memory.answer)
    if (stopped !== undefined) return stopped
  }
  const idToken = brought === '' ? (memory.idToken ?? '') : brought
  if (idToken === '' || (tokenEndpoint === '' && issuer === '')) {
    work.flaw({
      level: 'warning',
      code: 'no-id-token',
      says: 'An ID token of yours is needed, and the identity provider that gave it.',
      mend: 'Enter the issuer of the identity provider and the client id that Loupe has there, and log in from here; or paste an ID token: what its token endpoint answers as id_token to a login with the scope openid.',
    })
    return { state: 'needs-you', says: 'An ID token of the identity provider is needed' }
  }
  const at = tokenEndpoint === '' ? (await providerOf(work))?.token : tokenEndpoint
  if (at === undefined) return failed(`${hostOf(issuer)} names no token endpoint`)
  const scopes = scopesFor(work)
  const reply = await ask(work, 'identity', at, clientThere(settings), 'identity-provider', [
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

/** The code of the login becomes an ID token; undefined: it did. */
async function redeem(work: Work, { attempt, code }: NonNullable<Work['memory']['answer']>): Promise<Outcome | undefined> {
  const { memory, settings } = work
  // Used once, whatever becomes of it.
  delete memory.answer
  const provider = await providerOf(work)
  if (provider === undefined) return failed(`${hostOf(attempt.issuer)} names no token endpoint`)
  const reply = await ask(work, 'callback', provider.token, attempt.client, 'identity-provider', [
    ['grant_type', 'authorization_code'],
    ['code', code],
    ['redirect_uri', attempt.redirectUri],
    ['code_verifier', attempt.verifier],
  ])
  const idToken = textIn(reply.document, 'id_token')
  if (idToken === undefined) {
    const { flaws } = readTokens(reply, { now: work.now() })
    for (const flaw of flaws.filter(({ level }) => level === 'error')) work.flaw(flaw)
    if (flaws.length === 0)
      work.flaw({
        level: 'error',
        code: 'no-id-token',
        says: 'The answer has no id_token.',
        mend: 'Let the client there have the scope openid.',
      })
    return failed('The identity provider gave no ID token')
  }
  const claims = decodeJwt(idToken)?.claims
  // OpenID Connect Core §3.1.3.7; the signature is for those to check who act on it.
  const wrong = (
    [
      ['nonce', claims?.nonce === attempt.nonce],
      ['iss', claims?.iss === attempt.issuer],
      ['aud', [claims?.aud].flat().includes(settings.idp?.clientId ?? '')],
    ] as const
  ).find(([, fits]) => !fits)?.[0]
  if (wrong !== undefined) {
    work.flaw({
      level: 'error',
      code: `id-token-${wrong}`,
      says: `In the ID token, ${wrong} is not what it must be: the token may be meant for another login. It is not used.`,
      mend: 'Log in again. If this is your own identity provider, compare with OpenID Connect Core §3.1.3.7.',
    })
    return failed('The ID token does not fit the login')
  }
  memory.idToken = idToken
  work.fact('ID token', typeof claims?.sub === 'string' ? `of ${claims.sub}` : 'given', { from: 'the login' })
  return undefined
}

/** Where the identity provider is spoken to; undefined, with a flaw, where that cannot be found. */
async function providerOf(work: Work): Promise<IdentityProvider | undefined> {
  const { memory, settings } = work
  const { issuer = '', tokenEndpoint = '' } = settings.idp ?? {}
  if (memory.idp?.issuer === issuer) return tokenEndpoint === '' ? memory.idp : { ...memory.idp, token: tokenEndpoint }
  const { document, trip } = await work.send({
    to: 'identity-provider',
    method: 'GET',
    url: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    headers: [['Accept', 'application/json']],
  })
  const named = textIn(document, 'issuer')
  const token = textIn(document, 'token_endpoint')
  if (document === undefined || token === undefined || named !== issuer) {
    Object.assign(trip, { verdict: 'not used', tone: 'bad' })
    work.flaw({
      level: 'error',
      code: 'identity-provider',
      says:
        document === undefined
          ? `There is no OpenID configuration at ${issuer}.`
          : named === issuer
            ? 'Its OpenID configuration names no token endpoint.'
            : `Its OpenID configuration is of ${named ?? 'no issuer'}, and ${issuer} was asked.`,
      mend: 'Enter the issuer letter by letter as the identity provider writes it.',
    })
    return undefined
  }
  Object.assign(trip, { verdict: 'used', tone: 'ok' })
  memory.idp = {
    issuer,
    authorization: textIn(document, 'authorization_endpoint') ?? '',
    token,
    issPromised: document.authorization_response_iss_parameter_supported === true,
  }
  return tokenEndpoint === '' ? memory.idp : { ...memory.idp, token: tokenEndpoint }
}

function clientThere({ idp = {} }: AuthSettings): Client {
  const { clientId: id = '', clientSecret: secret = '' } = idp
  return { id, how: 'pre-registered', auth: secret === '' ? 'none' : 'client_secret_post', ...(secret === '' ? {} : { secret }) }
}
