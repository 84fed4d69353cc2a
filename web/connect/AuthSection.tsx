// How a remote server is authorized, in the form of its connection: the mode, and what it needs.
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { AuthFields, ModeField, StorageField } from '../ui/AuthFields.tsx'
import style from './Fields.module.css'

export interface AuthSectionProps {
  settings: AuthSettings
  onChange: (settings: AuthSettings) => void
}

export function AuthSection({ settings, onChange }: AuthSectionProps) {
  const { mode = 'auto' } = settings
  const plain = mode === 'none' || mode === 'bearer' || mode === 'headers'
  const more = (
    <div className={style.auth}>
      <AuthFields settings={settings} onChange={onChange} redirectUri={`${window.location.origin}/callback`} />
      <StorageField settings={settings} onChange={onChange} />
    </div>
  )
  return (
    <div className={style.auth} role="group" aria-label="Authorization">
      <ModeField settings={settings} onChange={onChange} />
      {mode === 'auto' ? (
        <details className={style.later}>
          <summary>OAuth client, for when the server asks for a login</summary>
          {more}
        </details>
      ) : (
        !plain && more
      )}
    </div>
  )
}
