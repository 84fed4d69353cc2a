// The names of rows, and their ids. That of a log message is for the most part a piece of its body: what a flood writes and
// keeps would be two fifths more if it were written twice.
import type { Chunk, Words } from './columns.ts'
import type { Line } from './line.ts'
import { firstWords } from './naming.ts'
import type { Pages } from './pages.ts'

/** Characters of a body that is read whole for a piece of it. */
const LONGEST = 8192

export class Names {
  readonly #words: Words
  readonly #pages: Pages

  constructor(words: Words, pages: Pages) {
    this.#words = words
    this.#pages = pages
  }

  /** What is to be written before the body. */
  write(chunk: Chunk, index: number, { id, name, words, body = '' }: Line): string {
    if (words === undefined) return id === '' && name === '' ? '' : `${id}\0${name}\0`
    // Escaped it stands there otherwise. Where it stands twice, one is as good as the other.
    const at = body.length > LONGEST ? -1 : body.indexOf(words)
    const lead = at < 0 ? 0 : this.#words.number(name)
    if (at < 0 || this.#words.word(lead) !== name) return `${id}\0${firstWords(`${name}${words}`)}\0`
    chunk.lead[index] = lead + 1
    chunk.pieceAt[index] = at
    chunk.pieceLength[index] = words.length
    return ''
  }

  /** Id and name; neither where there is none. */
  of(chunk: Chunk, index: number): string[] {
    const lead = chunk.lead[index]!
    const offset = chunk.offset[index]!
    if (lead === 0) return this.#pages.text(chunk.page[index]!, offset, chunk.head[index]!).split('\0')
    const body = this.#pages.text(chunk.page[index]!, offset, chunk.body[index]!)
    const at = chunk.pieceAt[index]!
    return ['', firstWords(`${this.#words.word(lead - 1)}${body.slice(at, at + chunk.pieceLength[index]!)}`)]
  }

  /** Says of names that are pieces of a body whether they hold a text in lower case, when it is known whether the body does. */
  search(lower: string): (chunk: Chunk, index: number, inBody: boolean) => boolean {
    /** By the number of the lead: whether the text may begin in it. */
    const begins: boolean[] = []
    return (chunk, index, inBody) => {
      const lead = chunk.lead[index]!
      if (!inBody && !(begins[lead] ??= this.#mayBegin(this.#words.word(lead - 1).toLowerCase(), lower))) return false
      return (this.of(chunk, index)[1] ?? '').toLowerCase().includes(lower)
    }
  }

  #mayBegin(lead: string, lower: string): boolean {
    // A name that is cut ends with a mark that is in no body.
    if (lead.includes(lower) || lower.includes('…')) return true
    for (let length = Math.min(lead.length, lower.length - 1); length > 0; length--) if (lead.endsWith(lower.slice(0, length))) return true
    return false
  }
}
