// Where the mask of a secret stands in what was copied, in words: who has to write the real value must find the place.
import { MASK } from './secret-names.ts'

/** Undefined when it stands nowhere in it. */
export function maskInUrl(url: string): string | undefined {
  if (!url.includes(MASK)) return undefined
  const [, account] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]+)@/i.exec(url) ?? []
  if (account?.includes(MASK) === true) return 'the user and password in the URL'
  const member = url.split(/[?&#]/).find((part, at) => at > 0 && part.includes(MASK) && part.indexOf('=') > 0)
  return member === undefined ? 'the URL' : `“${member.slice(0, member.indexOf('='))}” in the URL`
}

/** Of each word of a command that holds it. */
export function masksInWords(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    if (!word.includes(MASK)) return []
    if (at === 0) return ['the program']
    const [, flag] = /^(--?[^=\s]+)=/.exec(word) ?? []
    if (flag !== undefined) return [`the value of ${flag}`]
    const before = words[at - 1]!
    return [/^--?[^=\s]+$/.test(before) && at > 1 ? `the value of ${before}` : `argument ${at}`]
  })
}
