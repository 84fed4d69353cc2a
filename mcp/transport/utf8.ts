// Bytes of a reply as text, chunk by chunk, without a byte order mark; says whether there was one, and whether bytes had to be
// replaced.

const MARK = '\uFEFF'
const REPLACEMENT = '\uFFFD'

export class Utf8 {
  /** It began with a byte order mark, which is left out. */
  marked = false
  /** Bytes that are not UTF-8 were replaced by U+FFFD. */
  broken = false
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #begun = false
  /** The last bytes of the chunk before: a character may be cut. */
  #tail: number[] = []

  /** `last`: no more will come. */
  decode(bytes: Uint8Array | undefined, last: boolean): string {
    const text = this.#decoder.decode(bytes, { stream: !last })
    if (!this.broken && text.includes(REPLACEMENT)) this.broken = text.split(REPLACEMENT).length - 1 > this.#honest(bytes)
    if (bytes !== undefined) this.#tail = [...this.#tail, ...bytes.subarray(-2)].slice(-2)
    if (this.#begun || text === '') return text
    this.#begun = true
    this.marked = text.startsWith(MARK)
    return this.marked ? text.slice(1) : text
  }

  /** How often the peer wrote U+FFFD itself. */
  #honest(bytes: Uint8Array = new Uint8Array()): number {
    const all = [...this.#tail]
    let count = 0
    for (const byte of bytes) {
      all.push(byte)
      if (all.length > 3) all.shift()
      if (all[0] === 0xef && all[1] === 0xbf && all[2] === 0xbd) count += 1
    }
    return count
  }
}
