// Lays JSON text out over lines by its tokens alone: every literal stays as it is written, and so do members that stand twice.

const TOKEN = /"[^"\\]*(?:\\[^][^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** `text` is JSON, or becomes something as odd as it was. Two spaces a level. */
export function layOut(text: string): string {
  const tokens = text.match(TOKEN) ?? []
  const parts: string[] = []
  let depth = 0
  const line = (): string => `\n${'  '.repeat(depth)}`
  for (const [at, token] of tokens.entries()) {
    const closes = token === '}' || token === ']'
    if (closes) depth = Math.max(0, depth - 1)
    const before = tokens[at - 1]
    if (closes && before !== '{' && before !== '[') parts.push(line())
    parts.push(token)
    const next = tokens[at + 1]
    if (token === '{' || token === '[') {
      depth += 1
      if (next !== '}' && next !== ']') parts.push(line())
    } else if (token === ',') parts.push(line())
    else if (token === ':') parts.push(' ')
  }
  return parts.join('')
}
