// HTTP as it happened, and the only caller of fetch. Each fact is in the record before anyone reads it, and every
// stream is read to its end, listened to or not: what a server says after its answer is a finding, not noise.
import { Breath } from './breath.ts'
import type { FetchHandler } from './fetch-handler.ts'
import type { Reading } from './jsonrpc.ts'
import { takesLogs, type TakesRun } from './log-run.ts'
import { flawsOf } from './message-flaws.ts'
import type { Traffic } from './traffic.ts'
import { bodyReader } from './transport/body-reader.ts'
import { eventStream } from './transport/event-stream.ts'
import { formOf, mediaType, sniff, type Form } from './transport/form.ts'
import { linesOf, type LineSource } from './transport/lines.ts'
import { chooseHeaders, chooseProxy } from './transport/exact-headers.ts'
import { timesOf } from './transport/relay-times.ts'
import { isPipe } from './transport/target.ts'
import { notUtf8, replacedOf } from './transport/replaced.ts'
import { Utf8 } from './transport/utf8.ts'
import type { Fault, HeaderList, WireFact } from './wire-event.ts'
import { itself, type Wish } from './wish.ts'

export interface Outgoing {
  /** The protocol has the first three; checks try the others. */
  method: 'POST' | 'GET' | 'DELETE' | 'HEAD' | 'PUT' | 'PATCH' | 'OPTIONS'
  /** A pipe (`isPipe`) has no headers to show for each message. */
  url: string
  headers: HeaderList
  body?: string
  /** The headers are a person's choice, to the letter. */
  exact?: true
  /** It goes by way of the proxy. */
  proxy?: true
  /** It is no part of the conversation: its reply is no message, and is heard by nobody but the one who waits for its end. */
  aside?: 'authorization'
  /** Headers that are made when it leaves, and take the place of those with their names. A rejection ends the exchange before it began. */
  credentials?: () => HeaderList | Promise<HeaderList>
  /** When it was asked for, if that was before now: milliseconds since the epoch. */
  askedAt?: number
  /** Who wanted it; left out: whoever wants what the wire sends. */
  wish?: Wish | undefined
  /** Aborting breaks the exchange off; `reason` is noted when it is a string. */
  signal?: AbortSignal
}

/** Who hears what comes back, as it comes. */
export interface Hearing {
  /** The message is in the record; `seq` is 0 when there was none. */
  onSent?(seq: number, exchange: number): void
  onStatus?(status: number, headers: Headers, form: Form): void
  /** Each message of a reply; members of a batch come one by one. */
  onMessage?(reading: Reading, seq: number, exchange: number): void
  /** Whether log messages need not be told of: those that come many at a time are not, then. */
  deaf?(): boolean
  /** A batch came as this row; its members follow. */
  onBatch?(seq: number): void
  /** An event whose name says that it is no message. */
  onEvent?(name: string, data: string): void
  /** The server named a place to resume from, or a pause before it. */
  onPlace?(place: { id?: string; retry?: number }): void
}

/** How an exchange ended. `status` 0: there was no response. */
export interface End {
  exchange: number
  status: number
  headers: Headers
  form: Form
  /** Row of the body, when it was not a stream and made one. */
  seq: number
  /** Body that is no message, at most its first 2,000 characters (of what is `aside`: 262,144). */
  text: string
  /** The browser shows only those headers of the reply that the server exposes (CORS). */
  filtered?: true
  /** The reply is a redirect that the browser keeps to itself: neither its status nor where it leads is known. */
  hiddenRedirect?: true
  /** Why it broke. `ours`: by our own signal. */
  failure?: { why: string; error: Error; ours: boolean }
}

export interface Exchange {
  id: number
  /** The status, as soon as it has come; 0 when none will. Never rejects. */
  responded: Promise<number>
  /** Never rejects. */
  ended: Promise<End>
}

export interface Wire {
  send(outgoing: Outgoing, hearing?: Hearing): Exchange
}

