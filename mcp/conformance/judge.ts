// Folds a record once and hands each event to the rules that want it. Live traffic, a run of scenarios, the command line and
// a saved file are all judged here.
import { isObject } from '../json.ts'
import type { Revision } from '../dialect/revisions.ts'
import type { WireEvent } from '../wire-event.ts'
import { spanOf } from './revision.ts'
import type { Outcome, Rule, Verdict, Watch } from './rule.ts'
import type { Facts } from './facts.ts'
import { Reader } from './reader.ts'
import type { Seen } from './seen.ts'
import { Teller, type Story } from './story.ts'
import { blank, KEPT, together, type Tally } from './tally.ts'
import { whyUnseen, type Unseen } from './unseen.ts'

/** A verdict that is worth a person's look. */
export interface Finding {
  rule: string
  outcome: 'fail' | 'warn' | 'info' | 'inconclusive'
  says: string
  /** Row of the record. */
  seq: number
  pointer?: string
  /** What was spoken there. */
  revision?: Revision
}

/** The same words of the same place, however often: conversations of a run repeat themselves. */
export interface Folded extends Finding {
  times: number
  /** Rows of the first of them, and of the last. */
  rows: number[]
  last: number
}

/** How one rule stands. */
export interface Standing {
  rule: Rule
  outcome: Outcome
  /** How often there was something to look at, and how often it was wrong. */
  looked: number
  broken: number
  /** The first of them that differ. */
  findings: Folded[]
  /** Rows that were as they should be: the first and the last. */
  good: number[]
  /** Why it was skipped, in words, and as one of the reasons that there are. */
  reason?: string
  unseen?: Unseen
  /** How much of both was before the server was connected to last; left out: it was connected to once. */
  earlier?: { looked: number; broken: number }
  /** What it found does not fit the schema either, whatever its level: clients that check refuse the message. */
  misfit?: true
}

export interface Judge {
  readonly facts: Facts
  /** What the record tells of itself. */
  readonly story: Story
  take(event: WireEvent): void
  /** Between what was taken and what is taken next so many messages are missing, or 0: some that do not count. Nobody is blamed for what may have been there. */
  gap(messages: number): void
  /** Nothing more will come. */
  end(): void
  /** The record was emptied: what was found in it is told no more, and the conversation goes on. */
  clear(): void
  /** What was in it is there again, before all that was taken since: so is what was found. */
  putBack(): void
  standings(): Standing[]
  /** Ids of the rules that have a finding, without the cost of how each stands. */
  found(): string[]
}

/** Kinds and methods whose readers are remembered, and rows whose faults are. */
const MOST_KEYS = 500
const MOST_ROWS = 2000
const ORDER: readonly Outcome[] = ['fail', 'warn', 'inconclusive', 'info', 'pass']

/** What begins a conversation of a run of checks: the server is the same as in the one before. */
export const RUN = 'Checks: '

/** The rule that holds each message against the schema, and how all about the form of messages begin. */
const SCHEMA = 'JR-28'
const FORM = 'JR-'

/** Its params are something else, a list perhaps: whatever a rule would miss in them, that is what is wrong. The schema's rule says so. */
function hasNoObject(seen: Seen): boolean {
  if (seen.revision === undefined || (seen.kind !== 'notification' && seen.kind !== 'request') || !('value' in seen)) return false
  const { value } = seen
  return isObject(value) && value.params !== undefined && !isObject(value.params)
}

interface Seat extends Tally {
  rule: Rule
  kept: Map<string, unknown>
  watch: Watch
}

