// How long a request has run, as people are told.
import type { ClockReading } from '#mcp/session-types.ts'

export interface Ran {
  /** Milliseconds since the epoch. */
  startedAt: number
  clock?: { reading: ClockReading }
}

/** Milliseconds until `at` (since the epoch); while a person is asked, or logs in, the time stands still. */
export function ranFor({ startedAt, clock }: Ran, at: number): number {
  if (clock === undefined) return Math.max(0, at - startedAt)
  const { reading } = clock
  return reading.ran + (reading.held ? 0 : Math.max(0, at - reading.at))
}
