// JSON with exact integers: what does not fit a double arrives and leaves as a bigint, digit for digit.
import { parse as losslessParse, stringify as losslessStringify } from 'lossless-json'

export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json }

/** Sixteen digits in a row: the shortest run that can lose digits as a double. */
const LONG_DIGITS = /\d{16}/

/**
 * Parses JSON text; integers beyond ±(2^53 − 1) become `bigint`, all else is as `JSON.parse` has it.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): Json {
  // Scanning costs a fraction of a slower parse, and nearly no text holds such a number.
  if (!LONG_DIGITS.test(text)) return JSON.parse(text) as Json
  JSON.parse(text) // the engine's own error message is the better one
  return losslessParse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue }) as Json
}

/** Writes JSON text; a `bigint` leaves as its digits. `indent` is a count of spaces. */
export function writeJson(value: unknown, indent?: number): string {
  return losslessStringify(value, undefined, indent) ?? 'null'
}

function exactNumber(text: string): number | bigint {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text)) return BigInt(text)
  return value
}

/** A JSON object, as opposed to an array, null or a scalar. */
export function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
