// The name of this tab: the same after a reload, another in any other tab.
import { CAME } from './auth-names.ts'
import type { Tab } from './engine-messages.ts'

const KEY = 'loupe.tab'

/** A tab that was duplicated has the name of the one that it was made from; undefined: no storage, so nothing can be kept. */
export function thisTab(): Tab | undefined {
  try {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const known = window.sessionStorage.getItem(KEY)
    // Only a reload, or coming back, is the same tab going on: a copy of a tab is a navigation. So is the way back from a login that
    // the page went for itself, but no copy was made between /callback and here.
    const returning = known !== null && (entry?.type !== 'navigate' || window.sessionStorage.getItem(CAME) !== null)
    const id = returning ? known : newId()
    window.sessionStorage.setItem(KEY, id)
    return { id, returning }
  } catch {
    return undefined
  }
}

/** `crypto.randomUUID` is missing where the page came by plain http from another machine. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
