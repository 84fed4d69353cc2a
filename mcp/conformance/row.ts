// How one rule stands, as plain data: what reports are made of, and what crosses to a page.
import type { Revision } from '../dialect/revisions.ts'
import { areaOf } from './areas.ts'
import type { Standing } from './judge.ts'
import { spanOf } from './revision.ts'
import { breach, type Outcome, type Rule } from './rule.ts'
import { specUrl } from './spec.ts'
import type { Unseen } from './unseen.ts'

/** Something that was found, once or again and again in the same words. */
export interface RowFinding {
  /** Row of the record, the first of them. */
  seq: number
  says: string
  outcome: Exclude<Outcome, 'pass' | 'skipped'>
  pointer?: string
  /** How often, the rows of the first of them, and the last; left out: once. */
  times?: number
  rows?: number[]
  last?: number
}

export interface Row {
  id: string
  area: string
  level: string
  says: string
  /** For which revisions, in words. */
  revisions: string
  mend: string
  /** Why something that was found is told as less than the level would have it. */
  remark?: string
  /** Address of the page of the specification. */
  page?: string
  outcome: Outcome
  looked: number
  broken: number
  findings: RowFinding[]
  /** Rows that were as they should be. */
  good: number[]
  reason?: string
  /** Why nothing was seen, as one of the reasons that there are. */
  unseen?: Unseen
  /** Of a rule that is broken, how much of it was before the server was connected to last. */
  earlier?: { looked: number; broken: number }
  /** What was found does not fit the schema of the revision: clients that check refuse it. */
  misfit?: true
}

/** `spoken`: what was agreed on; a finding of another conversation links to the page of its own revision. */
export function rowOf(
  { rule, outcome, looked, broken, findings, good, reason, unseen, earlier, misfit }: Standing,
  spoken: Revision | undefined,
): Row {
  const page = specUrl(rule, findings[0]?.revision ?? spoken)
  return {
    id: rule.id,
    area: areaOf(rule),
    level: rule.level,
    says: rule.says,
    revisions: spanOf(rule.revisions),
    mend: rule.mend,
    ...(rule.remark === undefined || !findings.some((one) => isLess(one.outcome, rule)) ? {} : { remark: rule.remark }),
    ...(page === undefined ? {} : { page }),
    outcome,
    looked,
    broken,
    findings: findings.map(({ seq, says, outcome, pointer, times, rows, last }) => ({
      seq,
      says,
      outcome,
      ...(pointer === undefined ? {} : { pointer }),
      ...(times > 1 ? { times, rows, last } : {}),
    })),
    good,
    ...(reason === undefined ? {} : { reason }),
    ...(unseen === undefined ? {} : { unseen }),
    ...(earlier === undefined || broken === 0 ? {} : { earlier }),
    ...(misfit === undefined ? {} : { misfit }),
  }
}

const LESS: readonly Outcome[] = ['info', 'warn', 'fail']
const isLess = (outcome: Outcome, { level }: Rule): boolean =>
  LESS.indexOf(outcome) >= 0 && LESS.indexOf(outcome) < LESS.indexOf(breach(level))
