// Bytes of a reply as text, chunk by chunk, without a byte order mark; says whether there was one, and what bytes had to be
// replaced.
import { MOST, replacedBy, scan } from './replaced.ts'

const MARK = '\uFEFF'
const REPLACEMENT = '\uFFFD'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const loose = new TextDecoder('utf-8', { ignoreBOM: true })

/** Whole bytes as text; `broken`: some are not UTF-8 and were replaced. */
export function decode(data: Uint8Array | string): { text: string; broken: boolean } {
  if (typeof data === 'string') return { text: data, broken: false }
  try {
    return { text: strict.decode(data), broken: false }
  } catch {
    return { text: loose.decode(data), broken: true }
  }
}

export class Utf8 {
  /** It began with a byte order mark, which is left out. */
  marked = false
  /** Bytes that are not UTF-8 were replaced by U+FFFD. */
  broken = false
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  #begun = false
  /** The last bytes of the chunk before: a character may be cut. */
  #tail = new Uint8Array()
  #runs: string[] = []

  /** `last`: no more will come. */
  decode(bytes: Uint8Array | undefined, last: boolean): string {
    const text = this.#decoder.decode(bytes, { stream: !last })
    const more = bytes ?? new Uint8Array()
    if (text.includes(REPLACEMENT)) {
      const { runs, broken } = scan(joined(this.#tail, more), last)
      this.broken ||= broken
      if (this.#runs.length <= MOST) this.#runs.push(...runs)
    }
    const end = joined(this.#tail, more.subarray(-3))
    this.#tail = end.slice(scan(end, false).rest)
    if (this.#begun || text === '') return text
    this.#begun = true
    this.marked = text.startsWith(MARK)
    return this.marked ? text.slice(1) : text
  }

  /** What each U+FFFD of the text stands for (`replaced.ts`); undefined where the peer wrote them all. */
  get replaced(): string | undefined {
    return this.broken ? replacedBy(this.#runs) : undefined
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length)
  both.set(one)
  both.set(other, one.length)
  return both
}
