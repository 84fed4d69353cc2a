// A message as the value that it is and as it reads, parsed once.
import { isObject, type Json } from '../json.ts'
import { isAsking, read, readValue, type Reading } from '../jsonrpc.ts'
import { repeats } from '../repeats.ts'

/** `value` is undefined for what is no JSON. Never throws. */
export function readBoth(text: string): { value: Json | undefined; reading: Reading } {
  try {
    const value = repeats.parse(text)
    return { value, reading: readValue(value) }
  } catch {
    return { value: undefined, reading: read(text) }
  }
}

/** Whether a line that is no message is meant as one all the same: its id is none. Never throws. */
export function isMeant(text: string): boolean {
  const { value, reading } = readBoth(text)
  if (reading.kind !== 'garbled' || !isObject(value)) return false
  if (value.jsonrpc !== '2.0' || value.id === undefined) return false
  return isAsking(value) ? typeof value.method === 'string' : value.result !== undefined
}
