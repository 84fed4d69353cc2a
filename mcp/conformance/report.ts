// A run of checks as a report: for a terminal, for programs, for build servers, for people elsewhere.
import { AREAS } from './areas.ts'
import { factsOf, headOf, timeOf, type Checked } from './report-head.ts'
import type { Row, RowFinding } from './row.ts'
import type { Outcome } from './rule.ts'
import { scoreLine, scoresOf, SCORE_MEANS } from './score.ts'

export type Format = 'text' | 'json' | 'junit' | 'markdown' | 'sarif' | 'html'

export const MARKS: { [outcome in Outcome]: string } = { pass: '✓', fail: '✗', warn: '!', info: 'i', skipped: '·', inconclusive: '?' }

/** Findings of a rule that a report names, before it counts. */
const SHOWN = 5

/** "(#12)", or of what came again in the same words "(#12, and 14 times more until #340)". */
export function placeOf({ seq, times = 1, last }: RowFinding): string {
  return times === 1 ? `#${seq}` : `#${seq}, and ${times === 2 ? 'once' : `${times - 1} times`} more until #${last ?? seq}`
}

/** How many findings are not among the first ones. */
export function restOf({ broken, findings }: Row, shown: number): number {
  return broken - findings.slice(0, shown).reduce((sum, { times = 1 }) => sum + times, 0)
}

/** "derived, outside of the schema". */
export function levelOf({ level, misfit }: Pick<Row, 'level' | 'misfit'>): string {
  return misfit === true ? `${level}, outside of the schema` : level
}

export function textOf(checked: Checked, colours: boolean): string {
  const { rows, known = [], mended = [], fresh } = checked
  const paint = (code: number, text: string): string => (colours ? `\u001B[${code}m${text}\u001B[0m` : text)
  const tint: { [outcome in Outcome]: number } = { pass: 32, fail: 31, warn: 33, info: 36, skipped: 90, inconclusive: 35 }
  const lines = headOf(checked).map(([label, text]) => `${paint(90, label.padEnd(11))} ${clean(text)}`)
  for (const area of areasIn(rows)) {
    const own = rows.filter((row) => row.area === area && row.outcome !== 'skipped')
    if (own.length === 0) continue
    lines.push('', paint(1, area))
    const good = own.filter(({ outcome }) => outcome === 'pass')
    if (good.length > 0) lines.push(`  ${paint(32, MARKS.pass)} ${good.map(({ id }) => id).join(' ')}`)
    for (const row of own.filter((one) => one.outcome !== 'pass')) {
      const { id, says, outcome, findings, mend, remark, page } = row
      const level = levelOf(row)
      const tail = known.includes(id) ? paint(90, ' (known)') : ''
      lines.push(`  ${paint(tint[outcome], MARKS[outcome])} ${id} ${level}  ${says}${tail}`)
      for (const finding of findings.slice(0, SHOWN))
        lines.push(
          `      ${clean(finding.says)}${finding.pointer === undefined ? '' : ` at ${clean(finding.pointer)}`} (${placeOf(finding)})`,
        )
      const rest = restOf(row, SHOWN)
      if (rest > 0) lines.push(`      and ${rest} more`)
      if (remark !== undefined) lines.push(paint(90, `      ${remark}`))
      lines.push(paint(90, `      → ${mend}`))
      if (page !== undefined) lines.push(paint(90, `      ${page}`))
    }
  }
  if (fresh !== undefined && fresh.length > 0) lines.push('', `New since the baseline: ${fresh.join(', ')}`)
  if (mended.length > 0) lines.push('', `No longer broken, and still in the baseline: ${mended.join(', ')}`)
  lines.push('', scoreLine(rows))
  lines.push(paint(90, `${SCORE_MEANS.map(([word, means]) => `${word}: ${means}`).join('; ')}.`), '')
  return lines.join('\n')
}

export function jsonOf(checked: Checked): string {
  const { rows, known = [], mended = [], fresh } = checked
  const checks = rows.map(({ id, area, level, says, outcome, looked, broken, findings, reason, unseen, mend, remark, page, misfit }) => ({
    id,
    area,
    level,
    outcome,
    says,
    looked,
    broken,
    ...(findings.length === 0
      ? {}
      : { findings: findings.map(({ rows: _rows, ...rest }) => rest), mend, ...(remark === undefined ? {} : { remark }) }),
    ...(reason === undefined ? {} : { reason }),
    ...(unseen === undefined ? {} : { unseen }),
    ...(misfit === undefined ? {} : { misfit }),
    spec: page,
  }))
  const score = scoreLine(rows)
  const report = { ...factsOf(checked), score, scores: scoresOf(rows), known, mended, ...(fresh === undefined ? {} : { fresh }), checks }
  return `${JSON.stringify(report, null, 2)}\n`
}

