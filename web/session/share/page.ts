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
  const found: SharedFindings = { rules: [], rows: [] }
  for (const standing of standings) {
    const { rules, rows } = sharedFindings(excerpt.traffic, [standing])
    found.rows.push(...rows.map(([, ...row]): SharedFindings['rows'][number] => [found.rules.length, ...row]))
    found.rules.push(...rules)
    yield ''
  }
  // Before anything is written: that teaches the redactor what is secret.
  const lines: string[] = []
  for (const part of writeRecord(excerpt, header, redactor)) {
    if (part === '') yield ''
    else lines.push(part)
  }
  const clean = (text: string): string => redactor?.text(text) ?? text
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  const data: PageData = {
    by,
    ...(chosen === undefined ? {} : { chosen }),
    ...(unjudged === 0 ? {} : { unjudged }),
    found: { ...found, rules: found.rules.map((rule) => ({ ...rule, findings: rule.findings.map((one) => cleaned(one, clean)) })) },
  }
  yield head(clean(about.name), nonce)
  yield `<script type="application/json" class="about">${harmless(JSON.stringify(data))}</script>\n`
  for (const part of lines) yield `${PAGE_BEGINS}\n${harmless(part)}${PAGE_ENDS}\n`
  yield `<script nonce="${nonce}">${inert(script)}</script>\n</body>\n</html>\n`
}

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
