// The lines of a file that comes in pieces, of any length. It hides that no text can be longer than an engine allows.

/** Characters of the longest text that V8 holds; other engines hold longer ones. */
export const LONGEST_TEXT = 2 ** 29 - 24

export class Lines {
  #rest: string[] = []
  #length = 0
  /** The line that comes now was told to be too long: the rest of it is passed over. */
  #over = false
  readonly #longest: number

  constructor(longest = LONGEST_TEXT) {
    this.#longest = longest
  }

  /** The lines that a piece ends, without their line feeds. `null`: one of more characters than a text may have, as soon as that is seen. */
  take(piece: string): (string | null)[] {
    const parts = piece.split('\n')
    const last = parts.pop()!
    const lines = parts.map((part) => this.#ended(part)).filter((line) => line !== undefined)
    if (this.#add(last)) lines.push(null)
    return lines
  }

  /** What stands behind the last line feed. Undefined: the rest of a line that was too long. */
  end(): string | null | undefined {
    return this.#ended('')
  }

  #ended(part: string): string | null | undefined {
    const over = this.#over
    const told = this.#add(part)
    const line = this.#over ? undefined : this.#rest.join('')
    this.#rest = []
    this.#length = 0
    this.#over = false
    return over ? undefined : told ? null : line
  }

  /** Whether the line has become too long with it. */
  #add(part: string): boolean {
    if (this.#over) return false
    this.#length += part.length
    if (this.#length <= this.#longest) {
      if (part !== '') this.#rest.push(part)
      return false
    }
    this.#rest = []
    return (this.#over = true)
  }
}
