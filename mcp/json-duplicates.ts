// Members that a JSON text has twice in one object: its value holds the last of them alone.
import type { Json } from './json.ts'

export interface Duplicate {
  name: string
  /** The JSON Pointer of the object that has it twice. */
  within: string
}

interface Level {
  /** Names so far; a list has none. */
  names?: Set<string>
  at: string | number
  /** A name comes next. */
  naming: boolean
}

const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d])
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** How many members all objects of a value have. */
export function membersIn(value: Json | undefined): number {
  let count = 0
  const stack = [value]
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (typeof one !== 'object' || one === null) continue
    if (Array.isArray(one)) {
      for (const member of one) if (typeof member === 'object') stack.push(member)
      continue
    }
    for (const name in one) {
      count += 1
      const member = one[name]!
      if (typeof member === 'object') stack.push(member)
    }
  }
  return count
}

/**
 * Whether a member may stand twice in a JSON text of whose value `members` were read, told in a fraction of the time that it takes to look
 * at them all: what reads as a name in the text is at least as often there as names were written. False: none does.
 */
export function mayRepeat(text: string, members: number): boolean {
  let written = 0
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    let before = at - 1
    while (BLANK.has(text.charCodeAt(before))) before -= 1
    if (text.charCodeAt(before) !== QUOTE) continue
    // A quote within a text, as where that is JSON itself.
    let end = before - 1
    while (text.charCodeAt(end) === BACKSLASH) end -= 1
    if ((before - end) % 2 === 1 && ++written > members) return true
  }
  return false
}

/** The first member of a JSON text whose object has one of its name already. */
export function duplicateIn(text: string): Duplicate | undefined {
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
          const plain = text.slice(at + 1, end - 1)
          const name = plain.includes('\\') ? (JSON.parse(text.slice(at, end)) as string) : plain
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
