// Which URLs may be opened or called for authorization. What a server names is hostile until it was looked at here.

/** Names that never leave this machine. */
export function isLoopback(url: URL): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/i.test(url.hostname)
}

/** Whether a login page may be opened: https, or http on a loopback address. Nothing else ever is (javascript:, file:, custom schemes). */
export function mayOpen(url: string): boolean {
  if (!URL.canParse(url)) return false
  const parsed = new URL(url)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLoopback(parsed))
}
