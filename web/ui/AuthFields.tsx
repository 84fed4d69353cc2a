// What a person gives for authorization, by mode: in the form of a connection and in the panel. Secrets are kept where `storage` says.
import type { AuthMode, AuthSettings, RegistrationWay, TokenStorage } from '#mcp/auth/settings.ts'
import { MODES, STORAGES } from './auth-words.ts'
import { Field } from './Field.tsx'
import { RedirectUris } from './RedirectUris.tsx'
import { SecretInput } from './SecretInput.tsx'
import style from './AuthFields.module.css'

export interface AuthFieldsProps {
  settings: AuthSettings
  onChange: (settings: AuthSettings) => void
  /** What is registered where nothing else is set. */
  redirectUri: string
}

type TextName =
  | 'user'
  | 'password'
  | 'keyHeader'
  | 'key'
  | 'clientId'
  | 'clientSecret'
  | 'clientIssuer'
  | 'privateKey'
  | 'metadataDocument'
  | 'initialAccessToken'
  | 'scope'
  | 'redirectUri'
  | 'assertion'

export function ModeField({ settings, onChange }: Omit<AuthFieldsProps, 'redirectUri'>) {
  const mode = settings.mode ?? 'auto'
  return (
    <Field label="Mode" note="of authorization" hint={MODES.find(({ id }) => id === mode)?.says}>
      {(field) => (
        <select {...field} value={mode} onChange={(event) => onChange(changed(settings, 'mode', event.target.value as AuthMode, 'auto'))}>
          {MODES.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function StorageField({ settings, onChange }: Omit<AuthFieldsProps, 'redirectUri'>) {
  const storage = settings.storage ?? 'memory'
  return (
    <Field label="Tokens and secrets are kept" hint={STORAGES.find(({ id }) => id === storage)?.says}>
      {(field) => (
        <select
          {...field}
          value={storage}
          onChange={(event) => onChange(changed(settings, 'storage', event.target.value as TokenStorage, 'memory'))}
        >
          {STORAGES.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** All that the chosen mode has use for; nothing where it has none. */
export function AuthFields(props: AuthFieldsProps) {
  const { mode = 'auto' } = props.settings
  switch (mode) {
    case 'basic':
      return (
        <Pair>
          <Text {...props} name="user" label="User" />
          <Text {...props} name="password" label="Password" secret="the password" />
        </Pair>
      )
    case 'api-key':
      return (
        <Pair>
          <Text {...props} name="keyHeader" label="Name of the header" placeholder="X-API-Key" />
          <Text {...props} name="key" label="Key" secret="the key" />
        </Pair>
      )
    case 'client-credentials':
      return (
        <>
          <ClientPair {...props} />
          <Text
            {...props}
            name="privateKey"
            label="Private key"
            secret="the private key"
            hint="Instead of a secret: PEM (PKCS #8) or JWK, for private_key_jwt."
          />
          <Scope {...props} />
        </>
      )
    case 'enterprise':
      return (
        <>
          <Provider {...props} />
          <ClientPair {...props} />
          <Scope {...props} />
        </>
      )
    case 'workload':
      return (
        <>
          <Text
            {...props}
            name="assertion"
            label="JWT of the platform"
            secret="the JWT"
            hint="Kubernetes, for one, lays it in a file of the container."
          />
          <ClientPair {...props} />
          <Scope {...props} />
        </>
      )
    case 'auto':
    case 'oauth':
      return <OAuth {...props} />
    default:
      return null
  }
}

const WAYS: { id: RegistrationWay; title: string }[] = [
  { id: 'auto', title: 'As the rules have it' },
  { id: 'pre-registered', title: 'Registered before' },
  { id: 'metadata-document', title: 'Metadata document' },
  { id: 'dynamic', title: 'Dynamic' },
]

function OAuth(props: AuthFieldsProps) {
  const { settings, onChange, redirectUri } = props
  const way = settings.registration ?? 'auto'
  return (
    <>
      <Field
        label="Registration"
        hint="The rules: a client registered before (its id is entered here), else a metadata document, else a registration on the spot, else you are asked."
      >
        {(field) => (
          <select
            {...field}
            value={way}
            onChange={(event) => onChange(changed(settings, 'registration', event.target.value as RegistrationWay, 'auto'))}
          >
            {WAYS.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        )}
      </Field>
      {way !== 'dynamic' && way !== 'metadata-document' && <ClientPair {...props} />}
      {way !== 'dynamic' && way !== 'pre-registered' && (
        <Text
          {...props}
          name="metadataDocument"
          label="Metadata document URL"
          placeholder="https://example.com/loupe-client.json"
          hint="A public https address that serves your Client ID Metadata Document; its address is the client id."
        />
      )}
      {way === 'pre-registered' && (
        <Text
          {...props}
          name="privateKey"
          label="Private key"
          secret="the private key"
          hint="Where the client proves itself by one (private_key_jwt): PEM (PKCS #8) or JWK."
        />
      )}
      {way === 'dynamic' && (
        <Text
          {...props}
          name="initialAccessToken"
          label="Initial access token"
          secret="the initial access token"
          hint="Where the registration endpoint wants one."
        />
      )}
      <Scope {...props} />
      <Text {...props} name="redirectUri" label="Redirect URI" placeholder={redirectUri} />
      <RedirectUris
        uri={settings.redirectUri ?? redirectUri}
        onUse={(uri) => onChange(changed(settings, 'redirectUri', uri, redirectUri))}
      />
    </>
  )
}

function Scope(props: AuthFieldsProps) {
  return (
    <Text
      {...props}
      name="scope"
      label="Scope"
      placeholder="files:read files:write"
      hint="Separated by spaces. Left empty: what the challenge wants, else all that the server lists."
    />
  )
}

function ClientPair(props: AuthFieldsProps) {
  return (
    <Pair>
      <Text {...props} name="clientId" label="Client ID" />
      <Text {...props} name="clientSecret" label="Client secret" secret="the client secret" note="if it has one" />
    </Pair>
  )
}

function Provider({ settings, onChange, redirectUri }: AuthFieldsProps) {
  const idp = settings.idp ?? {}
  const set = (name: keyof NonNullable<AuthSettings['idp']>, value: string) => {
    const { [name]: _, ...rest } = idp
    onChange({ ...settings, idp: value === '' ? rest : { ...rest, [name]: value } })
  }
  return (
    <>
      <Pair>
        <Line
          label="Identity provider"
          value={idp.issuer}
          onChange={(value) => set('issuer', value)}
          placeholder="https://idp.example.com"
          hint="Its issuer. With it and the client there, you log in from here."
        />
        <Line
          label="Its token endpoint"
          note="else looked up"
          value={idp.tokenEndpoint}
          onChange={(value) => set('tokenEndpoint', value)}
        />
        <Line label="Client ID there" value={idp.clientId} onChange={(value) => set('clientId', value)} />
        <Line
          label="Client secret there"
          secret="the client secret there"
          value={idp.clientSecret}
          onChange={(value) => set('clientSecret', value)}
        />
      </Pair>
      <Line
        label="ID token"
        note="instead of a login"
        secret="the ID token"
        value={idp.idToken}
        onChange={(value) => set('idToken', value)}
        hint="What the identity provider’s token endpoint answered as id_token to a login elsewhere, for the client there."
      />
      {(idp.idToken ?? '') === '' && (
        <RedirectUris
          uri={settings.redirectUri ?? redirectUri}
          onUse={(uri) => onChange(changed(settings, 'redirectUri', uri, redirectUri))}
        />
      )}
    </>
  )
}

function Pair({ children }: { children: React.ReactNode }) {
  return <div className={style.pair}>{children}</div>
}

interface LineProps {
  label: string
  value: string | undefined
  onChange: (value: string) => void
  note?: string
  hint?: string
  placeholder?: string
  /** What it is, where it is one. */
  secret?: string
}

function Line({ label, value = '', onChange, note, hint, placeholder, secret }: LineProps) {
  const about = { ...(note === undefined ? {} : { note }), ...(hint === undefined ? {} : { hint }) }
  return (
    <Field label={label} {...about}>
      {(field) =>
        secret === undefined ? (
          <input
            {...field}
            className="mono"
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onChange(event.target.value)}
          />
        ) : (
          <SecretInput {...field} what={secret} value={value} onChange={(event) => onChange(event.target.value)} />
        )
      }
    </Field>
  )
}

type TextProps = Omit<AuthFieldsProps, 'redirectUri'> & Omit<LineProps, 'value' | 'onChange'> & { name: TextName; redirectUri?: string }

function Text({ settings, onChange, name, ...line }: TextProps) {
  return <Line {...line} value={settings[name]} onChange={(value) => onChange(changed(settings, name, value, ''))} />
}

/** What is as usual is not stored. */
function changed<Name extends keyof AuthSettings>(
  settings: AuthSettings,
  name: Name,
  value: NonNullable<AuthSettings[Name]>,
  usual: AuthSettings[Name],
): AuthSettings {
  const { [name]: _, ...rest } = settings
  return value === usual ? rest : { ...rest, [name]: value }
}
