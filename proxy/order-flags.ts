// The one reader of command lines that ask something of a server: `loupe request`, `loupe doctor` and `loupe check`. What they
// share is read here; each takes its own flags.
import type { EraChoice } from '#mcp/session-types.ts'
import type { Target } from '#mcp/transport/target.ts'
import { readArguments } from './arguments.ts'
import { orMissing, valueFor } from './flag-value.ts'

const ERAS = /^(auto|legacy|modern|20\d\d-\d\d-\d\d)$/

export interface Line {
  era?: EraChoice
  /** Milliseconds. */
  timeout?: number
  /** What nobody took, in order: words, and flags that say how the server is reached. */
  rest: string[]
  /** The command after "--", with it; empty where there is none. */
  command: string[]
}

/** Splits `--name=value`; `value` takes the next word where there is no `=`, and throws NoValue where there is none. */
export function splitFlag(word: string, next: () => string | undefined): { name: string; value: () => string } {
  const at = word.startsWith('-') ? word.indexOf('=') : -1
  const name = at < 0 ? word : word.slice(0, at)
  return { name, value: () => valueFor(name, at < 0 ? undefined : word.slice(at + 1), next) }
}

/** What became of a word that is not shared: taken, wrong, or left to whoever reads the rest. */
export type Taken = true | { wrong: string } | undefined

/**
 * Reads what follows the name of a command. `least`: seconds that are still a time limit. `own` takes a word of the command's own; `value` gives what
 * stands behind its "=", or takes the next word.
 */
export function readLine(
  argv: readonly string[],
  least: number,
  own: (name: string, value: () => string, word: string) => Taken,
): Line | { wrong: string } {
  return orMissing(() => lineOf(argv, least, own))
}

function lineOf(
  argv: readonly string[],
  least: number,
  own: (name: string, value: () => string, word: string) => Taken,
): Line | { wrong: string } {
  const split = argv.indexOf('--')
  const words = split < 0 ? argv : argv.slice(0, split)
  const line: Line = { rest: [], command: split < 0 ? [] : argv.slice(split) }
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const { name, value } = splitFlag(word, () => words[++at])
    if (name === '--era') {
      const era = value()
      if (!ERAS.test(era)) return { wrong: `--era takes legacy, modern, a revision or auto, not ${JSON.stringify(era)}.` }
      line.era = era as EraChoice
    } else if (name === '--timeout') {
      const seconds = Number(value())
      if (!(seconds >= least)) return { wrong: '--timeout takes a number of seconds.' }
      line.timeout = seconds * 1000
    } else {
      const taken = own(name, value, word)
      if (taken === undefined) line.rest.push(word)
      else if (taken !== true) return taken
    }
  }
  return line
}

/** The server that the rest of a line names. `none`: what is said where it names none; `called`: what was typed before it, such as `loupe check`. */
export function readTarget(
  rest: readonly string[],
  command: readonly string[],
  folder: string,
  none: string,
  called: string,
): Target | { wrong: string } {
  const parsed = readArguments([...rest, ...command], folder, {}, called)
  if (parsed.kind === 'wrong') return { wrong: parsed.why }
  if (parsed.kind !== 'run' || parsed.options.initial === undefined) return { wrong: none }
  return parsed.options.initial.target
}
