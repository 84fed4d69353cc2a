// The checklist as text: Markdown to hand on, and lines for a terminal.
import type { StepReport, StepState } from './step.ts'

export const MARKS: Record<StepState, string> = { running: '…', ok: '✓', warn: '!', bad: '✗', skipped: '–', 'not-reached': '·' }
export const WORDS: Record<StepState, string> = {
  running: 'running',
  ok: 'fine',
  warn: 'noticed',
  bad: 'failed',
  skipped: 'skipped',
  'not-reached': 'not reached',
}

/** What it comes to, in one sentence. */
export function verdictOf(reports: readonly StepReport[]): string {
  const bad = reports.find(({ state }) => state === 'bad')
  if (bad !== undefined) return `It fails at: ${bad.title}. ${bad.says}`
  const noticed = reports.filter(({ state }) => state === 'warn')
  if (noticed.length > 0) return `It works; noticed: ${noticed.map(({ title }) => title).join(', ')}.`
  return reports.some(({ state }) => state === 'not-reached') ? 'It was stopped before the end.' : 'All is well.'
}

/** What a URL may show to others: neither its credentials nor its query. */
export function publicName(text: string): string {
  if (!/^(?:https?|wss?):/i.test(text) || !URL.canParse(text)) return text
  const { protocol, host, pathname, search } = new URL(text)
  return `${protocol}//${host}${pathname}${search === '' ? '' : '?…'}`
}

export function markdownOf(name: string, reports: readonly StepReport[]): string {
  const out = [`# ${plain(publicName(name))}`, '', plain(verdictOf(reports)), '', '| | Step | Time | |', '|---|---|---|---|']
  for (const { state, title, ms, says } of reports)
    out.push(`| ${MARKS[state]} | ${title} | ${timeOf(ms)} | ${plain(says).replaceAll('|', '\\|')} |`)
  for (const { state, title, evidence, todo, snippet } of reports) {
    if (evidence.length + todo.length === 0 && snippet === undefined) continue
    out.push('', `## ${title}: ${WORDS[state]}`, '')
    if (evidence.length > 0) out.push(...fenced('', evidence.join('\n')), '')
    for (const one of todo) out.push(`- ${plain(one)}`)
    if (snippet !== undefined) out.push('', `${snippet.title}:`, '', ...fenced(snippet.language, snippet.text))
  }
  return `${out
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}

/** One step for a terminal, details indented. */
export function linesOf({ state, title, ms, says, evidence, todo, snippet }: StepReport): string {
  const out = [`${MARKS[state]} ${title.padEnd(18)}${timeOf(ms).padStart(9)}  ${visible(says)}`]
  const indent = (text: string, mark: string): void => {
    for (const [at, line] of text.split('\n').entries()) out.push(`    ${at === 0 ? mark : ' '} ${visible(line)}`)
  }
  for (const one of evidence) indent(one, ' ')
  for (const one of todo) indent(one, '→')
  if (snippet !== undefined) {
    out.push(`      ${snippet.title}:`)
    for (const line of snippet.text.split('\n')) out.push(`        ${visible(line)}`)
  }
  return `${out.join('\n')}\n`
}

function timeOf(ms: number | undefined): string {
  if (ms === undefined) return ''
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`
}

/** A server's words must not steer a terminal. */
function visible(text: string): string {
  return [...text].map((letter) => (/\p{Cc}/u.test(letter) ? '\u{FFFD}' : letter)).join('')
}

/** Words that stay words in Markdown: neither a line of their own nor markup. */
function plain(text: string): string {
  return visible(text.replace(/\s+/g, ' ')).replace(/[<>[\]`*_#]/g, '\\$&')
}

function fenced(language: string, text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return [fence + language, text.split('\n').map(visible).join('\n'), fence]
}
