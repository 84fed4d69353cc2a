// The authorization scenarios of the official suite (client mode), and what a person enters and does in the page for each.

/** @typedef {import('./loupe.mjs').Loupe} Loupe */

const NOVEMBER = ['2025-11-25', '2026-07-28']
const JUNE = ['2025-06-18', ...NOVEMBER]
const MARCH = ['2025-03-26']
const JULY = ['2026-07-28']
const EXTENSION = ['extension']

/** The client id of a scenario that wants a metadata document. */
const DOCUMENT = 'https://conformance-test.local/client-metadata.json'

/** Calls every tool once. @param {Loupe} loupe */
async function callAll(loupe) {
  await loupe.attended(() => loupe.listed())
  for (const name of await loupe.tools()) {
    await loupe.openTool(name, '{}')
    await loupe.attended(() => loupe.press('done'))
  }
}

/** Lists, and that is enough. @param {Loupe} loupe */
const list = (loupe) => loupe.looked()

const nothing = () => []

/**
 * `form`: what is entered before, by label; `ends`: how the connection ends up.
 * @type {{ name: string, versions: string[], era?: string, how?: 'popup' | 'page', ends: 'connected' | 'failed', form: (context: any) => [string, string][], run: (loupe: Loupe) => Promise<void> }[]}
 */
export const GUARDED = [
  ...['default', 'var1', 'var2', 'var3'].map((one) => plain(`auth/metadata-${one}`, NOVEMBER)),
  { ...plain('auth/basic-cimd', NOVEMBER), form: () => [['Metadata document URL', DOCUMENT]] },
  plain('auth/scope-from-www-authenticate', NOVEMBER),
  plain('auth/scope-from-scopes-supported', NOVEMBER),
  plain('auth/scope-omitted-when-undefined', NOVEMBER),
  // A page that goes to log in itself cannot keep the call that waits.
  { ...plain('auth/scope-step-up', NOVEMBER), how: 'popup', run: callAll },
  { ...plain('auth/scope-retry-limit', NOVEMBER), how: 'popup', run: (loupe) => loupe.attended(() => loupe.listed()) },
  plain('auth/token-endpoint-auth-basic', JUNE),
  plain('auth/token-endpoint-auth-post', JUNE),
  plain('auth/token-endpoint-auth-none', JUNE),
  {
    ...plain('auth/pre-registration', NOVEMBER),
    form: ({ client_id, client_secret }) => [
      ['Client ID', client_id],
      ['Client secret', client_secret],
    ],
  },
  plain('auth/2025-03-26-oauth-metadata-backcompat', MARCH),
  plain('auth/2025-03-26-oauth-endpoint-fallback', MARCH),
  refused('auth/resource-mismatch', JULY),
  plain('auth/offline-access-scope', JULY),
  plain('auth/offline-access-not-supported', JULY),
  { ...plain('auth/authorization-server-migration', JULY), how: 'popup', run: callAll },
  plain('auth/iss-supported', JULY),
  plain('auth/iss-not-advertised', JULY),
  ...['supported-missing', 'wrong-issuer', 'unexpected', 'normalized'].map((one) => refused(`auth/iss-${one}`, JULY)),
  refused('auth/metadata-issuer-mismatch', JULY),
  {
    ...plain('auth/client-credentials-jwt', EXTENSION),
    form: ({ client_id, private_key_pem }) => [
      ['Mode', 'client-credentials'],
      ['Client ID', client_id],
      ['Private key', private_key_pem],
    ],
  },
  {
    ...plain('auth/client-credentials-basic', EXTENSION),
    form: ({ client_id, client_secret }) => [
      ['Mode', 'client-credentials'],
      ['Client ID', client_id],
      ['Client secret', client_secret],
    ],
  },
  {
    ...plain('auth/enterprise-managed-authorization', EXTENSION),
    form: (told) => [
      ['Mode', 'enterprise'],
      ['Identity provider', told.idp_issuer],
      ['Its token endpoint', told.idp_token_endpoint],
      ['Client ID there', told.idp_client_id],
      ['ID token', told.idp_id_token],
      ['Client ID', told.client_id],
      ['Client secret', told.client_secret],
    ],
  },
  plain('auth/dpop', EXTENSION),
  plain('auth/dpop-nonce', EXTENSION),
  {
    ...plain('auth/wif-jwt-bearer', EXTENSION),
    form: ({ client_id, valid_jwt }) => [
      ['Mode', 'workload'],
      ['JWT of the platform', valid_jwt],
      ['Client ID', client_id],
    ],
  },
]

/** @param {string} name @param {string[]} versions */
function plain(name, versions) {
  return { name, versions, era: '2025-11-25', ends: /** @type {const} */ ('connected'), form: nothing, run: list }
}

/** What the server offers must not be used: the connection fails, and says why. @param {string} name @param {string[]} versions */
function refused(name, versions) {
  return { ...plain(name, versions), how: /** @type {const} */ ('popup'), ends: /** @type {const} */ ('failed') }
}
