// Whether a connection that was lost is opened again by itself, and after how long. Pure.
import { isObject } from '#mcp/json.ts'
import { McpError } from '#mcp/errors.ts'

const FIRST_PAUSE = 250
const LONGEST_PAUSE = 5000
/** A process that lived shorter died at its start, and would do so again. */
const AT_START = 1000
/** A connection that lived shorter was never a good one. */
const STABLE = 5000
/** Short-lived connections in a row after which nobody hopes any more. */
const MOST_SHORT = 3

export interface Loss {
  kind: 'stdio' | 'http'
  /** Milliseconds that it lived. */
  lived: number
  /** Short-lived connections in a row before this one. */
  short: number
}

/** `attempt`: the first of those to come, which sets its pause; null: none is made, and `short` says why. */
export function afterLoss({ kind, lived, short }: Loss): { attempt: number | null; short: number } {
  const now = lived < STABLE ? short + 1 : 0
  if (kind === 'stdio' && lived < AT_START) return { attempt: null, short: 0 }
  return { attempt: now >= MOST_SHORT ? null : Math.max(1, 2 * now - 1), short: now }
}

/**
 * Milliseconds before an attempt; the first is 1. Up to a quarter less by `chance` (0 to 1), so that those who lost a server
 * together do not all come back at once.
 */
export function pauseBefore(attempt: number, chance: number = Math.random()): number {
  return Math.round(Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE) * (1 - chance / 4))
}

/** Milliseconds that the server asked to be left alone for yet. */
export function askedPause(error: unknown): number {
  return error instanceof McpError ? Math.max(0, (error.retryAt ?? 0) - Date.now()) : 0
}

/** Whether an attempt failed because the server is not there yet. One that answers, but not well, is: waiting would hide what it says. */
export function isAbsent(error: McpError): boolean {
  const { kind, retryAt, status = 0 } = error
  return kind === 'unreachable' || kind === 'silent' || retryAt !== undefined || (kind === 'http' && (status === 429 || status >= 500))
}

/** What to say when nobody hopes any more. */
export function givenUp(times: number): string {
  return `It was lost ${times} times soon after it was opened, so it is not opened again by itself: mend the cause, then reconnect.`
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof McpError && error.kind === 'unreachable'
}

/** Its answer was cut short: it may be that its end cut it. */
export function brokeOff(error: unknown): boolean {
  return error instanceof McpError && isObject(error.data) && error.data.code === 'BROKEN'
}
