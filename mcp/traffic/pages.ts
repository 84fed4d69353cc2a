// Texts as UTF-8 in pages of fixed size. Strings cut from a stream's chunk keep the whole chunk alive; bytes do
// not, and a page whose texts are all released is given back.

const PAGE = 512 * 1024

interface Page {
  number: number
  bytes: Uint8Array
  used: number
  /** Bytes of texts not yet released. */
  live: number
}

/** Where the texts of the last `put` went. One object, overwritten by each `put`. */
export interface Place {
  page: number
  offset: number
  lengths: [number, number, number]
}

export class Pages {
  /** Bytes of all texts not yet released. */
  live = 0
  /** Bytes of all pages held. */
  allocated = 0
  readonly place: Place = { page: 0, offset: 0, lengths: [0, 0, 0] }
  readonly #pages = new Map<number, Page>()
  #current: Page = { number: 0, bytes: new Uint8Array(0), used: 0, live: 0 }
  #last = 0
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** Stores three texts side by side and leaves their place in `place`. */
  put(first: string, second: string, third: string): void {
    const worst = (first.length + second.length + third.length) * 3
    const { place } = this
    if (worst > this.#current.bytes.length - this.#current.used) {
      if (worst > PAGE) return this.#putLarge([first, second, third])
      const full = this.#current
      this.#current = this.#add(new Uint8Array(PAGE))
      if (full.live === 0) this.#drop(full)
    }
    const page = this.#current
    place.page = page.number
    place.offset = page.used
    const all = first + second + third
    if (this.#write(page, all) === all.length) {
      // ASCII throughout, as nearly always: one call to the encoder tells all three lengths.
      place.lengths[0] = first.length
      place.lengths[1] = second.length
      place.lengths[2] = third.length
    } else {
      page.used = place.offset
      place.lengths[0] = this.#write(page, first)
      place.lengths[1] = this.#write(page, second)
      place.lengths[2] = this.#write(page, third)
    }
    this.#count(page, page.used - place.offset)
  }

  text(page: number, offset: number, length: number): string {
    const held = this.#pages.get(page)
    return length === 0 || held === undefined ? '' : this.#decoder.decode(held.bytes.subarray(offset, offset + length))
  }

  /** Gives back `length` bytes of a page. */
  release(page: number, length: number): void {
    const held = this.#pages.get(page)
    if (held === undefined) return
    held.live -= length
    this.live -= length
    if (held.live === 0 && held !== this.#current) this.#drop(held)
  }

  /** Whether the bytes hold `needle`, ASCII in lower case, without regard to case. */
  holds(page: number, offset: number, length: number, needle: Uint8Array): boolean {
    const bytes = this.#pages.get(page)?.bytes
    if (bytes === undefined) return false
    const low = needle[0]!
    const high = low >= 97 && low <= 122 ? low - 32 : low
    const last = offset + length - needle.length
    for (let at = offset; at <= last; at++) {
      const byte = bytes[at]!
      if ((byte === low || byte === high) && matches(bytes, at, needle)) return true
    }
    return false
  }

  #write(page: Page, text: string): number {
    if (text === '') return 0
    const { written } = this.#encoder.encodeInto(text, page.bytes.subarray(page.used))
    page.used += written
    return written
  }

  /** A text that may not fit a page gets one of its own, of just its size; the half-full page stays the one to write on. */
  #putLarge(texts: string[]): void {
    const { place } = this
    const bytes = new Uint8Array(texts.reduce((sum, text) => sum + text.length, 0))
    let used = 0
    const ascii = texts.every((text, index) => {
      const { read, written } = this.#encoder.encodeInto(text, bytes.subarray(used))
      place.lengths[index] = written
      used += written
      return read === text.length
    })
    if (ascii) {
      // Straight to where they stay: `encode` makes two copies on the way, which 50 MB do not forgive.
      const page = this.#add(bytes)
      place.page = page.number
      place.offset = 0
      page.used = used
      return this.#count(page, used)
    }
    const parts = texts.map((text) => this.#encoder.encode(text))
    const whole = parts.reduce((sum, part) => sum + part.length, 0)
    const page = this.#add(new Uint8Array(whole))
    place.page = page.number
    place.offset = 0
    parts.forEach((part, index) => {
      page.bytes.set(part, page.used)
      page.used += part.length
      place.lengths[index] = part.length
    })
    this.#count(page, page.used)
  }

  #add(bytes: Uint8Array): Page {
    const page: Page = { number: ++this.#last, bytes, used: 0, live: 0 }
    this.#pages.set(page.number, page)
    this.allocated += bytes.length
    return page
  }

  #drop(page: Page): void {
    if (this.#pages.delete(page.number)) this.allocated -= page.bytes.length
  }

  #count(page: Page, bytes: number): void {
    page.live += bytes
    this.live += bytes
  }
}

function matches(bytes: Uint8Array, at: number, needle: Uint8Array): boolean {
  for (let index = 1; index < needle.length; index++) {
    let byte = bytes[at + index]!
    if (byte >= 65 && byte <= 90) byte += 32
    if (byte !== needle[index]) return false
  }
  return true
}
