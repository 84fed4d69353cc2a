// The filters that somebody looks through: each goes on from where it was when the same is asked again.
import { LOG_LEVELS, type RowQuery } from '../traffic-row.ts'
import { isConsole, KINDS } from './codes.ts'
import { looksFor, parseFilter } from './filter.ts'
import { Matcher, type Source, type Wanted } from './matcher.ts'
import type { Threads } from './threads.ts'

const MOST = 8

export class Matchers {
  readonly #all = new Map<string, Matcher>()
  readonly #source: Source
  readonly #threads: (isOpen: (head: number) => boolean) => Threads

  constructor(source: Source, threads: (isOpen: (head: number) => boolean) => Threads) {
    this.#source = source
    this.#threads = threads
  }

  of(query: RowQuery): Matcher {
    const { filter, kinds, only, level, between, threads, seqs } = query
    const key = JSON.stringify([filter, kinds, only, level, between, threads, seqs])
    let matcher = this.#all.get(key)
    if (matcher === undefined) {
      const parsed = parseFilter(filter)
      matcher = new Matcher(this.#source, {
        filter: parsed,
        kinds: kinds === undefined ? null : new Set(kinds.map((kind) => KINDS.indexOf(kind) + 1)),
        keeps: seqs !== undefined ? among(seqs) : only === 'console' ? forPeople(level) : null,
        between: between ?? null,
        // A choice made by hand is shown whole.
        threads:
          threads === undefined || seqs !== undefined || only !== undefined ? null : this.#threads(unlike(looksFor(parsed), threads)),
      })
      if (this.#all.size >= MOST) this.#all.delete(this.#all.keys().next().value!)
    } else this.#all.delete(key)
    this.#all.set(key, matcher)
    return matcher
  }

  /** A row was found to break a rule. */
  blamed(seq: number): void {
    for (const matcher of this.#all.values()) matcher.blamed(seq)
  }

  /** A row turned out otherwise. */
  turned(seq: number): void {
    for (const matcher of this.#all.values()) matcher.turned(seq)
  }
}

const NOTIFICATION = KINDS.indexOf('notification') + 1

/** All of them are open, or none, but for these. */
function unlike(open: boolean, heads: readonly number[]): (head: number) => boolean {
  const others = new Set(heads)
  return (head) => others.has(head) !== open
}

function among(seqs: readonly number[]): Wanted['keeps'] {
  const wanted = new Set(seqs)
  return (seq) => wanted.has(seq)
}

/** What a server says to people, from a level on. */
function forPeople(level: RowQuery['level']): Wanted['keeps'] {
  const quiet = level === undefined ? null : new Set<string>(LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level)))
  return (_seq, kind, method, status) => isConsole(KINDS[kind - 1]!, method) && (kind !== NOTIFICATION || quiet?.has(status) !== true)
}
