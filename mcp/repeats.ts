// Parses messages of which thousands are alike, as in a flood of log messages: what repeats from one to the next is compared
// with what was parsed before, and only what differs is read. The result is that of a parse, in a fourth of the time. What is
// not like a known one to the letter is parsed as ever, so nothing is taken for JSON that is none.
import { isObject, parseJson, type Json } from './json.ts'
import { LogShape } from './log-shape.ts'
import { Template, tokensOf, type Tokens } from './template.ts'

/** Longer messages are parsed. Characters. */
const LONGEST = 4096
/** Kinds of messages remembered. */
const MOST = 6
/** Messages after a look in vain that are parsed without another look, at most. */
const LONGEST_PAUSE = 1024

/** Of messages with the same names in the same places: the first one, and once two were seen, what they have in common. */
interface Kind {
  first: Tokens
  /** Tokens that differ. */
  holes: Set<number>
  template: Template | undefined
  log: LogShape | undefined
}

export class Repeats {
  readonly #kinds = new Map<string, Kind>()
  /** The one that fitted last comes first. */
  #templates: Template[] = []
  /** To take a text apart takes longer than to parse it, so that it is done seldom while nothing repeats. */
  #left = 0
  #pause = 1
  #newest: string | undefined
  /** Those of log messages. */
  logs: readonly LogShape[] = []

  /** @throws SyntaxError when the text is not JSON. */
  parse(text: string): Json {
    if (text.length > LONGEST) {
      this.#newest = undefined
      return parseJson(text)
    }
    const templates = this.#templates
    for (let at = 0; at < templates.length; at++) {
      const template = templates[at]!
      const value = template.read(text)
      if (value === undefined) continue
      if (at > 0) {
        templates[at] = templates[0]!
        templates[0] = template
      }
      this.#newest = text
      return value
    }
    this.#newest = undefined
    const value = parseJson(text)
    if (this.#left > 0) this.#left -= 1
    else this.#learn(text, value)
    return value
  }

  /** Whether the text, if it is the one that was parsed last, is a message like another that had no flaw. */
  fits(text: string): boolean {
    return this.#newest === text
  }

  #learn(text: string, value: Json): void {
    const learnt = this.#look(text, value)
    this.#pause = learnt ? 1 : Math.min(this.#pause * 2, LONGEST_PAUSE)
    this.#left = this.#pause
  }

  /** Answers whether something was found that helps with the next. */
  #look(text: string, value: Json): boolean {
    // Of these nothing is kept beyond the moment, which might keep the chunk that their words were cut from.
    if (!isObject(value) || value.jsonrpc !== '2.0' || typeof value.method !== 'string' || value.id !== undefined) return false
    const tokens = tokensOf(text)
    if (tokens === undefined) return false
    const kind = this.#kinds.get(tokens.skeleton)
    if (kind === undefined) {
      if (this.#kinds.size >= MOST) this.#kinds.delete(this.#kinds.keys().next().value!)
      this.#kinds.set(tokens.skeleton, { first: tokens, holes: new Set(), template: undefined, log: undefined })
      return false
    }
    const before = kind.holes.size
    kind.first.values.forEach((one, at) => {
      if (one !== tokens.values[at]) kind.holes.add(at)
    })
    if (kind.template !== undefined && kind.holes.size === before) return false
    kind.template = new Template(kind.first, kind.holes)
    kind.log = LogShape.of(kind.first, kind.holes)
    this.#templates = [...this.#kinds.values()].flatMap(({ template }) => template ?? [])
    this.logs = [...this.#kinds.values()].flatMap(({ log }) => log ?? [])
    return true
  }
}

/** Of all messages: it makes no difference but to the time. */
export const repeats = new Repeats()
