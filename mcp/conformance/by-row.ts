// What the rules found, by row: for who shows messages, and for what is shared of a record, where nothing judges any more.
import type { Traffic } from '../traffic.ts'
import type { Row, RowFinding } from './row.ts'
import type { Outcome } from './rule.ts'

/** How it stands in a word, beside its colour. */
export const OUTCOME_WORDS: { [outcome in Outcome]: string } = {
  pass: 'passed',
  fail: 'failed',
  warn: 'warning',
  info: 'noted',
  skipped: 'not seen',
  inconclusive: 'cannot be told',
}

/** What is added of a message that clients refuse, though no sentence of the specification says MUST of it. */
export const MISFIT_WORDS = 'outside of the schema'

export interface FoundAtRow<Rule extends Row = Row> {
  rule: Rule
  /** Left out when the rule is broken so often that no words of this breach were kept. */
  finding?: RowFinding
}

/** What a record is shared with. */
export interface SharedFindings {
  /** Those of which something is to be read. */
  rules: Row[]
  /** Rows by the rule that they break (its place in `rules`) and how grave that is. */
  rows: [rule: number, outcome: 'fail' | 'warn' | 'info', seqs: number[]][]
}

/** The gravest first; what is merely noted is left out. `rules`: ids of those that the row breaks. */
export function findingsAt<Rule extends Row>(standings: readonly Rule[], seq: number, rules: readonly string[] = []): FoundAtRow<Rule>[] {
  const weight = { fail: 0, warn: 1, info: 2, inconclusive: 3 }
  return standings
    .flatMap((rule): FoundAtRow<Rule>[] => {
      const found = rule.findings.filter((finding) => isOf(finding, seq))
      if (found.length > 0) return found.filter(({ outcome }) => outcome !== 'info').map((finding) => ({ rule, finding }))
      if (rule.outcome === 'info' || !rules.includes(rule.id)) return []
      const same = onlyOther(rule, seq)
      if (same?.outcome === 'info') return []
      return [same === undefined ? { rule } : { rule, finding: same }]
    })
    .sort((a, b) => weight[outcomeOf(a)] - weight[outcomeOf(b)])
}

export function outcomeOf({ rule, finding }: FoundAtRow): RowFinding['outcome'] {
  return finding?.outcome ?? (rule.outcome === 'fail' ? 'fail' : 'warn')
}

/** "MUST, failed", "derived, outside of the schema, warning". */
export function gravityOf(found: FoundAtRow): string {
  const { level, misfit } = found.rule
  return [level, ...(misfit === true ? [MISFIT_WORDS] : []), OUTCOME_WORDS[outcomeOf(found)]].join(', ')
}

/** What was kept of a breach where its words were not. */
export function wordsOf({ rule, finding }: FoundAtRow): string {
  if (finding !== undefined) return finding.says
  return `One of ${rule.broken.toLocaleString('en')} breaches of this rule: of so many, what exactly is wrong is kept for the first ones only.`
}

/** Of what was found more often than rows are kept, the one that this row can be of; undefined where it could be several, or one of which nothing was kept. */
function onlyOther({ findings, broken }: Row, seq: number): RowFinding | undefined {
  if (findings.reduce((sum, { times = 1 }) => sum + times, 0) !== broken) return undefined
  const others = findings.filter(
    ({ seq: first, times = 1, rows = [first], last = first }) => times > rows.length && last >= seq && rows.at(-1)! < seq,
  )
  return others.length === 1 ? others[0] : undefined
}

/** All that was found in a record, as it can be handed on. Each step is a moment to do something else. */
export function* sharedFindings(traffic: Traffic, standings: readonly Row[]): Generator<undefined, SharedFindings> {
  const shared: SharedFindings = { rules: [], rows: [] }
  for (const rule of standings) {
    const { id, outcome } = rule
    if (outcome !== 'fail' && outcome !== 'warn' && outcome !== 'info') continue
    const by = { fail: [] as number[], warn: [] as number[], info: [] as number[] }
    // Of several findings at a row, the first tells.
    const told = new Map<number, RowFinding['outcome']>()
    for (const { seq, rows = [], outcome } of rule.findings) for (const one of [seq, ...rows]) if (!told.has(one)) told.set(one, outcome)
    for (const [at, seq] of traffic.breaking(id).entries()) {
      if (at % STEP === 0) yield
      const grave = told.get(seq) ?? outcome
      if (grave !== 'inconclusive') by[grave].push(seq)
    }
    const at = shared.rules.push({ ...rule, good: [] }) - 1
    for (const outcome of ['fail', 'warn', 'info'] as const) if (by[outcome].length > 0) shared.rows.push([at, outcome, by[outcome]])
    yield
  }
  return shared
}

/** Rows between two moments. */
const STEP = 1000

function isOf(finding: RowFinding, seq: number): boolean {
  return finding.seq === seq || finding.rows?.includes(seq) === true
}
