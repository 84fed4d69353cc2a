// The authorization of a server within its draft: read from where it is kept, and told what is missing of it.
import { SECRET_SETTINGS, type AuthSettings } from '#mcp/auth/settings.ts'
import { authSettingsOf } from '../session/auth-settings.ts'
import type { Remembered, Server } from '../session/server.ts'
import { draftOf, type Draft } from './draft.ts'

export function wholeDraftOf(server: Server | Remembered): Draft {
  const auth = authSettingsOf(server.name)
  const draft = draftOf(server)
  return { ...draft, auth, withheld: [...draft.withheld, ...missingSecrets(auth)] }
}

/** Secrets without which the mode has nothing to send, by their labels. */
export function missingSecrets({ mode, password, key, clientSecret, privateKey, assertion }: AuthSettings): string[] {
  if (mode === 'basic' && password === undefined) return ['Password']
  if (mode === 'api-key' && key === undefined) return ['Key']
  if (mode === 'client-credentials' && clientSecret === undefined && privateKey === undefined) return ['Client secret']
  if (mode === 'workload' && assertion === undefined) return ['JWT of the platform']
  return []
}

/** As a draft is laid by while it is typed. */
export function withoutAuthSecrets(draft: Draft): Draft {
  const auth = { ...draft.auth }
  for (const name of SECRET_SETTINGS) delete auth[name]
  if (auth.idp !== undefined) {
    const { clientSecret: _, idToken: __, ...idp } = auth.idp
    auth.idp = idp
  }
  return { ...draft, auth }
}
