// Base64 (RFC 4648) without leniency that hides damage: the first wrong character is named by its place, and what
// could be read in spite of a fault comes with a note.

export type Decoded =
  | { kind: 'bytes'; bytes: Uint8Array<ArrayBuffer>; notes: string[] }
  /** `at`: 1-based position of the first character that is wrong. */
  | { kind: 'broken'; at: number; says: string }

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Int8Array(128).fill(-1)
for (let i = 0; i < 64; i += 1) VALUES[ALPHABET.charCodeAt(i)] = i
VALUES[45] = 62 // the two characters of base64url
VALUES[95] = 63

const EQUALS = 61

type Native = { fromBase64?: (text: string, options: { lastChunkHandling: 'strict' }) => Uint8Array<ArrayBuffer> }

/** Decodes base64 or base64url. Never throws. */
export function decodeBase64(text: string): Decoded {
  const { fromBase64 } = Uint8Array as Native
  // The browser's own is several times as fast; where anything is amiss, ours says what.
  if (fromBase64 !== undefined && !/\s/.test(text)) {
    try {
      return { kind: 'bytes', bytes: fromBase64.call(Uint8Array, text, { lastChunkHandling: 'strict' }), notes: [] }
    } catch {
      return decodeSlowly(text)
    }
  }
  return decodeSlowly(text)
}

function decodeSlowly(text: string): Decoded {
  const notes: string[] = []
  const prefix = /^data:[^,]{0,200};base64,/.exec(text)?.[0].length ?? 0
  if (prefix > 0) notes.push('It is a whole data: URL; only the part behind the comma should be sent.')
  const bytes = new Uint8Array(Math.ceil(((text.length - prefix) * 3) / 4))
  let written = 0
  let bits = 0
  let digits = 0
  let padding = 0
  let spaces = false
  let plain = false
  let url = false
  for (let i = prefix; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    const value = code < 128 ? VALUES[code]! : -1
    if (value >= 0 && padding === 0) {
      if (code === 45 || code === 95) url = true
      else if (code === 43 || code === 47) plain = true
      bits = ((bits << 6) | value) & 0xffffff
      digits += 1
      if (digits % 4 === 0) {
        bytes[written] = bits >> 16
        bytes[written + 1] = bits >> 8
        bytes[written + 2] = bits
        written += 3
        bits = 0
      }
    } else if (code === EQUALS && digits % 4 >= 2 && padding < 4 - (digits % 4)) padding += 1
    else if (code === 10 || code === 13 || code === 32 || code === 9) spaces = true
    else return { kind: 'broken', at: i + 1, says: `Invalid base64 at position ${i + 1}: ${nameOf(text, i, padding > 0)}` }
  }
  const rest = digits % 4
  if (rest === 1)
    return {
      kind: 'broken',
      at: text.length,
      says: `Invalid base64 at position ${text.length}: it ends in the middle of a byte (cut short?)`,
    }
  if (rest >= 2) {
    bits <<= 6 * (4 - rest)
    bytes[written] = bits >> 16
    written += 1
    if (rest === 3) {
      bytes[written] = bits >> 8
      written += 1
    }
    if ((rest === 2 ? bits & 0xffff : bits & 0xff) !== 0) notes.push('Its last character carries bits that belong to no byte.')
    if (padding < 4 - rest) notes.push('The padding “=” at its end is missing.')
  }
  if (url) notes.push(plain ? 'It mixes the alphabets of base64 and base64url.' : 'It is base64url; MCP asks for plain base64.')
  if (spaces) notes.push('It holds spaces or line breaks.')
  return { kind: 'bytes', bytes: written === bytes.length ? bytes : bytes.slice(0, written), notes }
}

function nameOf(text: string, at: number, afterPadding: boolean): string {
  const character = String.fromCodePoint(text.codePointAt(at)!)
  const shown = /^[\x21-\x7e]$/.test(character)
    ? `“${character}”`
    : `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  if (afterPadding) return `${shown} follows the padding`
  return character === '=' ? '“=” where no padding may be' : `${shown} is not in the alphabet`
}
