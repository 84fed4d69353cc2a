// How the rules of a level stand, in figures that add up. A level is never one number that hides a broken MUST.
import type { Level, Outcome } from './rule.ts'
import { CONSENT } from './scenario-consent.ts'
import type { Unseen } from './unseen.ts'

export type Group = 'MUST' | 'SHOULD' | 'other'

/** Rules of a level: each is one of the five. */
export interface Score {
  group: Group
  title: string
  /** Looked at, and as it should be each time. */
  kept: number
  /** A breach of the level was seen. */
  broken: number
  /** Something is worth knowing, and proves no breach of the level. */
  remarked: number
  /** There was nothing to look at: it counts neither way. */
  unseen: number
  /** What was found is told by another rule, and counts there. */
  told: number
}

export const TITLES: { [group in Group]: string } = { MUST: 'MUST', SHOULD: 'SHOULD', other: 'Good form' }

export const groupOf = (level: Level | string): Group =>
  level.startsWith('MUST') ? 'MUST' : level.startsWith('SHOULD') ? 'SHOULD' : 'other'

/** What counts as a breach of a level: a MUST fails, a SHOULD warns; of good form there is none. */
export function isBroken(level: Level | string, outcome: Outcome): boolean {
  const group = groupOf(level)
  return group === 'MUST' ? outcome === 'fail' : group === 'SHOULD' && (outcome === 'fail' || outcome === 'warn')
}

export interface Scored {
  id: string
  level: Level | string
  outcome: Outcome
  unseen?: Unseen
  misfit?: true
}

export function scoresOf(rows: readonly Scored[]): Score[] {
  return (['MUST', 'SHOULD', 'other'] as const).map((group) => {
    const own = rows.filter(({ level }) => groupOf(level) === group)
    const count = (is: (row: (typeof rows)[number]) => boolean): number => own.filter(is).length
    const kept = count(({ outcome }) => outcome === 'pass')
    const told = count(({ outcome, unseen }) => outcome === 'skipped' && unseen === 'told')
    const unseen = count(({ outcome }) => outcome === 'skipped') - told
    const broken = count(({ level, outcome }) => isBroken(level, outcome))
    return { group, title: TITLES[group], kept, broken, remarked: own.length - kept - unseen - told - broken, unseen, told }
  })
}

/** "MUST 41 of 42 kept, 1 broken · SHOULD 10 of 10 kept, 2 remarked · Good form 30 kept, 3 remarked · 2 told by another rule · 81 not seen (60 for other revisions, 21 not provoked)". */
export function scoreLine(rows: readonly Scored[]): string {
  const scores = scoresOf(rows)
  const parts = scores.map(({ group, title, kept, broken, remarked }) =>
    [
      group === 'other' ? `${title} ${kept} kept` : `${title} ${kept} of ${kept + broken} kept`,
      ...(broken > 0 ? [`${broken} broken`] : []),
      ...(remarked > 0 ? [`${remarked} remarked`] : []),
    ].join(', '),
  )
  const misfits = rows.filter(({ misfit }) => misfit === true).length
  if (misfits > 0) parts.push(`${misfits} outside of the schema`)
  const told = scores.reduce((sum, one) => sum + one.told, 0)
  if (told > 0) parts.push(`${told} told by another rule`)
  const why = unseenOf(rows).map(([figure, words]) => `${figure} ${words}`)
  const unseen = scores.reduce((sum, one) => sum + one.unseen, 0)
  return [...parts, `${unseen} not seen${why.length === 0 ? '' : ` (${why.join(', ')})`}`].join(' · ')
}

/** Rules that something has to be lent to or agreed to for, lest nothing of the kind comes. */
const CONSENTED = new Set(CONSENT.flatMap(({ scenarios }) => scenarios.flatMap((scenario) => scenario.for)))

const WHY: readonly (readonly [words: string, is: (row: Scored) => boolean])[] = [
  ['for other revisions', ({ unseen }) => unseen === 'revision'],
  ['for other transports', ({ unseen }) => unseen === 'transport'],
  ['of what the server does not offer', ({ unseen }) => unseen === 'offer'],
  ['left to what you lend or agree to', ({ id, unseen }) => unseen === 'nothing' && CONSENTED.has(id)],
  ['not provoked', ({ id, unseen }) => unseen === 'nothing' && !CONSENTED.has(id)],
  ['not to be told from what came', ({ unseen }) => unseen === 'unclear'],
]

/** What was not seen, by the reason; the figures add up to the whole. */
export function unseenOf(rows: readonly Scored[]): [figure: number, words: string][] {
  const skipped = rows.filter(({ outcome, unseen }) => outcome === 'skipped' && unseen !== 'told')
  return WHY.map(([words, is]): [number, string] => [skipped.filter(is).length, words]).filter(([figure]) => figure > 0)
}

/** What the figures mean, for whoever reads them. */
export const SCORE_MEANS: readonly (readonly [word: string, means: string])[] = [
  ['kept', 'it was looked at, and was as it should be each time'],
  ['broken', 'a breach was seen; only these count against a MUST or a SHOULD'],
  ['remarked', 'something is worth a look, and proves no breach: it counts neither way'],
  [
    'outside of the schema',
    'a message is not of the form that the schema has for it: clients that check, as those of the official SDKs, refuse it',
  ],
  ['told by another rule', 'a breach was seen that another rule knows more of: it counts there, once'],
  ['not seen', 'there was nothing to look at: it is never counted as kept'],
]
