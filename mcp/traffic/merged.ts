// Several records as one list in order of time. Each record stays as it is and is asked by its own filter; this keeps which row
// comes after which, and extends that as rows arrive.
import { firstOf, type Matching, type Row, type RowQuery, type RowWindow } from '../traffic-row.ts'
import type { Traffic } from '../traffic.ts'
import type { Activity } from './activity.ts'
import { concerned, type Called } from './filter.ts'
import { emptyRun, extended, indexOf, joined, takeOut, type Run } from './run.ts'
import { placeOf, seqOf, ticketOf } from './tickets.ts'

/** A record and what its connection is called: the filter may say so. */
export interface Member extends Called {
  traffic: Traffic
}

/** Rows taken in at once. */
const MOST_AT_ONCE = 100_000
/** Orders kept for filters that somebody looks through. */
const MOST_ORDERS = 4

export class Merged {
  readonly #memberOf: (connection: string) => Member | undefined
  readonly #orders = new Map<string, Order>()

  constructor(memberOf: (connection: string) => Member | undefined) {
    this.#memberOf = memberOf
  }

  /** Like a record's own; the rows are of the connections that `query.across` names. Those that are no more have none. */
  window(query: RowQuery): RowWindow {
    const across = query.across ?? []
    const members = across.flatMap((connection) => this.#memberOf(connection) ?? [])
    const total = members.reduce((sum, { traffic }) => sum + traffic.total, 0)
    const dropped = members.reduce((sum, { traffic }) => sum + traffic.dropped, 0)
    const wanted = concerned(query.filter, members).map(({ id, traffic }): Wanted => {
      const place = across.indexOf(id)
      return { place, traffic, query: partOf(query, place) }
    })
    const order = this.#orderOf(query)
    const scanning = order.read(wanted)
    const { count } = order
    const { around } = query
    const at = around === undefined ? undefined : order.indexOf(placeOf(around), seqOf(around), this.#timeOf(across, around))
    const from = firstOf(query, count, at)
    const rows = order.tickets(from, Math.max(0, query.size)).flatMap((ticket) => this.#row(across, ticket, order))
    const window: RowWindow = { count, total, dropped, from, rows, scanning }
    if (order.hits !== undefined) window.hits = order.hits
    return at === undefined ? window : { ...window, around: { row: around!, at } }
  }

  #orderOf(query: RowQuery): Order {
    const { tail: _tail, from: _from, size: _size, around: _around, across: _across, ...choice } = query
    const key = JSON.stringify(choice)
    const order = this.#orders.get(key) ?? new Order()
    this.#orders.delete(key)
    if (this.#orders.size >= MOST_ORDERS) this.#orders.delete(this.#orders.keys().next().value!)
    this.#orders.set(key, order)
    return order
  }

  #timeOf(across: readonly string[], ticket: number): number {
    return this.#memberOf(across[placeOf(ticket)] ?? '')?.traffic.row(seqOf(ticket))?.at ?? Number.NaN
  }

  /** Empty for a row that went since the order was read. */
  #row(across: readonly string[], ticket: number, order: Order): Row | [] {
    const place = placeOf(ticket)
    const connection = across[place]!
    const row = this.#memberOf(connection)?.traffic.row(seqOf(ticket))
    if (row === undefined) return []
    order.mark(place, row)
    row.connection = connection
    row.seq = ticket
    if (row.peer !== undefined) row.peer = ticketOf(place, row.peer)
    if (row.of !== undefined) row.of = ticketOf(place, row.of)
    return row
  }
}

/** One record, through a filter that names connections. `all`: it and the others. */
export function called({ id, traffic }: Member, filter: string, all: readonly Member[]): Pick<Traffic, 'window'> {
  const isMeant = concerned(filter, all).some((one) => one.id === id)
  return isMeant ? traffic : { window: (query) => traffic.window({ ...query, seqs: [] }) }
}

/** What is asked of one record. */
function partOf({ seqs, threads, ...query }: RowQuery, place: number): RowQuery {
  const own = (tickets: readonly number[]) => tickets.filter((ticket) => placeOf(ticket) === place).map(seqOf)
  return {
    ...query,
    ...(seqs === undefined ? {} : { seqs: own(seqs) }),
    ...(threads === undefined ? {} : { threads: own(threads) }),
  }
}

interface Wanted {
  place: number
  traffic: Traffic
  query: RowQuery
}

/** How far a record was read. */
interface Source {
  traffic: Traffic
  revision: number
  last: number
  /** The latest time so far: a clock that goes back does not turn the order of a record round. */
  time: number
  match: Matching
}

class Order {
  #run: Run = emptyRun(0)
  readonly #sources = new Map<number, Source>()
  /** Which record is asked first. */
  #turn = 0

