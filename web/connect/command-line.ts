// Splits a pasted command line into the tokens that a spawn without a shell needs, and joins them again for reading.
// Quotes and backslashes work as in a POSIX shell; nothing is expanded, and what only a shell would do is said.

export interface CommandLine {
  tokens: string[]
  /** `NAME=value` words before the command. */
  env: { name: string; value: string }[]
  /** From a leading `cd <folder> &&`. */
  cwd?: string
  /** A quote that is opened and never closed: the line is not finished. */
  open?: string
  /** What a shell would do and we do not, for people. */
  notes: string[]
}

/** A backslash before anything else is kept, so that `C:\My Docs` survives unquoted too. */
const ESCAPABLE = /[\s"'\\$&|;<>()`*?#~]/

interface Word {
  text: string
  /** Some part of it stood in quotes or behind a backslash. */
  quoted: boolean
}

/** Reads a command line. An unclosed quote runs to the end and is named in `open`. Never throws. */
export function readCommandLine(text: string): CommandLine {
  const notes: string[] = []
  const { words, open } = split(text.trim().replace(/^[$>] /, ''))
  const line: CommandLine = { tokens: [], env: [], notes, ...(open === '' ? {} : { open }) }
  let at = 0
  if (words[0]?.text === 'cd' && words[2]?.text === '&&' && !words[2].quoted) {
    line.cwd = words[1]!.text
    at = 3
  }
  for (; at < words.length; at += 1) {
    const assignment = /^([A-Za-z_]\w*)=([^]*)$/.exec(words[at]!.text)
    if (assignment === null) break
    line.env.push({ name: assignment[1]!, value: assignment[2]! })
  }
  for (const { text: token, quoted } of words.slice(at)) {
    line.tokens.push(token)
    if (quoted) continue
    if (/^(\|\|?|&&?|;|\d?>>?|<)$/.test(token)) notes.push(`No shell is used: “${token}” is handed to the command as it stands.`)
    else if (/\$\w|\$\{|`|^~(\/|$)/.test(token)) notes.push(`No shell is used: “${token}” is not expanded.`)
    else if (/[*?]/.test(token)) notes.push(`No shell is used: “${token}” is not matched against files.`)
  }
  return line
}

function split(text: string): { words: Word[]; open: string } {
  const words: Word[] = []
  let word: Word | undefined
  let quote = ''
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!
    const next = text[at + 1] ?? ''
    if (quote === '' && /\s/.test(char)) {
      word = undefined
      continue
    }
    // A backslash at the end of a line joins it with the next one.
    if (quote !== "'" && char === '\\' && /[\r\n]/.test(next)) {
      at += next === '\r' && text[at + 2] === '\n' ? 2 : 1
      continue
    }
    if (word === undefined) words.push((word = { text: '', quoted: false }))
    if (quote === '' && (char === '"' || char === "'")) {
      quote = char
      word.quoted = true
    } else if (char === quote) quote = ''
    else if (char === '\\' && (quote === '"' ? /["\\$`]/.test(next) : quote === '' && ESCAPABLE.test(next))) {
      word.text += next
      word.quoted = true
      at += 1
    } else word.text += char
  }
  return { words, open: quote }
}

/** Joins tokens so that `readCommandLine` gives them back. */
export function writeCommandLine(tokens: readonly string[]): string {
  return tokens.map(quoteToken).join(' ')
}

/** The same in less room: of a long path the end tells, and lists of servers show but the beginning. Not to be read back. */
export function briefCommandLine(tokens: readonly string[]): string {
  return writeCommandLine(tokens).replace(/(?<=^|[\s'=])(?:[A-Za-z]:)?(?:[\\/][^\\/\s']+){2,}(?=(?:[\\/][^\\/\s']+){3})/g, '…')
}

function quoteToken(token: string): string {
  if (token !== '' && !/[\s"'\\$&|;<>()`*?#~]/.test(token)) return token
  // Inside single quotes everything is itself; a single quote is written between two quoted parts.
  return `'${token.replaceAll("'", `'\\''`)}'`
}

/** Whether the command is one that fetches what it is to run. A path before it and an ending after it change nothing. */
export function mayDownload(command: string): boolean {
  return /(?:^|[\\/\s])(?:npx|npm|pnpm|pnpx|yarn|bunx?|deno|uvx?|pipx|docker|podman)(?:\.(?:cmd|exe|ps1))?(?:\s|$)/i.test(command)
}
