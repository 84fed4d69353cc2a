// Finds many texts in another at once, in one pass whatever their number, and takes in a further one at no cost: a server may hand
// out a new secret with every reply, as those do that stand behind a balancer with sticky cookies.

/** Characters that a text begins with, by which it is found: none may be shorter. */
export const WINDOW = 8
const BASE = 31
/** What the first character of a window counts. */
const FIRST = (BASE ** (WINDOW - 1)) | 0
const SLOTS = 1 << 16

export class KnownTexts {
  /**
   * By the hash of their beginnings, and by length, the longest first: what each is meant for. Many begin alike, as cookies do; of
   * different lengths there are few.
   */
  readonly #forms = new Map<number, [length: number, texts: Map<string, string>][]>()
  /** How they end: where none ends so, nothing long is compared. */
  readonly #ends = new Uint8Array(256)
  /** Whether any begins so, as far as a few bits tell. */
  #slots: Uint8Array | undefined

  /** `meant`: what is handed over when it is found. */
  add(text: string, meant: string): void {
    if (text.length < WINDOW) return
    let hash = 0
    for (let at = 0; at < WINDOW; at += 1) hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
    this.#ends[text.charCodeAt(text.length - 1) & 255] = 1
    let lengths = this.#forms.get(hash)
    if (lengths === undefined) this.#forms.set(hash, (lengths = []))
    const known = lengths.find(([length]) => length === text.length)
    if (known !== undefined) known[1].set(text, meant)
    else {
      lengths.push([text.length, new Map([[text, meant]])])
      lengths.sort(([a], [b]) => b - a)
    }
    this.#slots ??= new Uint8Array(SLOTS)
    this.#slots[slotOf(hash)] = 1
  }

  /** The text with each of them replaced, from left to right, the longest that begins at a place. */
  replace(text: string, by: (meant: string) => string): string {
    const slots = this.#slots
    if (slots === undefined || text.length < WINDOW) return text
    let done = ''
    let from = 0
    let hash = 0
    /** Characters that the hash is of. */
    let filled = 0
    for (let at = 0; at < text.length; at += 1) {
      if (filled === WINDOW) hash = (hash - Math.imul(text.charCodeAt(at - WINDOW), FIRST)) | 0
      else filled += 1
      hash = (Math.imul(hash, BASE) + text.charCodeAt(at)) | 0
      if (filled < WINDOW || slots[slotOf(hash)] === 0) continue
      const begin = at - WINDOW + 1
      const found = this.#at(hash, text, begin)
      if (found === undefined) continue
      const [length, meant] = found
      done += text.slice(from, begin) + by(meant)
      from = begin + length
      at = from - 1
      hash = 0
      filled = 0
    }
    return from === 0 ? text : done + text.slice(from)
  }

  #at(hash: number, text: string, begin: number): [length: number, meant: string] | undefined {
    for (const [length, texts] of this.#forms.get(hash) ?? []) {
      if (begin + length <= text.length && this.#ends[text.charCodeAt(begin + length - 1) & 255] === 0) continue
      const meant = begin + length > text.length ? undefined : texts.get(text.slice(begin, begin + length))
      if (meant !== undefined) return [length, meant]
    }
    return undefined
  }
}

const slotOf = (hash: number): number => (hash ^ (hash >>> 16)) & (SLOTS - 1)
