// The flags that `loupe request` and `loupe doctor` share, read the same way by both.
import type { EraChoice } from '#mcp/session-types.ts'

const ERAS = /^(auto|legacy|modern|20\d\d-\d\d-\d\d)$/

export interface OrderFlags {
  era?: EraChoice
  /** Milliseconds. */
  timeout?: number
}

/** Splits `--name=value`; `value` takes the next word where there is no `=`. */
export function splitFlag(word: string, next: () => string | undefined): { name: string; value: () => string | undefined } {
  const at = word.indexOf('=')
  return at < 0 ? { name: word, value: next } : { name: word.slice(0, at), value: () => word.slice(at + 1) }
}

/** One flag; undefined when it is not shared. `least`: seconds that are still a time limit. */
export function readOrderFlag(name: string, value: () => string | undefined, least: number): OrderFlags | { wrong: string } | undefined {
  if (name === '--era') {
    const era = value() ?? ''
    return ERAS.test(era)
      ? { era: era as EraChoice }
      : { wrong: `--era takes legacy, modern, a revision or auto, not ${JSON.stringify(era)}.` }
  }
  if (name !== '--timeout') return undefined
  const seconds = Number(value() ?? Number.NaN)
  return seconds >= least ? { timeout: seconds * 1000 } : { wrong: '--timeout takes a number of seconds.' }
}
