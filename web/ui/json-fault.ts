// Finds where a JSON text goes wrong. Engines word their errors differently and not all name a place, so the place is found here.
import { parseJson } from '#mcp/json.ts'

export interface JsonFault {
  says: string
  line: number
  column: number
  /** Offset in the text. */
  at: number
}

const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const SPACE = /[ \t\r\n]*/y

/** The first fault of a JSON text; undefined when there is none. */
export function jsonFault(text: string): JsonFault | undefined {
  try {
    parseJson(text)
    return undefined
  } catch {
    const { at, says } = locate(text)
    const before = text.slice(0, at).split('\n')
    return { at, says, line: before.length, column: before.at(-1)!.length + 1 }
  }
}

type Expecting = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | ', or ]' | ', or }' | 'the end'

function locate(text: string): { at: number; says: string } {
  let at = 0
  const nest: ('[' | '{')[] = []
  let want: Expecting = 'value'
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found === null || found[0] === '') return false
    at += found[0].length
    return true
  }
  const after = (): Expecting => (nest.length === 0 ? 'the end' : nest.at(-1) === '[' ? ', or ]' : ', or }')
  for (;;) {
    take(SPACE)
    const char = text[at]
    if (char === undefined)
      return { at, says: want === 'the end' ? 'Something is wrong here.' : `The text ends where ${words(want)} should follow.` }
    if (want === 'value' || want === 'value or ]') {
      if (char === ']' && want === 'value or ]') {
        at += 1
        nest.pop()
        want = after()
      } else if (char === '[' || char === '{') {
        at += 1
        nest.push(char)
        want = char === '[' ? 'value or ]' : 'name or }'
      } else if (take(STRING) || take(SCALAR)) want = after()
      else
        return { at, says: char === '"' ? 'This text is not closed, or holds a character that must be escaped.' : unexpected(char, want) }
    } else if (want === 'name' || want === 'name or }') {
      if (char === '}' && want === 'name or }') {
        at += 1
        nest.pop()
        want = after()
      } else if (take(STRING)) want = ':'
      else return { at, says: unexpected(char, want) }
    } else if (want === ':') {
      if (char !== ':') return { at, says: unexpected(char, want) }
      at += 1
      want = 'value'
    } else {
      const closing: ']' | '}' = want === ', or ]' ? ']' : '}'
      if (want !== 'the end' && char === ',') {
        at += 1
        want = closing === ']' ? 'value' : 'name'
      } else if (want !== 'the end' && char === closing) {
        at += 1
        nest.pop()
        want = after()
      } else return { at, says: unexpected(char, want) }
    }
  }
}

function unexpected(char: string, want: Expecting): string {
  return `${words(want, true)} should stand here, not ${char === '"' ? 'a quote' : `“${char}”`}.`
}

function words(want: Expecting, first = false): string {
  const said: { [want in Expecting]: string } = {
    value: 'a value',
    'value or ]': 'a value or “]”',
    name: 'a name in quotes',
    'name or }': 'a name in quotes or “}”',
    ':': 'a colon',
    ', or ]': 'a comma or “]”',
    ', or }': 'a comma or “}”',
    'the end': 'nothing more',
  }
  const text = said[want]
  return first ? text[0]!.toUpperCase() + text.slice(1) : text
}