const KEPT_TEXT = 2000
const KEPT_ASIDE = 262_144
/** Characters of a stream that are read at a time. */
const PART = 65_536
/** Milliseconds of waiting that are worth a word. */
const LEAST_QUEUED = 1

/** Says once what is wrong with how the server replies; `kind`: what of it is one and the same, `row`: the message that shows it. */
type Tell = (fault: Fault, text: string, kind?: string, row?: number) => void

/** `wish`: who wants what is sent, where nothing else is said. */
export function createWire(fetch: FetchHandler, traffic: Traffic, wish?: Wish): Wire {
  const told = new Set<string>()
  return {
    send(outgoing, hearing = {}) {
      const id = traffic.open()
      let responded = (_status: number): void => {}
      const whenResponded = new Promise<number>((resolve) => (responded = resolve))
      const tell: Tell = (fault, text, kind = '', row = 0) => {
        if (told.has(`${fault} ${kind}`)) return
        told.add(`${fault} ${kind}`)
        traffic.append(id, row === 0 ? { kind: 'note', fault, text } : { kind: 'note', fault, text, row })
      }
      const ended = exchange(
        fetch,
        traffic,
        id,
        wish === undefined ? outgoing : { ...outgoing, wish: outgoing.wish ?? wish },
        hearing,
        responded,
        tell,
      )
      void ended.then((end) => responded(end.status))
      return { id, responded: whenResponded, ended }
    },
  }
}

async function exchange(
  fetch: FetchHandler,
  traffic: Traffic,
  id: number,
  outgoing: Outgoing,
  hearing: Hearing,
  responded: (status: number) => void,
  tell: Tell,
): Promise<End> {
  const { method, url, body, signal, aside, credentials, askedAt = now(), wish = aside && itself('authorization') } = outgoing
  let { headers } = outgoing
  const overPipe = isPipe(url)
  const end: End = { exchange: id, status: 0, headers: new Headers(), form: 'empty', seq: 0, text: '' }
  if (credentials !== undefined && !overPipe) {
    try {
      const more = credentials()
      const made = more instanceof Promise ? await more : more
      const names = new Set(made.map(([name]) => name.toLowerCase()))
      headers = [...headers.filter(([name]) => !names.has(name.toLowerCase())), ...made]
      if (signal?.aborted === true) throw new Error('no longer wanted')
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown))
      end.failure = { why: sentence(error), error, ours: signal?.aborted === true }
      return end
    }
  }
  const queued = now() - askedAt
  const sent = {
    kind: 'sent' as const,
    method: overPipe ? (url.startsWith('stdio:') ? 'STDIN' : 'WS') : method,
    url,
    headers: overPipe ? [] : headers,
    ...(aside === undefined ? {} : { aside }),
    ...wish,
    ...(queued < LEAST_QUEUED ? {} : { queued }),
  }
  const seq = traffic.append(id, body === undefined ? sent : { ...sent, body })
  hearing.onSent?.(seq, id)
  const hear = (seq: number, text: string): void => {
    const reading = traffic.reading(seq)
    if (reading === undefined) return
    for (const { fault, text: says, once } of flawsOf(text, reading)) {
      if (once) tell(fault, says, '', seq)
      else traffic.append(id, { kind: 'note', fault, text: says, row: seq })
    }
    if (hearing.onMessage === undefined) return
    if (reading.kind !== 'batch') return hearing.onMessage(reading, seq, id)
    hearing.onBatch?.(seq)
    reading.members.forEach((member, index) => hearing.onMessage?.(member, seq + 1 + index, id))
  }
  try {
    const request = new Request(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      credentials: 'omit',
      // Followed, it would take the headers of this server to another.
      redirect: 'manual',
      // What else is asked for no cache keeps; to say so all the same makes Chromium ask the preflight question before each.
      ...(method === 'GET' ? { cache: 'no-store' as const } : {}),
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    })
    if (outgoing.exact === true) chooseHeaders(request, headers)
    if (outgoing.proxy === true) chooseProxy(request)
    const response = await fetch(request)
    end.status = response.status
    if (response.type === 'opaqueredirect') {
      end.hiddenRedirect = true
      traffic.append(id, { kind: 'status', status: 0, statusText: 'redirect', headers: [] })
      traffic.append(id, { kind: 'failed', why: 'The server answered with a redirect, and the browser does not say where to' })
      return end
    }
    end.headers = response.headers
    if (response.type === 'cors') end.filtered = true
    const relay = timesOf(response)
    traffic.append(id, {
      kind: 'status',
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      ...(end.filtered === true ? { filtered: true as const } : {}),
      ...(relay === undefined ? {} : { relay }),
    })
    const lines = linesOf(response)
    if (lines !== undefined) {
      end.form = 'stream'
      hearing.onStatus?.(response.status, response.headers, 'stream')
      responded(response.status)
      const error = await followLines(lines, traffic, id, hear, takesLogs('lines', traffic, id, hearing), signal)
      traffic.append(id, { kind: 'closed' })
      if (error !== undefined) end.failure = { why: error.message, error, ours: signal?.aborted === true }
      return end
    }
    if (aside === undefined) await readBody(response, traffic, id, end, hearing, hear, responded, tell)
    else {
      responded(response.status)
      end.form = formOf(response.headers.get('content-type')) ?? 'text'
      end.text = await readAside(response)
      if (end.text !== '') end.seq = traffic.append(id, { kind: 'body', text: end.text })
    }
    traffic.append(id, { kind: 'closed' })
  } catch (thrown) {
    const ours = signal?.aborted === true
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    const why = ours
      ? `Broken off by this client: ${typeof signal.reason === 'string' ? signal.reason : 'no longer wanted'}`
      : sentence(error)
    end.failure = { why, error, ours }
    traffic.append(id, ours ? { kind: 'failed', why, ours } : { kind: 'failed', why })
  }
  return end
}

