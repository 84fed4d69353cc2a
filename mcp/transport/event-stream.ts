// An event stream as all of it was said. A parser of such streams gives out events that hold data, and no others; what a server
// says between them (a wait, a place, a word to keep the line open) is told here as a sign.
import { createParser } from 'eventsource-parser'

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

/** Fields that may make up a block by themselves: a wait anywhere, a place or a name as the last line of a block. */
const SIGNS = /(?:^|\n)(?:retry *:|(?:id|event)[^\n]*\n\r?\n)/
const BLOCK_END = /\r?\n\r?\n/g
/** Characters of an open block that are looked at; a longer one holds data. */
const LOOKED_AT = 4096
/** Characters of a comment that are kept. */
const KEPT_COMMENT = 2000

export function eventStream(onMessage: (message: StreamMessage) => void, onSign: (sign: StreamSign) => void): EventStream {
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
    const plain = text.lastIndexOf('\n\n') + 2
    // Only what stands behind it is of interest: without one of the other kind, the whole text would be gone through.
    const tail = plain > 2 ? text.slice(plain - 1) : text
    const other = tail.lastIndexOf('\n\r\n') + 3
    const end = other > 2 ? text.length - tail.length + other : Math.max(plain, 2)
    const rest = end > 2 ? text.slice(end) : text
    deep = rest.length > LOOKED_AT || (deep && end <= 2)
    // Of a long one, what the end of a block may be told by.
    open = deep ? rest.slice(-3) : rest
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
      from = fed = to
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

  return {
    feed(text) {
      if (text === '') return
      const whole = open + text
      if (retry !== undefined || SIGNS.test(whole)) inBlocks(whole)
      else parser.feed(text)
      remember(whole)
    },
    finish() {
      this.feed('\n\n')
    },
  }
}
