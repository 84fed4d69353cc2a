// Finds a message that its writer broke over several lines: indented, or with bare line breaks in its texts. Such lines are
// no messages, one by one, and together they say what the writer meant.
import { read, type Reading } from '../jsonrpc.ts'

/** Beyond these a heap of lines is no longer thought to be one message. */
const MOST_LINES = 5000
const MOST_CHARACTERS = 1024 * 1024

export interface Mended {
  lines: number
  reading: Exclude<Reading, { kind: 'garbled' }>
}

export class Fragments {
  #pieces: string[] = []
  #characters = 0
  #depth = 0
  #inText = false

  /** Takes a line that is no message; answers with the message that it completes, if it does. */
  take(line: string): Mended | undefined {
    // Many a log line begins with a bracket.
    if (this.#pieces.length === 0 && !/^\s*[[{]\s*(?:$|["{[])/.test(line)) return undefined
    const joint = this.#pieces.length === 0 ? '' : this.#inText ? '\\n' : '\n'
    this.#pieces.push(joint + line)
    this.#characters += line.length
    this.#follow(line)
    if (this.#pieces.length > MOST_LINES || this.#characters > MOST_CHARACTERS || this.#depth < 0) this.forget()
    if (this.#depth > 0 || this.#inText) return undefined
    const lines = this.#pieces.length
    const reading = read(this.#pieces.join(''))
    this.forget()
    return reading.kind === 'garbled' || lines < 2 ? undefined : { lines, reading }
  }

  /** Another message came in between: what was begun is not gone on with. */
  forget(): void {
    this.#pieces = []
    this.#characters = 0
    this.#depth = 0
    this.#inText = false
  }

  #follow(line: string): void {
    for (let at = 0; at < line.length; at++) {
      const char = line[at]!
      if (this.#inText) {
        if (char === '\\') at += 1
        else if (char === '"') this.#inText = false
      } else if (char === '"') this.#inText = true
      else if (char === '{' || char === '[') this.#depth += 1
      else if (char === '}' || char === ']') this.#depth -= 1
    }
  }
}
