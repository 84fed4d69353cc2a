// The part that a person plays: the URL of the login page, and what comes back from it.
import { makePkce, makeState } from '../proof.ts'
import { chooseScopes } from '../scope.ts'
import { signsOn } from '../settings.ts'
import { mayOpen } from '../urls.ts'
import { doneAs, failed, hostOf, textsIn, waived, type Attempt, type Outcome, type Work } from '../work.ts'
import { endpoint } from './discover.ts'

const WHENCE = {
  you: 'you',
  'step-up': 'what was asked for before, and what the refused call wants',
  challenge: 'the challenge',
  'resource metadata': 'scopes_supported of the server’s metadata',
  nothing: 'nothing names one, so none is asked for',
}

/** The scopes of this request, each told with where it comes from. */
export function scopesFor(work: Work): string[] {
  const { settings, memory } = work
  const resource = textsIn(memory.resource?.document, 'scopes_supported')
  const challenge = memory.refusal?.challenge?.params.scope
  const { scopes, from } = chooseScopes({
    ...(settings.scope === undefined ? {} : { chosen: settings.scope }),
    ...(memory.stepUp === undefined ? {} : { stepUp: memory.stepUp }),
    ...(challenge === undefined ? {} : { challenge }),
    ...(resource === undefined ? {} : { resource }),
  })
  work.rule('A11-08', ...(from === 'step-up' ? (['A11-11'] as const) : []))
  work.fact('Scope', scopes.join(' ') || 'none', { from: WHENCE[from] })
  return scopes
}

export async function authorization(work: Work): Promise<Outcome> {
  const { memory, settings, redirectUri, resource } = work
  const at = endpoint(work, 'authorization')!
  const client = memory.client!
  if (!mayOpen(at)) {
    work.rule('AUT-12')
    work.flaw({
      level: 'error',
      code: 'unsafe-endpoint',
      says: `The authorization endpoint is ${at}: only https (or http on a loopback address) is ever opened.`,
      mend: 'The authorization server must serve it over https.',
    })
    return failed('The authorization endpoint may not be opened')
  }
  const scopes = scopesFor(work)
  const offered = textsIn(memory.metadata?.document, 'scopes_supported')
  const offline = settings.offlineAccess !== false && settings.scope === undefined && offered?.includes('offline_access') === true
  if (offline && !scopes.includes('offline_access')) {
    work.rule('A26-12')
    scopes.push('offline_access')
    work.fact('And offline_access', 'for a refresh token', { from: 'the authorization server lists it' })
  }
  const { verifier, challenge } = await makePkce()
  const state = makeState(work.origin)
  work.rule('AUT-08', 'AUT-10', 'AUT-15', 'A26-02')
  const url = new URL(at)
  const params: [string, string][] = [
    ['response_type', 'code'],
    ['client_id', client.id],
    ['redirect_uri', redirectUri],
    ['code_challenge', challenge],
    ['code_challenge_method', 'S256'],
    ['state', state],
  ]
  if (scopes.length > 0) params.push(['scope', scopes.join(' ')])
  if (resource !== '') {
    work.rule('A06-05')
    params.push(['resource', resource])
  }
  // OpenID Connect Core §11: without it the scope is left out.
  if (scopes.includes('offline_access')) params.push(['prompt', 'consent'])
  const dpop = await work.dpop()
  if (dpop !== undefined) {
    work.rule('RFC 9449')
    params.push(['dpop_jkt', await dpop.thumbprint()])
  }
  for (const [name, value] of params) url.searchParams.set(name, value)
  for (const [name, value] of settings.extra?.authorization ?? []) url.searchParams.set(name, value)
  for (const name of settings.omit?.authorization ?? []) url.searchParams.delete(name)
  for (const [name, value] of url.searchParams) if (name !== 'scope') work.fact(name, value)
  const sent = url.searchParams.get('state')
  const attempt: Attempt = {
    state: sent ?? state,
    verifier,
    issuer: memory.metadata!.issuer,
    issPromised: memory.metadata!.document.authorization_response_iss_parameter_supported === true,
    redirectUri: url.searchParams.get('redirect_uri') ?? redirectUri,
    client,
    at: work.now(),
    ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    ...(resource === '' ? {} : { resource }),
  }
  memory.attempts[attempt.state] = attempt
  work.open({ url: url.href, state: attempt.state, redirectUri: attempt.redirectUri })
  return { state: 'needs-you', says: `Log in at ${hostOf(at)}` }
}

