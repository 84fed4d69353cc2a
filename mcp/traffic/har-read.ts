// A HAR file as events of a record: what of it speaks MCP over HTTP. Of a file of ours, what stands beside HAR makes the events what
// they were. In others times are those of whole exchanges: the events of a stream are spread over it, in their order.
import { isObject, type Json } from '../json.ts'
import { eventStream } from '../transport/event-stream.ts'
import type { HeaderList, WireEvent, WireFact } from '../wire-event.ts'
import { readWish } from '../wish.ts'
import { mediaType } from './line.ts'
import { readEvent } from './read-event.ts'

type Members = { [name: string]: Json }

export interface HarRead {
  /** In the order of their times, numbered. */
  events: WireEvent[]
  /** Where the first message went. */
  url: string
  /** What the record said of itself, in a file of ours. */
  header?: Json
}

export function isHar(value: Json): boolean {
  return isObject(value) && isObject(value.log) && Array.isArray(value.log.entries)
}

/** A text says why nothing can be read. */
export function readHar(value: Json): HarRead | string {
  const log = isObject(value) && isObject(value.log) ? value.log : {}
  const entries = (Array.isArray(log.entries) ? log.entries : []).filter(isObject)
  const places = new Set(entries.filter(speaksMcp).map((entry) => placeOf(textIn(memberOf(entry, 'request').url))))
  const ours = entries.filter((entry) => places.has(placeOf(textIn(memberOf(entry, 'request').url))))
  const [first] = ours
  const { _record: header } = log
  const exact = entries.length === 0 ? undefined : exactly(entries, Array.isArray(log._events) ? log._events : [])
  if (exact !== undefined)
    return { events: exact, url: textIn(memberOf(first ?? entries[0]!, 'request').url), ...(header === undefined ? {} : { header }) }
  if (first === undefined) return `is a HAR file, and none of its ${entries.length} requests is a message of MCP`
  const facts = ours.flatMap((entry, at) => factsOf(entry).map((fact) => ({ ...fact, exchange: at + 1 })))
  facts.sort((a, b) => a.at - b.at)
  const others = entries.length - ours.length
  const text = `A HAR file; ${others === 1 ? 'one request in it' : `${others} requests in it`} went elsewhere and ${others === 1 ? 'is' : 'are'} left out`
  if (others > 0) facts.unshift({ at: facts[0]!.at, exchange: 0, fact: { kind: 'start', text } })
  const events = facts.map(({ at, exchange, fact }, seq) => ({ ...fact, seq: seq + 1, at, exchange }))
  // Notes are by the numbers that messages had.
  const { notes: _notes, ...rest } = isObject(header) ? header : {}
  return { events, url: textIn(memberOf(first, 'request').url), header: rest }
}

/** The events as they were, with those `beside` the entries; undefined: what stands there is not there for all, or does not fit. */
function exactly(entries: readonly Members[], beside: readonly Json[]): WireEvent[] | undefined {
  const events = beside.map(readEvent).filter((event) => typeof event !== 'string')
  for (const entry of entries) {
    if (!Array.isArray(entry._events)) return undefined
    const request = memberOf(entry, 'request')
    const response = memberOf(entry, 'response')
    const { text: body } = memberOf(request, 'postData')
    const { method, url } = request
    const pairs = (headers: Json | undefined): Json => headersIn(headers).map((pair) => [...pair])
    const parts = streamFacts(contentOf(response))
    const known: { [kind: string]: () => object } = {
      sent: () => ({ method, url, headers: pairs(request.headers), body, by: entry._by, why: entry._why }),
      status: () => ({ status: response.status, statusText: response.statusText, headers: pairs(response.headers) }),
      body: () => ({ text: contentOf(response) }),
    }
    for (const one of entry._events) {
      if (!isObject(one)) return undefined
      const { kind } = one
      const streamed = kind === 'frame' || kind === 'sign'
      const told = one.whole === true ? undefined : streamed ? parts.shift() : known[String(kind)]?.()
      const event = readEvent({ ...told, ...one, exchange: entry._exchange ?? null } as Json)
      if (typeof event === 'string') return undefined
      events.push(event)
    }
  }
  events.sort((a, b) => a.seq - b.seq)
  return events.every(({ seq }, at) => at === 0 || seq > events[at - 1]!.seq) ? events : undefined
}

