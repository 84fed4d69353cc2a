// A message as the value that it is and as it reads, parsed once.
import type { Json } from '../json.ts'
import { read, readValue, type Reading } from '../jsonrpc.ts'
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
