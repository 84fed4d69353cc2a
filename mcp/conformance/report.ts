// A run of checks as a report: for a terminal, for programs, for build servers, for people elsewhere.
import type { Standing } from './judge.ts'
import type { Level, Outcome } from './rule.ts'
import { areaOf, AREAS } from './rules.ts'
import { specUrl } from './spec.ts'
import type { Revision } from '../dialect/revisions.ts'

export type Format = 'text' | 'json' | 'junit' | 'markdown' | 'sarif' | 'html'

export interface Checked {
  /** What was checked, without secrets. */
  what: string
  revision: Revision | undefined
  standings: readonly Standing[]
  /** Known failures that are no news, and those that are mended. */
  known?: readonly string[]
  mended?: readonly string[]
  /** Failures that the baseline does not know; undefined without a baseline. */
  fresh?: readonly string[]
}

export const MARKS: { [outcome in Outcome]: string } = { pass: '✓', fail: '✗', warn: '!', info: 'i', skipped: '·', inconclusive: '?' }

type Group = 'MUST' | 'SHOULD' | 'other'
export const groupOf = (level: Level): Group => (level.startsWith('MUST') ? 'MUST' : level.startsWith('SHOULD') ? 'SHOULD' : 'other')

/** "MUST 41 of 42 · SHOULD 10 of 12 · other 30 of 33 · 81 not seen". */
export function scoreOf(standings: readonly Standing[]): string {
  const parts = (['MUST', 'SHOULD', 'other'] as const).map((group) => {
    const seen = standings.filter(({ rule, outcome }) => groupOf(rule.level) === group && outcome !== 'skipped')
    return `${group} ${seen.filter(({ outcome }) => outcome === 'pass').length} of ${seen.length}`
  })
  return [...parts, `${standings.filter(({ outcome }) => outcome === 'skipped').length} not seen`].join(' · ')
}

export function textOf(checked: Checked, colours: boolean): string {
  const { standings, revision, known = [], mended = [], fresh } = checked
  const paint = (code: number, text: string): string => (colours ? `\u001B[${code}m${text}\u001B[0m` : text)
  const tint: { [outcome in Outcome]: number } = { pass: 32, fail: 31, warn: 33, info: 36, skipped: 90, inconclusive: 35 }
  const lines: string[] = []
  for (const area of areasIn(standings)) {
    const own = standings.filter(({ rule, outcome }) => areaOf(rule) === area && outcome !== 'skipped')
    if (own.length === 0) continue
    lines.push('', paint(1, area))
    const good = own.filter(({ outcome }) => outcome === 'pass')
    if (good.length > 0) lines.push(`  ${paint(32, MARKS.pass)} ${good.map(({ rule }) => rule.id).join(' ')}`)
    for (const { rule, outcome, findings, broken } of own.filter((one) => one.outcome !== 'pass')) {
      const tail = known.includes(rule.id) ? paint(90, ' (known)') : ''
      lines.push(`  ${paint(tint[outcome], MARKS[outcome])} ${rule.id} ${rule.level}  ${rule.says}${tail}`)
      for (const { says, seq, pointer } of findings.slice(0, 3))
        lines.push(`      ${clean(says)}${pointer === undefined ? '' : ` at ${clean(pointer)}`} (#${seq})`)
      if (broken > 3) lines.push(`      and ${broken - 3} more`)
      const page = specUrl(rule, revision)
      if (rule.mend !== undefined) lines.push(paint(90, `      → ${rule.mend}`))
      if (page !== undefined) lines.push(paint(90, `      ${page}`))
    }
  }
  if (fresh !== undefined && fresh.length > 0) lines.push('', `New since the baseline: ${fresh.join(', ')}`)
  if (mended.length > 0) lines.push('', `No longer broken, and still in the baseline: ${mended.join(', ')}`)
  lines.push('', scoreOf(standings), '')
  return lines.join('\n')
}

