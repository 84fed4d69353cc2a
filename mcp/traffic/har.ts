// A record as HAR 1.2, for tools that read what browsers save: an exchange an entry. A pipe's lines are no HTTP and stay out. What
// HAR has no place for stands beside it, in members of our own, so that it comes back when the file is opened here again.
import { jsonParts } from '../json-parts.ts'
import { writeJson } from '../json.ts'
import type { Traffic } from '../traffic.ts'
import type { HeaderList, WireEvent } from '../wire-event.ts'
import { Excerpt } from './excerpt.ts'
import { goneWords } from './gone-words.ts'
import { streamFacts } from './har-read.ts'
import { headerOf, type RecordHeader } from './record-format.ts'
import type { Redactor } from './redact.ts'
import { timingOf, type Stamps } from './timing.ts'

interface Entry {
  sent: Extract<WireEvent, { kind: 'sent' }>
  status?: Extract<WireEvent, { kind: 'status' }>
  /** All of it, in order. */
  events: WireEvent[]
  bodies: string[]
  frames: string[]
  /** When the last of them came. */
  cameAt?: number
  endedAt?: number
  why?: string
}

/** What belongs to the connection, and to none of its requests. */
const BESIDE: ReadonlySet<WireEvent['kind']> = new Set(['start', 'note', 'app', 'exit', 'judged'])

/** `creator`: who wrote it; `about`: what a record says of itself, without `redacted` and `dropped`. In parts; an empty one is a moment to do something else. */
export function* writeHar(
  record: Traffic | Excerpt,
  creator: { name: string; version: string },
  redactor: Redactor | undefined,
  about?: Omit<RecordHeader, 'redacted' | 'dropped'>,
): Iterable<string> {
  const excerpt = Excerpt.of(record)
  const entries = new Map<number, Entry>()
  const others: object[] = []
  let count = 0
  for (const raw of excerpt.events()) {
    // The other half is to lay it out.
    excerpt.share /= 2
    yield ''
    count += 1
    const event = redactor === undefined ? raw : redactor.event(raw)
    if (event.kind === 'sent' && /^https?:/i.test(event.url))
      entries.set(event.exchange, { sent: event, events: [], bodies: [], frames: [] })
    const entry = entries.get(event.exchange)
    if (entry === undefined) {
      if (BESIDE.has(event.kind)) others.push(event)
      continue
    }
    entry.events.push(event)
    if (event.kind === 'status') entry.status = event
    else if (event.kind === 'body') entry.bodies.push(event.text)
    else if (event.kind === 'frame' || event.kind === 'sign') {
      entry.frames.push(sse(event))
      entry.cameAt = event.at
    } else if (event.kind === 'closed' || event.kind === 'failed') {
      entry.endedAt = event.at
      if (event.kind === 'failed') entry.why = event.why
    }
  }
  const own = about === undefined ? {} : { _record: headerOf(about, excerpt.dropped, redactor) }
  const beside = others.length === 0 ? {} : { _events: others }
  const gone = goneWords(excerpt.dropped)
  const comment = gone === undefined ? {} : { comment: gone }
  const laid: object[] = []
  for (const entry of entries.values()) laid.push(yield* entryOf(entry))
  const log = { version: '1.2', creator, ...comment, pages: [], entries: laid, ...own, ...beside }
  let at = 0
  for (const part of jsonParts({ log }, DEEP)) {
    at += 1
    // About two parts for each event, and for what stands around those of an entry.
    excerpt.share = Math.max(excerpt.share, 0.5 + Math.min(0.5, at / (4 * (count + 20 * entries.size) + 1)))
    yield part
  }
}

/** Events of an entry are what is written one by one: { log: { entries: [ { _events: [ … */
const DEEP = 5

/** An event of a stream as it is written there. */
function sse(fact: Extract<WireEvent, { kind: 'frame' | 'sign' }>): string {
  const { event, id, retry } = fact
  const lines = [...(event === undefined ? [] : [`event: ${event}`]), ...(id === undefined ? [] : [`id: ${id}`])]
  if (retry !== undefined) lines.push(`retry: ${retry}`)
  if (fact.kind === 'frame') for (const line of fact.text.split('\n')) lines.push(`data: ${line}`)
  else if (fact.comment !== undefined) lines.push(`: ${fact.comment}`)
  return `${lines.join('\n')}\n\n`
}

