// Bytes that are not UTF-8: the record keeps text, in which each run of them is a U+FFFD. What they were is kept beside it, so that the
// bytes of a message are those that came.
import type { Reading } from '../jsonrpc.ts'
import type { WireFact } from '../wire-event.ts'

const SIGN = '\uFFFD'
/** U+FFFD itself, which a peer may write as well. */
const WRITTEN = 'efbfbd'
/** So many are kept of a text: what has more is no text. */
export const MOST = 4_000

export interface Scan {
  /** What each U+FFFD of the text stands for, in hexadecimal; the first ones, where there are very many. */
  runs: string[]
  /** Whether there is one that the peer did not write. */
  broken: boolean
  /** Where a character begins that is not complete. */
  rest: number
}

/** Reads as a decoder does (Encoding Standard, UTF-8): of what is wrong it takes as much at once as could have been a character. */
export function scan(bytes: Uint8Array, last = true): Scan {
  const found: Scan = { runs: [], broken: false, rest: bytes.length }
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!
    if (lead < 0x80) {
      at += 1
      continue
    }
    let missing = lead >= 0xc2 && lead <= 0xdf ? 1 : lead >= 0xe0 && lead <= 0xef ? 2 : lead >= 0xf0 && lead <= 0xf4 ? 3 : 0
    const known = missing > 0
    let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
    let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
    let end = at + 1
    while (missing > 0 && end < bytes.length && bytes[end]! >= low && bytes[end]! <= high) {
      end += 1
      missing -= 1
      low = 0x80
      high = 0xbf
    }
    if (missing > 0 && end === bytes.length && !last) {
      found.rest = at
      return found
    }
    const wrong = !known || missing > 0
    if (wrong || (lead === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd)) {
      found.broken ||= wrong
      if (found.runs.length <= MOST) found.runs.push(hexOf(bytes.subarray(at, end)))
    }
    at = end
  }
  return found
}

/** As a fact has it: runs with a space between. '' where there are more than are kept. */
export function replacedBy(runs: readonly string[]): string {
  return runs.length > MOST ? '' : runs.join(' ')
}

const readings = new WeakMap<Reading, string>()

/** Remembers of a line that is not UTF-8 what was replaced in it. */
export function setReplaced(reading: Reading, replaced: string): void {
  readings.set(reading, replaced)
}

/** Undefined: the line is UTF-8. */
export function replacedOf(reading: Reading): string | undefined {
  return readings.get(reading)
}

/** What is said of such a message; `row` is its own. */
export function notUtf8(what: string, row: number): Extract<WireFact, { kind: 'note' }> {
  const text = `${what} holds bytes that are not UTF-8; they were replaced by U+FFFD`
  return { kind: 'note', fault: 'not-utf-8', text, ...(row === 0 ? {} : { row }) }
}

export interface WireBytes {
  bytes: Uint8Array<ArrayBuffer>
  /** Where bytes stand that are not UTF-8, or a U+FFFD in place of them: pairs of beginning and end. */
  odd: number[]
  /** They are those that came. False: what stood where the text has U+FFFD is not known. */
  kept: boolean
}

/** The bytes of a text of the record, as far as they are known. */
export function wireBytes(text: string, replaced: string | undefined): WireBytes {
  const pieces = text.split(SIGN)
  const runs = replaced === undefined || replaced === '' ? [] : replaced.split(' ')
  // A text from which a secret was taken may have fewer.
  const kept = runs.length === pieces.length - 1
  const encoder = new TextEncoder()
  if (pieces.length === 1) return { bytes: encoder.encode(text), odd: [], kept: true }
  const parts: Uint8Array[] = []
  const odd: number[] = []
  let length = 0
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) {
      const run = kept ? runs[at - 1]! : WRITTEN
      const bytes = Uint8Array.from(run.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
      if (!kept || run !== WRITTEN) odd.push(length, length + bytes.length)
      parts.push(bytes)
      length += bytes.length
    }
    const bytes = encoder.encode(piece)
    parts.push(bytes)
    length += bytes.length
  }
  const bytes = new Uint8Array(length)
  let to = 0
  for (const part of parts) {
    bytes.set(part, to)
    to += part.length
  }
  return { bytes, odd, kept }
}

/** Those of a message; none where it is no more. */
export function bytesOf(message: { text: string; replaced?: string } | null | undefined): WireBytes {
  return wireBytes(message?.text ?? '', message?.replaced)
}

function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}
