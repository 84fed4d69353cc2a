// A text as rows of a fixed width, however large it is: where each line begins is found once, a row is cut when asked for.

export interface TextRow {
  text: string
  /** 1-based number of the line that begins here; 0 where a line goes on. */
  line: number
}

/** Characters in a row when lines are not wrapped: one line may be the whole text. */
export const UNWRAPPED = 4_000

export class Lines {
  readonly text: string
  /** How many lines there are: at least one. */
  readonly count: number
  readonly #starts: Uint32Array
  #columns = 0
  /** Rows before each line, for the columns asked for last; [count] is their number. */
  #rows = new Uint32Array(0)

  constructor(text: string) {
    this.text = text
    let starts = new Uint32Array(1024)
    let count = 1
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      // A line break at the very end ends the last line and begins none.
      if (at === text.length - 1) break
      if (count === starts.length) {
        const grown = new Uint32Array(starts.length * 4)
        grown.set(starts)
        starts = grown
      }
      starts[count] = at + 1
      count += 1
    }
    this.count = count
    this.#starts = starts
  }

  /** How many rows of so many columns (UTF-16 units) there are. */
  rows(columns: number): number {
    this.#measure(columns)
    return this.#rows[this.count]!
  }

  read(columns: number, from: number, count: number): TextRow[] {
    const total = this.rows(columns)
    const out: TextRow[] = []
    let line = this.#lineOf(Math.max(0, from))
    for (let row = Math.max(0, from); row < Math.min(total, from + count); row += 1) {
      while (this.#rows[line + 1]! <= row) line += 1
      const within = row - this.#rows[line]!
      const end = this.#end(line)
      const start = this.#starts[line]! + within * columns
      out.push({
        text: this.text.slice(this.#whole(start), this.#whole(Math.min(end, start + columns))),
        line: within === 0 ? line + 1 : 0,
      })
    }
    return out
  }

  /** The row in which a character stands. */
  rowOf(offset: number, columns: number): number {
    this.#measure(columns)
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    const within = Math.floor((offset - this.#starts[low]!) / columns)
    return Math.min(this.#rows[low]! + within, this.#rows[low + 1]! - 1)
  }

  #measure(columns: number): void {
    if (columns === this.#columns) return
    const rows = new Uint32Array(this.count + 1)
    for (let line = 0; line < this.count; line += 1)
      rows[line + 1] = rows[line]! + Math.max(1, Math.ceil((this.#end(line) - this.#starts[line]!) / columns))
    this.#rows = rows
    this.#columns = columns
  }

  /** Where a line ends, without its line break. */
  #end(line: number): number {
    let end = line + 1 < this.count ? this.#starts[line + 1]! - 1 : this.text.length
    if (line + 1 === this.count && end > this.#starts[line]! && this.text.charCodeAt(end - 1) === 10) end -= 1
    return end > this.#starts[line]! && this.text.charCodeAt(end - 1) === 13 ? end - 1 : end
  }

  #lineOf(row: number): number {
    let low = 0
    let high = this.count - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#rows[middle]! <= row) low = middle
      else high = middle - 1
    }
    return low
  }

  /** Not between the two halves of a character beyond the Basic Multilingual Plane. */
  #whole(offset: number): number {
    const code = this.text.charCodeAt(offset)
    return code >= 0xdc00 && code <= 0xdfff ? offset + 1 : offset
  }
}
