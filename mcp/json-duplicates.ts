// Members that a JSON text has twice in one object: its value holds the last of them alone.

interface Level {
  /** Names so far; a list has none. */
  names?: Set<string>
  at: string | number
  /** A name comes next. */
  naming: boolean
}

/** The first member of a JSON text whose object has one of its name already, and the JSON Pointer of that object. */
export function duplicateIn(text: string): { name: string; within: string } | undefined {
  const levels: Level[] = []
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1)
    switch (text[at]) {
      case '{':
        levels.push({ names: new Set(), at: '', naming: true })
        break
      case '[':
        levels.push({ at: 0, naming: false })
        break
      case '}':
      case ']':
        levels.pop()
        break
      case ',':
        if (level?.names !== undefined) level.naming = true
        else if (level !== undefined) level.at = Number(level.at) + 1
        break
      case '"': {
        const end = endOfString(text, at)
        if (level?.names !== undefined && level.naming) {
          const name = JSON.parse(text.slice(at, end)) as string
          if (level.names.has(name)) return { name, within: pointerTo(levels.slice(0, -1)) }
          level.names.add(name)
          level.at = name
          level.naming = false
        }
        at = end - 1
      }
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function pointerTo(levels: readonly Level[]): string {
  return levels.map(({ at }) => `/${String(at).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
}
