// Where registrations and tokens lie between two loads of the page: nowhere, in the tab, or in this browser, as the person chose
// for each server. The engine holds the living ones.
import type { Kept } from '#mcp/auth/kept.ts'
import type { TokenStorage } from '#mcp/auth/settings.ts'

const KEY = 'loupe.tokens'

/** Takes over what the engine has now. */
export function keep({ storage, kept, gone }: { storage: TokenStorage; kept: Kept[]; gone: string[] }): void {
  const keys = new Set([...gone, ...kept.map(({ key }) => key)])
  for (const where of ['session', 'local'] as const) {
    const others = read(where).filter(({ key }) => !keys.has(key))
    write(where, where === storage ? [...others, ...kept] : others)
  }
}

/** All that is stored, for a fresh engine. */
export function keptNow(): Kept[] {
  return [...read('local'), ...read('session')]
}

/** Hears when another page of this browser changes what is stored in it. */
export function onKeptElsewhere(hear: (kept: Kept[]) => void): void {
  window.addEventListener('storage', ({ key, storageArea }) => {
    if (storageArea === window.localStorage && (key === KEY || key === null)) hear(keptNow())
  })
}

/** Of one server, from both; the engine has its own until it is told otherwise. */
export function forgetTokens(server: string): void {
  for (const where of ['session', 'local'] as const) {
    const all = read(where)
    const others = all.filter((one) => one.server !== server)
    if (others.length < all.length) write(where, others)
  }
}

function storeOf(where: 'session' | 'local'): Storage {
  return where === 'session' ? window.sessionStorage : window.localStorage
}

function read(where: 'session' | 'local'): Kept[] {
  try {
    const stored: unknown = JSON.parse(storeOf(where).getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? (stored as Kept[]) : []
  } catch {
    return []
  }
}

function write(where: 'session' | 'local', kept: Kept[]): void {
  try {
    if (kept.length === 0) storeOf(where).removeItem(KEY)
    else storeOf(where).setItem(KEY, JSON.stringify(kept))
  } catch {
    // Full or forbidden: what is kept lives as long as the page.
  }
}
