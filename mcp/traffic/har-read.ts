// A HAR file as events of a record: what of it speaks MCP over HTTP. Its times are those of whole exchanges: where nobody wrote down
// when the events of a stream came, they are spread over it, in their order.
import { isObject, type Json } from '../json.ts'
import { eventStream } from '../transport/event-stream.ts'
import type { HeaderList, WireEvent, WireFact } from '../wire-event.ts'
import { readWish } from '../wish.ts'
import { mediaType } from './line.ts'

type Members = { [name: string]: Json }

export interface HarRead {
  /** In the order of their times, numbered. */
  events: WireEvent[]
  /** Where the first message went. */
  url: string
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
  if (first === undefined) return `is a HAR file, and none of its ${entries.length} requests is a message of MCP`
  const facts = ours.flatMap((entry, at) => factsOf(entry).map((fact) => ({ ...fact, exchange: at + 1 })))
  facts.sort((a, b) => a.at - b.at)
  const others = entries.length - ours.length
  const text = `A HAR file; ${others === 1 ? 'one request in it' : `${others} requests in it`} went elsewhere and ${others === 1 ? 'is' : 'are'} left out`
  if (others > 0) facts.unshift({ at: facts[0]!.at, exchange: 0, fact: { kind: 'start', text } })
  const events = facts.map(({ at, exchange, fact }, seq) => ({ ...fact, seq: seq + 1, at, exchange }))
  return { events, url: textIn(memberOf(first, 'request').url) }
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
  const text = content.encoding === 'base64' ? decoded(textIn(content.text)) : textIn(content.text)
  if (mediaType([['content-type', textIn(content.mimeType)]]) === 'text/event-stream' || mediaType(answered) === 'text/event-stream') {
    const events: WireFact[] = []
    const stream = eventStream(
      ({ data, ...rest }) => events.push({ kind: 'frame', text: data, ...rest }),
      (sign) => events.push({ kind: 'sign', ...sign }),
    )
    stream.feed(text)
    stream.finish()
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
