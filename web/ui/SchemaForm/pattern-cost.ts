// Whether a pattern may run beside the page's own work. A browser's engine backtracks: the wrong pattern over the wrong
// text runs for hours, and nothing can stop it but the end of its thread.
import { isObject, type Json } from '#mcp/json.ts'

/** Steps that are too few to be felt. */
const MOST_STEPS = 1_000_000

/** What a pattern may cost: it takes at most `ways` · (length + 1) ^ `power` steps; undefined when nobody can say. */
interface Cost {
  power: number
  ways: number
}

const known = new Map<string, Cost | undefined>()

/** Whether a pattern over a text of this length is sure to end at once. */
export function isCheap(pattern: string, length: number): boolean {
  if (!known.has(pattern)) known.set(pattern, costOf(pattern))
  const cost = known.get(pattern)
  return cost !== undefined && cost.ways * (length + 1) ** cost.power <= MOST_STEPS
}

/** Whether it is sure to end at once over the empty text, where only what branches costs anything. */
export function isCheapOverNothing(pattern: string): boolean {
  return isCheap(pattern, 0) || (!/\)\{/.test(pattern) && (pattern.match(/[|?*+]/g)?.length ?? 0) <= 12)
}

function costOf(pattern: string): Cost | undefined {
  // What looks back or ahead, or repeats what was matched, follows no such bound.
  if (/\(\?[=!<]|\\[1-9k]/.test(pattern)) return undefined
  const cost: Cost = { power: pattern.startsWith('^') ? 0 : 1, ways: pattern.length + 1 }
  /** For each open group: whether something in it repeats or branches. */
  const groups: boolean[] = []
  let closed = false
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!
    const afterGroup = closed
    closed = false
    if (char === '\\') at++
    else if (char === '[') at = classEnd(pattern, at)
    else if (char === '(') groups.push(false)
    else if (char === ')') closed = groups.pop() ?? false
    else if (char === '|') {
      cost.ways *= 2
      if (groups.length > 0) groups[groups.length - 1] = true
    } else if (char === '?' && pattern[at - 1] === '(') at++
    else if (char === '?' || char === '*' || char === '+' || /^\{\d+(,\d*)?\}/.test(pattern.slice(at))) {
      const fixed = /^\{(\d)\}/.exec(pattern.slice(at))
      if (afterGroup) return undefined
      if (char === '?') cost.ways *= 2
      else if (fixed === null) cost.power += 1
      if (char === '{') at = pattern.indexOf('}', at)
      // A lazy one is as dear as a greedy one.
      if (char !== '?' && pattern[at + 1] === '?') at++
      if (groups.length > 0 && fixed === null) groups[groups.length - 1] = true
    }
    if (closed && groups.length > 0) groups[groups.length - 1] = true
  }
  return cost
}

function classEnd(pattern: string, from: number): number {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++
    else if (pattern[at] === ']' && at > from + 1) return at
  }
  return pattern.length
}

/** Whether all patterns of a schema are cheap for all texts of a value. */
export function isCheapCheck(patterns: readonly string[], value: Json): boolean {
  if (patterns.length === 0) return true
  const length = longest(value)
  return patterns.every((pattern) => isCheap(pattern, length))
}

/** Length of the longest text in a value, names of members included. */
function longest(value: Json): number {
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.reduce<number>((most, one) => Math.max(most, longest(one)), 0)
  if (!isObject(value)) return 0
  return Object.entries(value).reduce((most, [name, one]) => Math.max(most, name.length, longest(one)), 0)
}

/** All patterns of a schema, and whether it refers to something outside of itself (whose patterns count as well). */
export function patternsOf(schema: Json): { patterns: string[]; refers: boolean } {
  const patterns = new Set<string>()
  let refers = false
  const walk = (part: Json): void => {
    if (Array.isArray(part)) return part.forEach(walk)
    if (!isObject(part)) return
    if (typeof part.pattern === 'string') patterns.add(part.pattern)
    if (isObject(part.patternProperties)) for (const name of Object.keys(part.patternProperties)) patterns.add(name)
    if (typeof part.$ref === 'string' || typeof part.$recursiveRef === 'string') refers = true
    Object.values(part).forEach(walk)
  }
  walk(schema)
  return { patterns: [...patterns], refers }
}
