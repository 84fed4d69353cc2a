// A server that is forgotten takes its authorization along: what was chosen, its secrets, its tokens. What was chosen comes back with it
// as long as the page lives; tokens do not.
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { forgetTokens } from '../session/auth-kept.ts'
import { connectionsNow } from '../session/connections.ts'
import { authSettingsOf, storeAuthSettings } from '../session/auth-settings.ts'
import type { Remembered } from '../session/server.ts'

const forgotten = new Map<string, AuthSettings>()

/** `others`: the servers that stay; one of the same name goes on with what is chosen for it. */
export function forgetAuth({ id, name, target }: Remembered, others: readonly Remembered[]): void {
  if (target.kind !== 'http') return
  const stay = others.filter((one) => one.id !== id)
  if (!stay.some((one) => one.name === name)) {
    forgotten.set(name, authSettingsOf(name))
    storeAuthSettings(name, {})
    // One that is open goes on with its token, in memory.
    if (connectionsNow().has(id))
      void import('../session/auth.ts').then(({ changeAuth }) => changeAuth(id, () => ({}))).catch(() => undefined)
  }
  if (!stay.some((one) => one.target.kind === 'http' && one.target.url === target.url)) forgetTokens(target.url)
}

export function bringAuthBack({ name }: Remembered): void {
  const settings = forgotten.get(name)
  if (settings !== undefined) storeAuthSettings(name, settings)
}
