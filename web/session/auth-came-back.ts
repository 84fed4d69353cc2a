// What a page finds that went to a login itself and has come back. Each start of the page looks, so it is a room of its own.
import { CAME, LEFT } from './auth-names.ts'
import type { Left } from './auth-return.ts'

/** The answer that this page went for, with what it left; taken once, and all else that was left is forgotten. */
export function cameBack(): { url: string; left: Left } | undefined {
  try {
    const url = window.sessionStorage.getItem(CAME)
    const state =
      url === null ? '' : (new URL(url).searchParams.get('state') ?? new URLSearchParams(new URL(url).hash.slice(1)).get('state') ?? '')
    const left = url === null ? null : window.sessionStorage.getItem(LEFT + state)
    window.sessionStorage.removeItem(CAME)
    for (const key of Object.keys(window.sessionStorage)) if (key.startsWith(LEFT)) window.sessionStorage.removeItem(key)
    return url === null || left === null ? undefined : { url, left: JSON.parse(left) as Left }
  } catch {
    return undefined
  }
}
