// A record as all others have it: a log, and for a while after it was emptied the one that was there before, which can be put back.
// Neither knows of the other: what came since is told to the old one, which takes it for what happened next.
import type { Reading } from '../jsonrpc.ts'
import type { LogRun } from '../log-run.ts'
import type { Traffic } from '../traffic.ts'
import type { ExchangeDetail, Matching, MessageDetail, Row, RowQuery, RowWindow } from '../traffic-row.ts'
import type { WireEvent, WireFact } from '../wire-event.ts'
import type { Activity } from './activity.ts'
import { Follower, type Followed } from './follower.ts'
import { Log } from './log.ts'

/** What was there before. */
interface Aside {
  log: Log
  /** Bytes of it when it was put aside. */
  used: number
  /** For who reads at a pace of their own. */
  back: (() => void)[]
  /** It is put back just now. */
  returning: boolean
}

export class Ledger implements Traffic, Followed {
  readonly #limit: number
  #log: Log
  #aside: Aside | undefined
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<Follower>()

  constructor(limit: number, now: () => number) {
    this.#limit = limit
    this.#log = new Log(limit, now, (seq) => {
      for (const follower of this.#followers) follower.lost(seq)
    })
  }

  clear(): boolean {
    // Who presses twice has emptied it once.
    if (this.total + this.dropped === 0) return false
    const back = [...this.#followers].map((follower) => follower.emptied())
    this.#aside = { log: this.#log, used: this.#log.used, back, returning: false }
    this.#log = this.#log.successor()
    this.#tell()
    return true
  }

  get aside(): number {
    return this.#aside?.log.total ?? 0
  }

  letGo(): void {
    this.#aside = undefined
    this.#tell()
  }

  *putBack(): Generator<undefined, boolean> {
    const aside = this.#aside
    if (aside === undefined || aside.returning) return false
    aside.returning = true
    for (const event of this.events()) {
      aside.log.replay(event)
      yield
      if (this.#aside !== aside) return false
    }
    aside.log.takeOver(this.#log)
    this.#log = aside.log
    this.#aside = undefined
    for (const back of aside.back) back()
    this.#tell()
    return true
  }

  open(): number {
    return this.#log.open()
  }

  append(exchange: number, fact: WireFact, reading?: Reading): number {
    return this.#wrote(this.#log.append(exchange, fact, reading))
  }

  appendLogs(exchange: number, run: LogRun): boolean {
    const written = this.#log.appendLogs(exchange, run)
    if (written) this.#wrote(0)
    return written
  }

  replay(event: WireEvent): number {
    return this.#wrote(this.#log.replay(event))
  }

  settle(seq: number, status: string, tone: Row['tone']): void {
    const holder = this.#holder(seq)
    if (holder === undefined) return
    this.#log.settle(seq, status, tone, holder)
    this.#wrote(seq)
  }

  lose(count: number): void {
    if (count === 0) return
    this.#log.lose(count)
    this.#tell()
  }

  row(seq: number): Row | undefined {
    return this.#log.row(seq)
  }

  reading(seq: number): Reading | undefined {
    return this.#log.reading(seq)
  }

  message(seq: number): MessageDetail | null {
    return this.#log.message(seq)
  }

  exchange(id: number): ExchangeDetail | null {
    return this.#log.exchange(id)
  }

  window(query: RowQuery): RowWindow {
    return this.#log.window(query)
  }

  matching(query: RowQuery): Matching {
    return this.#log.matching(query)
  }

  at(seq: number): number {
    return this.#log.at(seq)
  }

  activity(parts: number, time?: readonly [from: number, to: number]): Activity | null {
    return this.#log.activity(parts, time)
  }

  get newest(): number {
    return this.#log.newest
  }

  rank(seq: number): number {
    return this.#log.rank(seq)
  }

  get total(): number {
    return this.#log.total
  }

  get dropped(): number {
    return this.#log.dropped
  }

  get before(): number {
    return this.#log.before
  }

  get consoleLines(): number {
    return this.#log.consoleLines
  }

  get fill(): number {
    return this.#log.used / this.#limit
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  blame(seq: number, rule: string, grave: boolean, must = false): void {
    this.#holder(seq)?.blame(seq, rule, grave, must)
  }

  blamedFor(seq: number): string[] {
    return this.#log.blamedFor(seq)
  }

  breaking(rule: string): number[] {
    return this.#log.breaking(rule)
  }

  gone(rule: string, seqs: readonly number[]): { messages: number; seqs: number[] } {
    return this.#log.gone(rule, seqs)
  }

  get broken(): number {
    return this.#log.broken
  }

  follow(): Follower {
    const follower = new Follower(this)
    this.#followers.add(follower)
    return follower
  }

  /** Read on while another log takes the place of this one, it goes on there. */
  *events(after = 0, kinds?: ReadonlySet<WireEvent['kind']>): Iterable<WireEvent> {
    const log = this.#log
    for (const event of log.events(after, kinds)) {
      yield event
      if (this.#log !== log) return yield* this.events(event.seq, kinds)
    }
  }

  /** Who has a row: what turns out of one that was put aside belongs there. */
  #holder(seq: number): Log | undefined {
    if (this.#log.isRow(seq)) return this.#log
    return this.#aside?.log.isRow(seq) === true ? this.#aside.log : undefined
  }

  /** Both together keep to the limit: what is shown comes first. */
  #wrote(seq: number): number {
    if (this.#aside !== undefined && this.#aside.used + this.#log.used > this.#limit) this.#aside = undefined
    this.#tell()
    return seq
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}
