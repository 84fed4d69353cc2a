// How long a server asks to be left alone (RFC 9110, 10.2.3): seconds, or a date by the server's own clock.

/** Statuses with which it may ask for that. */
const BUSY = new Set([429, 503])

export function isBusy(status: number): boolean {
  return BUSY.has(status)
}

/** Milliseconds since the epoch; undefined when it asks for nothing that can be understood. */
export function retryAt(status: number, headers: Headers, now = Date.now()): number | undefined {
  const text = isBusy(status) ? headers.get('retry-after')?.trim() : undefined
  if (text === undefined || text === '') return undefined
  if (/^\d+$/.test(text)) return soonest(now + Number(text) * 1000, now)
  // Every form of a date begins with the name of its day; what else is understood as one was none.
  const date = /^[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(date)) return undefined
  // Its clock may be wrong, and says so itself.
  const theirs = Date.parse(headers.get('date') ?? '')
  return soonest(Number.isNaN(theirs) ? date : now + date - theirs, now)
}

/** Beyond this no timer waits. */
const LONGEST = 24 * 24 * 3_600_000

function soonest(at: number, now: number): number {
  return Math.min(Math.max(at, now), now + LONGEST)
}
