// What log messages have in common that differ in what they say, and at most in who says it and how grave it is.
import { partsOf, PLAIN, QUOTE, type Branch, type Tokens } from './template.ts'

const MEMBERS = new Set(['level', 'logger', 'data'])

/** A value of each message: that of all, or the number of the hole in which it is. */
type Value = string | number

export class LogShape {
  readonly #literals: string[]
  readonly #level: Value
  readonly #logger: Value | undefined
  readonly #data: number
  /** Of the message that was measured last: where what is in each hole begins and ends. */
  readonly #begins: number[] = []
  readonly #ends: number[] = []

  private constructor(literals: string[], level: Value, logger: Value | undefined, data: number) {
    this.#literals = literals
    this.#level = level
    this.#logger = logger
    this.#data = data
  }

  /** Undefined where they are no log messages, or say more than a text, its level and its logger. */
  static of(tokens: Tokens, holes: ReadonlySet<number>): LogShape | undefined {
    const { literals, isText, numbers } = partsOf(tokens, holes)
    const { root, values, between } = tokens
    // As text of an event, one with a line break would be another message.
    if (isText.includes(false) || between.some((one) => /[\r\n]/.test(one))) return undefined
    const [method, version, params] = ['method', 'jsonrpc', 'params'].map((name) => childOf(root, name))
    const isLog = root.members.length === 3 && typeof method === 'number' && values[method] === '"notifications/message"'
    if (!isLog || numbers.has(method) || typeof version !== 'number' || numbers.has(version)) return undefined
    if (typeof params !== 'object' || params.members.some(([name]) => !MEMBERS.has(String(name)))) return undefined
    const valueOf = (name: string): Value | undefined => {
      const leaf = childOf(params, name)
      if (typeof leaf !== 'number' || !values[leaf]!.startsWith('"')) return undefined
      return numbers.get(leaf) ?? values[leaf]!.slice(1, -1)
    }
    const [level, logger, data] = ['level', 'logger', 'data'].map(valueOf)
    if (level === undefined || typeof data !== 'number') return undefined
    if (logger === undefined && childOf(params, 'logger') !== undefined) return undefined
    return new LogShape(literals, level, logger, data)
  }

  /** Where the message ends that begins there; -1: there is none of this shape. */
  measure(text: string, from: number): number {
    const literals = this.#literals
    const last = literals.length - 1
    let to = from
    for (let hole = 0; hole < last; hole++) {
      const literal = literals[hole]!
      const begin = to + literal.length
      // As it is, `startsWith` takes twice as long.
      if (text.slice(to, begin) !== literal) return -1
      PLAIN.lastIndex = begin
      PLAIN.test(text)
      to = PLAIN.lastIndex
      if (text.charCodeAt(to) !== QUOTE) return -1
      this.#begins[hole] = begin
      this.#ends[hole] = to
    }
    const literal = literals[last]!
    const end = to + literal.length
    return text.slice(to, end) === literal ? end : -1
  }

  // Of the message that was measured last, in the same text.

  level(text: string): string {
    return this.#said(text, this.#level)
  }

  logger(text: string): string {
    return this.#logger === undefined ? '' : this.#said(text, this.#logger)
  }

  /** Where in the text its data begins, and how long that is. */
  get dataAt(): number {
    return this.#begins[this.#data]!
  }

  get dataLength(): number {
    return this.#ends[this.#data]! - this.#begins[this.#data]!
  }

  #said(text: string, value: Value): string {
    return typeof value === 'string' ? value : text.slice(this.#begins[value], this.#ends[value])
  }
}

function childOf({ members }: Branch, name: string): number | Branch | undefined {
  for (const [member, child] of members) if (member === name) return child
  return undefined
}
