// JSON with exact numbers: integers that do not fit a double arrive and leave as a bigint, and every other number leaves as it
// was written, digit for digit, while the object that holds it is the one that was read.
import { LosslessNumber, parse as losslessParse, stringify as losslessStringify } from 'lossless-json'
import { anySpelled, keepSpelling, spellingOf } from './spelling.ts'

export type Json = null | boolean | number | bigint | string | Json[] | { [key: string]: Json }

/** Sixteen digits in a row: the shortest run that can lose digits as a double. */
const LONG_DIGITS = /\d{16}/
/** A number where a value stands that may be written otherwise than a double is: 1.0, 1e5, -0, many digits about a point. */
const ODD_NUMBER = /(?:^|[:,[\s])-?(?:(?<=-)0(?![\d.])|[\d.]{17}|\d+(?:\.\d+)?[eE]|\d+\.\d*0(?!\d))/
/** What every text with such a number holds, told in one pass over those that hold none; the version of the protocol, "2.0", is no number. */
const PERHAPS_ODD = /\d(?:[.eE](?!0")|\d{15})|-0/
/** In longer texts numbers are not kept as written: it would take too long. Characters. */
export const LONGEST_AS_WRITTEN = 1024 * 1024

/**
 * Parses JSON text; integers beyond ±(2^53 − 1) become `bigint`, all else is as `JSON.parse` has it.
 * @throws SyntaxError when the text is not JSON.
 */
export function parseJson(text: string): Json {
  // Scanning costs a fraction of a slower parse, and nearly no text holds such a number.
  if (!PERHAPS_ODD.test(text)) return JSON.parse(text) as Json
  const odd = text.length <= LONGEST_AS_WRITTEN && ODD_NUMBER.test(text)
  if (!odd && !LONG_DIGITS.test(text)) return JSON.parse(text) as Json
  const plain = JSON.parse(text) as Json // the engine's own error message is the better one
  try {
    const options = { parseNumber: odd ? spelledNumber : exactNumber, onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue }
    const value: unknown = losslessParse(text, undefined, options)
    return odd ? settled(value) : (value as Json)
  } catch (error) {
    // Nested so deep that only the engine can follow.
    if (error instanceof RangeError) return plain
    throw error
  }
}

/** Writes JSON text; a `bigint` leaves as its digits, a number as it was read, -0 with its sign. `indent` is a count of spaces. */
export function writeJson(value: unknown, indent?: number): string {
  return losslessStringify(value, anySpelled() ? asRead : undefined, indent, SIGNED_ZERO) ?? 'null'
}

const SIGNED_ZERO = [{ test: (value: unknown) => Object.is(value, -0), stringify: () => '-0' }]

function asRead(this: object, key: string, value: unknown): unknown {
  if (typeof value !== 'number') return value
  const literal = spellingOf(this, key, value)
  return literal === undefined ? value : new LosslessNumber(literal)
}

function exactNumber(text: string): number | bigint {
  const value = Number(text)
  if (Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text)) return BigInt(text)
  return value
}

function spelledNumber(text: string): number | bigint | LosslessNumber {
  const value = exactNumber(text)
  return String(value) === text ? value : new LosslessNumber(text)
}

/** Puts numbers in the place of literals, which are kept beside them. */
function settled(value: unknown): Json {
  if (value instanceof LosslessNumber) return Number(value.value)
  const stack: unknown[] = [value]
  for (let holder = stack.pop(); holder !== undefined; holder = stack.pop()) {
    if (typeof holder !== 'object' || holder === null) continue
    for (const [key, member] of Object.entries(holder)) {
      if (member instanceof LosslessNumber) {
        Object.defineProperty(holder, key, { value: Number(member.value), writable: true, enumerable: true, configurable: true })
        keepSpelling(holder, key, member.value)
      } else if (typeof member === 'object' && member !== null) stack.push(member)
    }
  }
  return value as Json
}

/** A JSON object, as opposed to an array, null or a scalar. */
export function isObject(value: unknown): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
