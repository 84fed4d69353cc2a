// Where documents are looked for, in which order, and what a server is called. Pure.
import { isLoopback } from './urls.ts'

/** The canonical URI of a server (2025-06-18, basic/authorization): scheme and host in lower case, no fragment, no slash at the end of nothing. */
export function canonicalUri(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  parsed.username = ''
  parsed.password = ''
  return parsed.pathname === '/' && parsed.search === '' ? parsed.origin : parsed.href
}

/** A server's URL without its path: the authorization base URL of 2025-03-26. */
export function baseOf(url: string): string {
  return new URL(url).origin
}

export interface Candidate {
  url: string
  /** Why it is looked at there. */
  why: string
}

/** For the metadata of a protected resource, after the URL that the server named. */
export function resourceCandidates(server: string): Candidate[] {
  const { origin, pathname, search } = new URL(server)
  const path = pathname === '/' ? '' : pathname
  const at = `${origin}/.well-known/oauth-protected-resource`
  const root = { url: at, why: 'at the root' }
  return path === '' ? [root] : [{ url: `${at}${path}${search}`, why: 'with the path of the endpoint' }, root]
}

/** For the metadata of an authorization server. `kinds`: 'oauth' alone for those revisions that know no OpenID Connect. */
export function issuerCandidates(issuer: string): (Candidate & { kind: 'oauth' | 'oidc' })[] {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, '')
  if (path === '')
    return [
      { kind: 'oauth', url: `${origin}/.well-known/oauth-authorization-server`, why: 'RFC 8414' },
      { kind: 'oidc', url: `${origin}/.well-known/openid-configuration`, why: 'OpenID Connect Discovery' },
    ]
  return [
    { kind: 'oauth', url: `${origin}/.well-known/oauth-authorization-server${path}`, why: 'RFC 8414, path inserted' },
    { kind: 'oidc', url: `${origin}/.well-known/openid-configuration${path}`, why: 'OpenID Connect, path inserted' },
    { kind: 'oidc', url: `${origin}${path}/.well-known/openid-configuration`, why: 'OpenID Connect Discovery, path appended' },
  ]
}

export type ResourceFit = 'same' | 'parent' | 'other'

/**
 * Whether metadata is about our server: 'same' for the canonical URI, 'parent' for a URI of the same origin whose path the server's
 * lies under, as many servers name themselves.
 */
export function resourceFit(resource: string, server: string): ResourceFit {
  if (!URL.canParse(resource)) return 'other'
  if (canonicalUri(resource) === canonicalUri(server)) return 'same'
  const named = new URL(resource)
  const called = new URL(server)
  if (named.origin !== called.origin) return 'other'
  const slash = (path: string): string => (path.endsWith('/') ? path : `${path}/`)
  return slash(called.pathname).startsWith(slash(named.pathname)) ? 'parent' : 'other'
}

/** Addresses that are not of the public internet, as far as the name alone tells. */
export function isPrivateHost(url: string): boolean {
  if (!URL.canParse(url)) return false
  const parsed = new URL(url)
  if (isLoopback(parsed)) return true
  const host = parsed.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  if (/^(?:10|127|0)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./.test(host))
    return true
  return /^(?:::1?|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*|::ffff:.*)$/.test(host) || /\.(?:local|internal|home\.arpa)$/.test(host)
}

/** Where clouds keep the keys of a machine, by its address; a name that leads there is found out by the proxy. */
export function isLinkLocal(url: string): boolean {
  if (!URL.canParse(url)) return false
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host.startsWith('169.254.') || /^(?:fe[89ab][\da-f]:|fd00:ec2::254$|(?:::ffff:|64:ff9b::)a9fe:)/.test(host)
}
