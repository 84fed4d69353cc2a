// A record as HAR 1.2, for tools that read what browsers save: an exchange an entry. A pipe's lines are no HTTP and stay out.
import type { Traffic } from '../traffic.ts'
import type { HeaderList, WireEvent } from '../wire-event.ts'
import type { Redactor } from './redact.ts'
import { timingOf, type Stamps } from './timing.ts'

interface Entry {
  sent: Extract<WireEvent, { kind: 'sent' }>
  status?: Extract<WireEvent, { kind: 'status' }>
  bodies: string[]
  frames: string[]
  /** When each of them came. */
  came: number[]
  endedAt?: number
  why?: string
}

/** `creator`: who wrote it. Reads the record once. */
export function writeHar(traffic: Traffic, creator: { name: string; version: string }, redactor: Redactor | undefined): string {
  const entries = new Map<number, Entry>()
  for (const raw of traffic.events()) {
    const event = redactor === undefined ? raw : redactor.event(raw)
    const entry = entries.get(event.exchange)
    if (event.kind === 'sent' && /^https?:/i.test(event.url)) entries.set(event.exchange, { sent: event, bodies: [], frames: [], came: [] })
    if (entry === undefined) continue
    if (event.kind === 'status') entry.status = event
    else if (event.kind === 'body') entry.bodies.push(event.text)
    else if (event.kind === 'frame' || event.kind === 'sign') {
      entry.frames.push(sse(event))
      entry.came.push(event.at)
    } else if (event.kind === 'closed' || event.kind === 'failed') {
      entry.endedAt = event.at
      if (event.kind === 'failed') entry.why = event.why
    }
  }
  return JSON.stringify({ log: { version: '1.2', creator, pages: [], entries: [...entries.values()].map(entryOf) } }, null, 1)
}

/** An event of a stream as it is written there. */
function sse(fact: Extract<WireEvent, { kind: 'frame' | 'sign' }>): string {
  const { event, id, retry } = fact
  const lines = [...(event === undefined ? [] : [`event: ${event}`]), ...(id === undefined ? [] : [`id: ${id}`])]
  if (retry !== undefined) lines.push(`retry: ${retry}`)
  if (fact.kind === 'frame') for (const line of fact.text.split('\n')) lines.push(`data: ${line}`)
  else if (fact.comment !== undefined) lines.push(`: ${fact.comment}`)
  return `${lines.join('\n')}\n\n`
}

function entryOf({ sent, status, bodies, frames, came, endedAt = came.at(-1), why }: Entry): object {
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
      // HAR has no place for the times of events: here, milliseconds since the head of the reply.
      ...(status === undefined || came.length === 0 ? {} : { _eventTimes: came.map((at) => Math.round((at - status.at) * 10) / 10) }),
      content: { size, mimeType: header(status?.headers ?? [], 'content-type') ?? '', text },
      redirectURL: header(status?.headers ?? [], 'location') ?? '',
      headersSize: -1,
      bodySize: size,
      ...(why === undefined ? {} : { comment: why }),
    },
    ...(sent.by === undefined ? {} : { _by: sent.by }),
    ...(sent.why === undefined ? {} : { _why: sent.why }),
    cache: {},
    // HAR knows no time on the way through a proxy of ours: it is part of what the request waited for before it left.
    timings: { blocked: queued + passing, dns: -1, connect: connect ?? -1, ssl: -1, send, wait, receive },
  }
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
