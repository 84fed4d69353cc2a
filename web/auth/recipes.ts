// What is known of well-known authorization servers, as far as it trips people up. Their consoles change: each line names the thing,
// not the click.
import type { AuthSettings } from '#mcp/auth/settings.ts'

export interface Recipe {
  name: string
  /** What its issuer looks like. */
  issuer: string
  /** Whether an issuer or endpoint is likely one of its. */
  matches: RegExp
  lines: string[]
  /** Settings that it wants, said in `because`. */
  use?: AuthSettings
  because?: string
}

export const RECIPES: Recipe[] = [
  {
    name: 'Keycloak',
    issuer: 'https://HOST/realms/REALM',
    matches: /\/realms\//,
    lines: [
      'A client with “Client authentication” off is public; “Standard flow” on; PKCE method S256; the redirect URI under “Valid redirect URIs”.',
      'Dynamic registration is held back by the policy “Trusted hosts” of the realm: put this machine there, or register by hand.',
      'Where the page asks it directly, its origin must stand under “Web origins”; through the proxy that does not matter.',
      'Older releases pass over the parameter resource: an audience mapper with the server’s URL puts it into aud.',
    ],
  },
  {
    name: 'Auth0',
    issuer: 'https://TENANT.auth0.com/ (with the slash at its end)',
    matches: /\.auth0\.com/,
    lines: [
      'An application of the kind “Native” or “Single page”; the redirect URI under “Allowed Callback URLs”.',
      'Dynamic registration is off until the tenant allows it in its advanced settings; its clients are third parties and need connections of the whole domain.',
      'Without an audience the access token is opaque and for userinfo alone: add the parameter audience with the identifier of the API, or set a default audience, or let the tenant take the parameter resource.',
    ],
  },
  {
    name: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/TENANT/v2.0',
    matches: /login\.microsoftonline\.|sts\.windows\.net/,
    lines: [
      'There is no dynamic registration: register an application. Under “Mobile and desktop” a loopback redirect may have any port; under “Single-page application” only the page itself, directly, may redeem the code.',
      'Its metadata does not list PKCE methods, though it knows S256: that rule has to be set aside.',
      'Scopes look like api://APPLICATION-ID/NAME. The parameter resource beside them is often refused: leave it out.',
    ],
    use: { resource: '', waive: ['pkce-unknown'] },
    because: 'Leaves resource out, and sets the rule about PKCE in the metadata aside',
  },
  {
    name: 'Okta',
    issuer: 'https://ORG.okta.com/oauth2/default',
    matches: /\.okta(preview)?\.com/,
    lines: [
      'Registration on the spot wants a token of an administrator: make an application “Native” or “Single-page” by hand, with the redirect URI.',
      'Scopes of your own belong to a custom authorization server (/oauth2/…), and one of its access policies must let the client in.',
      'For a refresh token tick that grant in the application; offline_access is then asked for.',
      'Where the page asks it directly, its origin must be a trusted one.',
    ],
  },
  {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    matches: /accounts\.google\.com/,
    lines: [
      'There is no dynamic registration: make an OAuth client of the kind “Desktop app” (any loopback port) or “Web application” (the redirect URI letter by letter).',
      'The token endpoint wants the client secret, of desktop apps too.',
      'A refresh token comes only for access_type=offline, and again only with prompt=consent.',
      'Access tokens are opaque, and are for Google’s own APIs.',
    ],
    use: {
      offlineAccess: false,
      extra: {
        authorization: [
          ['access_type', 'offline'],
          ['prompt', 'consent'],
        ],
      },
    },
    because: 'Adds access_type=offline and prompt=consent to the authorization request',
  },
  {
    name: 'GitHub',
    issuer: 'https://github.com/login/oauth',
    matches: /(^|\/\/)github\.com/,
    lines: [
      'There is no dynamic registration: make an OAuth app or a GitHub app; its callback is the redirect URI, written with 127.0.0.1 any port will do.',
      'The token endpoint wants the client secret, and answers pages of other origins not at all: it is asked through the proxy.',
      'Errors come with HTTP 200; tokens are opaque, and hold until revoked where expiry is not switched on.',
    ],
  },
  {
    name: 'WorkOS AuthKit, Descope, Stytch and the like',
    issuer: 'https://NAME.authkit.app, or as the console says',
    matches: /authkit\.app|workos|descope|stytch/,
    lines: [
      'Made for MCP: registration on the spot, or by a metadata document, has to be switched on in the console.',
      'The server’s URL must be known there as a resource (an audience), just as the server’s metadata writes it.',
      'Scopes are defined there; what is not is refused with invalid_scope.',
    ],
  },
]