export function createJudge(rules: readonly Rule[], onFinding?: (finding: Finding) => void): Judge {
  const reader = new Reader()
  const teller = new Teller()
  const revisions = new Set<Revision>()
  const said: Said = { revisions, transport: undefined, offered: undefined }
  let declared: unknown
  let started = false
  const seats = rules.map((rule): Seat => {
    const kept = new Map<string, unknown>()
    return { rule, kept, watch: rule.judge(reader.facts, kept), ...blank() }
  })
  const told = new Found()
  const causes = new Map<string, { id: string; outcome: Outcome }>()
  /** Rules that told of messages that do not fit the schema. */
  const misfits = new Set<string>()
  /** What was found in a record that was emptied since. */
  let before: { tallies: Tally[]; causes: [string, { id: string; outcome: Outcome }][]; misfits: string[] } | undefined
  const turns = inTurns(seats)
  /** Who wants events of a revision, a kind and a method, each in its turn. Maps in a map: a text of the three would be made anew for each event. */
  const wanting = new Map<Revision | undefined, Map<string, Map<string, Seat[]>>>()
  let remembered = 0

  function note(seat: Seat, { outcome, says = '', seq, pointer, echo }: Verdict, revision: Revision | undefined): void {
    const { id, yields, whole } = seat.rule
    if (whole === true && outcome !== 'pass' && reader.facts.gap) return
    if (outcome !== 'pass') {
      const earlier = yields === undefined ? undefined : told.by(seq, pointer, yields)
      const by = earlier?.[0] ?? (echo === true ? echoed(id, outcome, says, pointer) : undefined)
      if (by !== undefined) {
        seat.by ??= by
        // Of a fault of the whole message it is not known that it is the same.
        if (id === SCHEMA) misfits.add((earlier?.[1] ?? '') === '' ? id : by)
        return
      }
      told.add(id, seq, pointer)
      if (id === SCHEMA) misfits.add(id)
    }
    seat.looked += 1
    seat.counts[outcome] = (seat.counts[outcome] ?? 0) + 1
    if (outcome === 'pass') {
      if (seat.good.length < 2) seat.good.push(seq)
      else seat.good[1] = seq
      return
    }
    seat.broken += 1
    const finding: Finding = {
      rule: id,
      outcome,
      says,
      seq,
      ...(pointer === undefined ? {} : { pointer }),
      ...(revision === undefined ? {} : { revision }),
    }
    const same = seat.findings.find((one) => one.says === says && one.pointer === pointer && one.outcome === outcome)
    if (same !== undefined) {
      same.times += 1
      same.last = seq
      if (same.rows.length < KEPT) same.rows.push(seq)
    } else if (seat.findings.length < KEPT) seat.findings.push({ ...finding, times: 1, rows: [seq], last: seq })
    onFinding?.(finding)
  }

  /** Who told of the same cause before, and held it for as bad. */
  function echoed(id: string, outcome: Verdict['outcome'], says: string, pointer = ''): string | undefined {
    const key = `${pointer} ${says}`
    const first = causes.get(key)
    if (first !== undefined && first.id !== id) {
      if (ORDER.indexOf(first.outcome) <= ORDER.indexOf(outcome)) return first.id
      takeBack(first.id, id, says, pointer)
    }
    if (causes.size < MOST_ROWS) causes.set(key, { id, outcome })
    return undefined
  }

  /** A rule that holds the same cause for worse tells of it from now on. */
  function takeBack(id: string, by: string, says: string, pointer: string): void {
    const seat = seats.find(({ rule }) => rule.id === id)
    const at = seat?.findings.findIndex((one) => one.says === says && (one.pointer ?? '') === pointer) ?? -1
    if (seat === undefined || at < 0) return
    const { outcome, times } = seat.findings.splice(at, 1)[0]!
    seat.counts[outcome] = (seat.counts[outcome] ?? 0) - times
    seat.looked -= times
    seat.broken -= times
    seat.by ??= by
  }

  function wantedBy(seen: Seen): readonly Seat[] {
    const { kind, revision } = seen
    const method = 'method' in seen ? seen.method : ''
    const known = wanting.get(revision)?.get(kind)?.get(method)
    if (known !== undefined) return known
    const message = 'method' in seen && kind !== 'sent'
    const topics = [kind, ...(message ? ['message'] : []), ...(method === '' ? [] : [`${kind} ${method}`])]
    const all = turns.filter(({ rule: { on, everywhere, revisions: held } }) => {
      const applies = everywhere === true || (revision === undefined ? held.length > 4 : held.includes(revision))
      return applies && on.some((topic) => topics.includes(topic))
    })
    // Methods are the server's to make up.
    if (remembered < MOST_KEYS) {
      remembered += 1
      const kinds = wanting.get(revision) ?? new Map<string, Map<string, Seat[]>>()
      wanting.set(revision, kinds.set(kind, (kinds.get(kind) ?? new Map<string, Seat[]>()).set(method, all)))
    }
    return all
  }

  function ask(seen: Seen): void {
    const shapeless = hasNoObject(seen)
    for (const seat of wantedBy(seen)) {
      if (shapeless && !seat.rule.id.startsWith(FORM)) continue
      try {
        const verdicts = seat.watch.see(seen)
        // Most give lists, and to go through one as through a generator takes longer than the look itself.
        if (Array.isArray(verdicts)) for (let at = 0; at < verdicts.length; at++) note(seat, verdicts[at] as Verdict, seen.revision)
        else for (const verdict of verdicts) note(seat, verdict, seen.revision)
      } catch (error) {
        note(seat, failed(seat.rule, error, seen.seq), seen.revision)
      }
    }
  }

  function hear(seen: Seen): void {
    if (seen.revision !== undefined) revisions.add(seen.revision)
    const { greeted, capabilities, transport } = reader.facts
    said.transport ??= transport
    if (greeted && capabilities !== declared) {
      declared = capabilities
      said.offered = new Set([...(said.offered ?? []), ...Object.keys(capabilities)])
    }
    teller.see(seen, reader.facts)
    ask(seen)
  }

  function endAll(): void {
    for (const seat of turns) {
      const { rule, watch } = seat
      const { revision } = reader.facts
      const spoken = revision ?? reader.facts.tried
      if (rule.everywhere !== true && (spoken === undefined ? rule.revisions.length < 5 : !rule.revisions.includes(spoken))) continue
      try {
        for (const verdict of watch.end?.() ?? []) note(seat, verdict, spoken)
      } catch (error) {
        note(seat, failed(rule, error, 0), spoken)
      }
    }
  }

  return {
    get facts() {
      return reader.facts
    },
    story: teller.story,
    take(event) {
      teller.hear(event)
      if (event.kind === 'start') {
        const again = started
        if (again) {
          reader.rest(hear)
          endAll()
        }
        started = true
        reader.restart()
        for (const seat of seats) {
          if (!event.text.startsWith(RUN)) seat.kept.clear()
          seat.tried ??= seat.watch.tried?.()
          seat.watch = seat.rule.judge(reader.facts, seat.kept)
          if (again && !event.text.startsWith(RUN)) seat.earlier = { looked: seat.looked, broken: seat.broken }
        }
        return
      }
      started = true
      reader.read(event, hear)
    },
    gap(messages) {
      if (messages > 0) teller.story.missing = (teller.story.missing ?? 0) + messages
      reader.facts.gap = true
    },
    end() {
      reader.rest(hear)
      endAll()
    },
    clear() {
      before = { tallies: seats.map((seat) => ({ ...seat })), causes: [...causes], misfits: [...misfits] }
      causes.clear()
      for (const seat of seats) Object.assign(seat, blank())
      misfits.clear()
    },
    putBack() {
      for (const [at, tally] of before?.tallies.entries() ?? []) Object.assign(seats[at]!, together(tally, seats[at]!))
      for (const [cause, first] of before?.causes ?? []) causes.set(cause, first)
      for (const id of before?.misfits ?? []) misfits.add(id)
      before = undefined
    },
    standings: () =>
      seats.map((seat) => ({
        ...standingOf(seat, said),
        ...(misfits.has(seat.rule.id) ? { misfit: true as const } : {}),
      })),
    found: () => seats.filter(({ broken }) => broken > 0).map(({ rule }) => rule.id),
  }
}

