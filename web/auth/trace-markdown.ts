// The flow as Markdown for a bug tracker. What it is made of is masked already.
import type { FlowState, Step, Trip } from '#mcp/auth/flow-state.ts'
import { MARKS, WORDS } from './step-words.ts'

export function traceMarkdown(flow: FlowState): string {
  const { server, resource, mode, revision, revisionWhy, redirectUri, status, steps, token } = flow
  const out = [
    `# Authorization: ${plain(server)}`,
    '',
    `- Status: ${status}`,
    `- Mode: ${mode}`,
    `- Rules of: ${revision}. ${revisionWhy}`,
    `- Resource: ${resource === '' ? 'left out' : plain(resource)}`,
    `- Redirect URI: ${plain(redirectUri)}`,
  ]
  if (token !== undefined) {
    out.push(
      `- Token: ${token.type}, ${token.jwt === undefined ? 'opaque' : 'JWT'}, scope ${token.scope ?? 'as asked for'}, issuer ${token.issuer}`,
    )
    for (const { claim, says } of token.jwt?.misfits ?? []) out.push(`  - ${claim}: ${plain(says)}`)
  }
  out.push('', '| | Step | What came of it |', '|---|---|---|')
  for (const { state, title, says } of steps) out.push(`| ${MARKS[state]} | ${title} | ${cell(says)} |`)
  for (const step of steps) out.push(...stepMarkdown(step))
  return `${out.join('\n')}\n`
}

function stepMarkdown({ title, state, trips, flaws, facts, decisions, rules }: Step): string[] {
  if (trips.length + flaws.length + facts.length + decisions.length === 0) return []
  const out = ['', `## ${title}: ${WORDS[state]}`, '']
  for (const { level, code, says, mend } of flaws) out.push(`- **${level}** \`${code}\`: ${plain(says)} ${plain(mend)}`)
  for (const { name, value, from } of facts)
    out.push(`- ${plain(name)}: \`${plain(value).replaceAll('`', 'ˋ')}\`${from === undefined ? '' : ` (${plain(from)})`}`)
  for (const { title: about, rows } of decisions) {
    const row = rows.find(({ holds }) => holds)
    if (row !== undefined)
      out.push(`- ${about}: ${plain(row.when)} → ${plain(row.so)}${row.why === undefined ? '' : ` (${plain(row.why)})`}`)
  }
  if (rules.length > 0) out.push(`- Rules: ${rules.map(({ id, spec }) => `[${id}](${spec})`).join(', ')}`)
  for (const trip of trips) out.push(...tripMarkdown(trip))
  return out
}

function tripMarkdown({ method, url, status, ms, verdict, requestHeaders, requestBody, responseHeaders, responseBody }: Trip): string[] {
  const headers = (list: Trip['requestHeaders']): string[] => list.map(([name, value]) => `${name}: ${value}`)
  const answer = status === 0 ? 'no answer' : `HTTP ${status}`
  return [
    '',
    `### ${method} ${plain(url)}`,
    '',
    `${answer}${ms === undefined ? '' : ` after ${Math.round(ms)} ms`}: ${plain(verdict)}`,
    '',
    ...fenced([`${method} ${url}`, ...headers(requestHeaders), ...(requestBody === undefined ? [] : ['', requestBody])].join('\n')),
    ...(status === 0
      ? []
      : ['', ...fenced([answer, ...headers(responseHeaders), ...(responseBody === undefined ? [] : ['', responseBody])].join('\n'))]),
  ]
}

function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return [fence, text, fence]
}

/** One line without markup of its own. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('<', '&lt;')
}

function cell(text: string): string {
  return plain(text).replaceAll('|', '\\|')
}
