// Where a value of an object stands in the text of it, so that it can be changed and all else left as it is written.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gs

/**
 * The place of a member's value, from its first character to behind its last. Undefined: there is no such member, or several, or its
 * value is an object or an array.
 * @param text JSON of an object.
 */
export function scalarSpan(text: string, member: string): [from: number, to: number] | undefined {
  let depth = 0
  let name: string | undefined
  let found: [number, number] | undefined
  let before = ''
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const opens = token === '{' || token === '['
    if (depth === 1 && token.startsWith('"') && before !== ':') name = JSON.parse(token) as string
    else if (depth === 1 && before === ':' && name === member) {
      if (opens || found !== undefined) return undefined
      found = [index, index + token.length]
    }
    if (opens) depth += 1
    else if (token === '}' || token === ']') depth -= 1
    before = token
  }
  return found
}

/**
 * The places of the members of an array, as `scalarSpan` has them.
 * @param text JSON of an array.
 */
export function memberSpans(text: string): [from: number, to: number][] {
  const found: [number, number][] = []
  let depth = 0
  let from: number | undefined
  let to = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const closes = token === '}' || token === ']'
    if (closes) depth -= 1
    if (depth === (closes ? 0 : 1) && (closes || token === ',')) {
      if (from !== undefined) found.push([from, to])
      from = undefined
    } else if (depth > 0) {
      from ??= index
      to = index + token.length
    }
    if (token === '{' || token === '[') depth += 1
  }
  return found
}
