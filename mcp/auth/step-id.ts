// The steps that an authorization may take, by name.
export type StepId =
  /** The server's 401 or 403, and what its WWW-Authenticate says. */
  | 'challenge'
  | 'resource-metadata'
  /** Which authorization server. */
  | 'issuer'
  | 'server-metadata'
  | 'registration'
  /** The URL that a person opens. */
  | 'authorization'
  /** enterprise: the same at the identity provider. */
  | 'sign-on'
  /** What came back to the redirect URI. */
  | 'callback'
  /** enterprise: the ID token becomes an ID-JAG at the identity provider. */
  | 'identity'
  | 'token'
  /** The server was asked once more, with the token. */
  | 'use'
  | 'refresh'
  | 'revoke'
