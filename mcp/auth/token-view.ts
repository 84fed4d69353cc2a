// A token as it may be shown: masked, with what its claims say and what of them does not fit.
import type { Flaw, Misfit, TokenView } from './flow-state.ts'
import { decodeJwt, misfitsOf, shownJwt } from './jwt.ts'
import { masked } from './mask.ts'
import { scopesOf } from './scope.ts'
import type { Memory } from './work.ts'

/** @param now milliseconds since the epoch */
export function viewOf({ tokens, client, metadata, issuer }: Memory, canonical: string, now: number): TokenView | undefined {
  if (tokens === undefined) return undefined
  const jwt = decodeJwt(tokens.access)
  const id = tokens.id === undefined ? undefined : decodeJwt(tokens.id)
  const { access, type, obtainedAt, expiresAt, scope, asked, refresh, resource = canonical } = tokens
  const expected = { resource, issuer: metadata?.issuer ?? issuer ?? '', scopes: scopesOf(asked), now }
  return {
    issuer: expected.issuer,
    resource,
    clientId: client?.id ?? '',
    type,
    masked: masked(access),
    obtainedAt,
    refreshable: refresh !== undefined,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(scope === undefined ? {} : { scope }),
    ...(asked === undefined ? {} : { requestedScope: asked }),
    ...(jwt === undefined ? {} : { jwt: { ...shownJwt(jwt), misfits: misfitsOf(jwt, expected) } }),
    ...(id === undefined ? {} : { idToken: shownJwt(id) }),
  }
}

/** Why a server may refuse a token that was just issued for it. */
export function refusalFlaws(misfits: readonly Misfit[]): Flaw[] {
  if (misfits.length === 0)
    return [
      {
        level: 'error',
        code: 'token-refused',
        says: 'The server refuses a token that was just issued for it.',
        mend: 'Its log tells why: it may expect another audience or another issuer, or may not know the key that signed the token.',
      },
    ]
  return misfits.map(({ claim, says }) => ({
    level: 'error',
    code: `token-${claim}`,
    says,
    mend: MENDS[claim] ?? 'Look at the claims of the token.',
  }))
}

const MENDS: { [claim: string]: string } = {
  aud: 'Let the authorization server issue tokens for this server: it must take the parameter resource, or be configured with this audience.',
  exp: 'Refresh the token, or log in again.',
  nbf: 'Compare the clocks of the authorization server and the server.',
}
