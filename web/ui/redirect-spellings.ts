// The ways to write a redirect URI on the loopback address: authorization servers take them for different ones.

export interface Spelling {
  uri: string
  says: string
}

/** The one that is used first. Just that one where it is no loopback address. */
export function redirectSpellings(uri: string): Spelling[] {
  if (!URL.canParse(uri)) return [{ uri, says: 'This is no URL.' }]
  const url = new URL(uri)
  const other = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }[url.hostname]
  if (other === undefined) return [{ uri, says: 'in use' }]
  const swapped = new URL(uri)
  swapped.hostname = other
  const says = (host: string) => (host === 'localhost' ? 'what most consoles take' : 'what RFC 8252 advises; the port may then differ')
  return [
    { uri, says: `in use; ${says(url.hostname)}` },
    { uri: swapped.href, says: says(other) },
  ]
}
