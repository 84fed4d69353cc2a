// Which URLs may be opened or called for authorization. What a server names is hostile until it was looked at here.

/** Names that never leave this machine. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/i.test(url.hostname)
}

/**
 * Whether a login page may be opened, or an endpoint called: https, or http on a loopback address, written in full, with a host of ordinary
 * letters. Nothing else ever is: no javascript:, file: or scheme of an application, and nothing that a shell would read more into.
 */
export function mayOpen(url: string): boolean {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false
  const parsed = new URL(url)
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(parsed.hostname) || parsed.username !== '' || parsed.password !== '') return false
  return parsed.protocol === 'https:' || isLoopback(parsed)
}