  get count(): number {
    return this.#run.length
  }

  /**
   * Takes in what is new, and takes out what is stale. Answers whether there is more to be read: of records whose filters are
   * still on their way, or that are long, only one reads on at a time, so that ten of them take no longer at once than one.
   */
  read(wanted: readonly Wanted[]): boolean {
    const known = new Map(wanted.map(({ place, traffic }) => [place, traffic]))
    for (const [place, { traffic }] of this.#sources) if (known.get(place) !== traffic) this.#drop(place)
    const fresh: Run[] = []
    let scanning = false
    this.#turn += 1
    for (let index = 0; index < wanted.length && !scanning; index++) {
      const { place, traffic, query } = wanted[(this.#turn + index) % wanted.length]!
      const match = traffic.matching(query)
      let source = this.#sources.get(place)
      if (source !== undefined && source.revision !== match.revision) source = this.#drop(place)
      if (source === undefined) this.#sources.set(place, (source = { traffic, revision: match.revision, last: 0, time: -Infinity, match }))
      source.match = match
      const run = runOf(place, source, match.after(source.last, MOST_AT_ONCE))
      if (run !== undefined) fresh.push(run)
      scanning = match.scanning || run?.length === MOST_AT_ONCE
    }
    this.#run = extended(this.#run, joined(fresh))
    return scanning
  }

  /** Rows that match, where threads are folded. */
  get hits(): number | undefined {
    const hits = [...this.#sources.values()].flatMap(({ match }) => match.hits ?? [])
    return hits.length === 0 ? undefined : hits.reduce((sum, one) => sum + one, 0)
  }

  /** Says of a row, by its seq, what it stands for. */
  mark(place: number, row: Row): void {
    this.#sources.get(place)?.match.mark?.(row)
  }

  tickets(from: number, size: number): number[] {
    const { places, seqs, length } = this.#run
    const found: number[] = []
    for (let index = from; index < length && found.length < size; index++) found.push(ticketOf(places[index]!, seqs[index]!))
    return found
  }

  indexOf(place: number, seq: number, time: number): number {
    return indexOf(this.#run, place, seq, time)
  }

  #drop(place: number): undefined {
    this.#sources.delete(place)
    takeOut(this.#run, place)
  }
}

function runOf(place: number, source: Source, seqs: readonly number[]): Run | undefined {
  if (seqs.length === 0) return undefined
  const run = emptyRun(seqs.length)
  run.length = seqs.length
  run.places.fill(place)
  seqs.forEach((seq, index) => {
    const at = source.traffic.at(seq)
    if (at > source.time) source.time = at
    run.seqs[index] = seq
    run.times[index] = source.time
  })
  source.last = seqs.at(-1)!
  return run
}

/** How much happened when in all of them, over a time: that from the first row of any to the last, if it is not given. */
export function activityAcross(records: readonly Traffic[], parts: number, over?: readonly [from: number, to: number]): Activity | null {
  const spans = over === undefined ? records.flatMap((traffic) => traffic.activity(1) ?? []) : []
  if (over === undefined && spans.length === 0) return null
  const time = over ?? ([Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ to }) => to))] as const)
  const none = () => Array.from({ length: parts }, () => 0)
  const all: Activity = { from: time[0], to: time[1], counts: none(), bad: none(), warned: none() }
  for (const traffic of records) {
    const one = traffic.activity(parts, time)
    if (one === null) continue
    for (const member of ['counts', 'bad', 'warned'] as const) one[member].forEach((count, part) => (all[member][part]! += count))
  }
  return all
}
