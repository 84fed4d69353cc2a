// Which fields of a draft hold a secret that was masked when it was copied, by the names that the form has for them.
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { maskInUrl, masksInWords } from '#mcp/traffic/mask-places.ts'
import { MASK } from '#mcp/traffic/secret-names.ts'
import { targetOf, type Draft } from './draft.ts'

const LABELS: { [Name in keyof AuthSettings]?: string } = {
  user: 'User',
  password: 'Password',
  keyHeader: 'Name of the header',
  key: 'Key',
  clientId: 'Client ID',
  clientSecret: 'Client secret',
  privateKey: 'Private key',
  metadataDocument: 'Metadata document URL',
  initialAccessToken: 'Initial access token',
  scope: 'Scope',
  redirectUri: 'Redirect URI',
  assertion: 'JWT of the platform',
}

const PROVIDER: { [Name in keyof NonNullable<AuthSettings['idp']>]: string } = {
  issuer: 'Identity provider',
  tokenEndpoint: 'Its token endpoint',
  clientId: 'Client ID there',
  clientSecret: 'Client secret there',
  idToken: 'ID token',
}

const holds = (value: unknown): boolean => JSON.stringify(value ?? '').includes(MASK)

export function maskedFields(draft: Draft): string[] {
  const target = targetOf(draft)
  if (target.kind === 'stdio')
    return [
      ...masksInWords([target.command, ...target.args]),
      ...target.env.filter(holds).map(({ name }) => `the variable ${name}`),
      ...(holds(target.cwd) ? ['the folder'] : []),
      ...(holds(target.watch) ? ['what is watched'] : []),
    ]
  const url = maskInUrl(target.url)
  const { idp = {}, ...settings } = draft.auth
  const labels: [string, unknown][] = [
    ...Object.entries(settings).map(([name, value]): [string, unknown] => [LABELS[name as keyof typeof LABELS] ?? name, value]),
    ...Object.entries(idp).map(([name, value]): [string, unknown] => [PROVIDER[name as keyof typeof PROVIDER] ?? name, value]),
  ]
  return [
    ...(url === undefined ? [] : [url]),
    ...labels.filter(([, value]) => holds(value)).map(([label]) => `“${label}” of the authorization`),
    ...(holds(target.bearer) ? ['the bearer token'] : []),
    ...target.headers.filter(holds).map(({ name }) => `the header ${name}`),
  ]
}

/** What is wrong and where, as a sentence. */
export function maskedWords(draft: Draft): string {
  const fields = maskedFields(draft)
  const last = fields.at(-1)!
  const named = fields.length > 1 ? `${fields.slice(0, -1).join(', ')} and ${last}` : last
  const [were, its] = fields.length > 1 ? ['were', 'their real values'] : ['was', 'its real value']
  return `${named[0]!.toUpperCase()}${named.slice(1)} ${were} masked as ${MASK} when this was copied: write ${its}.`
}