function* entryOf({ sent, status, events, bodies, frames, cameAt, endedAt = cameAt, why }: Entry): Generator<'', object> {
  const { method, url, headers, body, at } = sent
  const { queued = 0, passing = 0, connect, send = 0, wait = 0, receive = 0 } = timingOf(stampsOf(sent, status, endedAt))
  const text = frames.length > 0 ? frames.join('') : bodies.join('')
  const size = new TextEncoder().encode(text).length
  return {
    startedDateTime: new Date(at - queued).toISOString(),
    time: queued + passing + (connect ?? 0) + send + wait + receive,
    request: {
      method,
      url,
      httpVersion: '',
      cookies: [],
      headers: named(headers),
      queryString: query(url),
      headersSize: -1,
      bodySize: body === undefined ? 0 : new TextEncoder().encode(body).length,
      ...(body === undefined ? {} : { postData: { mimeType: header(headers, 'content-type') ?? 'application/json', text: body } }),
    },
    response: {
      status: status?.status ?? 0,
      statusText: status?.statusText ?? '',
      httpVersion: '',
      cookies: [],
      headers: named(status?.headers ?? []),
      content: { size, mimeType: header(status?.headers ?? [], 'content-type') ?? '', text },
      redirectURL: header(status?.headers ?? [], 'location') ?? '',
      headersSize: -1,
      bodySize: size,
      ...(why === undefined ? {} : { comment: why }),
    },
    ...(sent.by === undefined ? {} : { _by: sent.by }),
    ...(sent.why === undefined ? {} : { _why: sent.why }),
    _exchange: sent.exchange,
    _events: yield* beside(events, text, frames.length > 0),
    cache: {},
    // HAR knows no time on the way through a proxy of ours: it is part of what the request waited for before it left.
    timings: { blocked: queued + passing, dns: -1, connect: connect ?? -1, ssl: -1, send, wait, receive },
  }
}

/** What happened, without what HAR says already: texts alone are left out, where they can be read back as they were. */
function* beside(events: readonly WireEvent[], text: string, streamed: boolean): Generator<'', object[]> {
  const parts = streamed ? yield* inMoments(streamFacts(text)) : []
  const said = events.filter(({ kind }) => kind === 'frame' || kind === 'sign')
  let readable = said.length === parts.length
  for (let at = 0; readable && at < parts.length; at += 1) {
    readable = same(said[at]!, parts[at]!)
    yield ''
  }
  const bodies = events.filter(({ kind }) => kind === 'body').length
  return events.map((event) => {
    const { kind, seq, at } = event
    if (kind === 'sent') return { kind, seq, at, aside: event.aside, queued: event.queued }
    if (kind === 'status') return { kind, seq, at, filtered: event.filtered, relay: event.relay }
    if (kind === 'sign' && readable) return { kind, seq, at }
    if (kind === 'frame' && readable) return { kind, seq, at, why: event.why, replaced: event.replaced }
    if (kind === 'body' && bodies === 1 && !streamed) return { kind, seq, at, replaced: event.replaced }
    const { exchange: _, ...rest } = event
    return { ...rest, whole: true }
  })
}

/** Each step of what is made is a moment to do something else. */
function* inMoments<Made>(steps: Generator<unknown, Made>): Generator<'', Made> {
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) yield ''
  return step.value
}

function same(event: WireEvent, part: object): boolean {
  const { seq: _seq, at: _at, exchange: _exchange, ...fact } = event
  const { why: _why, ...said } = { why: undefined, ...fact }
  return writeJson(Object.entries(said).sort()) === writeJson(Object.entries(part).sort())
}

function stampsOf(sent: Entry['sent'], status: Entry['status'], endedAt: number | undefined): Stamps {
  const stamps: Stamps = { sentAt: sent.at }
  if (sent.queued !== undefined) stamps.queued = sent.queued
  if (status !== undefined) stamps.firstByteAt = status.at
  if (status?.relay !== undefined) stamps.relay = status.relay
  if (endedAt !== undefined) stamps.endedAt = endedAt
  return stamps
}

function named(headers: HeaderList): { name: string; value: string }[] {
  return headers.map(([name, value]) => ({ name, value }))
}

function header(headers: HeaderList, wanted: string): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted)?.[1]
}

function query(url: string): { name: string; value: string }[] {
  try {
    return [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))
  } catch {
    return []
  }
}
