// The record itself: appends facts, keeps their bytes, drops the oldest, and opens windows onto the rows. Who empties it begins another
// after it (`ledger.ts`).
import { read, type Reading } from '../jsonrpc.ts'
import type { LogRun } from '../log-run.ts'
import { firstOf, type ExchangeDetail, type Matching, type MessageDetail, type Row, type RowQuery, type RowWindow } from '../traffic-row.ts'
import type { WireEvent, WireFact } from '../wire-event.ts'
import { activityOf, type Activity } from './activity.ts'
import { DIRECTIONS, FACTS, isConsole, KINDS, restore, TONES } from './codes.ts'
import { Blame } from './blame.ts'
import { BY } from '../wish.ts'
import { CHUNK, Columns, Words } from './columns.ts'
import { ends, reasonIn, streamEvent, tell, timesIn, whyOf } from './detail.ts'
import { Exchanges } from './exchanges.ts'
import { Fold, type Sink } from './fold.ts'
import type { Line } from './line.ts'
import { writeLogs } from './log-rows.ts'
import { lowerBound, type Matcher } from './matcher.ts'
import { Matchers } from './matchers.ts'
import { Names } from './names.ts'
import { Pages } from './pages.ts'
import { rowOf } from './row-of.ts'
import { Texts } from './texts.ts'
import { createThreads } from './threads.ts'

/** Counted for an event besides its texts, and for an exchange: what the columns and the maps take. */
const EVENT_COST = 78
const EXCHANGE_COST = 250
const NOTIFICATION = KINDS.indexOf('notification') + 1
/** Numbers that replayed events may leave out in all: each four thousand of them cost a look in passing. */
const MOST_SKIPPED = 100_000_000

/** What `Traffic` says of its members holds here. */
export class Log implements Sink {
  dropped = 0
  before = 0
  consoleLines = 0
  readonly #limit: number
  readonly #now: () => number
  readonly #onDrop: (seq: number) => void
  readonly #exchanges: Exchanges
  readonly #columns: Columns
  readonly #words = new Words()
  readonly #pages = new Pages((...moved) => this.#columns.place(...moved))
  readonly #names = new Names(this.#words, this.#pages)
  readonly #texts: Texts
  readonly #fold: Fold
  #events = 0
  #drops: number
  #skipped = 0
  readonly #blame = new Blame()
  #matchers: Matchers
  #newest: { seq: number; reading: Reading } | undefined

  /** `onDrop` hears of each row that is dropped. `before`: its numbers go on here, and so do the exchanges that are open in it. */
  constructor(limit: number, now: () => number, onDrop: (seq: number) => void, before?: Log) {
    this.#limit = limit
    this.#now = now
    this.#onDrop = onDrop
    this.#exchanges = before === undefined ? new Exchanges() : before.#exchanges.openOnes()
    this.#columns = new Columns(before?.newest)
    this.#texts = new Texts(this.#columns, this.#pages)
    this.#fold = new Fold(this, before && before.#fold)
    this.#drops = before === undefined ? 0 : before.#drops + 1
    this.#matchers = this.#newMatchers()
  }

