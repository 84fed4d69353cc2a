// A record and a viewer of its own in one HTML file: it opens anywhere, and its policy lets it send nothing and run nothing but
// the viewer, which is made of the parts that show traffic here. What servers said stands in it as data that no parser of HTML
// looks into. The record is whole, so that it can be opened here again.
import { sharedFindings, type SharedFindings } from '#mcp/conformance/by-row.ts'
import type { Row as RuleRow, RowFinding } from '#mcp/conformance/row.ts'
import type { Facts } from '#mcp/session-types.ts'
import { Excerpt } from '#mcp/traffic/excerpt.ts'
import type { Redactor } from '#mcp/traffic/redact.ts'
import { PAGE_BEGINS, PAGE_ENDS, writeRecord } from '#mcp/traffic/record-format.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { script, style } from 'virtual:shared-viewer'

export interface PageAbout {
  name: string
  target: Target
  facts?: Facts
  /** Milliseconds since the epoch. */
  savedAt: number
  /** What wrote it. */
  by: string
  notes: { readonly [seq: string]: string }
  /** The message that it opens on; left out: the first that is marked, or broken. */
  chosen?: number | undefined
  /** How the rules stand by the record. */
  standings?: readonly RuleRow[]
  /** Messages that the rules had not come to. */
  unjudged?: number
}

/** What the file says beside its record. */
export interface PageData {
  by: string
  chosen?: number
  found: SharedFindings
  /** Messages, the last of the record, that had not been judged; left out when there are none. */
  unjudged?: number
}

/** The file in parts; an empty one is a moment to do something else. With a redactor, nothing in it has secrets any more. */
export function* writePage(record: Traffic | Excerpt, about: PageAbout, redactor: Redactor | undefined): Iterable<string> {
  const { target, savedAt, notes, facts, by, chosen, standings = [], unjudged = 0 } = about
  const header = { name: about.name, target, savedAt, notes, ...(facts === undefined ? {} : { facts }) }
  const excerpt = Excerpt.of(record)
  const finding = sharedFindings(excerpt.traffic, standings)
  let step = finding.next()
  for (; step.done !== true; step = finding.next()) yield ''
  const found = step.value
  // Before anything is written: that teaches the redactor what is secret.
  const lines: string[] = []
  for (const part of writeRecord(excerpt, header, redactor)) {
    if (part === '') yield ''
    else lines.push(part)
  }
  const clean = (text: string): string => redactor?.text(text) ?? text
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  const said: Omit<PageData, 'found'> = {
    by,
    ...(chosen === undefined ? {} : { chosen }),
    ...(unjudged === 0 ? {} : { unjudged }),
  }
  yield head(clean(about.name), nonce)
  yield '<script type="application/json" class="about">'
  for (const part of aboutIn(said, found, clean)) yield harmless(part)
  yield '</script>\n'
  for (const part of lines) yield `${PAGE_BEGINS}\n${harmless(part)}${PAGE_ENDS}\n`
  yield `<script nonce="${nonce}">${inert(script)}</script>\n</body>\n</html>\n`
}

/** PageData as JSON, bit by bit: a rule may be broken in every message of a long record. */
function* aboutIn(said: Omit<PageData, 'found'>, { rules, rows }: SharedFindings, clean: (text: string) => string): Iterable<string> {
  yield `${JSON.stringify(said).slice(0, -1)},"found":{"rules":[`
  for (const [at, rule] of rules.entries()) {
    const { findings, ...rest } = rule
    yield `${at === 0 ? '' : ','}${JSON.stringify(rest).slice(0, -1)},"findings":[`
    for (const [at, one] of findings.entries()) yield `${at === 0 ? '' : ','}${JSON.stringify(cleaned(one, clean))}`
    yield ']}'
  }
  yield '],"rows":['
  for (const [at, [rule, outcome, seqs]] of rows.entries()) {
    yield `${at === 0 ? '' : ','}[${rule},${JSON.stringify(outcome)},[`
    for (let from = 0; from < seqs.length; from += ROWS) yield `${from === 0 ? '' : ','}${seqs.slice(from, from + ROWS).join()}`
    yield ']]'
  }
  yield ']}}'
}

/** Rows of a finding that are written in one go. */
const ROWS = 10_000

/** What was found quotes what was sent. */
function cleaned(finding: RowFinding, clean: (text: string) => string): RowFinding {
  const { says, pointer } = finding
  return { ...finding, says: clean(says), ...(pointer === undefined ? {} : { pointer: clean(pointer) }) }
}

/** JSON in which no tag and no comment of HTML can begin. */
const harmless = (json: string): string => json.replaceAll('<', '\\u003c')

/** Libraries name tags in their texts: no parser of HTML is to take one for its own. */
const inert = (code: string): string => code.replaceAll(/<(?=\/?script|!--)/gi, '\\x3c')

function head(name: string, nonce: string): string {
  const title = name.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src data: blob:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – record</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<div id="root"></div>
`
}
