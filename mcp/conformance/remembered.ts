// How much of an exchange is remembered once it is over: thousands are, and some may be of 100 MB.
import type { Trip } from './seen.ts'

/** Characters of a reply that rules look at later: of thousands that are remembered, some may be of 100 MB. */
const REMEMBERED = 2000
/** Of a description or of metadata, which is of use as a whole alone. */
export const DOCUMENT = 100_000
/** Characters of what we sent that are remembered whole. */
const LONG_SENT = 50_000

/** What is over is remembered with its requests, thousands of them: not with all that was said. */
export function forgetLong(trip: Trip): void {
  // Deleted, it would make of the object a table, of several times the size.
  trip.last = undefined
  if ((trip.text?.length ?? 0) <= LONG_SENT) return
  delete trip.text
  delete trip.body
  for (const { params } of trip.asked)
    for (const [name, value] of Object.entries(params))
      if (name !== '_meta' && (typeof value === 'string' ? value.length > REMEMBERED : typeof value === 'object')) delete params[name]
}

/** A copy: a mere slice would keep all that it was cut from. */
export function beginning(text: string, most = REMEMBERED): string {
  return text.length <= most ? text : new TextDecoder().decode(new TextEncoder().encode(text.slice(0, most)))
}
