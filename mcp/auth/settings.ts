// What a person chose about authorization for one server. Plain data; every member may be left out.
import type { Revision } from '../dialect/revisions.ts'
import type { StepId } from './step-id.ts'

/**
 * - `auto`: what stands in the target (a bearer token, an Authorization header), else OAuth, and only after the server asked for it.
 * - `none`: nothing is sent, and a 401 is a failure like any other: nothing is ever looked up.
 * - `bearer`, `headers`: what stands in the target, and never OAuth.
 * - `basic`, `api-key`: one header made of the fields below.
 * - `oauth`: the authorization code flow. `client-credentials`: no person takes part.
 * - `enterprise`: an ID-JAG of an identity provider (extension enterprise-managed-authorization).
 * - `workload`: a JWT of the platform that Loupe runs on stands for the client.
 */
export type AuthMode =
  | 'auto'
  | 'none'
  | 'bearer'
  | 'headers'
  | 'basic'
  | 'api-key'
  | 'oauth'
  | 'client-credentials'
  | 'enterprise'
  | 'workload'

/** How the client proves itself at the token endpoint; 'auto': the first that it can and the server lists. */
export type ClientAuthMethod = 'auto' | 'none' | 'client_secret_basic' | 'client_secret_post' | 'client_secret_jwt' | 'private_key_jwt'

export type RegistrationWay = 'auto' | 'pre-registered' | 'metadata-document' | 'dynamic'

export type TokenStorage = 'memory' | 'session' | 'local'

/** Rules that a person may set aside, to see what a server does then. */
export type Waiver =
  /** Metadata without `code_challenge_methods_supported`. */
  | 'pkce-unknown'
  /** Metadata whose `issuer` is not the one that was asked for. */
  | 'issuer-mismatch'
  /** Protected resource metadata for another resource. */
  | 'resource-mismatch'
  /** The answer's `iss` is wrong or missing. */
  | 'iss-mismatch'

export type EndpointName = 'resourceMetadata' | 'serverMetadata' | 'authorization' | 'token' | 'registration' | 'revocation'

export type Params = readonly (readonly [name: string, value: string])[]

export interface AuthSettings {
  mode?: AuthMode
  /** Whose rules hold; 'auto': those of the revision that is spoken, before that the newest. */
  revision?: 'auto' | Revision
  storage?: TokenStorage

  user?: string
  password?: string
  /** Name of the header of an API key; default X-API-Key. */
  keyHeader?: string
  key?: string

  /** Default: `/callback` of the page's own origin. */
  redirectUri?: string
  registration?: RegistrationWay
  clientId?: string
  clientSecret?: string
  /** The issuer that `clientId` was registered with; left out: whichever the server names. */
  clientIssuer?: string
  clientAuth?: ClientAuthMethod
  /** PEM (PKCS #8) or JWK, for private_key_jwt. */
  privateKey?: string
  /** Default: what the key is made for, or ES256. */
  keyAlgorithm?: string
  /** URL of a Client ID Metadata Document, which is the client id then. */
  metadataDocument?: string
  clientName?: string
  /** Default: 'native' for a page on a loopback address, else 'web'. */
  applicationType?: 'native' | 'web'
  /** A token that the registration endpoint wants. */
  initialAccessToken?: string

  /** Which of several authorization servers. */
  issuer?: string
  /** Instead of the scope that the rules choose; '' asks without one. */
  scope?: string
  /** Ask for `offline_access` where the authorization server lists it. Default true. */
  offlineAccess?: boolean
  /** Instead of the canonical URI of the server; '' leaves the parameter out. */
  resource?: string
  dpop?: boolean
  /** Manual entry: what stands here is not looked up. */
  endpoints?: { [Name in EndpointName]?: string }
  /** Parameters added (or replaced) and left out, by step. */
  extra?: { [Step in StepId]?: Params }
  omit?: { [Step in StepId]?: readonly string[] }
  waive?: readonly Waiver[]

  /** enterprise: the identity provider's token endpoint, the client there, and the ID token of the person. */
  idp?: { issuer?: string; tokenEndpoint?: string; clientId?: string; clientSecret?: string; idToken?: string }
  /** workload: the JWT that the platform issued. */
  assertion?: string
}

/** Names of members that are secrets: not stored unless a person says so, and never exported. */
export const SECRET_SETTINGS = ['password', 'key', 'clientSecret', 'privateKey', 'initialAccessToken', 'assertion'] as const

/** Whether a person logs in at the identity provider from here. */
export function signsOn({ mode, idp = {} }: AuthSettings): boolean {
  return mode === 'enterprise' && (idp.idToken ?? '') === '' && (idp.issuer ?? '') !== '' && (idp.clientId ?? '') !== ''
}
