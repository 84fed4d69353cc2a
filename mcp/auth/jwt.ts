// Looks into a token that is a JWT, and says what does not fit. Nothing is verified: the key is not ours to have, and a token is
// the server's to read. Never throws.
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import type { Misfit } from './flow-state.ts'
import { resourceFit } from './well-known.ts'

export interface DecodedJwt {
  header: { [name: string]: Json }
  claims: { [name: string]: Json }
}

export function decodeJwt(token: string): DecodedJwt | undefined {
  const parts = token.split('.')
  if (parts.length !== 3) return undefined
  try {
    const [header, claims] = [parts[0]!, parts[1]!].map((part) => parseJson(textOf(part)))
    return isObject(header) && isObject(claims) ? { header, claims } : undefined
  } catch {
    return undefined
  }
}

export function shownJwt({ header, claims }: DecodedJwt): { header: string; claims: string } {
  return { header: writeJson(header, 2), claims: writeJson(claims, 2) }
}

export interface Expected {
  /** Canonical URI of the server. */
  resource: string
  issuer: string
  scopes: readonly string[]
  /** Milliseconds since the epoch. */
  now: number
}

/** What of an access token does not fit the server that it is for. */
export function misfitsOf({ claims }: DecodedJwt, expected: Expected): Misfit[] {
  const found: Misfit[] = []
  const say = (claim: string, says: string, level: Misfit['level'] = 'error'): void => void found.push({ claim, says, level })
  const audiences = listOf(claims.aud)
  if (audiences.length === 0)
    say('aud', 'It names no audience, so a server cannot tell whether it was issued for it (RFC 8707, RFC 9068).', 'warning')
  else if (!audiences.some((one) => resourceFit(one, expected.resource) !== 'other'))
    say(
      'aud',
      `It is for ${audiences.join(', ')}, and the server is ${expected.resource}: a server must refuse it. Does the authorization server take the parameter resource?`,
      // Some issuers have identifiers that are no URLs for their APIs.
      audiences.some((one) => URL.canParse(one)) ? 'error' : 'warning',
    )
  if (typeof claims.iss === 'string' && claims.iss !== expected.issuer)
    say('iss', `It was issued by ${claims.iss}, and ${expected.issuer} was asked.`, 'warning')
  const seconds = expected.now / 1000
  if (typeof claims.exp === 'number' && claims.exp <= seconds)
    say('exp', `It expired ${spanOf(seconds - claims.exp)} ago (${new Date(claims.exp * 1000).toISOString()}).`)
  if (typeof claims.nbf === 'number' && claims.nbf > seconds + 5)
    say('nbf', `It holds only in ${spanOf(claims.nbf - seconds)}: the clocks differ.`)
  if (typeof claims.iat === 'number' && claims.iat > seconds + 60)
    say('iat', `It was issued ${spanOf(claims.iat - seconds)} from now: the clocks differ.`, 'warning')
  const scopes = typeof claims.scope === 'string' ? claims.scope.split(' ') : listOf(claims.scope ?? claims.scp)
  const missing = expected.scopes.filter((one) => !scopes.includes(one) && one !== 'offline_access' && one !== 'openid')
  if ((claims.scope !== undefined || claims.scp !== undefined) && missing.length > 0)
    say('scope', `It lacks ${missing.join(', ')}, which was asked for.`, 'warning')
  return found
}

function listOf(value: Json | undefined): string[] {
  if (typeof value === 'string') return value.includes(' ') ? value.split(' ') : [value]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
}

function spanOf(seconds: number): string {
  const whole = Math.round(seconds)
  if (whole < 120) return `${whole} s`
  return whole < 7200 ? `${Math.round(whole / 60)} min` : `${Math.round(whole / 3600)} h`
}

function textOf(part: string): string {
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}
