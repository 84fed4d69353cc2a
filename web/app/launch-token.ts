// The launch token comes once in the URL, and leaves it at once, so that no copied link and no history entry holds it.

const KEY = 'loupe.token'

/** The token of this page, from the URL or, after a reload, from the session's storage; '' when there is none. */
export function takeToken(): string {
  const url = new URL(window.location.href)
  const given = url.searchParams.get('token')
  if (given === null) return window.sessionStorage.getItem(KEY) ?? ''
  url.searchParams.delete('token')
  window.sessionStorage.setItem(KEY, given)
  window.history.replaceState(null, '', url)
  return given
}
