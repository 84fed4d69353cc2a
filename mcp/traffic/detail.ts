// An exchange as its events tell it: each adds what it knows.
import { read } from '../jsonrpc.ts'
import type { ExchangeDetail, Row, StreamEvent } from '../traffic-row.ts'
import type { WireEvent } from '../wire-event.ts'

const MOST = 100

/** How an answer stands whose request may be among what is missing. */
export const REQUEST_GONE = 'request gone'

export function tell(detail: ExchangeDetail, event: WireEvent | null): void {
  if (event === null) return
  switch (event.kind) {
    case 'sent':
      detail.method = event.method
      detail.url = event.url
      detail.requestHeaders = event.headers
      detail.sentAt = event.at
      if (event.body !== undefined) detail.requestBody = event.body
      if (event.aside !== undefined) detail.aside = true
      if (event.queued !== undefined) detail.queued = event.queued
      break
    case 'status':
      detail.status = event.status
      detail.statusText = event.statusText
      detail.responseHeaders = event.headers
      detail.firstByteAt = event.at
      if (event.filtered === true) detail.filtered = true
      if (event.relay !== undefined) detail.relay = event.relay
      break
    case 'frame':
    case 'sign': {
      const { id = detail.place?.id, retry = detail.place?.retry, seq, at } = event
      if (id !== undefined || retry !== undefined)
        detail.place = { ...(id === undefined ? {} : { id }), ...(retry === undefined ? {} : { retry }) }
      const word = event.kind === 'sign' || event.text.trim() === '' ? streamEvent(event) : undefined
      if (word !== undefined) (detail.words ??= []).push({ seq, at, ...word })
      break
    }
    case 'closed':
      detail.end = 'closed'
      detail.endedAt = event.at
      break
    case 'failed':
      detail.end = event.why
      detail.endedAt = event.at
      break
    default:
  }
}

/** What an event of a stream carried besides its text; undefined when it carried nothing. */
export function streamEvent(event: WireEvent | null): StreamEvent | undefined {
  if (event?.kind !== 'frame' && event?.kind !== 'sign') return undefined
  const { event: name, id, retry } = event
  const word: StreamEvent = {}
  if (name !== undefined) word.name = name
  if (id !== undefined) word.id = id
  if (retry !== undefined) word.retry = retry
  if (event.kind === 'sign' && event.comment !== undefined) word.comment = event.comment
  return Object.keys(word).length === 0 ? undefined : word
}

/** Why a text could not be read, or what is odd about it. */
export function whyOf({ kind, status }: Row, event: WireEvent | null, text: string): string | undefined {
  if (status === REQUEST_GONE) return 'What it answers may be among the messages that this record has lost: it is not judged.'
  if (kind === 'noise' || kind === 'app') return event?.kind === 'noise' || event?.kind === 'app' ? event.why : undefined
  if (kind !== 'garbled') return undefined
  if (event?.kind === 'frame' && event.why !== undefined) return event.why
  const reading = read(text)
  return reading.kind === 'garbled' ? reading.why : undefined
}

/** Why it was sent, as the fold wrote it beside the text. */
export function reasonIn(extra: string): Pick<Row, 'why'> {
  const [, why] = /"why":("(?:[^"\\]|\\.)*")(?:,"queued":[\d.e-]+)?\}$/.exec(extra) ?? []
  return why === undefined ? {} : { why: JSON.parse(why) as string }
}

/** What the fold wrote beside the text of a request tells how long it waited here; `first`: until the head of its reply came. */
export function timesIn(extra: string, first: number | undefined): Pick<Row, 'queued' | 'first'> {
  // A pipe has no replies with a head.
  if (/^\{"method":"(?:STDIN|WS)"/.test(extra)) return {}
  const [, queued] = /"queued":([\d.e-]+)\}$/.exec(extra) ?? []
  return { ...(queued === undefined ? {} : { queued: Number(queued) }), ...(first === undefined ? {} : { first }) }
}

/** The first and the last hundred, when there are more. */
export function ends(seqs: number[]): number[] {
  return seqs.length <= 2 * MOST ? seqs : [...seqs.slice(0, MOST), ...seqs.slice(-MOST)]
}
