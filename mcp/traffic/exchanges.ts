// The exchanges of a record: which events each has, whether it has ended, and which call it is a part of. A thread is a
// request of ours with all that belongs to it: progress, logs, what was asked meanwhile, the streams that go on where it was cut, and the same
// request sent again.

export interface Held {
  seqs: number[]
  ended: boolean
  /** The request that it began with; 0: it began with none. */
  head: number
  /** The exchange that it goes on with; 0: it stands for itself. */
  parent: number
  /** Rows of its thread besides the head. */
  under: number
}

/** More rounds of one call than any server asks for. */
const MOST_ROUNDS = 100

export class Exchanges {
  last = 0
  readonly #all = new Map<number, Held>()
  /** Requests of the server that belong to no call, each with the number of rows that belong to it. */
  readonly #asks = new Map<number, number>()

  get size(): number {
    return this.#all.size
  }

  get(exchange: number): Held | undefined {
    return this.#all.get(exchange)
  }

  hold(exchange: number, seq: number, ended: boolean): void {
    if (exchange === 0) return
    let held = this.#all.get(exchange)
    if (held === undefined) this.#all.set(exchange, (held = { seqs: [], ended: false, head: 0, parent: 0, under: 0 }))
    held.seqs.push(seq)
    if (ended) held.ended = true
  }

  /**
   * A row was made. `begins`: it is a request that others may belong to; `of`: the exchange that it goes on with, if any; `asked`:
   * the request of the server that it answers, 0: none.
   */
  row(exchange: number, seq: number, begins: boolean, of: number, asked = 0): void {
    const held = this.#all.get(exchange)
    if (held === undefined) return
    if (held.parent === 0 && held.head === 0 && of !== exchange) {
      if (asked !== 0 && this.head(of) === 0) {
        // It came between the calls, on a stream of many things: it is the head of its own thread.
        held.head = asked
        this.#asks.set(asked, 0)
      } else held.parent = this.#rootOf(of)
    }
    if (this.#asks.has(held.head)) this.#asks.set(held.head, this.#asks.get(held.head)! + 1)
    if (held.head === 0 && begins) held.head = seq
    const root = this.#root(held)
    if (root.head !== 0 && root.head !== seq) root.under += 1
  }

  /** The same as a `hold` and a `row` for each of so many events, which are no requests and go on with nothing. */
  rows(exchange: number, first: number, count: number): void {
    if (exchange === 0) return
    this.hold(exchange, first, false)
    this.row(exchange, first, false, 0)
    const held = this.#all.get(exchange)!
    for (let seq = first + 1; seq < first + count; seq++) held.seqs.push(seq)
    if (this.#asks.has(held.head)) this.#asks.set(held.head, this.#asks.get(held.head)! + count - 1)
    const root = this.#root(held)
    if (root.head !== 0) root.under += count - 1
  }

  /** The request at the head of the thread of an exchange; 0: there is none. */
  head(exchange: number): number {
    const held = this.#all.get(exchange)
    return held === undefined ? 0 : this.#root(held).head
  }

  /** Rows of the thread that a row is the head of, besides itself. */
  under(exchange: number, seq: number): number {
    const held = this.#all.get(exchange)
    return held?.head === seq ? held.under : (this.#asks.get(seq) ?? 0)
  }

  /** The row is no more. */
  drop(seq: number): void {
    this.#asks.delete(seq)
  }

  delete(exchange: number): void {
    this.#all.delete(exchange)
  }

  values(): Iterable<Held> {
    return this.#all.values()
  }

  /** Those that have not ended, empty: they go on in a record that begins now. */
  openOnes(): Exchanges {
    const open = new Exchanges()
    open.last = this.last
    for (const [id, { ended }] of this.#all) if (!ended) open.#all.set(id, { seqs: [], ended: false, head: 0, parent: 0, under: 0 })
    return open
  }

  #root(held: Held): Held {
    return held.parent === 0 ? held : (this.#all.get(this.#rootOf(held.parent)) ?? held)
  }

  /** Where the chain of what an exchange goes on with begins, as far as it is still there. */
  #rootOf(exchange: number): number {
    let root = exchange
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const parent = this.#all.get(root)?.parent ?? 0
      if (parent === 0 || !this.#all.has(parent)) break
      root = parent
    }
    return root
  }
}
