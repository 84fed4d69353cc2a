// A body that should be a JSON object.
import { isObject, parseJson, type Json } from '../json.ts'

/** Undefined where it is none. */
export function objectIn(text: string): { [name: string]: Json } | undefined {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
