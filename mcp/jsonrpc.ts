// JSON-RPC 2.0 messages as they are read. Reading never throws: what is broken is named and kept.
import { dissect } from './garbled.ts'
import { isObject, type Json } from './json.ts'
import { repeats } from './repeats.ts'

/** An id as it crossed the wire: `1` and `"1"` are two different ids. */
export type Id = string | number | bigint

export interface RpcError {
  code: number | bigint
  message: string
  data?: Json
}

export type Reading =
  | { kind: 'request'; id: Id; method: string; params?: Json }
  | { kind: 'notification'; method: string; params?: Json }
  | { kind: 'result'; id: Id; result: Json }
  /** `id` is undefined when absent, null when sent as null: both mean that the peer could not tell. */
  | { kind: 'failure'; id: Id | null | undefined; error: RpcError }
  /** An array of messages: legal in 2025-03-26 alone, read everywhere. */
  | { kind: 'batch'; members: Reading[] }
  /** `inside`: messages that can be made out in it, though it is none itself. */
  | { kind: 'garbled'; why: string; value?: Json; inside?: Json[] }

const NESTED: Reading = { kind: 'garbled', why: 'a batch within a batch' }

const NAMELESS = 'an answer without an id'

/** Whether it is a result that does not say what it answers. */
export function isNameless(reading: Reading): boolean {
  return reading.kind === 'garbled' && reading.why === NAMELESS
}

/** Reads one message text. Never throws. */
export function read(text: string): Reading {
  let value: Json
  try {
    value = repeats.parse(text)
  } catch (error) {
    const { why, inside } = dissect(text, error as Error)
    return inside.length === 0 ? { kind: 'garbled', why } : { kind: 'garbled', why, inside }
  }
  return readValue(value)
}

/** Reads one parsed message. Never throws. */
export function readValue(value: Json): Reading {
  if (Array.isArray(value)) {
    if (value.length === 0) return { kind: 'garbled', why: 'an empty batch', value }
    return { kind: 'batch', members: value.map((one) => (Array.isArray(one) ? NESTED : readValue(one))) }
  }
  if (!isObject(value)) return { kind: 'garbled', why: 'not a JSON object', value }
  const garbled = (why: string): Reading => ({ kind: 'garbled', why, value })
  const { id, method, params } = value
  // What has an id and says how something went is an answer, whatever else it says; members that are merely null say nothing.
  if (method !== undefined && isAsking(value)) {
    if (typeof method !== 'string') return garbled('"method" is not a string')
    if (id === undefined) return params === undefined ? { kind: 'notification', method } : { kind: 'notification', method, params }
    if (!isId(id)) return garbled('the "id" of a request must be a string or an integer')
    return params === undefined ? { kind: 'request', id, method } : { kind: 'request', id, method, params }
  }
  if (value.error !== undefined) {
    const { error } = value
    if (!isObject(error)) return garbled('"error" is not an object')
    const { code, message, data } = error
    if (typeof code !== 'number' && typeof code !== 'bigint') return garbled('"error.code" is not a number')
    if (id !== undefined && id !== null && !isId(id)) return garbled('the "id" of an error must be a string or an integer')
    const text = typeof message === 'string' ? message : ''
    return { kind: 'failure', id, error: data === undefined ? { code, message: text } : { code, message: text, data } }
  }
  if (value.result !== undefined) {
    if (id === undefined || id === null) return garbled(NAMELESS)
    if (!isId(id)) return garbled('the "id" of a result must be a string or an integer')
    return { kind: 'result', id, result: value.result }
  }
  return garbled('neither "method", "result" nor "error"')
}

/** Ids of the answers that can be made out in a text that is no message: the requests they were meant for get no better one. */
export function answersIn(reading: Reading): Id[] {
  if (reading.kind !== 'garbled') return []
  const values = reading.inside ?? (reading.value === undefined ? [] : [reading.value])
  return values
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .flatMap((value) => (isObject(value) && answers(value) && isId(value.id) ? [value.id] : []))
}

/** Programs log JSON with ids of their own, too. */
function answers(value: { [key: string]: Json }): boolean {
  const { method, jsonrpc, result, error } = value
  return isOutcome(value) || (method === undefined && (jsonrpc !== undefined || result !== undefined || error !== undefined))
}

/** Whether it has a result or an error that is not null. */
function isOutcome({ result, error }: { [key: string]: Json }): boolean {
  return (result !== undefined && result !== null) || (error !== undefined && error !== null)
}

/** Whether it is meant as a request or a notification: it names a method, and has no outcome. */
export function isAsking(value: { [key: string]: Json }): boolean {
  return value.method !== undefined && !(value.id !== undefined && isOutcome(value))
}

/** A map key that keeps the JSON type of an id. Keep the direction beside it: both peers number from 0. */
export function idKey(id: Id): string {
  return typeof id === 'string' ? `s:${id}` : `n:${id}`
}

/** The key of the id of the other JSON type that is written alike: that of `1` for `"1"`. */
export function twinKey(id: Id): string {
  return typeof id === 'string' ? `n:${id}` : `s:${id}`
}

function isId(value: Json | undefined): value is Id {
  return typeof value === 'string' || typeof value === 'bigint' || (typeof value === 'number' && Number.isInteger(value))
}