/** What was said in all: which rules had anything to look at hangs on it. */
interface Said {
  revisions: ReadonlySet<Revision>
  transport: Facts['transport']
  offered: ReadonlySet<string> | undefined
}

/** Who yields comes after those that it yields to. */
function inTurns(seats: readonly Seat[]): Seat[] {
  const byId = new Map(seats.map((seat) => [seat.rule.id, seat]))
  const turns = new Set<Seat>()
  const take = (seat: Seat | undefined, under: readonly Seat[] = []): void => {
    if (seat === undefined || turns.has(seat) || under.includes(seat)) return
    if (Array.isArray(seat.rule.yields)) for (const id of seat.rule.yields as readonly string[]) take(byId.get(id), [...under, seat])
    turns.add(seat)
  }
  for (const seat of seats) if (seat.rule.yields !== 'all') take(seat)
  for (const seat of seats) take(seat)
  return [...turns]
}

/** What was found of late, by its place. */
class Found {
  readonly #rows = new Map<number, [rule: string, pointer: string | undefined][]>()

  add(rule: string, seq: number, pointer: string | undefined): void {
    const row = this.#rows.get(seq)
    if (row !== undefined) return void row.push([rule, pointer])
    this.#rows.set(seq, [[rule, pointer]])
    if (this.#rows.size > MOST_ROWS) this.#rows.delete(this.#rows.keys().next().value!)
  }

  /** The rule among these that found something in the same place, and where it says that is. */
  by(seq: number, pointer: string | undefined, rules: readonly string[] | 'all'): [rule: string, pointer: string | undefined] | undefined {
    return this.#rows.get(seq)?.find(([rule, at]) => (rules === 'all' || rules.includes(rule)) && overlap(at, pointer))
  }
}

/** One place holds the other, or both are alike in items of one list: many a rule tells of the first alone. */
function overlap(one = '', other = ''): boolean {
  if (one === other || one === '' || other === '' || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)) return true
  return one.replace(/\/\d+(?=\/|$)/g, '/*') === other.replace(/\/\d+(?=\/|$)/g, '/*')
}

