// Texts as UTF-8 in pages of fixed size. Strings cut from a stream's chunk keep the whole chunk alive; bytes do
// not, and a page whose texts are all released is given back. Short texts are encoded many at a time: a call to the encoder
// takes longer than the work that it does for one of them.
import type { Needle } from './needle.ts'

const PAGE = 512 * 1024
/** Characters, and texts, that wait for the encoder at most. */
const BATCH = 48 * 1024
const MOST_WAITING = 3 * 400
/** Puts that go straight to the encoder after a batch that was not ASCII; twice as many each time that the next one is not either. */
const STRAIGHT = 32
const MOST_STRAIGHT = 2048

interface Page {
  number: number
  bytes: Uint8Array
  used: number
  /** Bytes of texts not yet released. */
  live: number
}

/** Bytes that are decoded at once for who reads on, and of one text that is read so. */
const AHEAD = 16 * 1024
const SHORT = 1024

/** Where three texts went. One object, overwritten by each `put`. */
export interface Place {
  page: number
  offset: number
  lengths: [number, number, number]
}

export class Pages {
  /** Bytes of all texts not yet released; of those that wait, their characters. */
  live = 0
  /** Bytes of all pages held. */
  allocated = 0
  readonly place: Place = { page: 0, offset: 0, lengths: [0, 0, 0] }
  readonly #pages = new Map<number, Page>()
  #current: Page = { number: 0, bytes: new Uint8Array(0), used: 0, live: 0 }
  #last = 0
  /** Texts that wait, three for each slot, and their characters. */
  #texts: string[] = []
  #slots: number[] = []
  #waiting = 0
  #straight = 0
  #penalty = STRAIGHT
  /** What was decoded ahead: of a page, from a byte on; ASCII. Empty: what lies there is not, up to `until`. */
  #ahead = { page: 0, from: 0, until: 0, text: '' }
  readonly #onMoved: (slot: number, place: Place) => void
  readonly #encoder = new TextEncoder()
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true })

  /** `onMoved` hears of each slot whose texts went elsewhere than `put` said. */
  constructor(onMoved: (slot: number, place: Place) => void) {
    this.#onMoved = onMoved
  }

  /** Stores three texts side by side and leaves their place in `place`. It may change until the next `settle`. */
  put(slot: number, first: string, second: string, third: string): void {
    const length = first.length + second.length + third.length
    if (length * 3 > PAGE) return this.#putLarge([first, second, third])
    if (this.#waiting + length > BATCH || this.#texts.length >= MOST_WAITING) this.settle()
    if (!this.#fits(length)) {
      this.settle()
      if (!this.#fits(length)) this.#turn()
    }
    if (this.#straight > 0) {
      this.#straight -= 1
      return this.#encode(first, second, third)
    }
    // As nearly always, they will turn out to be ASCII.
    const { place } = this
    place.page = this.#current.number
    place.offset = this.#current.used + this.#waiting
    place.lengths[0] = first.length
    place.lengths[1] = second.length
    place.lengths[2] = third.length
    this.#texts.push(first, second, third)
    this.#slots.push(slot)
    this.#waiting += length
    this.#count(this.#current, length)
  }

  /** Stores texts one behind the other, each with `after` behind it; together no more than a third of a page. `lengths`: their bytes; left out: as many as characters. */
  putRun(texts: readonly string[], after: string): { page: number; offset: number; lengths?: number[] } {
    this.settle()
    const all = texts.join(after) + after
    if (all.length > this.#current.bytes.length - this.#current.used) this.#turn()
    const { number: page, used: offset } = this.#current
    if (this.#write(this.#current, all) === all.length) {
      this.#count(this.#current, all.length)
      return { page, offset }
    }
    // Not all of it is ASCII, so that it may not fit either.
    this.#current.used = offset
    if (!this.#fits(all.length)) this.#turn()
    const into = this.#current
    const place = { page: into.number, offset: into.used }
    const lengths = texts.map((text) => {
      const length = this.#write(into, text)
      this.#write(into, after)
      return length
    })
    this.#count(into, into.used - place.offset)
    return { ...place, lengths }
  }

  /** Encodes what waits. Due before anything is read or released. */
  settle(): void {
    if (this.#slots.length === 0) return
    const page = this.#current
    const texts = this.#texts
    const slots = this.#slots
    const length = this.#waiting
    this.#texts = []
    this.#slots = []
    this.#waiting = 0
    const start = page.used
    if (this.#write(page, texts.join('')) === length) {
      this.#penalty = STRAIGHT
      return
    }
    page.used = start
    this.#count(page, -length)
    this.#straight = this.#penalty
    this.#penalty = Math.min(this.#penalty * 2, MOST_STRAIGHT)
    slots.forEach((slot, at) => {
      this.#encode(texts[at * 3]!, texts[at * 3 + 1]!, texts[at * 3 + 2]!)
      this.#onMoved(slot, this.place)
    })
  }

  text(page: number, offset: number, length: number): string {
    const held = this.#pages.get(page)
    return length === 0 || held === undefined ? '' : this.#decoder.decode(held.bytes.subarray(offset, offset + length))
  }

  /**
   * The same for who goes on with what lies behind it: some of that is decoded as well, since a call to the decoder takes longer
   * than the work that it does for a short text. The text keeps all that was decoded with it: it is good for a look, and not for keeping.
   */
  textOnward(page: number, offset: number, length: number): string {
    const held = this.#pages.get(page)
    if (held === undefined || length > SHORT) return this.text(page, offset, length)
    let ahead = this.#ahead
    if (ahead.page !== page || offset < ahead.from || offset + length > ahead.until) {
      const until = Math.min(offset + AHEAD, held.used)
      const text = this.#decoder.decode(held.bytes.subarray(offset, until))
      ahead = this.#ahead = { page, from: offset, until, text: text.length === until - offset ? text : '' }
    }
    if (ahead.text === '') return this.text(page, offset, length)
    return ahead.text.slice(offset - ahead.from, offset - ahead.from + length)
  }

  /** Gives back `length` bytes of a page. */
  release(page: number, length: number): void {
    const held = this.#pages.get(page)
    if (held === undefined) return
    held.live -= length
    this.live -= length
    if (held.live === 0 && held !== this.#current) this.#drop(held)
  }

  holds(page: number, offset: number, length: number, needle: Needle): boolean {
    const held = this.#pages.get(page)
    return held !== undefined && needle.isIn(held.bytes, offset, length)
  }

  /** Whether what waits, and that many characters more, have room on the page whatever they are. */
  #fits(length: number): boolean {
    return (this.#waiting + length) * 3 <= this.#current.bytes.length - this.#current.used
  }

  /** Begins another page. */
  #turn(): void {
    const full = this.#current
    this.#current = this.#add(new Uint8Array(PAGE))
    if (full.live === 0) this.#drop(full)
  }

  /** Writes three texts at once to the page, which has room for them. */
  #encode(first: string, second: string, third: string): void {
    const page = this.#current
    const { place } = this
    place.page = page.number
    place.offset = page.used
    place.lengths[0] = this.#write(page, first)
    place.lengths[1] = this.#write(page, second)
    place.lengths[2] = this.#write(page, third)
    this.#count(page, page.used - place.offset)
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
