// The meaning of what crossed: which row a fact makes, which answer belongs to which request, how an exchange
// ended. Constant work for each event; knows nothing of how rows are kept.
import { read, readValue, twinKey, type Id, type Reading } from '../jsonrpc.ts'
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import type { Direction, Row } from '../traffic-row.ts'
import type { WireFact } from '../wire-event.ts'
import { Answered } from './answered.ts'
import { REQUEST_GONE } from './detail.ts'
import type { Open, Pending } from './open.ts'
import { keyOf, Pendings } from './pendings.ts'
import { Places } from './places.ts'
import { Rounds } from './rounds.ts'
import { AppLines } from './app-lines.ts'
import { askedBy, blank, extraOf, mediaType, placeIn, setLog, textOf, toneOf, type Line } from './line.ts'
import { firstWords, nameOf, nameOfResult } from './naming.ts'
import { bareLine, bareTone, exitLine, httpLine, noiseLine, noteLine, startLine, stderrLine } from './plain-lines.ts'

export interface Sink {
  write(seq: number, line: Line): void
  /** A slot for one message of a batch. */
  member(exchange: number): number
  turn(seq: number, status: string, tone: Row['tone'], peer?: number, ms?: number): void
  at(seq: number): number
  name(seq: number): string
}

/** Server requests that wait for a person; all others are answered at once. */
const FOR_PEOPLE = new Set(['sampling/createMessage', 'elicitation/create'])

export class Fold {
  readonly #sink: Sink
  readonly #pending: Pendings
  readonly #open = new Map<number, Open>()
  /** Requests that have their answer, by key. */
  readonly #answered = new Answered()
  readonly #rounds = new Rounds()
  readonly #places = new Places()
  readonly #apps: AppLines
  /** Requests may be missing that are answered in what comes. */
  #gap = false

  /** `before`: what it has open goes on here; nothing is pending. */
  constructor(sink: Sink, before?: Fold) {
    this.#sink = sink
    this.#apps = new AppLines(sink)
    this.#pending = new Pendings(before && before.#pending)
    if (before === undefined) return
    for (const [exchange, open] of before.#open) this.#open.set(exchange, { ...open, asked: [...open.asked] })
    this.#gap = before.#gap
  }

  /** Something of the conversation that goes on is not in the record. */
  gap(): void {
    this.#gap = true
  }

  /** Folds one fact; answers whether it made a row. */
  take(seq: number, exchange: number, fact: WireFact, reading: Reading | undefined): boolean {
    this.#places.take(seq, exchange, fact)
    switch (fact.kind) {
      case 'sent':
        return this.#sent(seq, exchange, fact)
      case 'status':
        return this.#status(seq, exchange, fact)
      case 'frame':
        return this.#frame(seq, exchange, fact, reading)
      case 'sign':
        this.#sink.write(seq, { ...blank(), extra: JSON.stringify({ ...fact, kind: undefined }) })
        return false
      case 'body':
        return this.#body(seq, exchange, fact)
      case 'closed':
        this.#sink.write(seq, blank())
        this.#turnAside(seq, exchange)
        this.#end(exchange, 'no answer', seq)
        return false
      case 'failed':
        return this.#failed(seq, exchange, fact)
      case 'stderr':
      case 'noise':
      case 'note':
        if (fact.kind === 'note' && fact.fault === 'not-kept') this.#unkept(exchange)
        this.#sink.write(seq, fact.kind === 'stderr' ? stderrLine(fact) : fact.kind === 'noise' ? noiseLine(fact) : noteLine(fact))
        return true
      case 'exit':
        this.#sink.write(seq, exitLine(fact))
        if (fact.earlier !== true) this.#abandon(seq)
        return true
      case 'app':
        this.#apps.take(seq, fact)
        return true
      case 'judged':
        this.#sink.write(seq, { ...blank(), extra: JSON.stringify({ row: fact.row, status: fact.status, tone: fact.tone }) })
        this.#sink.turn(fact.row, fact.status, fact.tone)
        return false
      case 'start':
        this.#abandon()
        this.#gap = false
        this.#cutOff()
        this.#sink.write(seq, startLine(fact))
        return true
    }
  }

  #sent(seq: number, exchange: number, fact: Extract<WireFact, { kind: 'sent' }>): boolean {
    const { method, url, headers, body, aside, by, why, queued } = fact
    const open: Open = { sentAt: this.#sink.at(seq), httpMethod: method, status: 0, mediaType: '', location: '', by, asked: [] }
    if (exchange !== 0) this.#open.set(exchange, open)
    // What detail.ts reads off its end stands there.
    const extra = JSON.stringify({ method, url, headers, body: body !== undefined, aside, by, why, queued })
    if (aside !== undefined) {
      open.aside = seq
      const line = { ...blank(), kind: 'http' as const, direction: 'out' as const, method: aside, status: 'pending', extra, by }
      this.#sink.write(seq, { ...line, name: `${method} ${firstWords(placeIn(url))}`, body: body ?? '' })
      return true
    }
    if (fact.body !== undefined) return this.#message(seq, exchange, 'out', fact.body, extra, read(fact.body))
    // What is said unasked over a pipe has an exchange, and none that was sent.
    if (method === 'STDIN' || method === 'WS') {
      this.#sink.write(seq, { ...blank(), extra })
      return false
    }
    open.bare = seq
    this.#sink.write(seq, { ...bareLine(fact, extra), by, after: this.#places.resumed(fact) })
    return true
  }

  #frame(seq: number, exchange: number, fact: Extract<WireFact, { kind: 'frame' }>, known: Reading | undefined): boolean {
    const { text, event } = fact
    const extra = extraOf(fact, known)
    // An event without data only names a place to resume from.
    if (text.trim() === '') {
      this.#sink.write(seq, { ...blank(), body: text, extra })
      return false
    }
    const reading = known ?? read(text)
    if (reading.kind !== 'garbled' || event === undefined || event === 'message')
      return this.#message(seq, exchange, 'in', text, extra, reading)
    const line: Line = { ...blank(), kind: 'noise', direction: 'in', name: firstWords(text), status: `event ${event}`, body: text, extra }
    this.#sink.write(seq, line)
    return true
  }

