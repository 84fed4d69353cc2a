// A web address that someone else wrote, read as the browser reads it, which is where it leads.
import { isWebUrl } from './format.ts'

export interface WebAddress {
  /** In three parts, so that the host can be told from all that only looks like one; undefined when it must not be opened. */
  parts?: { before: string; host: string; after: string }
  /** What a person should look at twice. */
  notes: string[]
}

/** Never throws. */
export function readAddress(text: string): WebAddress {
  if (!isWebUrl(text)) return { notes: ['This is not an http(s) address: it is not opened.'] }
  const { href, host, hostname, protocol, username, password } = new URL(text)
  const notes: string[] = []
  const start = `${protocol}//`.length
  // In a parsed address a user name holds no further “@”, so the first one ends it.
  const named = username !== '' || password !== ''
  const at = named ? href.indexOf('@', start) + 1 : start
  if (/(^|\.)xn--/.test(hostname))
    notes.push(`The host holds letters beyond ASCII, in punycode ${hostname}: it may look like another host, and is not that one.`)
  if (named) notes.push(`The address carries a user name before the host: it leads to ${host}, not to what stands before the “@”.`)
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(host)) notes.push('The address is not encrypted (http).')
  return { parts: { before: href.slice(0, at), host, after: href.slice(at + host.length) }, notes }
}
