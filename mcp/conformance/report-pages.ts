// A run of checks as SARIF, for code hosts, and as one HTML page that needs no script, for people.
import { areasIn, MARKS, placeOf, restOf } from './report.ts'
import { factsOf, headOf, timeOf, type Checked } from './report-head.ts'
import type { Row } from './row.ts'
import { groupOf, scoreLine, SCORE_MEANS } from './score.ts'

const LEVELS: { [outcome: string]: 'error' | 'warning' | 'note' } = { fail: 'error', warn: 'warning', info: 'note', inconclusive: 'note' }
const MOST = 10

/** SARIF 2.1.0. A place is a line of the record where there is a file of it, else the program or the URL that was checked. */
export function sarifOf(checked: Checked): string {
  const { what, rows, story, by, known = [], place = { uri: what }, failed = [] } = checked
  const seen = rows.filter(({ outcome }) => outcome !== 'skipped')
  const rules = seen.map(({ id, level, area, says, mend, page }) => ({
    id,
    shortDescription: { text: says },
    help: { text: mend },
    ...(page === undefined ? {} : { helpUri: page }),
    properties: { level, area },
  }))
  const results = seen.flatMap(({ id, says: owed, findings }) =>
    findings.slice(0, MOST).map((finding) => ({
      ruleId: id,
      ruleIndex: rules.findIndex((rule) => rule.id === id),
      level: LEVELS[finding.outcome] ?? 'note',
      message: {
        text: `${owed} But ${finding.says}${finding.pointer === undefined ? '' : ` at ${finding.pointer}`} (${placeOf(finding)}).`,
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(place.uri) },
            // Before the events stands the head of the file.
            region: { startLine: place.record === true ? finding.seq + 1 : 1 },
          },
        },
      ],
      ...(finding.times === undefined ? {} : { occurrenceCount: finding.times }),
      ...(known.includes(id) ? { baselineState: 'unchanged' } : {}),
    })),
  )
  const [startTimeUtc, endTimeUtc] = [timeOf(story.from), timeOf(story.to)]
  const run = {
    tool: {
      driver: {
        name: 'Loupe',
        informationUri: 'https://www.npmjs.com/package/mcp-loupe',
        ...(by === undefined ? {} : { semanticVersion: by }),
        rules,
      },
    },
    invocations: [
      {
        executionSuccessful: failed.length === 0,
        ...(failed.length === 0 ? {} : { toolExecutionNotifications: failed.map((why) => ({ level: 'error', message: { text: why } })) }),
        ...(startTimeUtc === undefined ? {} : { startTimeUtc }),
        ...(endTimeUtc === undefined ? {} : { endTimeUtc }),
      },
    ],
    properties: { ...factsOf(checked), score: scoreLine(rows) },
    results,
  }
  return `${JSON.stringify({ $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] }, null, 2)}\n`
}

/** The report as a page of its own: nothing is loaded, and nothing in it runs. */
export function htmlOf(checked: Checked): string {
  const { what, rows, known = [], mended = [], fresh = [] } = checked
  const parts = areasIn(rows).flatMap((area) => {
    const own = rows.filter((row) => row.area === area)
    const seen = own.filter(({ outcome }) => outcome !== 'skipped')
    if (seen.length === 0) return []
    const good = seen.filter(({ outcome }) => outcome === 'pass')
    const rest = seen.filter(({ outcome }) => outcome !== 'pass')
    return [
      `<h2>${text(area)} <small>${good.length} of ${seen.length} kept</small></h2>`,
      ...rest.map((one) => checkOf(one, known)),
      good.length === 0
        ? ''
        : `<p class="pass">${MARKS.pass} ${good.map(({ id, says }) => `<abbr title="${text(says)}">${id}</abbr>`).join(' ')}</p>`,
    ]
  })
  const notes = [
    fresh.length > 0 ? `<p><b>New since the baseline:</b> ${fresh.map(text).join(', ')}</p>` : '',
    mended.length > 0 ? `<p><b>No longer broken:</b> ${mended.map(text).join(', ')}</p>` : '',
  ]
  const head = headOf(checked).slice(1)
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
<dl>${head.map(([label, value]) => `<dt>${text(label)}</dt><dd>${text(value)}</dd>`).join('')}</dl>
<p><b>${text(scoreLine(rows))}</b></p>
<p><small>${SCORE_MEANS.map(([word, means]) => `<i>${text(word)}</i>: ${text(means)}`).join('; ')}.</small></p>
${[...notes, ...parts].filter((line) => line !== '').join('\n')}
</body>
</html>
`
}

function checkOf(row: Row, known: readonly string[]): string {
  const { id, level, says, outcome, findings, mend, remark, page } = row
  const found = findings
    .slice(0, MOST)
    .map(
      (finding) =>
        `<li>${placeOf(finding)}: ${text(finding.says)}${finding.pointer === undefined ? '' : ` <code>${text(finding.pointer)}</code>`}</li>`,
    )
  const rest = restOf(row, MOST)
  if (rest > 0) found.push(`<li>and ${rest} more</li>`)
  const open = outcome === 'fail' && groupOf(level) === 'MUST' ? ' open' : ''
  return [
    `<details class="${outcome}"${open}>`,
    `<summary><b>${MARKS[outcome]} ${id}</b> <small>${text(level)}</small> ${text(says)}${known.includes(id) ? ' <small>(known)</small>' : ''}</summary>`,
    `<ul>${found.join('')}</ul>`,
    remark === undefined ? '' : `<p>${text(remark)}</p>`,
    `<p><b>To mend it:</b> ${text(mend)}</p>`,
    page === undefined ? '' : `<p><a href="${text(page)}" rel="noopener noreferrer">Specification</a></p>`,
    '</details>',
  ].join('')
}

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.4rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem}dt{opacity:.7}dd{margin:0;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:1.6rem 0 .4rem}small{opacity:.7;font-weight:400}code{overflow-wrap:anywhere}
details{border:1px solid #8884;border-left-width:4px;border-radius:6px;padding:.35rem .7rem;margin:.35rem 0}summary{cursor:pointer}
.fail{border-left-color:#c62f3b}.warn{border-left-color:#b57300}.info,.inconclusive{border-left-color:#3f6fb5}
.pass{color:#2e7d4f}@media(prefers-color-scheme:dark){.pass{color:#6fce97}}abbr{text-decoration:none}li{overflow-wrap:anywhere}`

/** What a server wrote is text, and cannot end an element or an attribute. */
function text(value: string): string {
  // oxlint-disable-next-line no-control-regex -- they are what is taken out
  const plain = value.replace(/[\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, ' ')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')
}
