// What a person chose about authorization, by the server's name: remembered in this browser without its secrets, which are kept
// where that server's tokens are.
import { create } from 'zustand'
import { SECRET_SETTINGS, type AuthSettings } from '#mcp/auth/settings.ts'

const KEY = 'loupe.auth/'
const NOTHING: AuthSettings = {}
/** What was read from storage; a component may ask while it is drawn, when no store may change. */
const found = new Map<string, AuthSettings>()

const useStore = create<{ known: ReadonlyMap<string, AuthSettings> }>(() => ({ known: new Map() }))

export function authSettingsOf(server: string): AuthSettings {
  const known = useStore.getState().known.get(server) ?? found.get(server)
  if (known !== undefined) return known
  const stored = { ...read(window.localStorage, server), ...read(window.sessionStorage, server) }
  const settings = Object.keys(stored).length === 0 ? NOTHING : stored
  found.set(server, settings)
  return settings
}

export function useAuthSettings(server: string): AuthSettings {
  return useStore(({ known }) => known.get(server)) ?? authSettingsOf(server)
}

/** What this page knew before it went to log in. */
export function recallAuthSettings(server: string, settings: AuthSettings): void {
  found.set(server, settings)
}

export function storeAuthSettings(server: string, settings: AuthSettings): void {
  useStore.setState(({ known }) => ({ known: new Map(known).set(server, settings) }))
  const plain = { ...settings }
  const secret: AuthSettings = {}
  for (const name of SECRET_SETTINGS) {
    if (settings[name] !== undefined) secret[name] = settings[name]
    delete plain[name]
  }
  if (settings.idp !== undefined) {
    const { clientSecret: _, idToken: __, ...idp } = settings.idp
    plain.idp = idp
    secret.idp = settings.idp
  }
  const { storage = 'memory' } = settings
  write(window.localStorage, server, storage === 'local' ? { ...plain, ...secret } : plain)
  write(window.sessionStorage, server, storage === 'session' ? { ...plain, ...secret } : {})
}

function read(store: Storage, server: string): AuthSettings {
  try {
    const stored: unknown = JSON.parse(store.getItem(KEY + server) ?? '{}')
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as AuthSettings) : {}
  } catch {
    return {}
  }
}

function write(store: Storage, server: string, settings: AuthSettings): void {
  try {
    if (Object.keys(settings).length === 0) store.removeItem(KEY + server)
    else store.setItem(KEY + server, JSON.stringify(settings))
  } catch {
    // Full or forbidden: what was chosen lives as long as the page.
  }
}
