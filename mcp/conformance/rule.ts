// What a rule is: one object that says what a server owes, and how to tell from the record. A rule only reads what was
// seen; what provokes it is a scenario's, or a person's, business.
import type { Json } from '../json.ts'
import type { Revision } from '../dialect/revisions.ts'
import type { Facts } from './facts.ts'
import type { Message, Seen } from './seen.ts'

/** The obligation on the server, as the specification words it; 'derived' follows from what it builds on, 'custom' is what is usual. */
export type Level = 'MUST' | 'MUST NOT' | 'SHOULD' | 'SHOULD NOT' | 'MAY' | 'derived' | 'browser' | 'custom'

export type Outcome =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'info'
  /** Nothing was there to look at. */
  | 'skipped'
  /** Something was there, and could not be told. */
  | 'inconclusive'

/** What one look said. `pointer`: the JSON Pointer of what is wrong within the message. */
export interface Verdict {
  outcome: Exclude<Outcome, 'skipped'>
  says?: string
  seq: number
  pointer?: string
  /** One cause, whoever tells of it in these words: a rule that hears it after another, which held it for as bad, does not. */
  echo?: true
}

export interface Watch {
  see(seen: Seen): Iterable<Verdict>
  /** Nothing more will come. */
  end?(): Iterable<Verdict>
  /** Row of something that it looked at, and that told nothing. */
  tried?(): number | undefined
}

export interface Rule {
  /** Begins with its area. */
  id: string
  level: Level
  revisions: readonly Revision[]
  /** What the server owes, in a sentence. */
  says: string
  /** What must have been seen for a verdict, as it stands in "No … was seen." */
  looksAt: string
  /** Pages that say so; see spec.ts. */
  spec: readonly string[]
  /** Which breaches are told as less than the level would have it, and why. */
  remark?: string
  /** What to do about it. */
  mend: string
  /**
   * Rules that know more of the same fault, or all others: what one of them found in the same place of the same message is not
   * told a second time. They hear of each event first.
   */
  yields?: readonly string[] | 'all'
  /** Checks of the official suite that ask the same, by what is theirs alone of their ids. */
  suite?: readonly string[]
  /** Which events it wants: a kind, or a kind and a method ("result tools/list"). */
  on: readonly string[]
  /** It looks at events of other revisions, too: what a server of the newer era does with the older one. */
  everywhere?: true
  /** What it finds hangs on what was said before: where some of that is not in the record, it finds nothing. */
  whole?: true
  /** `kept`: what it remembers from one conversation of a run of checks to the next. */
  judge(facts: Facts, kept: Map<string, unknown>): Watch
}

/** How a breach of a level counts. */
export function breach(level: Level): 'fail' | 'warn' | 'info' {
  if (level.startsWith('MUST')) return 'fail'
  return level.startsWith('SHOULD') ? 'warn' : 'info'
}

/**
 * What a look at one thing says: undefined, it is as it should be; null, there was nothing to look at; a text, what is wrong
 * with it; `at` says where, `seq` of which row, where that is another than the one looked at.
 */
export type Look = string | undefined | null | { says: string; at?: string; outcome?: Verdict['outcome']; echo?: true; seq?: number }

/** The two members of a rule that look at each event by itself, and remember nothing. */
export function each(on: readonly string[], level: Level, look: (seen: Message, facts: Facts) => Look): Pick<Rule, 'on' | 'judge'> {
  return {
    on,
    judge: (facts) => ({
      see: (seen) => listed(verdictOf(look(seen as Message, facts), level, seen.seq)),
    }),
  }
}

/** The same for each of several things within an event. */
export function eachOf<T>(
  on: readonly string[],
  level: Level,
  items: (seen: Message, facts: Facts) => Iterable<[at: string, item: T]>,
  look: (item: T, seen: Message, facts: Facts) => Look,
): Pick<Rule, 'on' | 'judge'> {
  return {
    on,
    judge: (facts) => ({
      *see(seen) {
        for (const [at, item] of items(seen as Message, facts)) {
          const verdict = verdictOf(look(item, seen as Message, facts), level, seen.seq, at)
          if (verdict !== null) yield verdict
        }
      },
    }),
  }
}

/** The same with something to remember, made anew for each run of the server unless it `lasts` for a whole run of checks. */
export function remembering<T>(
  on: readonly string[],
  level: Level,
  start: () => T,
  look: (seen: Message, memory: T, facts: Facts) => Look,
  end?: (memory: T, facts: Facts) => Iterable<{ says: string; seq: number; outcome?: 'inconclusive' } | number>,
  lasts = false,
): Pick<Rule, 'on' | 'judge'> {
  return {
    on,
    judge(facts, kept) {
      const memory = lasts && kept.has('memory') ? (kept.get('memory') as T) : start()
      kept.set('memory', memory)
      return {
        see: (seen) => listed(verdictOf(look(seen as Message, memory, facts), level, seen.seq)),
        *end() {
          for (const one of end?.(memory, facts) ?? [])
            yield typeof one === 'number' ? { outcome: 'pass', seq: one } : { outcome: breach(level), ...one }
        },
      }
    },
  }
}

const NOTHING: readonly Verdict[] = []

/** Lists, since generators take several times as long, and most rules look at every message. */
function listed(verdict: Verdict | null): readonly Verdict[] {
  return verdict === null ? NOTHING : [verdict]
}

/** A rule that owes two things of the same events. */
export function bothOf(one: Pick<Rule, 'on' | 'judge'>, other: Pick<Rule, 'on' | 'judge'>): Pick<Rule, 'on' | 'judge'> {
  return {
    on: one.on,
    judge(facts, kept) {
      const watches = [one.judge(facts, kept), other.judge(facts, kept)]
      return {
        *see(seen) {
          for (const watch of watches) yield* watch.see(seen)
        },
      }
    },
  }
}

function verdictOf(look: Look, level: Level, seq: number, at?: string): Verdict | null {
  if (look === null) return null
  if (look === undefined) return { outcome: 'pass', seq }
  const told: Exclude<Look, string | undefined | null> = typeof look === 'string' ? { says: look } : look
  const { says, at: inner, outcome = breach(level), echo, seq: row = seq } = told
  const pointer = at === undefined && inner === undefined ? undefined : `${at ?? ''}${inner ?? ''}`
  return { outcome, says, seq: row, ...(pointer === undefined ? {} : { pointer }), ...(echo === undefined ? {} : { echo }) }
}

/** A value as it stands in a sentence, cut to what can be read. */
export function quote(value: Json | undefined): string {
  const text = value === undefined ? 'absent' : typeof value === 'bigint' ? String(value) : safeJson(value)
  return text.length > 120 ? `${text.slice(0, 117)}…` : text
}

function safeJson(value: Json): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ?? 'absent'
}
