// Exchanges as rules look at them: what HTTP carried, there and back.
import { sniff } from '../transport/form.ts'
import { isObject } from '../json.ts'
import { each, type Level, type Look, type Rule } from './rule.ts'
import type { Facts } from './facts.ts'
import type { Obj, Side, Trip } from './seen.ts'

/** The two members of a rule that looks at exchanges as they end. */
export function eachTrip(level: Level, look: (trip: Trip, facts: Facts, seen: Side) => Look): Pick<Rule, 'on' | 'judge'> {
  return each(['over'], level, (seen, facts) => {
    const side = seen as unknown as Side
    return side.trip === undefined || isPipe(side.trip) ? null : look(side.trip, facts, side)
  })
}

/** HTTP turned it away at the door (its origin, token, type, size or number), so its body need not have been read. */
export const unread = ({ status = 0 }: Trip): boolean => [401, 403, 406, 413, 415, 421, 429].includes(status) || status >= 502
export const isPipe = ({ method }: Trip): boolean => method === 'STDIN' || method === 'WS'
export const isHttp = (trip: Trip | undefined, { transport }: Facts): trip is Trip =>
  trip !== undefined && transport === 'streamable-http' && !isPipe(trip)
export const headerOf = (headers: Trip['headers'], name: string): string | undefined =>
  headers.find(([one]) => one.toLowerCase() === name)?.[1]
export const sse = ({ mediaType }: Trip): boolean => mediaType === 'text/event-stream'
export const carried = ({ body }: Trip): Obj | undefined => (isObject(body) ? body : undefined)

/** An object, or an array of them: what an event or a frame must hold to be a message at all. */
export const holdsMessage = (text: string): boolean => /^\s*(?:\{|\[\s*\{)/.test(text)

/** An event id holds within its session: that of the request, or the one that the reply begins. */
export const placeOf = ({ headers, replyHeaders }: Trip, id: string): string =>
  `${headerOf(headers, 'mcp-session-id') ?? headerOf(replyHeaders, 'mcp-session-id') ?? ''} ${id}`

/** Whether the body of a reply is meant as JSON; one to what is not known is. A record may lack the head of the response: then the text itself tells. */
export function bringsJson(trip: Trip | undefined, text: string): boolean {
  if (trip === undefined) return true
  const { method, status, mediaType } = trip
  return method === 'POST' && (status === undefined ? sniff(text) === 'json' : /json/.test(mediaType))
}
