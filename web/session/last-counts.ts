// How many things a list held when it was read last, for who has not read it again: after a reconnect, and after a reload of the tab.
import type { ListMethod } from './list-methods.ts'

const KEY = 'loupe.listed'

let counts: { [list: string]: number } | undefined

function known(): { [list: string]: number } {
  if (counts !== undefined) return counts
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}')
    counts = { ...(stored as { [list: string]: number }) }
  } catch {
    // Forbidden, or not ours: nothing is known of what was there before.
    counts = {}
  }
  return counts
}

export function noteCount(connection: string, method: ListMethod, count: number): void {
  const now = known()
  if (now[`${method} ${connection}`] === count) return
  now[`${method} ${connection}`] = count
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(now))
  } catch {
    // Full or forbidden: it is known until the page is loaded again.
  }
}

/** Undefined: it was never read in this tab. */
export function lastCount(connection: string, method: ListMethod): number | undefined {
  const count = known()[`${method} ${connection}`]
  return typeof count === 'number' ? count : undefined
}
