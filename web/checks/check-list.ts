// The list of checks as it is shown: which, in what order, how they are counted and copied.
import type { CheckState } from '../session/check-state.ts'

export const MARKS: { [outcome in CheckState['outcome']]: [mark: string, word: string, tone: 'ok' | 'bad' | 'warn' | 'dim'] } = {
  pass: ['✓', 'passed', 'ok'],
  fail: ['✗', 'failed', 'bad'],
  warn: ['!', 'warning', 'warn'],
  info: ['i', 'noted', 'dim'],
  skipped: ['·', 'not seen', 'dim'],
  inconclusive: ['?', 'cannot be told', 'dim'],
}

export const SHOWN = {
  broken: { title: 'Findings', keeps: ({ outcome }: CheckState) => !['pass', 'skipped'].includes(outcome) },
  passed: { title: 'Passed', keeps: ({ outcome }: CheckState) => outcome === 'pass' },
  skipped: { title: 'Not seen', keeps: ({ outcome }: CheckState) => outcome === 'skipped' },
  all: { title: 'All', keeps: () => true },
}
export type Shown = keyof typeof SHOWN

const WORST = ['fail', 'warn', 'inconclusive', 'info', 'pass', 'skipped']

/** Every word of the filter is somewhere in the check. */
export function matches({ id, level, says, area, outcome, findings }: CheckState, filter: string): boolean {
  const text = [id, level, says, area, outcome, ...findings.map((one) => one.says)].join(' ').toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Areas in the order of the rules; in each the worst first. */
export function areasOf(states: readonly CheckState[]): { area: string; states: CheckState[] }[] {
  const areas = new Map<string, CheckState[]>()
  for (const state of states) areas.set(state.area, [...(areas.get(state.area) ?? []), state])
  return [...areas].map(([area, own]) => ({
    area,
    states: own.sort((a, b) => WORST.indexOf(a.outcome) - WORST.indexOf(b.outcome) || a.id.localeCompare(b.id)),
  }))
}

export interface Score {
  title: string
  good: number
  seen: number
  broken: number
  tone: 'ok' | 'bad' | 'warn' | 'dim'
}

export function scores(states: readonly CheckState[]): Score[] {
  const groups = [
    ['MUST', (level: string) => level.startsWith('MUST'), 'bad'],
    ['SHOULD', (level: string) => level.startsWith('SHOULD'), 'warn'],
    ['Good form', (level: string) => !/^(?:MUST|SHOULD)/.test(level), 'dim'],
  ] as const
  return groups.map(([title, is, tone]) => {
    const seen = states.filter(({ level, outcome }) => is(level) && outcome !== 'skipped')
    const good = seen.filter(({ outcome }) => outcome === 'pass').length
    const broken = seen.filter(({ outcome }) => outcome === 'fail' || outcome === 'warn').length
    return { title, good, seen: seen.length, broken, tone: broken > 0 ? tone : 'ok' }
  })
}

export function markdownOf(name: string, states: readonly CheckState[]): string {
  const safe = (text: string): string => text.replace(/[\\`*_[\]<>|]/g, '\\$&').replace(/\s+/g, ' ')
  const lines = [
    `# Checks of ${safe(name)}`,
    '',
    scores(states)
      .map(({ title, good, seen }) => `${title} ${good} of ${seen}`)
      .join(' · '),
    '',
  ]
  for (const { area, states: own } of areasOf(states.filter(SHOWN.broken.keeps))) {
    lines.push(`## ${area}`, '')
    for (const { id, level, outcome, says, page, findings, mend } of own) {
      lines.push(`- **${id}** ${level}, ${MARKS[outcome][1]}: ${page === undefined ? says : `[${says}](${page})`}`)
      for (const { says, seq, pointer } of findings.slice(0, 5))
        lines.push(`  - #${seq}: ${safe(says)}${pointer === undefined ? '' : ` at \`${pointer.replaceAll('`', '')}\``}`)
      if (mend !== undefined) lines.push(`  - To mend it: ${mend}`)
    }
    lines.push('')
  }
  return lines.join('\n')
}
