// Patterns as other engines write them, in the spelling that JavaScript runs with its `u` flag. What a pattern means is
// never changed: what has no such spelling is not run.

/** The pattern in a spelling that runs; undefined when there is none. */
export function runnable(pattern: string): string | undefined {
  // `[[:alpha:]]` would run without a complaint, as something else.
  const tries = /\[:\w+:\]/.test(pattern) ? [strict(ours(pattern))] : [pattern, strict(pattern), strict(ours(pattern))]
  for (const spelt of tries) {
    try {
      RegExp(spelt, 'u')
      return spelt
    } catch {
      // The next spelling may do.
    }
  }
  return undefined
}

const POSIX: { [name: string]: string } = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\t\\n\\v\\f\\r ',
  xdigit: '0-9A-Fa-f',
  word: '0-9A-Za-z_',
}

/** What Python, Go, Java and .NET have their own words for. */
function ours(pattern: string): string {
  const flags = /^(\^?)\(\?([ims]+)\)/.exec(pattern)
  const whole = flags === null ? pattern : `(?${flags[2]}:${flags[1]}${pattern.slice(flags[0].length)})`
  return whole
    .replace(/\\A/g, '^')
    .replace(/\\[zZ]/g, '$')
    .replace(/\(\?P</g, '(?<')
    .replace(/\(\?P=(\w+)\)/g, '\\k<$1>')
    .replace(/\\([pP])([A-Z])/g, '\\$1{$2}')
    .replace(/\[:(\w+):\]/g, (text, name: string) => (Object.hasOwn(POSIX, name) ? POSIX[name]! : text))
}

const SYNTAX = /[$^\\.*+?()[\]{}|/]/
const CLASS = /^\\(?:[dDwWsS]|[pP]\{[^}]*\})/

/** Without the `u` flag an engine takes many characters for themselves; with it they want a backslash, or want none. */
function strict(pattern: string): string {
  let made = ''
  let inClass = false
  /** In a class: what came last stands for several characters, and no range starts with it. */
  let several = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!
    const rest = pattern.slice(at)
    if (char === '\\' && at + 1 < pattern.length) {
      const word = CLASS.exec(rest)?.[0] ?? /^\\(?:u\{[^}]*\}|k<[^>]*>)/.exec(rest)?.[0] ?? rest.slice(0, 2)
      const bare = !/[\p{L}\p{N}]/u.test(word[1]!) && !SYNTAX.test(word[1]!) && !(inClass && word[1] === '-')
      made += bare ? word.slice(1) : word
      several = CLASS.test(word)
      at += word.length - 1
      continue
    }
    if (inClass) {
      const inside = !made.endsWith('[') && pattern[at + 1] !== ']'
      made += char === '-' && inside && (several || CLASS.test(pattern.slice(at + 1))) ? '\\-' : char
      if (char === ']') inClass = false
    } else if (char === '[') {
      inClass = true
      made += char
    } else if (char === '{') {
      const times = /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0]
      made += times ?? '\\{'
      if (times !== undefined) at += times.length - 1
    } else made += char === '}' || char === ']' ? `\\${char}` : char
    several = false
  }
  return made
}