  #status(seq: number, exchange: number, fact: Extract<WireFact, { kind: 'status' }>): boolean {
    const open = this.#open.get(exchange)
    if (open !== undefined) {
      open.status = fact.status
      open.mediaType = mediaType(fact.headers)
      open.location = fact.headers.find(([name]) => name.toLowerCase() === 'location')?.[1] ?? ''
      if (open.bare !== undefined) this.#sink.turn(open.bare, ...bareTone(open, 'open'))
    }
    this.#sink.write(seq, { ...blank(), extra: JSON.stringify({ ...fact, kind: undefined }) })
    return false
  }

  #body(seq: number, exchange: number, { text, replaced }: Extract<WireFact, { kind: 'body' }>): boolean {
    const extra = replaced === undefined ? undefined : JSON.stringify({ replaced })
    const open = this.#open.get(exchange)
    const status = open?.status ?? 200
    if (open?.aside !== undefined) {
      const [tone, status] = toneOf(open.status)
      // Its first words may be a token.
      const line = { ...blank(), kind: 'http' as const, direction: 'in' as const, method: 'authorization', name: open.mediaType }
      this.#sink.write(seq, { ...line, status, tone, body: text, extra, peer: open.aside, by: open.by, ...this.#sinceSent(seq, open) })
      return true
    }
    const wanted = open === undefined || open.asked.length > 0
    if (status === 202 || status === 204 || (!wanted && status < 400 && text.trim() === '')) {
      this.#sink.write(seq, { ...blank(), body: text, extra })
      return false
    }
    const reading = read(text)
    const json = open === undefined || open.mediaType.includes('json') || open.mediaType === '' || open.mediaType === 'text/event-stream'
    if (reading.kind !== 'garbled' || (json && status < 400 && text.trim() !== '' && open?.mediaType !== '')) {
      const made = this.#message(seq, exchange, 'in', text, extra, reading)
      if (status >= 400) this.#giveUp(open, `HTTP ${status}`, seq)
      return made
    }
    this.#sink.write(seq, { ...httpLine(open, status, text), extra, by: open?.by, ...this.#sinceSent(seq, open) })
    // With HTTP+SSE the reply to a POST says no more than that it was taken, in whatever words.
    this.#giveUp(open, `HTTP ${status}`, seq, status < 300)
    return true
  }

  /** What came of a request that holds no message, or is no part of the conversation. */
  #turnAside(seq: number, exchange: number, failed: boolean | 'ours' = false): void {
    const open = this.#open.get(exchange)
    if (open?.bare !== undefined) {
      const [status, tone] = bareTone(open, failed === true ? 'failed' : failed === 'ours' ? 'given up' : 'closed')
      this.#sink.turn(open.bare, status, tone, undefined, this.#sink.at(seq) - open.sentAt)
    }
    if (open?.aside === undefined) return
    const [tone, status] = failed === false ? toneOf(open.status) : (['bad', 'failed'] as const)
    this.#sink.turn(open.aside, status, tone, undefined, this.#sink.at(seq) - open.sentAt)
  }

  #failed(seq: number, exchange: number, fact: Extract<WireFact, { kind: 'failed' }>): boolean {
    const open = this.#open.get(exchange)
    this.#turnAside(seq, exchange, fact.ours === true ? 'ours' : true)
    const line = { ...blank(), body: fact.why, extra: JSON.stringify({ ours: fact.ours === true }) }
    if (fact.ours) {
      this.#sink.write(seq, line)
      this.#end(exchange, 'given up', seq)
      return false
    }
    const name = [askedBy(open?.httpMethod), firstWords(fact.why)].filter(Boolean).join(' · ')
    this.#sink.write(seq, {
      ...line,
      kind: 'http',
      direction: 'in',
      method: 'HTTP',
      name,
      status: 'failed',
      tone: 'bad',
      by: open?.by,
      ...this.#sinceSent(seq, open),
    })
    this.#end(exchange, 'failed', seq)
    return true
  }

  #message(seq: number, exchange: number, direction: Direction, text: string, extra: string | undefined, reading: Reading): boolean {
    const open = this.#open.get(exchange)
    this.#sink.write(seq, this.#line(seq, open, direction, text, extra, reading))
    if (reading.kind === 'batch') {
      const value = parseJson(text)
      for (const [at, one] of Array.isArray(value) ? value.entries() : []) {
        const member = this.#sink.member(exchange)
        this.#sink.write(member, this.#line(member, open, direction, textOf(one), undefined, reading.members[at] ?? readValue(one)))
      }
    }
    return true
  }

  #line(seq: number, open: Open | undefined, direction: Direction, body: string, extra: string | undefined, reading: Reading): Line {
    const line = blank()
    line.kind = reading.kind
    line.direction = direction
    line.body = body
    line.extra = extra
    line.reading = reading
    if (direction === 'out') line.by = open?.by
    switch (reading.kind) {
      case 'request':
        return this.#request(seq, open, line, reading)
      case 'notification':
        line.method = reading.method
        if (reading.method === 'notifications/message') setLog(line, reading.params)
        else line.name = nameOf(reading.method, reading.params)
        if (reading.method === 'notifications/cancelled') line.after = this.#cancelled(seq, direction, reading.params)
        return line
      case 'result':
      case 'failure':
        return this.#answer(seq, open, line, reading)
      case 'batch':
        line.name = `${reading.members.length} messages`
        return line
      case 'garbled':
        line.name = `${reading.why} · ${firstWords(body)}`
        line.status = 'garbled'
        line.tone = 'bad'
        return line
    }
  }

  #request(seq: number, open: Open | undefined, line: Line, reading: Extract<Reading, { kind: 'request' }>): Line {
    const { method, id } = reading
    line.method = method
    line.id = writeJson(id)
    line.name = nameOf(method, reading.params)
    if (line.direction === 'out') line.after = this.#rounds.next(method, line.name, reading.params)
    const forPeople = line.direction === 'in' && FOR_PEOPLE.has(method)
    line.status = forPeople ? 'waiting for you' : 'pending'
    line.tone = forPeople ? 'ask' : 'plain'
    const key = keyOf(line.direction, id)
    this.#pending.add(key, { seq, method, id, cancelled: false, by: line.by })
    if (line.direction === 'out') open?.asked.push(key)
    return line
  }

  #answer(seq: number, open: Open | undefined, line: Line, reading: Extract<Reading, { kind: 'result' | 'failure' }>): Line {
    const asker: Direction = line.direction === 'in' ? 'out' : 'in'
    const { id } = reading
    if (id !== undefined && id !== null) line.id = writeJson(id)
    // An error that could not tell the id belongs to the one request of its exchange.
    const key = id !== undefined && id !== null ? keyOf(asker, id) : asker === 'out' && open?.asked.length === 1 ? open.asked[0]! : ''
    const pending = this.#pending.take(key)
    if (reading.kind === 'result') {
      const result = isObject(reading.result) ? reading.result : {}
      const toolError = pending?.method === 'tools/call' && result.isError === true
      line.status = toolError ? 'tool error' : result.resultType === 'input_required' ? 'wants input' : 'ok'
      line.tone = toolError ? 'bad' : 'ok'
    } else {
      line.status = `error ${reading.error.code}`
      line.tone = 'bad'
      line.name = firstWords(reading.error.message)
    }
    if (pending === undefined) return this.#orphan(line, asker, key, id)
    this.#answered.add(key, pending.seq)
    line.method = pending.method
    if (reading.kind === 'result') line.name = nameOfResult(pending.method, reading.result, this.#sink.name(pending.seq))
    line.peer = pending.seq
    line.by ??= pending.by
    line.ms = this.#sink.at(seq) - this.#sink.at(pending.seq)
    if (line.status === 'wants input') this.#rounds.wants(pending.method, this.#sink.name(pending.seq), pending.seq)
    if (pending.cancelled) {
      Object.assign(line, { status: line.status === 'ok' ? 'late' : `late, ${line.status}`, tone: 'warn' })
      this.#sink.turn(pending.seq, 'cancelled', 'warn', seq, line.ms)
    } else this.#sink.turn(pending.seq, line.status, line.tone, seq, line.ms)
    return line
  }

  /** An answer that nothing waits for; why, as far as can be told. */
  #orphan(line: Line, asker: Direction, key: string, id: Id | null | undefined): Line {
    const before = this.#answered.get(key)
    const meant = id === undefined || id === null ? undefined : this.#pending.first(`${asker}:${twinKey(id)}`)
    if ((this.#pending.wasEmptied(key) || this.#gap) && id !== undefined && id !== null && before === undefined && meant === undefined) {
      if (line.tone !== 'bad') Object.assign(line, { status: REQUEST_GONE, tone: 'plain' }) // An error is one all the same.
      return line
    }
    line.tone = 'warn'
    line.status = 'answers no request'
    if (before === undefined && meant !== undefined) {
      line.status = 'wrong type of id'
      line.name = `${writeJson(id)} is not ${writeJson(meant.id)} · ${meant.method}`
    } else if (before !== undefined) {
      line.status = 'answered before'
      line.name = [line.name, this.#sink.name(before)].find((one) => one !== '') ?? ''
      line.peer = before
    }
    return line
  }

  /** The row of the request that it names. */
  #cancelled(seq: number, direction: Direction, params: Json | undefined): number | undefined {
    const id = isObject(params) ? params.requestId : undefined
    if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint') return undefined
    const pending = this.#pending.first(keyOf(direction, id))
    if (pending === undefined) return undefined
    pending.cancelled = true
    this.#sink.turn(pending.seq, 'cancelled', 'warn', undefined, this.#since(pending, seq))
    return pending.seq
  }

  /** Something of the exchange is missing: its request, or what may be the answer. */
  #unkept(exchange: number): void {
    this.#gap = true
    for (const pending of this.#pending.of(this.#open.get(exchange)?.asked)) pending.unkept = true
  }

  /** Streams and requests without a message whose end nobody saw. What ends after all says so itself. */
  #cutOff(): void {
    for (const open of this.#open.values()) {
      if (open.bare !== undefined) this.#sink.turn(open.bare, ...bareTone(open, 'cut off'))
      else if (open.aside !== undefined && open.status === 0) this.#sink.turn(open.aside, 'cut off', 'plain')
    }
  }

  /** The exchange is over. What it asked stays pending, since an answer may still come by a resumed stream. */
  #end(exchange: number, status: string, seq: number): void {
    const open = this.#open.get(exchange)
    this.#open.delete(exchange)
    for (const pending of this.#pending.of(open?.asked)) {
      this.#unanswered(pending, status, seq)
      pending.ended = true
    }
  }

  /** The HTTP reply was the last word on what the exchange asked; or, with `hope`, the last in it. */
  #giveUp(open: Open | undefined, status: string, seq: number, hope = false): void {
    for (const pending of this.#pending.of(open?.asked)) this.#unanswered(pending, status, seq)
    if (!hope) for (const key of open?.asked ?? []) this.#pending.take(key)
    if (open !== undefined) open.asked = []
  }

  /** No answer will come any more. `seq`: since when; left out: since a time that nobody knows. */
  #abandon(seq?: number): void {
    for (const pending of this.#pending.all()) if (!pending.ended) this.#unanswered(pending, 'no answer', seq)
    this.#pending.clear()
    this.#answered.clear()
  }

  /** However it ended, it took that long. */
  #unanswered(pending: Pending, status: string, seq: number | undefined): void {
    if (pending.cancelled) return
    const ms = seq === undefined ? undefined : this.#since(pending, seq)
    if (pending.unkept) this.#sink.turn(pending.seq, 'answer not kept', 'plain', undefined, ms)
    else this.#sink.turn(pending.seq, status, 'bad', undefined, ms)
  }

  #since(pending: Pending, seq: number): number {
    return this.#sink.at(seq) - this.#sink.at(pending.seq)
  }

  #sinceSent(seq: number, open: Open | undefined): { ms: number } | undefined {
    return open === undefined ? undefined : { ms: this.#sink.at(seq) - open.sentAt }
  }
}
