// Folds a record once and hands each event to the rules that want it. Live traffic, a run of scenarios, the command line and
// a saved file are all judged here.
import type { Revision } from '../dialect/revisions.ts'
import type { WireEvent } from '../wire-event.ts'
import { spanOf } from './revision.ts'
import type { Outcome, Rule, Verdict, Watch } from './rule.ts'
import type { Facts } from './facts.ts'
import { Reader } from './reader.ts'
import type { Seen } from './seen.ts'

/** A verdict that is worth a person's look. */
export interface Finding {
  rule: string
  outcome: 'fail' | 'warn' | 'info' | 'inconclusive'
  says: string
  /** Row of the record. */
  seq: number
  pointer?: string
}

/** How one rule stands. */
export interface Standing {
  rule: Rule
  outcome: Outcome
  /** How often there was something to look at, and how often it was wrong. */
  looked: number
  broken: number
  /** The first of them. */
  findings: Finding[]
  /** Rows that were as they should be: the first and the last. */
  good: number[]
  /** Why it was skipped. */
  reason?: string
}

export interface Judge {
  readonly facts: Facts
  take(event: WireEvent): void
  /** Nothing more will come. */
  end(): void
  standings(): Standing[]
}

const KEPT = 50
const ORDER: readonly Outcome[] = ['fail', 'warn', 'inconclusive', 'info', 'pass']

/** What begins a conversation of a run of checks: the server is the same as in the one before. */
export const RUN = 'Checks: '

interface Seat {
  rule: Rule
  kept: Map<string, unknown>
  watch: Watch
  counts: { [outcome in Verdict['outcome']]?: number }
  looked: number
  broken: number
  findings: Finding[]
  good: number[]
}

/** `latest`: what is told is of the last run of the server alone. */
export function createJudge(rules: readonly Rule[], onFinding?: (finding: Finding) => void, latest = false): Judge {
  const reader = new Reader()
  const revisions = new Set<Revision>()
  let started = false
  const seats = rules.map((rule): Seat => {
    const kept = new Map<string, unknown>()
    return { rule, kept, watch: rule.judge(reader.facts, kept), counts: {}, looked: 0, broken: 0, findings: [], good: [] }
  })
  const byTopic = new Map<string, Seat[]>()
  for (const seat of seats)
    for (const topic of seat.rule.on) {
      const there = byTopic.get(topic)
      if (there === undefined) byTopic.set(topic, [seat])
      else there.push(seat)
    }

  function note(seat: Seat, { outcome, says = '', seq, pointer }: Verdict): void {
    seat.looked += 1
    seat.counts[outcome] = (seat.counts[outcome] ?? 0) + 1
    if (outcome === 'pass') {
      if (seat.good.length < 2) seat.good.push(seq)
      else seat.good[1] = seq
      return
    }
    seat.broken += 1
    const finding: Finding = { rule: seat.rule.id, outcome, says, seq, ...(pointer === undefined ? {} : { pointer }) }
    if (seat.findings.length < KEPT) seat.findings.push(finding)
    onFinding?.(finding)
  }

  function ask(topic: string, seen: Seen): void {
    for (const seat of byTopic.get(topic) ?? []) {
      const { rule, watch } = seat
      const applies =
        rule.everywhere === true || (seen.revision === undefined ? rule.revisions.length > 4 : rule.revisions.includes(seen.revision))
      if (!applies) continue
      try {
        for (const verdict of watch.see(seen)) note(seat, verdict)
      } catch (error) {
        note(seat, failed(rule, error, seen.seq))
      }
    }
  }

  function endAll(): void {
    for (const seat of seats) {
      const { rule, watch } = seat
      const { revision } = reader.facts
      const spoken = revision ?? reader.facts.tried
      if (rule.everywhere !== true && (spoken === undefined ? rule.revisions.length < 5 : !rule.revisions.includes(spoken))) continue
      try {
        for (const verdict of watch.end?.() ?? []) note(seat, verdict)
      } catch (error) {
        note(seat, failed(rule, error, 0))
      }
    }
  }

  return {
    get facts() {
      return reader.facts
    },
    take(event) {
      if (event.kind === 'start') {
        if (started) endAll()
        started = true
        reader.restart()
        for (const seat of seats) {
          if (!event.text.startsWith(RUN)) seat.kept.clear()
          seat.watch = seat.rule.judge(reader.facts, seat.kept)
          if (latest && !event.text.startsWith(RUN)) Object.assign(seat, { counts: {}, looked: 0, broken: 0, findings: [], good: [] })
        }
        return
      }
      started = true
      for (const seen of reader.read(event)) {
        if (seen.revision !== undefined) revisions.add(seen.revision)
        ask(seen.kind, seen)
        if (!('method' in seen)) continue
        if (seen.kind !== 'sent') ask('message', seen)
        if (seen.method !== '') ask(`${seen.kind} ${seen.method}`, seen)
      }
    },
    end: endAll,
    standings: () => seats.map((seat) => standingOf(seat, revisions)),
  }
}

/** One rule that breaks takes no other with it. */
function failed({ id }: Rule, error: unknown, seq: number): Verdict {
  return { outcome: 'inconclusive', says: `The check ${id} itself failed: ${error instanceof Error ? error.message : String(error)}`, seq }
}

function standingOf({ rule, counts, looked, broken, findings, good }: Seat, revisions: ReadonlySet<Revision>): Standing {
  const outcome = ORDER.find((one) => (counts[one as Verdict['outcome']] ?? 0) > 0) ?? 'skipped'
  const standing: Standing = { rule, outcome, looked, broken, findings, good }
  if (outcome !== 'skipped') return standing
  const spoken = [...revisions]
  const other = spoken.length > 0 && !spoken.some((revision) => rule.revisions.includes(revision))
  return { ...standing, reason: other ? `For other revisions (${spanOf(rule.revisions)}).` : `No ${rule.looksAt} was seen.` }
}
