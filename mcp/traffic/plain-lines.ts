// Rows of what is no message of the protocol: what a process wrote, how it ended, what was noticed about a peer.
import type { Row } from '../traffic-row.ts'
import type { WireFact } from '../wire-event.ts'
import { askedBy, blank, placeIn, toneOf, type Line } from './line.ts'
import { firstWords } from './naming.ts'

type Fact<Kind extends WireFact['kind']> = Extract<WireFact, { kind: Kind }>

export function stderrLine({ text }: Fact<'stderr'>): Line {
  return { ...blank(), kind: 'stderr', name: firstWords(text), body: text }
}

export function noiseLine({ text, why, replaced }: Fact<'noise'>): Line {
  const line = { ...blank(), kind: 'noise' as const, direction: 'in' as const, name: firstWords(text), body: text }
  return { ...line, status: 'not a message', tone: 'warn', extra: JSON.stringify({ why, replaced }) }
}

export function noteLine({ text, fault, row }: Fact<'note'>): Line {
  const line = { ...blank(), kind: 'note' as const, name: firstWords(text), body: text }
  const tone = fault === 'rule' ? ('plain' as const) : ('warn' as const)
  return { ...line, status: fault.replaceAll('-', ' '), tone, extra: JSON.stringify({ fault, row }), peer: row }
}

export function exitLine(fact: Fact<'exit'>): Line {
  // Neither: it never ran, or whoever would have seen its end was gone.
  const unseen = fact.code === null && fact.signal === null
  const how = unseen ? 'no exit code' : fact.signal === null ? `code ${fact.code}` : `signal ${fact.signal}`
  const good = fact.code === 0 || (fact.text !== undefined && fact.code === 1000) || fact.signal === 'SIGTERM'
  const name = fact.text ?? (unseen ? 'No process ran, or its end was not seen' : `Process exited with ${how}`)
  return { ...blank(), kind: 'exit', name, status: how, tone: good ? 'plain' : 'bad', extra: JSON.stringify(fact) }
}

export function startLine({ text }: Fact<'start'>): Line {
  return { ...blank(), kind: 'start', name: firstWords(text), body: text }
}

/** A request that holds no message: a stream that is opened, a session that is ended. */
export function bareLine({ method, url, headers }: Fact<'sent'>, extra: string): Line {
  const from = headers.find(([name]) => name.toLowerCase() === 'last-event-id')?.[1]
  const name = from === undefined ? firstWords(placeIn(url)) : `${firstWords(placeIn(url))} · goes on after ${firstWords(from)}`
  return { ...blank(), kind: 'http', direction: 'out', method, name, status: 'pending', extra }
}

/** How such a request stands. A stream or a session that a server does not have is no fault of it. */
export function bareTone(
  { httpMethod, status, mediaType }: { httpMethod: string; status: number; mediaType: string },
  now: 'open' | 'closed' | 'given up' | 'failed' | 'cut off',
): [status: string, tone: Row['tone']] {
  if (now === 'failed') return [now, 'bad']
  if (status === 0) return [now, 'plain']
  if (status < 300 && mediaType === 'text/event-stream') return [now, now === 'open' ? 'ok' : 'plain']
  if (status === 405 && (httpMethod === 'GET' || httpMethod === 'DELETE')) return ['HTTP 405', 'plain']
  const [tone, word] = toneOf(status)
  return [word, tone]
}

/** A reply that holds no message. */
export function httpLine(
  open: { httpMethod: string; mediaType: string; location: string; bare?: number } | undefined,
  status: number,
  body: string,
): Line {
  const plain = (open?.httpMethod === 'GET' && status === 405) || open?.httpMethod === 'DELETE'
  const what = body.trim() === '' ? 'no body' : firstWords(body)
  const to = open === undefined || open.location === '' ? '' : `to ${firstWords(open.location)}`
  const line: Line = { ...blank(), kind: 'http', direction: 'in', method: `HTTP ${status}`, status: `HTTP ${status}`, body }
  line.name = [askedBy(open?.httpMethod), to, open?.mediaType, what].filter(Boolean).join(' · ')
  line.tone = plain ? 'plain' : 'bad'
  if (open?.bare !== undefined) line.peer = open.bare
  return line
}
