// Rows of log messages that came together, written side by side: what the fold and `write` make of each, without the way through them.
import type { LogRun } from '../log-run.ts'
import { DIRECTIONS, FACTS, KINDS, TONES } from './codes.ts'
import { CHUNK, type Columns, type Words } from './columns.ts'
import { toneOfLevel } from './line.ts'
import { leadOf } from './naming.ts'
import type { Pages } from './pages.ts'

const FRAME = FACTS.indexOf('frame') + 1
const NOTIFICATION = KINDS.indexOf('notification') + 1
const IN = DIRECTIONS.indexOf('in')
/** Kinds of one run that are looked up. */
const MOST_KNOWN = 16

/** What is the same for messages of one level and one logger. */
interface Kind {
  level: string
  logger: string
  /** Number of the word that its name begins with. */
  lead: number
  status: number
  tone: number
}

/** `at`: when they came. Gives the seq of the first row; 0: nothing was written, since a word is not to be had. */
export function writeLogs(run: LogRun, at: number, exchange: number, columns: Columns, words: Words, pages: Pages): number {
  const kinds = kindsOf(run, words)
  if (kinds === undefined) return 0
  const method = words.number('notifications/message')
  const extra = run.event === undefined ? '' : JSON.stringify({ event: run.event })
  const { bodies, dataAt, dataLengths } = run
  const { page, offset, lengths } = pages.putRun(bodies, extra)
  const first = columns.addRows(bodies.length, NOTIFICATION)
  let chunk = columns.chunk(first)!
  let place = offset
  for (let nth = 0; nth < bodies.length; nth++) {
    const index = (first + nth) % CHUNK
    if (index === 0) chunk = columns.chunk(first + nth)!
    const kind = kinds[nth]!
    const length = lengths === undefined ? bodies[nth]!.length : lengths[nth]!
    chunk.at[index] = at
    chunk.fact[index] = FRAME
    chunk.exchange[index] = exchange
    chunk.direction[index] = IN
    chunk.tone[index] = kind.tone
    chunk.method[index] = method
    chunk.status[index] = kind.status
    chunk.lead[index] = kind.lead + 1
    chunk.pieceAt[index] = dataAt[nth]!
    chunk.pieceLength[index] = dataLengths[nth]!
    chunk.page[index] = page
    chunk.offset[index] = place
    chunk.body[index] = length
    chunk.extra[index] = extra.length
    place += length + extra.length
  }
  return first
}

/** Of each message; undefined: there are more different words than are kept. */
function kindsOf({ levels, loggers }: LogRun, words: Words): Kind[] | undefined {
  const known: Kind[] = []
  const kinds: Kind[] = []
  let kind: Kind | undefined
  for (let nth = 0; nth < levels.length; nth++) {
    const level = levels[nth]!
    const logger = loggers[nth]!
    if (kind === undefined || kind.level !== level || kind.logger !== logger) {
      kind = known.find((one) => one.level === level && one.logger === logger)
      if (kind === undefined) {
        const text = leadOf({ level, logger })
        const lead = words.number(text)
        if (words.word(lead) !== text) return undefined
        kind = { level, logger, lead, status: words.number(level), tone: TONES.indexOf(toneOfLevel(level)) }
        if (known.length < MOST_KNOWN) known.push(kind)
      }
    }
    kinds.push(kind)
  }
  return kinds
}
