// What may be edited before each step, with what would be used as it stands.
import type { Edit } from './flow-state.ts'
import type { StepId } from './step-id.ts'
import { masked } from './mask.ts'
import type { AuthSettings } from './settings.ts'
import { textsIn, textIn, type Memory } from './work.ts'

type Given = Omit<Edit, 'changed' | 'value'> & { value?: string }

export function editsOf(step: StepId, settings: AuthSettings, memory: Memory, about: { redirectUri: string; resource: string }): Edit[] {
  const { document } = memory.metadata ?? {}
  const own = settings.mode === 'client-credentials' || settings.mode === 'enterprise' || settings.mode === 'workload'
  const make = (...all: Given[]): Edit[] => all.map((one) => filled(one, settings))
  const params = make(
    {
      path: `extra.${step}`,
      label: 'Extra parameters',
      kind: 'params',
      help: 'Added to the request, or in the place of one with the same name.',
    },
    { path: `omit.${step}`, label: 'Omitted parameters', kind: 'names' },
  )
  const scope = make({
    path: 'scope',
    label: 'Scope',
    kind: 'scopes',
    value: scopeNow(memory),
    help: 'Separated by spaces; empty asks without one.',
  })
  const resource = make({
    path: 'resource',
    label: 'Resource',
    kind: 'text',
    value: about.resource,
    help: 'Empty leaves the parameter out.',
  })
  const at = (name: 'authorization' | 'token' | 'registration' | 'revocation', label: string): Edit[] =>
    make({ path: `endpoints.${name}`, label, kind: 'url', value: textIn(document, `${name}_endpoint`) ?? '' })
  switch (step) {
    case 'resource-metadata':
      return make({ path: 'endpoints.resourceMetadata', label: 'Address of the document', kind: 'url', value: memory.resource?.url ?? '' })
    case 'issuer': {
      const listed = textsIn(memory.resource?.document, 'authorization_servers') ?? []
      const value = memory.issuer ?? ''
      return listed.length > 1
        ? make({ path: 'issuer', label: 'Issuer', kind: 'choice', value, options: listed.map((one) => ({ value: one, label: one })) })
        : make({ path: 'issuer', label: 'Issuer', kind: 'url', value })
    }
    case 'server-metadata':
      return [
        ...make({ path: 'endpoints.serverMetadata', label: 'Address of the document', kind: 'url', value: memory.metadata?.url ?? '' }),
        ...at('authorization', 'Authorization endpoint'),
        ...at('token', 'Token endpoint'),
        ...at('registration', 'Registration endpoint'),
        ...at('revocation', 'Revocation endpoint'),
      ]
    case 'registration':
      return make(
        ...(own
          ? []
          : ([
              {
                path: 'registration',
                label: 'Registration',
                kind: 'choice',
                value: 'auto',
                options: [
                  { value: 'auto', label: 'As the rules have it' },
                  { value: 'pre-registered', label: 'Registered before' },
                  { value: 'metadata-document', label: 'Metadata document' },
                  { value: 'dynamic', label: 'Dynamic' },
                ],
              },
            ] as Given[])),
        { path: 'clientId', label: 'Client ID', kind: 'text', value: memory.client?.how === 'pre-registered' ? memory.client.id : '' },
        { path: 'clientSecret', label: 'Client secret', kind: 'secret' },
        {
          path: 'clientIssuer',
          label: 'Issuer that the client is registered with',
          kind: 'url',
          help: 'With another issuer the client is not tried.',
        },
        {
          path: 'clientAuth',
          label: 'Client authentication',
          kind: 'choice',
          value: 'auto',
          options: ['auto', 'none', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt'].map((one) => ({
            value: one,
            label: one === 'auto' ? 'As registered or listed' : one,
          })),
        },
        { path: 'privateKey', label: 'Private key', kind: 'secret', help: 'PEM (PKCS #8) or JWK, for private_key_jwt.' },
        { path: 'keyAlgorithm', label: 'Algorithm of the key', kind: 'text', help: 'Left empty: told by the key.' },
        ...(own
          ? []
          : ([
              { path: 'metadataDocument', label: 'Metadata document URL', kind: 'url' },
              { path: 'redirectUri', label: 'Redirect URI', kind: 'url', value: about.redirectUri },
              { path: 'clientName', label: 'Client name', kind: 'text', value: 'Loupe' },
              {
                path: 'applicationType',
                label: 'Application type',
                kind: 'choice',
                value: '',
                options: [
                  { value: 'native', label: 'native (a loopback address)' },
                  { value: 'web', label: 'web (a hosted page)' },
                ],
              },
              { path: 'initialAccessToken', label: 'Initial access token', kind: 'secret' },
            ] as Given[])),
      ).concat(own ? [] : params)
    case 'authorization':
      return [
        ...at('authorization', 'Authorization endpoint'),
        ...scope,
        ...resource,
        ...make(
          { path: 'redirectUri', label: 'Redirect URI', kind: 'url', value: about.redirectUri },
          { path: 'offlineAccess', label: 'Ask for offline_access where it is listed', kind: 'flag', value: 'true' },
          { path: 'dpop', label: 'Bind tokens to a key (DPoP)', kind: 'flag', value: 'false' },
        ),
        ...params,
      ]
    case 'sign-on':
      return [
        ...make(
          { path: 'idp.issuer', label: 'Identity provider', kind: 'url', help: 'Its issuer.' },
          { path: 'idp.clientId', label: 'Client ID there', kind: 'text' },
          { path: 'idp.clientSecret', label: 'Client secret there', kind: 'secret' },
          { path: 'idp.idToken', label: 'ID token', kind: 'secret', help: 'Brought from elsewhere: then nobody logs in here.' },
          { path: 'redirectUri', label: 'Redirect URI', kind: 'url', value: about.redirectUri },
        ),
        ...params,
      ]
    case 'identity':
      return [
        ...make(
          { path: 'idp.issuer', label: 'Identity provider', kind: 'url' },
          { path: 'idp.tokenEndpoint', label: 'Its token endpoint', kind: 'url', help: 'Left empty: looked up.' },
          { path: 'idp.clientId', label: 'Client ID there', kind: 'text' },
          { path: 'idp.clientSecret', label: 'Client secret there', kind: 'secret' },
          { path: 'idp.idToken', label: 'ID token', kind: 'secret' },
        ),
        ...params,
      ]
    case 'token':
      return [
        ...at('token', 'Token endpoint'),
        ...(own ? [...scope, ...resource] : []),
        ...(settings.mode === 'workload' ? make({ path: 'assertion', label: 'JWT of the platform', kind: 'secret' }) : []),
        ...params,
      ]
    case 'refresh':
      return params
    case 'revoke':
      return at('revocation', 'Revocation endpoint')
    default:
      return []
  }
}

function scopeNow({ stepUp, refusal, resource }: Memory): string {
  if (stepUp !== undefined) return stepUp.join(' ')
  return refusal?.challenge?.params.scope ?? textsIn(resource?.document, 'scopes_supported')?.join(' ') ?? ''
}

function filled(one: Given, settings: AuthSettings): Edit {
  let at: unknown = settings
  for (const name of one.path.split('.')) at = typeof at === 'object' && at !== null ? (at as { [name: string]: unknown })[name] : undefined
  if (at === undefined) return { ...one, value: one.value ?? '', changed: false }
  return { ...one, value: written(at, one.kind), changed: true }
}

function written(value: unknown, kind: Edit['kind']): string {
  if (kind === 'secret') return masked(String(value))
  if (kind === 'params' && Array.isArray(value)) return new URLSearchParams(value as [string, string][]).toString()
  return Array.isArray(value) ? value.join(' ') : String(value)
}
