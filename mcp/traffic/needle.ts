// A text that is looked for in bytes, without regard to case: most bytes are leapt over, since the one at the end of where it
// might stand says how far off it must be (Horspool's way).

export class Needle {
  /** ASCII in lower case. */
  readonly #bytes: Uint8Array
  /** By a byte: how far the next place is where the text might end. */
  readonly #leaps: Uint32Array

  /** `text`: ASCII in lower case, not empty. */
  constructor(text: string) {
    const bytes = new TextEncoder().encode(text)
    const last = bytes.length - 1
    this.#bytes = bytes
    this.#leaps = new Uint32Array(256).fill(bytes.length)
    for (let at = 0; at < last; at++) {
      const byte = bytes[at]!
      this.#leaps[byte] = last - at
      if (byte >= 97 && byte <= 122) this.#leaps[byte - 32] = last - at
    }
  }

  /** Whether it stands in so many of the bytes from `offset` on. */
  isIn(hay: Uint8Array, offset: number, length: number): boolean {
    const bytes = this.#bytes
    const leaps = this.#leaps
    const last = bytes.length - 1
    const end = offset + length
    for (let at = offset + last; at < end; at += leaps[hay[at]!]!) {
      let back = 0
      while (back <= last && folded(hay[at - back]!) === bytes[last - back]) back += 1
      if (back > last) return true
    }
    return false
  }
}

function folded(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte
}
