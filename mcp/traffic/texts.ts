// The texts of an event, found by its seq: its body, and what else belongs to it.
import { CHUNK, type Columns } from './columns.ts'
import type { Pages } from './pages.ts'

export class Texts {
  readonly #columns: Columns
  readonly #pages: Pages

  constructor(columns: Columns, pages: Pages) {
    this.#columns = columns
    this.#pages = pages
  }

  body(seq: number): string {
    const { chunk, index } = this.#at(seq)
    return this.#pages.text(chunk.page[index]!, chunk.offset[index]! + chunk.head[index]!, chunk.body[index]!)
  }

  /** The body, for who reads those that follow next: see `textOnward`. */
  onward(seq: number): string {
    const { chunk, index } = this.#at(seq)
    return this.#pages.textOnward(chunk.page[index]!, chunk.offset[index]! + chunk.head[index]!, chunk.body[index]!)
  }

  /** JSON of what belongs to it besides; '' when nothing does. */
  extra(seq: number): string {
    const { chunk, index } = this.#at(seq)
    const offset = chunk.offset[index]! + chunk.head[index]! + chunk.body[index]!
    return this.#pages.text(chunk.page[index]!, offset, chunk.extra[index]!)
  }

  #at(seq: number) {
    this.#pages.settle()
    return { chunk: this.#columns.chunk(seq)!, index: seq % CHUNK }
  }
}
