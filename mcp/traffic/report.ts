// Chosen messages as Markdown, to be pasted into a bug tracker: what was sent, what came, when, over what, and what is wrong with it.
import { findingsAt, outcomeOf, wordsOf, type FoundAtRow } from '../conformance/by-row.ts'
import type { Row as RuleRow } from '../conformance/row.ts'
import { parseJson, writeJson } from '../json.ts'
import { LONG_TEXT } from '../long-text.ts'
import type { Facts } from '../session-types.ts'
import type { Traffic } from '../traffic.ts'
import type { Row } from '../traffic-row.ts'
import type { Target } from '../transport/target.ts'
import { wishWords } from '../wish-words.ts'
import { Excerpt } from './excerpt.ts'
import { goneWords, partialWords } from './gone-words.ts'
import type { Redactor } from './redact.ts'

/** A tracker refuses texts that are too long; what is cut is told. */
const LONGEST = 4000

export interface ReportAbout {
  name: string
  target: Target
  facts?: Facts
  /** What wrote it. */
  by: string
  /** What a person noted on messages, by seq: their own words, whose markup is left as it is. */
  notes?: { readonly [seq: string]: string }
  /** How the rules stand by the record, and how many messages they had not come to. */
  standings?: readonly RuleRow[]
  unjudged?: number
}

/**
 * `seqs`: the rows wanted, in the order of the record; those that are not there are left out. An answer brings its request along. In parts; an empty one is a moment to
 * do something else.
 */
export function* writeReport(
  record: Traffic | Excerpt,
  seqs: readonly number[],
  about: ReportAbout,
  redactor: Redactor | undefined,
): Iterable<string> {
  const excerpt = Excerpt.of(record)
  const { traffic } = excerpt
  const { facts, by, notes = {}, standings = [], unjudged = 0 } = about
  const clean = (text: string): string => redactor?.text(text) ?? text
  const target = redactor?.target(about.target) ?? about.target
  const server = facts?.serverInfo
  const lines = [
    `**Server** ${inline(clean(server === undefined ? about.name : `${server.name} ${server.version}`))}`,
    `**Reached by** ${code(target.kind === 'http' ? target.url : [target.command, ...target.args].join(' '))}`,
  ]
  if (facts !== undefined) lines.push(`**Revision** ${facts.revision} (${facts.era}), ${facts.transport}`)
  lines.push(`**Recorded with** ${by}${redactor === undefined ? '' : '; secrets are replaced'}`)
  const parts: string[] = []
  let exchange = -1
  const all = new Set(seqs)
  for (const seq of seqs) {
    const request = requestOf(traffic.row(seq))
    if (request !== undefined) all.add(request)
    yield ''
  }
  const wanted = [...all].sort((a, b) => a - b)
  const [first] = wanted
  const start = first === undefined ? 0 : (traffic.row(first)?.at ?? 0)
  for (const [at, seq] of wanted.entries()) {
    excerpt.share = at / wanted.length
    yield ''
    const detail = traffic.message(seq)
    if (detail === null) continue
    const { row, text, why, http } = detail
    parts.push(
      `### ${arrow(row)} ${inline(clean(titleOf(row)))}\n\n${factsOf(row, start, clean)}${why === undefined ? '' : `\n\n> ${inline(clean(why))}`}`,
    )
    if (notes[seq]) parts.push(clean(notes[seq]))
    for (const found of findingsAt(standings, seq, traffic.blamedFor(seq))) parts.push(brokenRule(found, clean))
    if (http !== undefined && http.method !== 'STDIN' && http.method !== 'WS' && http.exchange !== exchange) {
      exchange = http.exchange
      const headers = redactor?.headers(http.requestHeaders, 'sent') ?? http.requestHeaders
      const answered = redactor?.headers(http.responseHeaders ?? [], 'status') ?? http.responseHeaders ?? []
      const head = [`${http.method} ${clean(http.url)}`, ...headers.map(([name, value]) => `${name}: ${value}`)]
      if (http.status !== undefined)
        head.push('', `${http.status} ${clean(http.statusText ?? '')}`.trimEnd(), ...answered.map(([name, value]) => `${name}: ${value}`))
      parts.push(`<details><summary>HTTP</summary>\n\n${fence('http', head.join('\n'))}\n\n</details>`)
    }
    if (text !== '') parts.push(fence(...shown(clean(text))))
  }
  // Known at the end: what was dropped meanwhile is missing.
  for (const lack of [goneWords(excerpt.dropped), partialWords(unjudged)]) if (lack !== undefined) lines.push(`**Incomplete** ${lack}`)
  yield lines.join('  \n')
  for (const part of parts) yield `\n\n${part}`
  yield '\n'
}

