// A HAR file as events of a record: what of it speaks MCP over HTTP. Of a file of ours, what stands beside HAR makes the events what
// they were. In others times are those of whole exchanges: the events of a stream are spread over it, in their order.
import { isObject, type Json } from '../json.ts'
import { readStream } from '../transport/event-stream.ts'
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

/** A text says why nothing can be read. A little at a time: gives how much was read, from 0 to 1. */
export function* readHar(value: Json): Generator<number, HarRead | string> {
  const log = isObject(value) && isObject(value.log) ? value.log : {}
  const entries = (Array.isArray(log.entries) ? log.entries : []).filter(isObject)
  const places = new Set<string>()
  for (const entry of entries) {
    if (speaksMcp(entry)) places.add(placeOf(textIn(memberOf(entry, 'request').url)))
    yield 0
  }
  const ours = entries.filter((entry) => places.has(placeOf(textIn(memberOf(entry, 'request').url))))
  const [first] = ours
  const { _record: header } = log
  const exact = entries.length === 0 ? undefined : yield* exactly(entries, Array.isArray(log._events) ? log._events : [])
  if (exact !== undefined)
    return { events: exact, url: textIn(memberOf(first ?? entries[0]!, 'request').url), ...(header === undefined ? {} : { header }) }
  if (first === undefined) return `is a HAR file, and none of its ${entries.length} requests is a message of MCP`
  const facts: { at: number; exchange: number; fact: WireFact }[] = []
  for (const [at, entry] of ours.entries()) {
    yield at / ours.length
    for (const fact of yield* part(factsOf(entry), at, ours.length)) {
      facts.push({ ...fact, exchange: at + 1 })
      yield (at + 1) / ours.length
    }
  }
  facts.sort((a, b) => a.at - b.at)
  const others = entries.length - ours.length
  const text = `A HAR file; ${others === 1 ? 'one request in it' : `${others} requests in it`} went elsewhere and ${others === 1 ? 'is' : 'are'} left out`
  if (others > 0) facts.unshift({ at: facts[0]!.at, exchange: 0, fact: { kind: 'start', text } })
  const events: WireEvent[] = []
  for (const { at, exchange, fact } of facts) {
    events.push({ ...fact, seq: events.length + 1, at, exchange })
    yield 1
  }
  // Notes are by the numbers that messages had.
  const { notes: _notes, ...rest } = isObject(header) ? header : {}
  return { events, url: textIn(memberOf(first, 'request').url), header: rest }
}

/** One of so many parts of the work. */
function* part<Made>(steps: Generator<number, Made>, at: number, of: number): Generator<number, Made> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield (at + step.value) / of
  return step.value
}

/** The events as they were, with those `beside` the entries; undefined: what stands there is not there for all, or does not fit. */
function* exactly(entries: readonly Members[], beside: readonly Json[]): Generator<number, WireEvent[] | undefined> {
  const events: WireEvent[] = []
  for (const one of beside) {
    const event = readEvent(one)
    if (typeof event !== 'string') events.push(event)
    yield 0
  }
  for (const [at, entry] of entries.entries()) {
    yield at / entries.length
    if (!Array.isArray(entry._events)) return undefined
    const request = memberOf(entry, 'request')
    const response = memberOf(entry, 'response')
    const { text: body } = memberOf(request, 'postData')
    const { method, url } = request
    const pairs = (headers: Json | undefined): Json => headersIn(headers).map((pair) => [...pair])
    const parts = yield* part(streamFacts(contentOf(response)), 2 * at, 2 * entries.length)
    let streamed = 0
    const known: { [kind: string]: () => object | undefined } = {
      sent: () => ({ method, url, headers: pairs(request.headers), body, by: entry._by, why: entry._why }),
      status: () => ({ status: response.status, statusText: response.statusText, headers: pairs(response.headers) }),
      body: () => ({ text: contentOf(response) }),
      frame: () => parts[streamed++],
      sign: () => parts[streamed++],
    }
    for (const [n, one] of entry._events.entries()) {
      if (!isObject(one)) return undefined
      const kind = String(one.kind)
      const told = one.whole !== true && Object.hasOwn(known, kind) ? known[kind]!() : undefined
      const event = readEvent({ ...told, ...one, exchange: entry._exchange ?? null } as Json)
      if (typeof event === 'string') return undefined
      events.push(event)
      yield (at + 0.5 + n / entry._events.length / 2) / entries.length
    }
  }
  events.sort((a, b) => a.seq - b.seq)
  return events.every(({ seq }, at) => at === 0 || seq > events[at - 1]!.seq) ? events : undefined
}

/** What the text of a stream says, in its order. A little at a time: gives how much was read, from 0 to 1. */
export function* streamFacts(text: string): Generator<number, Extract<WireFact, { kind: 'frame' | 'sign' }>[]> {
  const facts: Extract<WireFact, { kind: 'frame' | 'sign' }>[] = []
  yield* readStream(
    text,
    ({ data, ...rest }) => facts.push({ kind: 'frame', text: data, ...rest }),
    (sign) => facts.push({ kind: 'sign', ...sign }),
  )
  return facts
}

function contentOf(response: Members): string {
  const content = memberOf(response, 'content')
  return content.encoding === 'base64' ? decoded(textIn(content.text)) : textIn(content.text)
}

function* factsOf(entry: Members): Generator<number, { at: number; fact: WireFact }[]> {
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
    const events = yield* streamFacts(text)
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
