// An event stream as all of it was said. A parser of such streams gives out events that hold data, and no others; what a server
// says between them (a wait, a place, a word to keep the line open) is told here as a sign.
import { createParser } from 'eventsource-parser'
import { inRuns, type TakesRun } from '../log-run.ts'

export interface StreamMessage {
  data: string
  event?: string
  id?: string
  /** Milliseconds. */
  retry?: number
}

/** A block without data: by its fields, or a comment. */
export interface StreamSign {
  event?: string
  id?: string
  retry?: number
  comment?: string
}

export interface EventStream {
  feed(text: string): void
  /** The stream is over: an event that was not complete is given out all the same. */
  finish(): void
}

/**
 * Fields that may make up a block by themselves: a wait anywhere, a place or a name that no line with data follows, through others of them or at
 * once. No block without data that tells something passes by it.
 */
const SIGNS = /(?:^|\n)(?:retry *:|(?:id|event)[^\n]*\n(?!(?:data|id|event)[:\r\n]))/
const LF = 0x0a
const CR = 0x0d
const BLOCK_END = /\r?\n\r?\n/g
/** Characters of an open block that are looked at; a longer one holds data. */
const LOOKED_AT = 4096
/** Characters of a comment that are kept. */
const KEPT_COMMENT = 2000

/** Where the next block begins, as far as it can be seen. From line to line: a search for either end would go through all that follows where the stream has the other. */
function nextBlock(text: string, from: number): number {
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (text.charCodeAt(at + 1) === LF) return at + 2
    if (text.charCodeAt(at + 1) === CR && text.charCodeAt(at + 2) === LF) return at + 3
  }
  return text.length
}

/** Characters of a whole text between two moments. */
const PIECE = 1 << 18

/**
 * All that a whole text says, a piece at a time: gives how much of it was read, from 0 to 1. What it tells is what one feed of the whole would.
 */
export function* readStream(
  text: string,
  onMessage: (message: StreamMessage) => void,
  onSign: (sign: StreamSign) => void,
): Generator<number, void> {
  const stream = eventStream(onMessage, onSign)
  const ends = ['\n\n', '\n\r\n'].map((end) => ({ end, to: 0 }))
  for (let from = 0; from < text.length;) {
    // No block is cut. What is found far ahead, or nowhere, is not looked for again.
    for (const one of ends) {
      if (one.to >= from + PIECE) continue
      const at = text.indexOf(one.end, from + PIECE)
      one.to = at < 0 ? Infinity : at + one.end.length
    }
    const to = Math.min(text.length, ...ends.map((one) => one.to))
    stream.feed(text.slice(from, to))
    from = to
    yield to / text.length
  }
  stream.finish()
}

/** `takes`: is offered what begins with a block, and takes of it what nobody else need hear of. */
export function eventStream(
  onMessage: (message: StreamMessage) => void,
  onSign: (sign: StreamSign) => void,
  takes?: TakesRun,
): EventStream {
  /** How the block that is open begins, as far as it was fed. */
  let open = ''
  /** It is too long for that. */
  let deep = false
  let retry: number | undefined
  let given = 0
  const parser = createParser({
    onEvent: ({ data, event, id }) => {
      given += 1
      const message: StreamMessage = { data }
      if (event !== undefined) message.event = event
      if (id !== undefined) message.id = id
      if (retry !== undefined) message.retry = retry
      retry = undefined
      onMessage(message)
    },
    onRetry: (ms) => void (retry = ms),
    onComment: (comment) => onSign({ comment: comment.slice(0, KEPT_COMMENT) }),
  })

  /** What stays open at the end of a text that follows on `open`. */
  function remember(text: string): void {
    // Most often a block ends within the text, and what was open before is of no interest: to put the two together would copy all of it.
    const end = endOfLastBlock(text)
    if (end > 0) return keep(text.slice(end), false)
    const whole = open + text
    const late = endOfLastBlock(whole)
    keep(late > 0 ? whole.slice(late) : whole, deep && late === 0)
  }

  /** `longer`: than `rest`, since of what was before only the end was kept. */
  function keep(rest: string, longer: boolean): void {
    deep = rest.length > LOOKED_AT || longer
    // Of a long one, what the end of a block may be told by.
    open = deep ? rest.slice(-3) : rest
  }

  /** Gives the parser a text in pieces of which the long one begins and ends with a line: it copies what follows on a line that is open. */
  function feedLines(text: string): void {
    const first = text.indexOf('\n') + 1
    const last = text.lastIndexOf('\n') + 1
    if (first > 0) parser.feed(text.slice(0, first))
    if (last > first) parser.feed(text.slice(first, last))
    if (last < text.length) parser.feed(text.slice(last))
  }

  /** Whether a sign may stand in a text that follows on `open`. */
  function maySign(text: string): boolean {
    if (retry !== undefined || SIGNS.test(text)) return true
    if (open === '') return false
    const first = text.indexOf('\n') + 1
    const second = first === 0 ? 0 : text.indexOf('\n', first) + 1
    // One that began in what is open ends with the second line after it at the latest.
    return SIGNS.test(open + (second === 0 ? text : text.slice(0, second)))
  }

  function inBlocks(text: string): void {
    let from = 0
    let fed = open.length
    for (const { index, 0: end } of text.matchAll(BLOCK_END)) {
      const to = index + end.length
      const before = given
      if (to > fed) parser.feed(text.slice(fed, to))
      if (given === before && !deep) tell(text.slice(from, index))
      deep = false
      retry = undefined
      from = to
      fed = Math.max(fed, to)
    }
    if (fed < text.length) parser.feed(text.slice(fed))
  }

  function tell(block: string): void {
    const sign: StreamSign = {}
    for (const line of block.split('\n')) {
      const [, name, value = ''] = /^(event|id|retry)(?:: ?([^\r]*))?\r?$/.exec(line) ?? []
      if (name === 'event' && value !== '') sign.event = value
      else if (name === 'id' && !value.includes('\0')) sign.id = value
      else if (name === 'retry' && /^\d+$/.test(value)) sign.retry = Number.parseInt(value, 10)
    }
    if (Object.keys(sign).length > 0) onSign(sign)
  }

  /** Where the block behind the last one that has ended begins; 0: none has. */
  function endOfLastBlock(text: string): number {
    const plain = text.lastIndexOf('\n\n')
    // Only what stands behind it is of interest: without one of the other kind, the whole text would be gone through.
    const skipped = plain < 0 ? 0 : plain + 1
    const other = text.slice(skipped).lastIndexOf('\n\r\n')
    if (other >= 0) return skipped + other + 3
    return plain < 0 ? 0 : plain + 2
  }

  function take(text: string): void {
    const whole = maySign(text) ? open + text : undefined
    if (whole === undefined) feedLines(text)
    else inBlocks(whole)
    remember(text)
  }

  const offered: TakesRun = (text, from) => (open === '' && given > 0 && retry === undefined ? takes!(text, from) : from)

  return {
    feed(text) {
      if (text === '') return
      if (takes === undefined) take(text)
      else inRuns(text, offered, nextBlock, (from, to) => take(text.slice(from, to)))
    },
    finish() {
      this.feed('\n\n')
    },
  }
}
