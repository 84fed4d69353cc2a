// Whether a message of ours was one that a server owes an answer, and whether what came is that answer.
import { isObject, type Json } from '../json.ts'
import { idKey, type Id } from '../jsonrpc.ts'
import type { Message, Trip } from './seen.ts'

/** It says "jsonrpc": "2.0", and its params, where it has any, are an object. */
export function isProper(value: Json | undefined): boolean {
  return isObject(value) && value.jsonrpc === '2.0' && (value.params === undefined || isObject(value.params))
}

/** An answer whose id is another than that of the request which the exchange carried. Ids that are none cannot be told apart. */
export function isForeign({ body }: Trip, id: Id | null | undefined): boolean {
  if (id === undefined || id === null || !isObject(body)) return false
  const own = body.id
  return (typeof own === 'string' || Number.isInteger(own)) && idKey(own as Id) !== idKey(id)
}

/** An answer to something that was no proper request: what it may say is told elsewhere. */
export const toRubbish = (seen: Message): boolean =>
  seen.trip !== undefined && seen.trip.asked.length === 0 && seen.trip.text !== undefined && seen.trip.method === 'POST'

/** A stream that goes on from a place brings again what came after it: that was judged when it came first. */
export const isReplay = (trip: Trip | undefined): boolean =>
  trip?.method === 'GET' && trip.headers.some(([name]) => name.toLowerCase() === 'last-event-id')
