// What texts give away: traces, paths, secrets. Guesses, so that they are told as such.

/** `sign`: what each such text holds, and is found in a fraction of the time. */
const SECRETS: readonly [name: string, sign: string, pattern: RegExp][] = [
  ['a private key', 'PRIVATE KEY-----', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['a token of GitHub', '_', /\bgh[pousr]_[A-Za-z0-9]{36}/],
  ['a key of AWS', 'AKIA', /\bAKIA[0-9A-Z]{16}\b/],
  ['a key of a provider of models', 'sk-', /\bsk-[A-Za-z0-9_-]{32,}/],
  ['a bearer token', 'Bearer ', /\bBearer [A-Za-z0-9._~+/-]{24,}/],
  ['a password in a URL', '://', /\b[a-z]+:\/\/[^\s:/@]+:[^\s@/]{3,}@/i],
]

/** What it looks as if a text gave away; undefined when nothing. */
export function looksSecret(text: string): string | undefined {
  const found = SECRETS.find(([, sign, pattern]) => text.includes(sign) && pattern.test(text))
  return found === undefined ? undefined : `it seems to hold ${found[0]}`
}

export function looksInternal(text: string): string | undefined {
  if (/\n\s+at .+:\d+:\d+/.test(text) || /\\n\s+at .+:\d+:\d+/.test(text)) return 'it holds a stack trace'
  if (/Traceback \(most recent call last\)|\bgoroutine \d+ \[running\]|Exception in thread "/.test(text)) return 'it holds a stack trace'
  if (
    /(?:^|[\s"'(])(?:\/(?:home|Users|root|var\/lib|usr\/lib|opt)\/[\w./-]+|[A-Z]:\\\\?Users\\\\?\w+)[^\s]*node_modules|site-packages\//.test(
      text,
    )
  )
    return 'it names files of the server'
  return looksSecret(text)
}

/** Characters that a person does not see, and phrases that speak to a model behind her back. */
export function looksHidden(text: string): string | undefined {
  const hidden = /[\u202A-\u202E\u2066-\u2069\u200B\u2060]|\uDB40[\uDC00-\uDC7F]/u.exec(text)
  if (hidden !== null) return `it holds the invisible character U+${hidden[0].codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  const phrase = /<IMPORTANT>|ignore (?:all )?(?:previous|prior) instructions|do not (?:tell|mention this to|inform) the user/i.exec(text)
  return phrase === null ? undefined : `it says “${phrase[0]}”`
}