export function junitOf(checked: Checked): string {
  const { what, rows, story, failed = [] } = checked
  const began = timeOf(story.from)
  const stamp = began === undefined ? '' : ` timestamp="${began.slice(0, 19)}"`
  const suites = areasIn(rows).map((area) => {
    const own = rows.filter((row) => row.area === area)
    const cases = own.map(({ id, level, says, outcome, findings, reason, unseen, page, mend }) => {
      const open = `    <testcase classname="${xml(area)}" name="${xml(`${id} ${level}: ${says}`)}"`
      const text = findings
        .slice(0, 10)
        .map((one) => `${one.says}${one.pointer === undefined ? '' : ` at ${one.pointer}`} (${placeOf(one)})`)
        .join('\n')
      const whole = [text, `To mend it: ${mend}`, ...(page === undefined ? [] : [page])].join('\n')
      if (outcome === 'fail') return `${open}><failure message="${xml(findings[0]?.says ?? '')}">${lined(whole)}</failure></testcase>`
      // It was seen, and is broken: the case of the other rule fails.
      if (unseen === 'told') return `${open}><system-out>${xml(reason ?? '')}</system-out></testcase>`
      if (outcome === 'skipped') return `${open}><skipped message="${xml(reason ?? '')}"/></testcase>`
      return text === '' ? `${open}/>` : `${open}><system-out>${lined(`${outcome}: ${whole}`)}</system-out></testcase>`
    })
    const count = (outcome: Outcome): number => own.filter((one) => one.outcome === outcome).length
    return [
      `  <testsuite name="${xml(area)}" tests="${own.length}" failures="${count('fail')}" skipped="${count('skipped') - own.filter(({ unseen }) => unseen === 'told').length}"${stamp}>`,
      ...(area === areasIn(rows)[0] ? [propertiesOf(checked)] : []),
      ...cases,
      '  </testsuite>',
    ].join('\n')
  })
  const { from, to } = story
  const time = from === undefined || to === undefined ? '' : ` time="${((to - from) / 1000).toFixed(3)}"`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="${xml(what)}"${time}>\n${[...runOf(failed, stamp), ...suites].join('\n')}\n</testsuites>\n`
}

/** Where nothing ran nothing fails, and a build server would show that as well. */
function runOf(failed: readonly string[], stamp: string): string[] {
  if (failed.length === 0) return []
  return [
    `  <testsuite name="The run" tests="1" failures="0" errors="1" skipped="0"${stamp}>`,
    `    <testcase classname="The run" name="The checks see all that they look for."><error message="${xml(failed[0]!)}">${lined(failed.join('\n'))}</error></testcase>`,
    '  </testsuite>',
  ]
}

/** Build servers show the properties of a suite: the head stands with the first. */
function propertiesOf(checked: Checked): string {
  const all = [...headOf(checked), ['Score', scoreLine(checked.rows)] as const]
  return [
    '    <properties>',
    ...all.map(([label, text]) => `      <property name="${xml(label)}" value="${xml(text)}"/>`),
    '    </properties>',
  ].join('\n')
}

export function markdownOf(checked: Checked): string {
  const { what, rows, mended = [], fresh = [] } = checked
  const lines = [
    `# Checks of ${md(what)}`,
    '',
    ...headOf(checked)
      .slice(1)
      .map(([label, text]) => `- ${label}: ${md(text)}`),
    '',
    `**${scoreLine(rows)}**`,
    '',
    `${SCORE_MEANS.map(([word, means]) => `*${word}*: ${means}`).join('; ')}.`,
    '',
  ]
  for (const area of areasIn(rows)) {
    const bad = rows.filter((row) => row.area === area && row.outcome !== 'pass' && row.outcome !== 'skipped')
    if (bad.length === 0) continue
    lines.push(`## ${area}`, '')
    for (const row of bad) {
      const { id, says, outcome, findings, mend, remark, page } = row
      lines.push(`- **${id}** ${levelOf(row)}, ${outcome}: ${page === undefined ? says : `[${says}](${page})`}`)
      for (const finding of findings.slice(0, SHOWN))
        lines.push(
          `  - ${placeOf(finding)}: ${md(finding.says)}${finding.pointer === undefined ? '' : ` at \`${finding.pointer.replaceAll('`', '')}\``}`,
        )
      const rest = restOf(row, SHOWN)
      if (rest > 0) lines.push(`  - and ${rest} more`)
      if (remark !== undefined) lines.push(`  - ${remark}`)
      lines.push(`  - To mend it: ${mend}`)
    }
    lines.push('')
  }
  if (fresh.length > 0) lines.push(`New since the baseline: ${fresh.join(', ')}`, '')
  if (mended.length > 0) lines.push(`No longer broken: ${mended.join(', ')}`, '')
  return `${lines.join('\n')}\n`
}

export function areasIn(rows: readonly Row[]): string[] {
  const there = new Set(rows.map(({ area }) => area))
  return Object.values(AREAS).filter((area) => there.has(area))
}

/** What a server wrote must not steer the terminal. */
function clean(text: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  return text.replace(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, ' ')
}

function xml(text: string): string {
  return clean(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Lines stay lines. */
const lined = (text: string): string => text.split('\n').map(xml).join('\n')

function md(text: string): string {
  return clean(text).replace(/([\\`*_[\]<>|])/g, '\\$1')
}
