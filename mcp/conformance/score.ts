// How the rules of a level stand, in figures that add up. A level is never one number that hides a broken MUST.
import type { Level, Outcome } from './rule.ts'

export type Group = 'MUST' | 'SHOULD' | 'other'

/** Rules of a level: each is one of the four. */
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
}

export const TITLES: { [group in Group]: string } = { MUST: 'MUST', SHOULD: 'SHOULD', other: 'Good form' }

export const groupOf = (level: Level | string): Group =>
  level.startsWith('MUST') ? 'MUST' : level.startsWith('SHOULD') ? 'SHOULD' : 'other'

/** What counts as a breach of a level: a MUST fails, a SHOULD warns; of good form there is none. */
export function isBroken(level: Level | string, outcome: Outcome): boolean {
  const group = groupOf(level)
  return group === 'MUST' ? outcome === 'fail' : group === 'SHOULD' && (outcome === 'fail' || outcome === 'warn')
}

export function scoresOf(rows: readonly { level: Level | string; outcome: Outcome }[]): Score[] {
  return (['MUST', 'SHOULD', 'other'] as const).map((group) => {
    const own = rows.filter(({ level }) => groupOf(level) === group)
    const count = (is: (row: (typeof rows)[number]) => boolean): number => own.filter(is).length
    const kept = count(({ outcome }) => outcome === 'pass')
    const unseen = count(({ outcome }) => outcome === 'skipped')
    const broken = count(({ level, outcome }) => isBroken(level, outcome))
    return { group, title: TITLES[group], kept, broken, remarked: own.length - kept - unseen - broken, unseen }
  })
}

/** "MUST 41 of 42 kept, 1 broken · SHOULD 10 of 10 kept, 2 remarked · Good form 30 kept, 3 remarked · 81 not seen". */
export function scoreLine(rows: readonly { level: Level | string; outcome: Outcome; misfit?: true }[]): string {
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
  return [...parts, `${scores.reduce((sum, { unseen }) => sum + unseen, 0)} not seen`].join(' · ')
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
  ['not seen', 'there was nothing to look at: it is never counted as kept'],
]
