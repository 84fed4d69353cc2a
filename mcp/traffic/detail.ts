// An exchange as its events tell it: each adds what it knows.
import type { ExchangeDetail, StreamEvent } from '../traffic-row.ts'
import type { WireEvent } from '../wire-event.ts'

const MOST = 100

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
      break
    case 'status':
      detail.status = event.status
      detail.statusText = event.statusText
      detail.responseHeaders = event.headers
      detail.firstByteAt = event.at
      break
    case 'frame': {
      const { id = detail.place?.id, retry = detail.place?.retry } = event
      if (id !== undefined || retry !== undefined)
        detail.place = { ...(id === undefined ? {} : { id }), ...(retry === undefined ? {} : { retry }) }
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
  if (event?.kind !== 'frame') return undefined
  const { event: name, id, retry } = event
  if (name === undefined && id === undefined && retry === undefined) return undefined
  return { ...(name === undefined ? {} : { name }), ...(id === undefined ? {} : { id }), ...(retry === undefined ? {} : { retry }) }
}

/** The first and the last hundred, when there are more. */
export function ends(seqs: number[]): number[] {
  return seqs.length <= 2 * MOST ? seqs : [...seqs.slice(0, MOST), ...seqs.slice(-MOST)]
}
