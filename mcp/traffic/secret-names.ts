// Which names say that what stands beside them is a secret: members of a query or of JSON. Apart from those of headers, which a page
// does not need at once.
import type { Target } from '../transport/target.ts'

const MEMBER = /^(access_token|id_token|refresh_token|token|api[-_]?key|key|code|client_secret|secret|password|sig|signature|state)$/i

/** Of the query of a URL. */
export function isSecretMember(name: string): boolean {
  return MEMBER.test(name)
}

/** A URL with what `put` makes of each secret in it: of a telling member of its query, and of its password. */
export function withUrlSecrets(url: string, put: (name: string, value: string) => string): string {
  const user = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#@\s]+)@/i.exec(url)
  const shown = user === null ? '' : put('user and password', user[2]!)
  const start = user === null ? url : `${user[1]}${shown}${shown === '' ? '' : '@'}${url.slice(user[0].length)}`
  const at = start.indexOf('?')
  if (at < 0) return start
  const [query = '', ...hash] = start.slice(at + 1).split('#')
  const members = query.split('&').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return value.length > 0 && isSecretMember(decoded(name)) ? `${name}=${put(decoded(name), value.join('='))}` : pair
  })
  return [`${start.slice(0, at)}?${members.join('&')}`, ...hash].join('#')
}

/** The URL as it may be shown: without user, password and the values of telling members of its query. */
export function maskUrl(url: string): string {
  return withUrlSecrets(url, () => MASK)
}

/** A word of a command line: `--api-key`, or `--api-key=…`; and neither `--max-tokens` nor `--token-file`. */
const FLAG = /^(--?[\w-]*(?:token|secret|password|api[-_]?key))(?:=(.*))?$/is

/** The words of a command with what `put` makes of each secret in them: of the value of a telling flag, and of those in a URL. */
export function withArgSecrets(words: readonly string[], put: (name: string, value: string) => string): string[] {
  let flag: string | undefined
  return words.map((word) => {
    if (flag !== undefined) {
      const name = flag
      flag = undefined
      return put(name, word)
    }
    const [, name = '', value] = FLAG.exec(word) ?? []
    if (value !== undefined) return `${name}=${put(name, value)}`
    if (name !== '') flag = name
    return /^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? withUrlSecrets(word, put) : word
  })
}

/** The words of a command as they may be shown. */
export function maskArgs(words: readonly string[]): string[] {
  return withArgSecrets(words, () => MASK)
}

/** A target in one line, as it may be shown. */
export function shownTarget(target: Target): string {
  return target.kind === 'stdio' ? [target.command, ...maskArgs(target.args)].join(' ') : maskUrl(target.url)
}

/** What stands in the place of a secret until it is asked for. */
export const MASK = '••••'

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
