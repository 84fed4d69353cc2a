// What a JSON text says and its value does not: members that are there twice, and numbers that no double holds. Said
// before anything is sent.
import { LONGEST_AS_WRITTEN } from '#mcp/json.ts'
import { beyondWords, roundedIn, roundedWords } from './digits.ts'
import { pointerOf } from './schema-parts.ts'

export interface Loss {
  says: string
  /** 'fatal': what is left cannot stand for what was meant. */
  level: 'warn' | 'bad' | 'fatal'
}

let last: { text: string; losses: Loss[] } | undefined

/** The losses of a text that is JSON, the gravest first: at most one of each kind. */
export function lossesIn(text: string): Loss[] {
  if (last?.text !== text) last = { text, losses: find(text) }
  return last.losses
}

function find(text: string): Loss[] {
  const losses: Loss[] = []
  const lost = roundedIn(text)
  const beyond = lost.find(({ sent }) => sent === 'null')
  const long = text.length > LONGEST_AS_WRITTEN
  if (beyond !== undefined && long) losses.push({ says: `${roundedWords(beyond)} Raw sends a message as it is written.`, level: 'fatal' })
  else if (beyond !== undefined) losses.push({ says: beyondWords(beyond.text), level: 'bad' })
  const twice = duplicateIn(text)
  if (twice !== undefined) {
    const where = twice.within === '' ? '' : ` in ${twice.within}`
    losses.push({
      says: `“${twice.name}” is there twice${where}: only the last one is sent. Raw sends a message as it is written.`,
      level: 'warn',
    })
  }
  if (beyond === undefined && long && lost[0] !== undefined) losses.push({ says: roundedWords(lost[0]), level: 'warn' })
  return losses
}

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
          if (level.names.has(name)) return { name, within: pointerOf(levels.slice(0, -1).map((one) => one.at)) }
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
