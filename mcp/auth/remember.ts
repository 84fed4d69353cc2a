// What of a flow outlives it, and how a later flow begins with that: enough to refresh and to revoke without finding all anew.
import type { Kept } from './kept.ts'
import type { Memory } from './work.ts'

export function rememberedFrom({ issuer, tokens, client, endpoints }: Kept): Partial<Memory> {
  const memory: Partial<Memory> = { issuer }
  if (tokens !== undefined) memory.tokens = tokens
  if (client !== undefined) memory.client = client
  if (endpoints === undefined) return memory
  const { token, revocation, authMethods } = endpoints
  const document = {
    issuer,
    token_endpoint: token,
    ...(revocation === undefined ? {} : { revocation_endpoint: revocation }),
    ...(authMethods === undefined ? {} : { token_endpoint_auth_methods_supported: authMethods }),
  }
  return { ...memory, metadata: { issuer: endpoints.issuer, document } }
}

/** `entered`: the token endpoint that a person entered. */
export function toKeep({ tokens, client, metadata }: Memory, entered: string | undefined): Partial<Kept> {
  const { issuer = '', document = {} } = metadata ?? {}
  const methods = document.token_endpoint_auth_methods_supported
  const revocation = document.revocation_endpoint
  const endpoints = {
    issuer,
    token: entered ?? String(document.token_endpoint),
    ...(typeof revocation === 'string' ? { revocation } : {}),
    ...(Array.isArray(methods) ? { authMethods: methods.map(String) } : {}),
  }
  return { tokens, client, endpoints }
}