/** What the text of a stream says, in its order. */
export function streamFacts(text: string): Extract<WireFact, { kind: 'frame' | 'sign' }>[] {
  const facts: Extract<WireFact, { kind: 'frame' | 'sign' }>[] = []
  const stream = eventStream(
    ({ data, ...rest }) => facts.push({ kind: 'frame', text: data, ...rest }),
    (sign) => facts.push({ kind: 'sign', ...sign }),
  )
  stream.feed(text)
  stream.finish()
  return facts
}

function contentOf(response: Members): string {
  const content = memberOf(response, 'content')
  return content.encoding === 'base64' ? decoded(textIn(content.text)) : textIn(content.text)
}

function factsOf(entry: Members): { at: number; fact: WireFact }[] {
  const request = memberOf(entry, 'request')
  const response = memberOf(entry, 'response')
  const timings = memberOf(entry, 'timings')
  const span = (name: string): number => Math.max(0, numberIn(timings[name]))
  const started = Date.parse(textIn(entry.startedDateTime))
  const queued = span('blocked')
  const sentAt = (Number.isNaN(started) ? 0 : started) + queued
  const firstAt = sentAt + span('dns') + span('connect') + span('send') + span('wait')
  const endAt = firstAt + span('receive')
  const body = memberOf(request, 'postData').text
  const headers = headersIn(request.headers)
  const sent: WireFact = { kind: 'sent', method: textIn(request.method), url: textIn(request.url), headers }
  if (typeof body === 'string') sent.body = body
  if (queued >= 1) sent.queued = queued
  Object.assign(sent, readWish({ by: entry._by, why: entry._why }))
  const facts: { at: number; fact: WireFact }[] = [{ at: sentAt, fact: sent }]
  const status = numberIn(response.status)
  if (status === 0) {
    const why = textIn(response.comment) || textIn(response._error) || 'no answer is in the HAR file'
    return [...facts, { at: endAt, fact: { kind: 'failed', why } }]
  }
  const answered = headersIn(response.headers)
  facts.push({ at: firstAt, fact: { kind: 'status', status, statusText: textIn(response.statusText), headers: answered } })
  const content = memberOf(response, 'content')
  const text = contentOf(response)
  if (mediaType([['content-type', textIn(content.mimeType)]]) === 'text/event-stream' || mediaType(answered) === 'text/event-stream') {
    const events = streamFacts(text)
    const times = Array.isArray(response._eventTimes) ? response._eventTimes : []
    events.forEach((fact, n) => {
      const told = times[n]
      const at = firstAt + (typeof told === 'number' && times.length === events.length ? told : (span('receive') * (n + 1)) / events.length)
      facts.push({ at: Math.min(at, endAt), fact })
    })
  } else if (text !== '') facts.push({ at: endAt, fact: { kind: 'body', text } })
  const why = textIn(response.comment)
  return [...facts, { at: endAt, fact: why === '' ? { kind: 'closed' } : { kind: 'failed', why } }]
}

function speaksMcp(entry: Members): boolean {
  return /"jsonrpc"\s*:/.test(textIn(memberOf(memberOf(entry, 'request'), 'postData').text))
}

/** A URL without what differs from one request to the next. */
function placeOf(url: string): string {
  return url.replace(/[?#].*/, '')
}

function headersIn(value: Json | undefined): HeaderList {
  const all = Array.isArray(value) ? value.filter(isObject) : []
  // Those that HTTP/2 makes of the request line are none.
  return all.map(({ name, value }): [string, string] => [textIn(name), textIn(value)]).filter(([name]) => !/^(?::|$)/.test(name))
}

function decoded(base64: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
  } catch {
    return base64
  }
}

function memberOf(value: Members, name: string): Members {
  const member = value[name]
  return isObject(member) ? member : {}
}

const textIn = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
const numberIn = (value: Json | undefined): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0)