async function readBody(
  response: Response,
  traffic: Traffic,
  id: number,
  end: End,
  hearing: Hearing,
  hear: (seq: number, text: string) => void,
  responded: (status: number) => void,
  tell: Tell,
): Promise<void> {
  const reader = response.body === null ? undefined : bodyReader(response.body)
  const utf8 = new Utf8()
  const declared = formOf(response.headers.get('content-type'))
  let head = ''
  let done = reader === undefined
  if (declared === null && reader !== undefined) {
    // No type: the first words tell.
    while (!done && head.trim() === '') {
      const chunk = await reader.read()
      done = chunk.done
      head += utf8.decode(chunk.value, done)
    }
  }
  end.form = response.status === 204 ? 'empty' : (declared ?? sniff(head))
  hearing.onStatus?.(response.status, response.headers, end.form)
  responded(response.status)
  const type = mediaType(response.headers.get('content-type'))
  const spoken = type === '' ? 'It has no Content-Type' : `Its Content-Type is ${type}`
  const broken = (row: number): void => {
    if (!utf8.broken) return
    const note = notUtf8('The reply', row)
    // A message shows it each time; how a stream is written is told once.
    if (row === 0) tell('not-utf-8', note.text)
    else traffic.append(id, note)
  }
  if (end.form === 'stream') {
    let ending = false
    if (declared === null) tell('content-type', `The reply is an event stream. ${spoken}, and should be text/event-stream.`, type)
    const stream = eventStream(
      (message) => {
        if (ending)
          tell('cut-event', 'The stream ended within its last event, which has no blank line after it. Many clients drop such an event.')
        const { data, event, id: place, retry } = message
        const fact: WireFact = { kind: 'frame', text: data }
        if (event !== undefined) fact.event = event
        if (place !== undefined) fact.id = place
        if (retry !== undefined) fact.retry = retry
        const seq = traffic.append(id, fact)
        if (retry !== undefined) hearing.onPlace?.({ retry })
        if (place !== undefined) hearing.onPlace?.({ id: place })
        if (event !== undefined && event !== 'message') hearing.onEvent?.(event, data)
        if (seq !== 0) hear(seq, data)
      },
      (sign) => {
        traffic.append(id, { kind: 'sign', ...sign })
        const { id: place, retry } = sign
        if (retry !== undefined) hearing.onPlace?.({ retry })
        if (place !== undefined) hearing.onPlace?.({ id: place })
      },
      takesLogs('events', traffic, id, hearing),
    )
    // A last event without its blank line is not thrown away: it may be the answer.
    const finish = (): void => {
      ending = true
      stream.finish()
      broken(0)
    }
    const breath = new Breath()
    try {
      stream.feed(head)
      while (!done) {
        const chunk = await reader!.read()
        done = chunk.done
        const text = utf8.decode(chunk.value, done)
        // A browser hands over what it has, which may be thousands of messages.
        for (let from = 0; from < text.length; from += PART) {
          stream.feed(text.slice(from, from + PART))
          if (breath.due) await breath.take()
        }
      }
    } finally {
      finish()
    }
    return
  }
  const parts = [head]
  while (!done) {
    const chunk = await reader!.read()
    done = chunk.done
    parts.push(utf8.decode(chunk.value, done))
  }
  const text = parts.join('')
  if (text === '' && (response.status === 202 || response.status === 204)) return
  const { replaced } = utf8
  end.seq = traffic.append(id, replaced ? { kind: 'body', text, replaced } : { kind: 'body', text })
  const row = traffic.row(end.seq)
  const readable = row !== undefined && row.kind !== 'http' && row.kind !== 'garbled'
  broken(end.seq)
  if (readable && utf8.marked)
    tell('byte-order-mark', 'The reply begins with a byte order mark (EF BB BF), which was left out. JSON may have none.')
  if (readable && declared !== 'json') tell('content-type', `The reply is JSON. ${spoken}, and should be application/json.`, type)
  if (readable) hear(end.seq, text)
  else end.text = text.slice(0, KEPT_TEXT)
}

