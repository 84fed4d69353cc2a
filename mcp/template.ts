// What messages have in common that differ in some values alone: the text between those values, and how the whole is put
// together from them.
import type { Json } from './json.ts'

/** A JSON text taken apart. */
export interface Tokens {
  /** Names and brackets, with a mark in the place of each value: the same for messages that differ in values alone. */
  skeleton: string
  /** What stands before each value, and after the last one. */
  between: string[]
  /** Texts with their quotes, numbers, true, false and null, as written. */
  values: string[]
  root: Branch
}

/** `Leaf`: the number of a value. */
type Leaf = number
export type Branch =
  | { list: false; members: [name: string, child: Leaf | Branch][] }
  | { list: true; members: [name: number, child: Leaf | Branch][] }

const DEEPEST = 12
const SPACE = /[ \t\n\r]*/y
const TEXT = /"[^"\\\u0000-\u001f]*"/y // oxlint-disable-line no-control-regex -- what JSON forbids within a text
const OTHER = /-?[\d.]+|true|false|null/y
/** Digits that a double holds without loss, whatever they are. */
const MOST_DIGITS = 15

/**
 * Takes a JSON text apart. Undefined when it is not to be had plainly: it holds escapes, numbers that are written otherwise
 * than they would be from here, the same name twice in one object, or much depth.
 */
export function tokensOf(text: string): Tokens | undefined {
  const between: string[] = []
  const values: string[] = []
  let skeleton = ''
  let at = 0
  /** Where the text after the last value begins. */
  let from = 0

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const take = (mark: string): boolean => {
    match(SPACE)
    if (text[at] !== mark) return false
    at += 1
    return true
  }
  const leaf = (): Leaf | undefined => {
    const start = at
    const value = match(TEXT) ?? match(OTHER)
    if (value === undefined || (isNumber(value) && !isPlain(value))) return undefined
    between.push(text.slice(from, start))
    skeleton += `${text.slice(from, start)}${value.startsWith('"') ? '"' : isNumber(value) ? '0' : value}`
    values.push(value)
    from = at
    return values.length - 1
  }
  const child = (depth: number): Leaf | Branch | undefined => {
    match(SPACE)
    if (text[at] === '{') return depth === 0 ? undefined : object(depth - 1)
    if (text[at] === '[') return depth === 0 ? undefined : list(depth - 1)
    return leaf()
  }
  const object = (depth: number): Branch | undefined => {
    const members: [string, Leaf | Branch][] = []
    const names = new Set<string>()
    take('{')
    if (take('}')) return { list: false, members }
    do {
      match(SPACE)
      const name = match(TEXT)?.slice(1, -1)
      if (name === undefined || name === '__proto__' || names.has(name) || !take(':')) return undefined
      names.add(name)
      const value = child(depth)
      if (value === undefined) return undefined
      members.push([name, value])
    } while (take(','))
    return take('}') ? { list: false, members } : undefined
  }
  const list = (depth: number): Branch | undefined => {
    const members: [number, Leaf | Branch][] = []
    take('[')
    if (take(']')) return { list: true, members }
    do {
      const value = child(depth)
      if (value === undefined) return undefined
      members.push([members.length, value])
    } while (take(','))
    return take(']') ? { list: true, members } : undefined
  }

  const root = child(DEEPEST)
  match(SPACE)
  if (root === undefined || typeof root === 'number' || at !== text.length) return undefined
  between.push(text.slice(from))
  return { skeleton: skeleton + text.slice(from), between, values, root }
}

function isNumber(value: string): boolean {
  return /^[-\d]/.test(value)
}

/** Whether nothing of it is lost in a double. */
function isPlain(number: string): boolean {
  return number.length <= MOST_DIGITS && String(Number(number)) === number
}

/** Makes one object or array anew, with what differs in its places. Lists side by side: to walk over pairs takes as long as all the rest. */
interface Maker {
  shape: Json[] | { [name: string]: Json }
  holeNames: (string | number)[]
  holes: number[]
  makerNames: (string | number)[]
  makers: Maker[]
}