/** One rule that breaks takes no other with it. */
function failed({ id }: Rule, error: unknown, seq: number): Verdict {
  return { outcome: 'inconclusive', says: `The check ${id} itself failed: ${error instanceof Error ? error.message : String(error)}`, seq }
}

function standingOf(
  { rule, watch, counts, looked, broken, findings, good, by, tried = watch.tried?.(), earlier }: Seat,
  { revisions, transport, offered }: Said,
): Standing {
  const outcome = ORDER.find((one) => (counts[one as Verdict['outcome']] ?? 0) > 0) ?? 'skipped'
  const standing: Standing = { rule, outcome, looked, broken, findings, good, ...(earlier === undefined ? {} : { earlier }) }
  // What another told of is no pass, whatever else was seen.
  if (by !== undefined && (outcome === 'pass' || outcome === 'skipped'))
    return { ...standing, outcome: 'skipped', reason: `What is wrong with it is told by ${by}.`, unseen: 'told' }
  if (outcome !== 'skipped') return standing
  if (tried !== undefined)
    return { ...standing, reason: `There was one to look at (#${tried}), and what came of it tells nothing.`, unseen: 'unclear' }
  const spoken = [...revisions]
  const other = spoken.length > 0 && !spoken.some((revision) => rule.revisions.includes(revision))
  if (other) return { ...standing, reason: `For other revisions (${spanOf(rule.revisions)}).`, unseen: 'revision' }
  return { ...standing, reason: `No ${rule.looksAt} was seen.`, unseen: whyUnseen(rule.id, transport, offered) }
}
