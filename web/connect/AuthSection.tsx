// How a remote server is authorized, in the form of its connection: the mode, and what it needs.
import { useState } from 'react'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { AuthFields, ModeField, StorageField } from '../ui/AuthFields.tsx'
import style from './Fields.module.css'

export interface AuthSectionProps {
  settings: AuthSettings
  onChange: (settings: AuthSettings) => void
}

export function AuthSection({ settings, onChange }: AuthSectionProps) {
  const { mode = 'auto' } = settings
  // Open when there was something to see, and then as it is left.
  const [began] = useState(() => Object.keys(settings).some((name) => name !== 'mode' && name !== 'storage'))
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
        <details className={style.later} open={began}>
          <summary>OAuth client, for when the server asks for a login</summary>
          {more}
        </details>
      ) : (
        !plain && more
      )}
    </div>
  )
}
