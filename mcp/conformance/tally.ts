// What a rule has found so far: counted anew when the record is emptied, and put together again when that is undone.
import type { Folded, Standing } from './judge.ts'
import type { Verdict } from './rule.ts'

/** Findings of a rule that are kept, and rows of each. */
export const KEPT = 50

export interface Tally {
  counts: { [outcome in Verdict['outcome']]?: number }
  looked: number
  broken: number
  findings: Folded[]
  good: number[]
  /** Who told of the same fault. */
  by: string | undefined
  /** Row of what told nothing. */
  tried: number | undefined
  earlier: Standing['earlier']
}

export const blank = (): Tally => ({
  counts: {},
  looked: 0,
  broken: 0,
  findings: [],
  good: [],
  by: undefined,
  tried: undefined,
  earlier: undefined,
})

/** The tally of a record that `before` is the beginning of. The lists of `before` grow. */
export function together(before: Tally, after: Tally): Tally {
  const { counts, findings } = before
  for (const [outcome, count] of Object.entries(after.counts) as [Verdict['outcome'], number][])
    counts[outcome] = (counts[outcome] ?? 0) + count
  for (const one of after.findings) {
    const same = findings.find(({ says, pointer, outcome }) => says === one.says && pointer === one.pointer && outcome === one.outcome)
    if (same === undefined) findings.push(one)
    else Object.assign(same, { times: same.times + one.times, last: one.last, rows: [...same.rows, ...one.rows].slice(0, KEPT) })
  }
  const good = [...before.good, ...after.good]
  const { earlier } = after
  return {
    counts,
    looked: before.looked + after.looked,
    broken: before.broken + after.broken,
    findings: findings.slice(0, KEPT),
    good: good.length < 2 ? good : [good[0]!, good.at(-1)!],
    by: before.by ?? after.by,
    tried: before.tried ?? after.tried,
    earlier: earlier === undefined ? before.earlier : { looked: before.looked + earlier.looked, broken: before.broken + earlier.broken },
  }
}
