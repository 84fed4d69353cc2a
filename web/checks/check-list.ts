// The list of checks as it is shown: which, in what order, and in what words.
import { MISFIT_WORDS, OUTCOME_WORDS } from '#mcp/conformance/by-row.ts'
import type { CheckState } from '../session/check-state.ts'
import { hasFinding } from '../session/findings.ts'

export const MARKS: { [outcome in CheckState['outcome']]: [mark: string, word: string, tone: 'ok' | 'bad' | 'warn' | 'dim'] } = {
  pass: ['✓', OUTCOME_WORDS.pass, 'ok'],
  fail: ['✗', OUTCOME_WORDS.fail, 'bad'],
  warn: ['!', OUTCOME_WORDS.warn, 'warn'],
  info: ['i', OUTCOME_WORDS.info, 'dim'],
  skipped: ['·', OUTCOME_WORDS.skipped, 'dim'],
  inconclusive: ['?', OUTCOME_WORDS.inconclusive, 'dim'],
}

/** Seen, and wrong in a way that another rule knows more of. */
export const TOLD: (typeof MARKS)[CheckState['outcome']] = ['→', 'told by another rule', 'dim']

/** A message that clients refuse, though no sentence of the specification says MUST of it. */
export const MISFIT: (typeof MARKS)[CheckState['outcome']] = ['!', MISFIT_WORDS, 'warn']

export const SHOWN = {
  broken: { title: 'Findings', keeps: (state: CheckState) => hasFinding(state) },
  passed: { title: 'Passed', keeps: ({ outcome }: CheckState) => outcome === 'pass' },
  skipped: { title: 'Not seen', keeps: ({ outcome }: CheckState) => outcome === 'skipped' },
  all: { title: 'All', keeps: () => true },
}
export type Shown = keyof typeof SHOWN

/** All that is wrong was before the server was connected to last. */
export function isOver({ broken, earlier }: Pick<CheckState, 'broken' | 'earlier'>): boolean {
  return earlier !== undefined && broken > 0 && broken === earlier.broken
}

const rankOf = (state: CheckState): number => 2 * WORST.indexOf(state.outcome) + Number(isOver(state))

const WORST = ['fail', 'warn', 'inconclusive', 'info', 'pass', 'skipped']

/** Every word of the filter is somewhere in the check; the word of a level is its level alone. */
export function matches({ id, level, says, area, outcome, misfit, findings }: CheckState, filter: string): boolean {
  const text = [id, says, area, outcome, misfit === true ? MISFIT[1] : '', ...findings.map((one) => one.says)].join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => (LEVELS.has(word) ? level.toLowerCase().startsWith(word) : text.includes(word)))
}

const LEVELS = new Set(['must', 'should', 'may', 'derived', 'seed', 'browser'])

/** Areas in the order of the rules; in each the worst first, and what is over after what is not. */
export function areasOf(states: readonly CheckState[]): { area: string; states: CheckState[] }[] {
  const areas = new Map<string, CheckState[]>()
  for (const state of states) areas.set(state.area, [...(areas.get(state.area) ?? []), state])
  return [...areas].map(([area, own]) => ({
    area,
    states: own.sort((a, b) => rankOf(a) - rankOf(b) || a.id.localeCompare(b.id)),
  }))
}