/** What holes lie between. */
export interface Parts {
  /** What stands before each hole, and after the last one; quotes about a hole are part of it. */
  literals: string[]
  /** Of each hole: whether texts are in it. */
  isText: boolean[]
  /** The hole of each value that differs. */
  numbers: ReadonlyMap<number, number>
}

export function partsOf({ between, values }: Tokens, holes: ReadonlySet<number>): Parts {
  const literals: string[] = []
  const isText: boolean[] = []
  const numbers = new Map<number, number>()
  let literal = ''
  values.forEach((value, at) => {
    literal += between[at]
    if (!holes.has(at)) {
      literal += value
      return
    }
    const quoted = value.startsWith('"')
    numbers.set(at, isText.length)
    isText.push(quoted)
    literals.push(quoted ? `${literal}"` : literal)
    literal = quoted ? '"' : ''
  })
  literals.push(literal + between.at(-1))
  return { literals, isText, numbers }
}

/** What a text may hold without an escape. For `lastIndex` alone: it matches anywhere. */
export const PLAIN = /[^"\\\u0000-\u001f]*/y // oxlint-disable-line no-control-regex -- what JSON forbids within a text
const NUMBER = /-?[\d.]*/y
export const QUOTE = 0x22

export class Template {
  readonly #literals: string[]
  readonly #isText: boolean[]
  readonly #found: (string | number)[] = []
  readonly #maker: Maker

  /** `holes`: numbers of the values that differ. Those in one and the same hole are all texts, all numbers, or all the same word. */
  constructor(tokens: Tokens, holes: ReadonlySet<number>) {
    const { literals, isText, numbers } = partsOf(tokens, holes)
    this.#literals = literals
    this.#isText = isText
    this.#maker = makerOf(tokens.root, tokens.values, numbers)
  }

  /** The value of a text that differs in nothing but the holes; undefined for any other. */
  read(text: string): Json | undefined {
    const literals = this.#literals
    const found = this.#found
    let at = 0
    for (let hole = 0; hole < this.#isText.length; hole++) {
      const literal = literals[hole]!
      const begin = at
      at += literal.length
      // As it is, `startsWith` takes twice as long.
      if (text.slice(begin, at) !== literal) return undefined
      const pattern = this.#isText[hole] === true ? PLAIN : NUMBER
      pattern.lastIndex = at
      pattern.test(text)
      const end = pattern.lastIndex
      const piece = text.slice(at, end)
      if (pattern === NUMBER) {
        if (!isPlain(piece)) return undefined
        found[hole] = Number(piece)
      } else {
        if (text.charCodeAt(end) !== QUOTE) return undefined
        found[hole] = piece
      }
      at = end
    }
    return text.slice(at) === literals[this.#isText.length] ? make(this.#maker, found) : undefined
  }
}

function makerOf({ list, members }: Branch, values: readonly string[], numbers: ReadonlyMap<number, number>): Maker {
  const shape: { [name: string | number]: Json } = list ? ([] as unknown as { [name: number]: Json }) : {}
  const maker: Maker = { shape, holeNames: [], holes: [], makerNames: [], makers: [] }
  for (const [name, child] of members) {
    // In its place from the start: members stay in the order of the text.
    shape[name] = typeof child === 'number' ? (JSON.parse(values[child]!) as Json) : null
    if (typeof child !== 'number') {
      maker.makerNames.push(name)
      maker.makers.push(makerOf(child, values, numbers))
    } else if (numbers.has(child)) {
      maker.holeNames.push(name)
      maker.holes.push(numbers.get(child)!)
    }
  }
  return maker
}

function make({ shape, holeNames, holes, makerNames, makers }: Maker, found: readonly (string | number)[]): Json {
  const one: { [name: string | number]: Json } = Array.isArray(shape)
    ? (shape.slice() as unknown as { [name: number]: Json })
    : { ...shape }
  for (let at = 0; at < holes.length; at++) one[holeNames[at]!] = found[holes[at]!]!
  for (let at = 0; at < makers.length; at++) one[makerNames[at]!] = make(makers[at]!, found)
  return one
}