/** An answer says little without what it answers. */
function requestOf(row: Row | undefined): number | undefined {
  return row?.kind === 'result' || row?.kind === 'failure' ? row.peer : undefined
}

/** What is wrong, by which rule, how it is mended, and where that is written. */
function brokenRule(found: FoundAtRow, clean: (text: string) => string): string {
  const { rule, finding } = found
  const at = finding?.pointer === undefined || finding.pointer === '' ? '' : ` (at ${code(clean(finding.pointer))})`
  const page = rule.page === undefined ? '' : ` [Specification](${rule.page})`
  return [
    `> **${outcomeOf(found) === 'fail' ? 'Broken' : 'Warning'}: ${rule.id}, ${rule.level}** – ${inline(rule.says)}${page}`,
    `> ${inline(clean(wordsOf(found)))}${at}`,
    `> To mend it: ${inline(rule.mend)}`,
  ].join('\n>\n')
}

function titleOf({ method, kind, name }: Row): string {
  const answers = kind === 'result' || kind === 'failure'
  const title = kind === 'app' ? `app: ${method || 'message'}` : answers ? `${kind} of ${method || 'no request'}` : method || kind
  return [title, name].filter(Boolean).join(' · ')
}

function arrow({ direction }: Row): string {
  return direction === 'out' ? '→' : direction === 'in' ? '←' : '·'
}

function factsOf(row: Row, start: number, clean: (text: string) => string): string {
  return [
    new Date(row.at).toISOString(),
    `+${Math.round(row.at - start)} ms`,
    row.id === '' ? '' : `id ${code(clean(row.id))}`,
    inline(clean(row.status)),
    row.ms === undefined ? '' : `${Math.round(row.ms * 10) / 10} ms`,
    row.bytes === 0 ? '' : `${row.bytes} bytes`,
    row.direction === 'out' ? inline(clean(wishWords(row))) : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/** JSON laid out, anything else as it came; cut where a tracker would not take it. */
function shown(text: string): [language: string, text: string] {
  let laid = text
  let language = ''
  try {
    // Of a long one little is shown: to lay it all out would hold up everyone.
    if (text.length <= LONG_TEXT) {
      laid = writeJson(parseJson(text), 2)
      language = 'json'
    }
  } catch {
    // It is shown as it crossed.
  }
  return [language, laid.length <= LONGEST ? laid : `${laid.slice(0, LONGEST)}\n… ${laid.length - LONGEST} further characters`]
}

/** A fence longer than any in the text, so that no server can end it. */
function fence(language: string, text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${language}\n${text}\n${ticks}`
}

function code(text: string): string {
  const clean = text.replaceAll(/\s+/g, ' ')
  const longest = Math.max(0, ...[...clean.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const ticks = '`'.repeat(longest + 1)
  return `${ticks}${longest > 0 ? ' ' : ''}${clean}${longest > 0 ? ' ' : ''}${ticks}`
}

/** A server's words among ours: no markup, no mention, no link. */
function inline(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>|~@#!]/g, (sign) => `\\${sign}`)
}
