// What a token endpoint answers, read: tokens, or an error with what to do about it. Never throws.
import type { Reply } from './courier.ts'
import type { Flaw } from './flow-state.ts'
import type { Tokens } from './kept.ts'
import { scopesOf } from './scope.ts'
import { textIn } from './work.ts'

export interface TokenAnswer {
  tokens?: Tokens
  /** OAuth's word for what is wrong, where it gave one. */
  error?: string
  flaws: Flaw[]
}

export function readTokens(reply: Reply, about: { now: number; asked?: string; resource?: string }): TokenAnswer {
  const { status, document, why } = reply
  const flaws: Flaw[] = []
  const warn = (code: string, says: string, mend: string): void => void flaws.push({ level: 'warning', code, says, mend })
  if (status < 200 || status > 299 || document === undefined || document.error !== undefined) {
    const form = document === undefined && /(?:^|&)(?:access_token|error)=/.test(reply.text)
    const error = textIn(document, 'error')
    const more = textIn(document, 'error_description')
    const what =
      error !== undefined
        ? `${error}${more === undefined ? '' : `: ${more}`}`
        : (why ??
          (form
            ? 'a form instead of JSON'
            : status >= 200 && status < 300
              ? 'something that is no JSON object'
              : `HTTP ${status} without a reason`))
    flaws.push({
      level: 'error',
      code: error ?? 'no-tokens',
      says: `The token endpoint answered ${what}${error === undefined || status === 0 ? '' : ` (HTTP ${status})`}`,
      mend:
        ADVICE[error ?? ''] ??
        (form
          ? 'It must answer JSON (RFC 6749 §5.1); some answer so only when asked at another address, or with a setting of theirs.'
          : 'Look at the exchange for what it says.'),
    })
    return { flaws, ...(error === undefined ? {} : { error }) }
  }
  const access = textIn(document, 'access_token')
  if (access === undefined || access === '') {
    flaws.push({
      level: 'error',
      code: 'no-access-token',
      says: 'The answer has no access_token.',
      mend: 'See RFC 6749 §5.1 for what it must have.',
    })
    return { flaws }
  }
  const type = textIn(document, 'token_type')
  if (type === undefined)
    warn('no-token-type', 'The answer has no token_type, which it must have; Bearer is supposed.', 'Add "token_type": "Bearer".')
  else if (!/^(?:bearer|dpop)$/i.test(type))
    warn('token-type', `Its token_type is ${type}; it is used as Bearer.`, 'Only Bearer and DPoP are of use here.')
  const tokens: Tokens = { access, type: /^dpop$/i.test(type ?? '') ? 'DPoP' : 'Bearer', obtainedAt: about.now }
  const expires = document.expires_in
  const seconds = typeof expires === 'number' ? expires : typeof expires === 'string' && /^\d+$/.test(expires) ? Number(expires) : undefined
  if (typeof expires === 'string')
    warn('expires-in-text', `expires_in is the text ${JSON.stringify(expires)}, and must be a number.`, 'Write it without quotation marks.')
  if (seconds !== undefined) tokens.expiresAt = about.now + seconds * 1000
  const refresh = textIn(document, 'refresh_token')
  if (refresh !== undefined) tokens.refresh = refresh
  const id = textIn(document, 'id_token')
  if (id !== undefined) tokens.id = id
  const list = document.scope
  if (Array.isArray(list)) warn('scope-list', 'scope is a list, and must be one text with spaces between.', 'Write "scope": "a b".')
  const scope = Array.isArray(list) ? list.map(String).join(' ') : textIn(document, 'scope')
  if (scope !== undefined) tokens.scope = scope
  if (about.asked !== undefined) tokens.asked = about.asked
  if (about.resource !== undefined) tokens.resource = about.resource
  const missing =
    scope === undefined
      ? []
      : scopesOf(about.asked).filter((one) => !scopesOf(scope).includes(one) && one !== 'offline_access' && one !== 'openid')
  if (missing.length > 0)
    warn(
      'fewer-scopes',
      `${missing.join(', ')} ${missing.length === 1 ? 'was' : 'were'} asked for and not granted.`,
      'Calls that need it will be refused; whether this client and this person may have it is the authorization server’s to say.',
    )
  return { tokens, flaws }
}

const ADVICE: { [error: string]: string } = {
  invalid_grant:
    'The code or token was used before, has expired, or belongs to another client or redirect URI, or the code_verifier does not fit the code_challenge: log in again, and compare redirect_uri and both of these in the two requests.',
  invalid_client:
    'It does not accept how the client proves itself: compare id, secret and method with the registration; a registration may have been removed.',
  invalid_request: 'A parameter is missing, doubled or not taken: compare with the documentation of the server; edit, add or omit some.',
  unauthorized_client: 'The client may not use this grant: allow it in the registration.',
  unsupported_grant_type: 'The server does not know this grant.',
  invalid_scope: 'It does not know a scope, or does not give it to this client: edit the scope.',
  invalid_target:
    'It does not know the resource: it must know the URL of the MCP endpoint, or leave the parameter out to see what it does then.',
  use_dpop_nonce: 'It wants its nonce in the proof.',
  invalid_dpop_proof: 'It does not accept the proof: compare clocks, and the URL that the proof names.',
}