  /** An empty one that goes on where this one is. */
  successor(): Log {
    return new Log(this.#limit, this.#now, this.#onDrop, this)
  }

  /** What came after it was taken over from there, event by event: so is what was found of that, and what was counted. */
  takeOver(after: Log): void {
    this.#columns.skipTo(after.newest + 1)
    this.#exchanges.last = Math.max(this.#exchanges.last, after.#exchanges.last)
    this.#blame.add(after.#blame)
    this.lose(after.before)
    this.#matchers = this.#newMatchers()
    this.#drops = after.#drops + 1
  }

  get total(): number {
    return this.#columns.rows
  }

  lose(count: number): void {
    if (count === 0) return
    this.dropped += count
    this.before += count
    this.#fold.gap()
  }

  open(): number {
    return ++this.#exchanges.last
  }

  append(exchange: number, fact: WireFact, reading?: Reading): number {
    return this.#append(exchange, fact, this.#now(), reading)
  }

  appendLogs(exchange: number, run: LogRun): boolean {
    const first = writeLogs(run, this.#now(), exchange, this.#columns, this.#words, this.#pages)
    if (first === 0) return false
    const count = run.bodies.length
    this.#exchanges.rows(exchange, first, count)
    this.#events += count
    this.consoleLines += count
    this.#newest = undefined
    if (this.used > this.#limit) this.#evict()
    return true
  }

  /** `holder`: who has the row. */
  settle(seq: number, status: string, tone: Row['tone'], holder: Log): void {
    const newest = this.#newest
    this.append(holder.#columns.chunk(seq)!.exchange[seq % CHUNK]!, { kind: 'judged', row: seq, status, tone })
    this.#newest = newest
  }

  replay({ seq, at, exchange, ...fact }: WireEvent): number {
    if (seq > this.#columns.last && seq - this.#columns.last + this.#skipped < MOST_SKIPPED) {
      this.#skipped += seq - this.#columns.last - 1
      this.#columns.skipTo(seq)
    }
    this.#exchanges.last = Math.max(this.#exchanges.last, exchange)
    const why = fact.kind === 'frame' ? fact.why : undefined
    this.#append(exchange, fact, at, why === undefined ? undefined : { kind: 'garbled', why })
    return this.#columns.last
  }

  #append(exchange: number, fact: WireFact, at: number, reading?: Reading): number {
    const seq = this.#columns.add()
    const chunk = this.#columns.chunk(seq)!
    const index = seq % CHUNK
    chunk.at[index] = at
    chunk.fact[index] = FACTS.indexOf(fact.kind) + 1
    chunk.exchange[index] = exchange
    this.#exchanges.hold(exchange, seq, fact.kind === 'closed' || fact.kind === 'failed')
    this.#newest = undefined
    const made = this.#fold.take(seq, exchange, fact, reading)
    if (this.used > this.#limit) this.#evict()
    return made ? seq : 0
  }

  // What the fold calls.

  write(seq: number, line: Line): void {
    const columns = this.#columns
    const chunk = columns.chunk(seq)!
    const index = seq % CHUNK
    this.#pages.put(seq, this.#names.write(chunk, index, line), line.body ?? '', line.extra ?? '')
    this.#columns.place(seq, this.#pages.place)
    this.#events += 1
    if (line.kind === undefined) return
    chunk.direction[index] = DIRECTIONS.indexOf(line.direction)
    chunk.tone[index] = TONES.indexOf(line.tone)
    if (line.by !== undefined) chunk.by[index] = BY.indexOf(line.by) + 1
    chunk.method[index] = this.#words.number(line.method)
    chunk.status[index] = this.#words.number(line.status)
    if (line.peer !== undefined) chunk.peer[index] = line.peer
    if (line.ms !== undefined) chunk.ms[index] = line.ms
    if (line.reading !== undefined) this.#newest = { seq, reading: line.reading }
    columns.makeRow(seq, KINDS.indexOf(line.kind) + 1)
    const begins = line.kind === 'request' && line.direction === 'out' && line.method !== 'subscriptions/listen'
    const after = line.after ?? (line.direction === 'out' ? line.peer : undefined) ?? 0
    const asked = line.direction === 'out' && (line.kind === 'result' || line.kind === 'failure') ? (line.peer ?? 0) : 0
    this.#exchanges.row(chunk.exchange[index]!, seq, begins, columns.chunk(after)?.exchange[after % CHUNK] ?? 0, asked)
    if (isConsole(line.kind, line.method)) this.consoleLines += 1
  }

  member(exchange: number): number {
    const seq = this.#columns.add()
    const chunk = this.#columns.chunk(seq)!
    chunk.at[seq % CHUNK] = this.#columns.chunk(seq - 1)!.at[(seq - 1) % CHUNK]!
    chunk.fact[seq % CHUNK] = FACTS.length
    chunk.exchange[seq % CHUNK] = exchange
    this.#exchanges.hold(exchange, seq, false)
    return seq
  }

  turn(seq: number, status: string, tone: Row['tone'], peer?: number, ms?: number): void {
    if (!this.#columns.isRow(seq)) return
    const chunk = this.#columns.chunk(seq)!
    const index = seq % CHUNK
    chunk.status[index] = this.#words.number(status)
    chunk.tone[index] = TONES.indexOf(tone)
    if (peer !== undefined) chunk.peer[index] = peer
    if (ms !== undefined) chunk.ms[index] = ms
    this.#matchers.turned(seq)
  }

  at(seq: number): number {
    return this.#columns.chunk(seq)?.at[seq % CHUNK] ?? Number.NaN
  }

  // Reading.

  row(seq: number): Row | undefined {
    const chunk = this.#columns.chunk(seq)
    const index = seq % CHUNK
    if (chunk === undefined || chunk.kind[index] === 0) return undefined
    this.#pages.settle()
    const row = rowOf(seq, chunk, this.#words, this.#names)
    if (FACTS[chunk.fact[index]! - 1] === 'sent') Object.assign(row, this.#times(seq, row))
    const head = this.#exchanges.head(row.exchange)
    if (head !== 0 && head !== seq && this.#columns.isRow(head)) row.of = head
    const under = this.#exchanges.under(row.exchange, seq)
    if (under > 0) row.under = under
    return row
  }

  reading(seq: number): Reading | undefined {
    if (this.#newest?.seq === seq) return this.#newest.reading
    return this.#columns.isRow(seq) ? read(this.#texts.body(seq)) : undefined
  }

  message(seq: number): MessageDetail | null {
    const row = this.row(seq)
    if (row === undefined) return null
    const detail: MessageDetail = { row, text: this.#texts.body(seq) }
    const event = this.#event(seq)
    const carried = streamEvent(event)
    if (carried !== undefined) detail.event = carried
    if (event !== null && 'replaced' in event) detail.replaced = event.replaced
    const why = whyOf(row, event, detail.text)
    if (why !== undefined) detail.why = why
    const http = row.exchange === 0 ? null : this.exchange(row.exchange)
    if (http !== null) detail.http = http
    return detail
  }

  exchange(id: number): ExchangeDetail | null {
    const held = this.#exchanges.get(id)
    if (held === undefined) return null
    const detail: ExchangeDetail = { exchange: id, method: '', url: '', requestHeaders: [], sentAt: Number.NaN, rows: [], rowCount: 0 }
    const rows = held.seqs.filter((seq) => this.#columns.isRow(seq))
    for (const seq of ends(held.seqs)) tell(detail, this.#event(seq))
    detail.rowCount = rows.length
    detail.rows = ends(rows).map((seq) => this.row(seq)!)
    return detail
  }

  window(query: RowQuery): RowWindow {
    const { found, scanning = false, hits, mark } = this.#read(query) ?? {}
    const count = found?.length ?? this.#columns.rows
    const size = Math.max(0, query.size)
    const at =
      query.around === undefined ? undefined : found === undefined ? this.#columns.rank(query.around) : lowerBound(found, query.around)
    const from = firstOf(query, count, at)
    const seqs = found === undefined ? this.#columns.window(from, size) : found.slice(from, from + size)
    const rows = seqs.map((seq) => this.row(seq)!)
    if (mark !== undefined) rows.forEach(mark)
    const window: RowWindow = { count, total: this.#columns.rows, dropped: this.dropped, from, rows, scanning }
    if (hits !== undefined) window.hits = hits
    return at === undefined ? window : { ...window, around: { row: query.around!, at } }
  }

  matching(query: RowQuery): Matching {
    const after = (seq: number, most: number) => this.#columns.window(this.#columns.rank(seq + 1), most)
    return this.#read(query) ?? { revision: this.#drops, scanning: false, after }
  }

  /** What a filter has found; undefined: all rows are wanted. */
  #read(query: RowQuery): ReturnType<Matcher['read']> | undefined {
    const { filter, kinds, only, between, threads, seqs } = query
    if (filter === '' && [kinds, only, between, threads, seqs].every((wish) => wish === undefined)) return undefined
    this.#pages.settle()
    return this.#matchers.of(query).read(this.#drops)
  }

  activity(parts: number, time?: readonly [from: number, to: number]): Activity | null {
    return activityOf(this.#columns, parts, this.#blame, time)
  }

  blame(seq: number, rule: string, grave: boolean, must = false): void {
    if (!this.#columns.isRow(seq)) return
    this.#blame.mark(seq, rule, grave, must)
    this.#matchers.blamed(seq)
  }

  blamedFor(seq: number): string[] {
    return this.#blame.rulesOf(seq)
  }

  breaking(rule: string): number[] {
    return this.#blame.seqsOf(rule)
  }

  gone(rule: string, seqs: readonly number[]): { messages: number; seqs: number[] } {
    return { messages: this.#blame.gone(rule), seqs: seqs.filter((seq) => !this.#columns.holds(seq)) }
  }

  get broken(): number {
    return this.#blame.broken
  }

  rank(seq: number): number {
    return this.#columns.rank(seq)
  }

  get newest(): number {
    return this.#columns.last
  }

  isRow(seq: number): boolean {
    return this.#columns.isRow(seq)
  }

  *events(after = 0, kinds?: ReadonlySet<WireEvent['kind']>): Iterable<WireEvent> {
    for (let seq = this.#columns.oldest(after + 1); seq !== 0; seq = this.#columns.oldest(seq + 1)) {
      const code = this.#columns.chunk(seq)!.fact[seq % CHUNK]!
      if (kinds?.has(FACTS[code - 1] as WireEvent['kind']) === false) continue
      const event = this.#event(seq, true)
      if (event !== null) yield event
    }
  }

  // Keeping and dropping.

  /** Bytes. */
  get used(): number {
    return this.#pages.live + this.#events * EVENT_COST + this.#exchanges.size * EXCHANGE_COST
  }

  /** Drops a tenth of the limit at once, so that it happens seldom. */
  #evict(): void {
    this.#pages.settle()
    const goal = this.#limit * 0.9
    let seq = this.#columns.oldest()
    while (seq !== 0 && this.used > goal && seq < this.#columns.last) {
      const exchange = this.#columns.chunk(seq)!.exchange[seq % CHUNK]!
      const held = this.#exchanges.get(exchange)
      if (held?.ended) {
        for (const one of held.seqs) this.#drop(one)
        this.#exchanges.delete(exchange)
      } else this.#drop(seq)
      seq = this.#columns.oldest(seq + 1)
    }
    for (const held of this.#exchanges.values()) {
      if (this.#columns.holds(held.seqs[0] ?? 0)) continue
      const kept = held.seqs.findIndex((one) => this.#columns.holds(one))
      held.seqs = kept < 0 ? [] : held.seqs.slice(kept)
    }
    this.#drops += 1
  }

  #drop(seq: number): void {
    const chunk = this.#columns.chunk(seq)
    if (chunk === undefined || !this.#columns.holds(seq)) return
    const index = seq % CHUNK
    this.#pages.release(chunk.page[index]!, chunk.head[index]! + chunk.body[index]! + chunk.extra[index]!)
    this.#events -= 1
    const said = isConsole(KINDS[chunk.kind[index]! - 1]!, this.#words.word(chunk.method[index]!))
    if (!this.#columns.drop(seq)) return
    if (said) this.consoleLines -= 1
    this.dropped += 1
    this.#blame.drop(seq)
    this.#exchanges.drop(seq)
    this.#onDrop(seq)
  }

  #newMatchers(): Matchers {
    const source = { columns: this.#columns, words: this.#words, names: this.#names, pages: this.#pages, blame: this.#blame }
    return new Matchers(source, (isOpen) => createThreads(this.#exchanges, this.#columns, isOpen))
  }

  /** Name of a row: what an answer takes over from its request. */
  name(seq: number): string {
    if (!this.#columns.isRow(seq)) return ''
    this.#pages.settle()
    return this.#names.of(this.#columns.chunk(seq)!, seq % CHUNK)[1] ?? ''
  }

  /** What of a request's time is not in its columns. */
  #times(seq: number, { at, exchange, by }: Row): Pick<Row, 'queued' | 'first' | 'why'> {
    const next = this.#exchanges.get(exchange)?.seqs[1] ?? 0
    const status = FACTS[(this.#columns.chunk(next)?.fact[next % CHUNK] ?? 0) - 1] === 'status'
    const extra = this.#texts.extra(seq)
    return { ...timesIn(extra, status ? this.at(next) - at : undefined), ...(by === undefined ? {} : reasonIn(extra)) }
  }

  /** `onward`: those that follow are read next. */
  #event(seq: number, onward = false): WireEvent | null {
    const chunk = this.#columns.chunk(seq)
    const index = seq % CHUNK
    const code = chunk?.fact[index] ?? 0
    if (chunk === undefined || code === 0) return null
    const at = chunk.at[index]!
    const exchange = chunk.exchange[index]!
    // In a flood nearly all are of this kind.
    if (onward && chunk.kind[index] === NOTIFICATION && chunk.extra[index] === 0 && FACTS[code - 1] === 'frame')
      return { kind: 'frame', text: this.#texts.onward(seq), seq, at, exchange }
    const fact = restore(FACTS[code - 1]!, this.#texts.body(seq), this.#texts.extra(seq))
    return fact === null ? null : { ...fact, seq, at, exchange }
  }
}
