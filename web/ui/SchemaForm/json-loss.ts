// What a JSON text says and its value does not: members that are there twice, and numbers that no double holds. Said
// before anything is sent.
import { duplicateIn } from '#mcp/json-duplicates.ts'
import { LONGEST_AS_WRITTEN } from '#mcp/json.ts'
import { beyondWords, roundedIn, roundedWords } from './digits.ts'

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
