// The JSON text of a result as it is compared: a text within it that is JSON is laid out as such, one of several lines
// stands line by line.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'

/** Two texts as they are compared; `moved`: members of the second stand where those of the first do, though they came in another order. */
export interface SpreadPair {
  before: string
  after: string
  moved: boolean
  /** JSON that stood in a text is laid out as JSON. */
  opened: boolean
}

/** Gives a text back where it is no JSON. The order of members says nothing in JSON: what merely moved is not to hide what changed. */
export function spreadPair(before: string, after: string): SpreadPair {
  const seen = { opened: false }
  const [first, second] = [spread(before, seen), spread(after, seen)]
  if (first === undefined || second === undefined)
    return {
      before: first === undefined ? before : writeJson(first, 2),
      after: second === undefined ? after : writeJson(second, 2),
      moved: false,
      opened: seen.opened,
    }
  const order = { moved: false }
  const laid = ordered(second, first, order)
  return { before: writeJson(first, 2), after: writeJson(laid, 2), moved: order.moved, opened: seen.opened }
}

function spread(result: string, seen: Seen): Json | undefined {
  try {
    return spreadValue(parseJson(result), 0, seen)
  } catch {
    return undefined
  }
}

/** A value with its members in the order of another's; those that it alone has come after what they came after. */
function ordered(value: Json, like: Json, order: { moved: boolean }): Json {
  if (Array.isArray(value))
    return Array.isArray(like) ? value.map((one, at) => (at < like.length ? ordered(one, like[at]!, order) : one)) : value
  if (!isObject(value) || !isObject(like)) return value
  const names = Object.keys(value)
  const common = Object.keys(like).filter((name) => Object.hasOwn(value, name))
  const inTurn = names.filter((name) => Object.hasOwn(like, name))
  if (inTurn.some((name, at) => name !== common[at])) order.moved = true
  let next = 0
  const copy: { [key: string]: Json } = {}
  for (const name of names) {
    const own = Object.hasOwn(like, name) ? common[next++]! : name
    put(copy, own, Object.hasOwn(like, own) ? ordered(value[own]!, like[own]!, order) : value[own]!)
  }
  return copy
}

/** Also where the name is one that objects have already. */
function put(object: { [key: string]: Json }, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}

/** Deeper than this nothing is looked into. */
const DEEPEST = 200

interface Seen {
  opened: boolean
}

function spreadValue(value: Json, depth: number, seen: Seen): Json {
  if (depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((one) => spreadValue(one, depth + 1, seen))
  if (!isObject(value)) return value
  const copy: { [key: string]: Json } = {}
  for (const [key, one] of Object.entries(value))
    put(copy, key, typeof one === 'string' ? spreadText(one, seen) : spreadValue(one, depth + 1, seen))
  return copy
}

function spreadText(text: string, seen: Seen): Json {
  if (/^\s*[[{]/.test(text)) {
    try {
      const value = parseJson(text)
      if (typeof value === 'object' && value !== null) {
        seen.opened = true
        return value
      }
    } catch {
      // It only begins like JSON.
    }
  }
  return text.includes('\n') ? text.split('\n') : text
}
