// What was found out of each server's era, kept in this browser, so that it is asked for once. An entry that turns out to
// be wrong is replaced by what is found then.
import type { EraRule, EraVerdict } from '#mcp/session-types.ts'
import { maskArgs, maskUrl } from '#mcp/traffic/secret-names.ts'
import type { Target } from '#mcp/transport/target.ts'

const KEY = 'loupe.eras'
const MOST = 200
/** Chosen by a person, or true of one connection only: a server that fails today may do better tomorrow. */
const PASSING = new Set<EraRule>(['chosen', 'late', 'failed', 'silence', 'transport'])

/** The last used last, so that the one used longest ago goes first. */
type Stored = { [place: string]: EraVerdict }

export function knownEra(target: Target): EraVerdict | undefined {
  return read()[placeOf(target)]
}

/** Keeps a verdict, unless it is kept already. */
export function learnEra(target: Target, verdict: EraVerdict): void {
  if (PASSING.has(verdict.rule) || verdict.at !== undefined) return
  const { [placeOf(target)]: before, ...rest } = read()
  if (before?.rule === verdict.rule && before.why === verdict.why) return
  const entries = [...Object.entries(rest), [placeOf(target), { ...verdict, at: Date.now() }] as const]
  write(Object.fromEntries(entries.slice(-MOST)))
}

export function forgetEra(target: Target): void {
  const { [placeOf(target)]: _, ...rest } = read()
  write(rest)
}

/** Without secrets, which are not to be kept here: neither headers nor environment nor keys make it another server. */
function placeOf(target: Target): string {
  return target.kind === 'stdio' ? JSON.stringify([target.command, ...maskArgs(target.args)]) : maskUrl(target.url)
}

function read(): Stored {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? (stored as Stored) : {}
  } catch {
    return {}
  }
}

function write(stored: Stored): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(stored))
  } catch {
    // Full or forbidden: then it is asked for each time.
  }
}