/** A document, never so large as to fill the memory. */
async function readAside(response: Response): Promise<string> {
  if (response.body === null) return ''
  const reader = bodyReader(response.body)
  const utf8 = new Utf8()
  let text = ''
  while (text.length < KEPT_ASIDE) {
    const { value, done } = await reader.read()
    text += utf8.decode(value, done)
    if (done) return text
  }
  await reader.cancel('longer than any document of this kind')
  return text
}

function followLines(
  lines: LineSource,
  traffic: Traffic,
  id: number,
  hear: (seq: number, text: string) => void,
  run: TakesRun,
  signal: AbortSignal | undefined,
): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const stop = (): void => resolve(new Error('Broken off by this client'))
    if (signal?.aborted) return stop()
    signal?.addEventListener('abort', stop, { once: true })
    lines.listen({
      run,
      line: (text, reading) => {
        const replaced = replacedOf(reading)
        const seq = traffic.append(id, replaced ? { kind: 'frame', text, replaced } : { kind: 'frame', text }, reading)
        if (seq !== 0) hear(seq, text)
        if (replaced !== undefined) traffic.append(id, notUtf8('The line', seq))
      },
      end: (error) => {
        signal?.removeEventListener('abort', stop)
        resolve(error)
      },
    })
  })
}

/** Milliseconds since the epoch, with fractions. */
function now(): number {
  return performance.timeOrigin + performance.now()
}

/** An error as a sentence, with its cause where Node hides the news in one. */
function sentence(error: Error): string {
  const { cause } = error
  const more = cause instanceof Error && cause.message !== '' ? `: ${cause.message}` : ''
  return `${error.message || error.name}${more}`
}