export function jsonOf({ what, revision, standings, known = [], mended = [], fresh }: Checked): string {
  const checks = standings.map(({ rule, outcome, looked, broken, findings, reason }) => ({
    id: rule.id,
    area: areaOf(rule),
    level: rule.level,
    outcome,
    says: rule.says,
    looked,
    broken,
    ...(findings.length === 0 ? {} : { findings: findings.map(({ says, seq, pointer, outcome }) => ({ says, seq, pointer, outcome })) }),
    ...(reason === undefined ? {} : { reason }),
    spec: specUrl(rule, revision),
  }))
  return `${JSON.stringify({ what, revision, score: scoreOf(standings), known, mended, ...(fresh === undefined ? {} : { fresh }), checks }, null, 2)}\n`
}

export function junitOf({ what, revision, standings }: Checked): string {
  const suites = areasIn(standings).map((area) => {
    const own = standings.filter(({ rule }) => areaOf(rule) === area)
    const cases = own.map(({ rule, outcome, findings, reason }) => {
      const open = `    <testcase classname="${xml(area)}" name="${xml(`${rule.id} ${rule.level}: ${rule.says}`)}"`
      const text = findings
        .slice(0, 10)
        .map(({ says, seq, pointer }) => `${says}${pointer === undefined ? '' : ` at ${pointer}`} (#${seq})`)
        .join('\n')
      if (outcome === 'fail')
        return `${open}><failure message="${xml(findings[0]?.says ?? '')}">${xml(`${text}\n${specUrl(rule, revision) ?? ''}`)}</failure></testcase>`
      if (outcome === 'skipped') return `${open}><skipped message="${xml(reason ?? '')}"/></testcase>`
      return text === '' ? `${open}/>` : `${open}><system-out>${xml(`${outcome}: ${text}`)}</system-out></testcase>`
    })
    const count = (outcome: Outcome): number => own.filter((one) => one.outcome === outcome).length
    return [
      `  <testsuite name="${xml(area)}" tests="${own.length}" failures="${count('fail')}" skipped="${count('skipped')}">`,
      ...cases,
      '  </testsuite>',
    ].join('\n')
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(what)}">\n${suites.join('\n')}\n</testsuites>\n`
}

export function markdownOf({ what, revision, standings, mended = [], fresh = [] }: Checked): string {
  const lines = [`# Checks of ${md(what)}`, '', `${revision ?? 'No revision'} · ${scoreOf(standings)}`, '']
  for (const area of areasIn(standings)) {
    const bad = standings.filter(({ rule, outcome }) => areaOf(rule) === area && outcome !== 'pass' && outcome !== 'skipped')
    if (bad.length === 0) continue
    lines.push(`## ${area}`, '')
    for (const { rule, outcome, findings, broken } of bad) {
      const page = specUrl(rule, revision)
      lines.push(`- **${rule.id}** ${rule.level}, ${outcome}: ${page === undefined ? rule.says : `[${rule.says}](${page})`}`)
      for (const { says, seq, pointer } of findings.slice(0, 5))
        lines.push(`  - #${seq}: ${md(says)}${pointer === undefined ? '' : ` at \`${pointer.replaceAll('`', '')}\``}`)
      if (broken > 5) lines.push(`  - and ${broken - 5} more`)
      if (rule.mend !== undefined) lines.push(`  - To mend it: ${rule.mend}`)
    }
    lines.push('')
  }
  if (fresh.length > 0) lines.push(`New since the baseline: ${fresh.join(', ')}`, '')
  if (mended.length > 0) lines.push(`No longer broken: ${mended.join(', ')}`, '')
  return `${lines.join('\n')}\n`
}

export function areasIn(standings: readonly Standing[]): string[] {
  const there = new Set(standings.map(({ rule }) => areaOf(rule)))
  return Object.values(AREAS).filter((area) => there.has(area))
}

/** What a server wrote must not steer the terminal. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return text.replace(/[\u0000-\u001F\u007F-\u009F]/g, ' ')
}

function xml(text: string): string {
  return clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function md(text: string): string {
  return clean(text).replace(/([\\`*_[\]<>|])/g, '\\$1')
}