export async function callback(work: Work): Promise<Outcome> {
  const { memory, answer } = work
  work.rule('AUT-10', 'AUT-15', 'A26-03')
  if (answer === undefined && work.settings.mode === 'enterprise' && !signsOn(work.settings))
    return { state: 'skipped', says: 'Nobody is sent to a login page' }
  if (answer === undefined) return { state: 'needs-you', says: 'The answer of the login page is waited for' }
  const params = paramsOf(answer)
  const state = params.get('state')
  const attempt = state === null ? undefined : memory.attempts[state]
  if (attempt === undefined) {
    const says =
      state === null
        ? 'The answer has no state: it is thrown away, since anybody could have sent it.'
        : 'The answer’s state is that of no attempt which waits here: it is thrown away.'
    work.flaw({
      level: 'error',
      code: 'state-mismatch',
      says,
      mend: 'Log in again. An answer counts once, and only for the page that began it.',
    })
    return failed('The state does not fit')
  }
  delete memory.attempts[attempt.state]
  work.fact('state', attempt.state, { from: 'the same that was sent', tone: 'ok' })
  const repeated = ['code', 'iss', 'error', 'state'].find((name) => params.getAll(name).length > 1)
  if (repeated !== undefined) {
    work.rule('AUT-10')
    work.flaw({
      level: 'error',
      code: 'repeated-parameter',
      says: `The answer has ${repeated} more than once. Nothing of it is used: which one counts is anybody’s guess.`,
      mend: 'No parameter may appear more than once (RFC 6749 §3.1). Log in again.',
    })
    return failed(`The answer has ${repeated} more than once`)
  }
  const iss = params.get('iss')
  const promised = attempt.issPromised
  const fits = iss === attempt.issuer
  const row = iss === null ? (promised ? 1 : 3) : promised ? 0 : 2
  work.decide({
    title: 'iss (RFC 9207)',
    rows: [
      ['promised in the metadata, and present', 'compare it; reject another'],
      ['promised, and absent', 'reject'],
      ['not promised, and present', 'compare it all the same; reject another'],
      ['not promised, and absent', 'go on'],
    ].map(([when = '', so = ''], at) => ({ when, so, holds: at === row })),
  })
  work.fact('iss', iss ?? 'none', { tone: (iss === null ? promised : !fits) ? 'bad' : 'ok' })
  work.fact('Issuer of this attempt', attempt.issuer)
  if (iss === null ? promised : !fits) {
    const stop = !waived(work, 'iss-mismatch')
    work.flaw({
      level: stop ? 'error' : 'warning',
      code: 'iss-mismatch',
      // What the answer says besides is neither acted on nor shown: it may be another server's.
      says: `The answer ${iss === null ? 'lacks iss, which the metadata promises' : `comes from ${iss}, and ${attempt.issuer} was asked`}: another server may have mixed itself in. Nothing of it is used.`,
      mend: 'Both must be the same, character for character. If this is your own server, correct the iss that it sends.',
      ...(stop ? { waiver: 'iss-mismatch' as const } : {}),
    })
    if (stop) return failed('The answer may be another server’s')
  }
  const error = params.get('error')
  if (error !== null) {
    const description = params.get('error_description')
    work.fact('error', error, { tone: 'bad' })
    if (description !== null) work.fact('error_description', description)
    work.flaw({
      level: 'error',
      code: error,
      says: `The authorization server answered ${error}${description === null ? '' : `: ${description}`}`,
      mend: ERRORS[error] ?? 'See RFC 6749 §4.1.2.1 for what it means.',
    })
    return failed(`The authorization server answered ${error}`)
  }
  const code = params.get('code')
  if (code === null || code === '') {
    work.flaw({
      level: 'error',
      code: 'no-code',
      says: 'The answer has neither a code nor an error.',
      mend: 'The authorization server must answer with one of them (RFC 6749 §4.1.2).',
    })
    return failed('There is no code in the answer')
  }
  memory.answer = { attempt, code }
  return doneAs('A code came back', work)
}

const ERRORS: { [error: string]: string } = {
  access_denied: 'You, or a rule of the authorization server, declined. Log in again to allow it.',
  invalid_scope: 'It does not know a scope, or does not give it to this client: edit the scope.',
  invalid_request:
    'It lacks a parameter or does not take one: compare the parameters with the documentation of the server; edit, add or omit some.',
  unauthorized_client: 'The client may not ask in this way: allow it the authorization code grant.',
  invalid_target:
    'It does not know the resource: it must know the URL of the MCP endpoint, or leave the parameter out to see what it does then.',
  login_required: 'It wanted to log you in and was not allowed to: remove prompt=none.',
  server_error: 'It failed: look at its log.',
}

/** Of a whole URL, or of a query typed by hand; a fragment counts where there is no query. */
export function paramsOf(answer: string): URLSearchParams {
  const text = answer.trim()
  if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) return new URLSearchParams(text.replace(/^[?#]/, ''))
  if (!URL.canParse(text)) return new URLSearchParams()
  const { searchParams, hash } = new URL(text)
  return searchParams.size > 0 || hash === '' ? searchParams : new URLSearchParams(hash.slice(1))
}
