// What outlives a flow: registrations and tokens, each for one server and one issuer, and attempts to log in that wait for
// their answer. Plain data; whoever stores it holds secrets.
import type { ClientAuthMethod } from './settings.ts'

/** A client as an authorization server knows it. */
export interface Client {
  id: string
  secret?: string
  /** Milliseconds since the epoch; left out: never. */
  secretExpiresAt?: number
  how: 'pre-registered' | 'metadata-document' | 'dynamic'
  auth: Exclude<ClientAuthMethod, 'auto'>
  redirectUris?: string[]
  /** For changes of the registration (RFC 7592). */
  registration?: { uri: string; token: string }
}

export interface Tokens {
  access: string
  /** As the server wrote it: 'Bearer', 'DPoP'. */
  type: string
  /** Milliseconds since the epoch. */
  obtainedAt: number
  expiresAt?: number
  refresh?: string
  id?: string
  /** What was granted; left out: what was asked for. */
  scope?: string
  asked?: string
  resource?: string
}

export interface Endpoints {
  issuer: string
  token: string
  revocation?: string
  /** Methods that the token endpoint lists. */
  authMethods?: string[]
}

export interface Kept {
  /** Of server and issuer. */
  key: string
  server: string
  issuer: string
  client?: Client
  tokens?: Tokens
  endpoints?: Endpoints
  /** Private JWK that DPoP tokens are bound to. */
  dpop?: JsonWebKey
}

export function keptKey(server: string, issuer: string): string {
  return JSON.stringify([server, issuer])
}
