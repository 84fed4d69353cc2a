// Numbers are doubles here, save integers, which are kept whatever their length. What JSON can spell is sent as it was
// typed all the same; where it cannot be, or nobody will read it, that is said before anything is sent.
import { writeJson } from '#mcp/json.ts'

export interface Rounded {
  text: string
  /** What would be sent in its place: 'null' for what is beyond all doubles. */
  sent: string
}

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** The numbers of a JSON text that a double cannot hold as they are written. */
export function roundedIn(json: string): Rounded[] {
  // Nearly no text holds such a number.
  if (!/[\d.]{17}|\d[eE]/.test(json)) return []
  return [...json.matchAll(TOKEN)].flatMap(([token]) => {
    const found = token.startsWith('"') ? undefined : rounded(token)
    return found === undefined ? [] : [found]
  })
}

/** The same for one number. */
export function rounded(text: string): Rounded | undefined {
  if (/^[+-]?\d+$/.test(text)) return undefined
  const value = Number(text)
  if (!Number.isFinite(value)) return { text, sent: 'null' }
  return normal(text) === normal(String(value)) ? undefined : { text, sent: String(value) }
}

/** In words. */
export function roundedWords({ text, sent }: Rounded): string {
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text
  return sent === 'null'
    ? `${shown} is too large for a double: it would be sent as null.`
    : `${shown} has more digits than can be sent from here: it goes as ${sent}.`
}

/** In words, for a number that is sent as it is written although no double holds it. */
export function beyondWords(text: string): string {
  return `${text.length > 40 ? `${text.slice(0, 39)}…` : text} is too large for a double: most programs read it as null or infinity, or fail. “Send anyway” sends it as it is written.`
}

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/

/** A number as JSON spells it, where it is typed so. */
export function literalOf(text: string): string | undefined {
  return JSON_NUMBER.test(text) ? text : undefined
}

/** Says how a number is sent that JSON cannot spell as it was typed: 01, +1, .5. */
export function respelt(text: string, value: number | bigint): string | undefined {
  return JSON_NUMBER.test(text) ? undefined : `${text.length > 40 ? `${text.slice(0, 39)}…` : text} goes as ${writeJson(value)}.`
}

/** Digits and exponent without what changes nothing: 1.10 and 11e-1 are the same. */
function normal(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text.trim()) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  const digits = all.replace(/0+$/, '')
  if (digits === '') return '0'
  return `${sign === '-' ? '-' : ''}${digits}e${Number(power) - fraction.length + (all.length - digits.length)}`
}

export const NUMBER = /^[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?$/

/** A JSON number as it was typed: integers beyond 2^53 digit for digit; undefined while it is not a number. */
export function readNumber(text: string): number | bigint | undefined {
  if (/^[+-]?\d+$/.test(text)) {
    const value = Number(text)
    return Number.isSafeInteger(value) ? value : BigInt(text.replace(/^\+/, ''))
  }
  if (!NUMBER.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value : undefined
}
