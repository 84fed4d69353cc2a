// A run of checks as SARIF, for code hosts, and as one HTML page that needs no script, for people.
import type { Standing } from './judge.ts'
import { areasIn, groupOf, MARKS, scoreOf, type Checked } from './report.ts'
import { areaOf } from './rules.ts'
import { specUrl } from './spec.ts'

const LEVELS: { [outcome: string]: 'error' | 'warning' | 'note' } = { fail: 'error', warn: 'warning', info: 'note', inconclusive: 'note' }
const MOST = 10

/** SARIF 2.1.0. Rows of the record stand for lines; `uri` names the record, or what was checked. */
export function sarifOf({ what, revision, standings, known = [] }: Checked): string {
  const seen = standings.filter(({ outcome }) => outcome !== 'skipped')
  const rules = seen.map(({ rule }) => ({
    id: rule.id,
    shortDescription: { text: rule.says },
    ...(rule.mend === undefined ? {} : { help: { text: rule.mend } }),
    ...(specUrl(rule, revision) === undefined ? {} : { helpUri: specUrl(rule, revision) }),
    properties: { level: rule.level, area: areaOf(rule) },
  }))
  const results = seen.flatMap(({ rule, findings }) =>
    findings.slice(0, MOST).map(({ says, seq, pointer, outcome }) => ({
      ruleId: rule.id,
      ruleIndex: rules.findIndex(({ id }) => id === rule.id),
      level: LEVELS[outcome] ?? 'note',
      message: { text: `${rule.says} But ${says}${pointer === undefined ? '' : ` at ${pointer}`} (#${seq}).` },
      locations: [{ physicalLocation: { artifactLocation: { uri: encodeURI(what) }, region: { startLine: Math.max(1, seq) } } }],
      ...(known.includes(rule.id) ? { baselineState: 'unchanged' } : {}),
    })),
  )
  const run = { tool: { driver: { name: 'Loupe', informationUri: 'https://www.npmjs.com/package/mcp-loupe', rules } }, results }
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`
}

/** The report as a page of its own: nothing is loaded, and nothing in it runs. */
export function htmlOf({ what, revision, standings, known = [], mended = [], fresh = [] }: Checked): string {
  const rows = areasIn(standings).flatMap((area) => {
    const own = standings.filter(({ rule }) => areaOf(rule) === area)
    const seen = own.filter(({ outcome }) => outcome !== 'skipped')
    if (seen.length === 0) return []
    const good = seen.filter(({ outcome }) => outcome === 'pass')
    const rest = seen.filter(({ outcome }) => outcome !== 'pass')
    return [
      `<h2>${text(area)} <small>${good.length} of ${seen.length}</small></h2>`,
      ...rest.map((one) => checkOf(one, revision, known)),
      good.length === 0
        ? ''
        : `<p class="pass">${MARKS.pass} ${good.map(({ rule }) => `<abbr title="${text(rule.says)}">${rule.id}</abbr>`).join(' ')}</p>`,
    ]
  })
  const notes = [
    fresh.length > 0 ? `<p><b>New since the baseline:</b> ${fresh.map(text).join(', ')}</p>` : '',
    mended.length > 0 ? `<p><b>No longer broken:</b> ${mended.map(text).join(', ')}</p>` : '',
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Checks of ${text(what)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Checks of ${text(what)}</h1>
<p>${text(revision ?? 'No revision')} · ${text(scoreOf(standings))}</p>
${[...notes, ...rows].filter((line) => line !== '').join('\n')}
</body>
</html>
`
}

function checkOf({ rule, outcome, findings, broken }: Standing, revision: Checked['revision'], known: readonly string[]): string {
  const page = specUrl(rule, revision)
  const found = findings
    .slice(0, MOST)
    .map(({ says, seq, pointer }) => `<li>#${seq} ${text(says)}${pointer === undefined ? '' : ` <code>${text(pointer)}</code>`}</li>`)
  if (broken > MOST) found.push(`<li>and ${broken - MOST} more</li>`)
  const open = outcome === 'fail' && groupOf(rule.level) === 'MUST' ? ' open' : ''
  return [
    `<details class="${outcome}"${open}>`,
    `<summary><b>${MARKS[outcome]} ${rule.id}</b> <small>${rule.level}</small> ${text(rule.says)}${known.includes(rule.id) ? ' <small>(known)</small>' : ''}</summary>`,
    `<ul>${found.join('')}</ul>`,
    rule.mend === undefined ? '' : `<p><b>To mend it:</b> ${text(rule.mend)}</p>`,
    page === undefined ? '' : `<p><a href="${text(page)}" rel="noopener noreferrer">Specification</a></p>`,
    '</details>',
  ].join('')
}

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}h2{font-size:1.05rem;margin:1.6rem 0 .4rem}small{opacity:.7;font-weight:400}code{overflow-wrap:anywhere}
details{border:1px solid #8884;border-left-width:4px;border-radius:6px;padding:.35rem .7rem;margin:.35rem 0}summary{cursor:pointer}
.fail{border-left-color:#c62f3b}.warn{border-left-color:#b57300}.info,.inconclusive{border-left-color:#3f6fb5}
.pass{color:#2e7d4f}@media(prefers-color-scheme:dark){.pass{color:#6fce97}}abbr{text-decoration:none}li{overflow-wrap:anywhere}`

/** What a server wrote is text, and cannot end an element or an attribute. */
function text(value: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  const plain = value.replace(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, ' ')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
