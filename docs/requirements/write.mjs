// Writes docs/requirements.md from the rows and from what holds each (held.mjs). Fails, and names the rows, when one is
// without an answer, or when a test that is named does not exist.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { HELD } from './held.mjs'

const ROOT = new URL('../../', import.meta.url)
const PAGE = new URL('../requirements.md', import.meta.url)
const SCENARIOS = 'e2e/conformance/scenarios.mjs'

/**
 * @typedef {{ id: string, revisions: string, level: string, label: string }} Row
 * @typedef {{ tests: string[] } | { planned: string } | { not: string }} Answer
 */

/** @type {{ [area: string]: Row[] }} */
const AREAS = JSON.parse(readFileSync(new URL('rows.json', import.meta.url), 'utf8'))
const ROWS = Object.values(AREAS).flat()

/** @type {Map<string, RegExp[] | undefined>} */
const declared = new Map()

/** Names of tests and groups in a file, as patterns; undefined when there is no such file. */
function titlesIn(/** @type {string} */ file) {
  if (!declared.has(file)) {
    const path = new URL(file, ROOT)
    declared.set(file, existsSync(path) ? readTitles(readFileSync(path, 'utf8'), file === SCENARIOS) : undefined)
  }
  return declared.get(file)
}

/** What stands first among the arguments of a call, before a function: that is how tests and groups are declared. */
function readTitles(/** @type {string} */ text, scenarios = false) {
  const found = scenarios
    ? text.matchAll(/\bname: ('|")(.+?)\1/g)
    : text.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1,\s*(?:\{[^}]*\},\s*)?(?:async\b|function\b|\w+ =>|\()/g)
  return [...found].map(([, , title]) => new RegExp(`^${patternOf(title.replaceAll(/\\(['"`\\])/g, '$1'))}$`))
}

/** Places that are filled in may hold anything; a name may also be given as it is written. */
function patternOf(/** @type {string} */ title) {
  const places = /%[sijdfo]|\$\{[^}]*\}|\$\w+/g
  // Nothing but places would fit any name.
  if (title.replaceAll(places, '').trim().length < 4) return title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return title
    .split(/(%[sijdfo]|\$\{[^}]*\}|\$\w+)/)
    .map((part, at) => (at % 2 === 1 ? '.+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('')
}

/** What is wrong with a reference such as `mcp/x.test.ts > group > test`; undefined when nothing is. */
export function faultOf(/** @type {string} */ reference) {
  const [file = '', ...names] = reference.split(' > ')
  const titles = titlesIn(file)
  if (titles === undefined) return `there is no file ${file}`
  if (names.length === 0) return `it names no test in ${file}`
  const missing = names.find((name) => !titles.some((title) => title.test(name)))
  return missing === undefined ? undefined : `${file} has no “${missing}”`
}

/** Every reason for which the page cannot be written; none when all is well. */
export function gaps(rows = ROWS, /** @type {{ [id: string]: Answer }} */ held = HELD) {
  const known = new Set(rows.map(({ id }) => id))
  return [
    ...rows.filter(({ id }, at) => rows.findIndex((row) => row.id === id) !== at).map(({ id }) => `${id}: stands twice among the rows`),
    ...rows.filter(({ id }) => !(id in held)).map(({ id }) => `${id}: nothing says what holds it`),
    ...Object.keys(held)
      .filter((id) => !known.has(id))
      .map((id) => `${id}: there is no such row`),
    ...Object.entries(held).flatMap(([id, answer]) => {
      if ('planned' in answer) return answer.planned === '' ? [`${id}: planned, and not where`] : []
      if ('not' in answer) return answer.not === '' ? [`${id}: not, and no reason`] : []
      if (answer.tests.length === 0) return [`${id}: no test is named`]
      return answer.tests.flatMap((test) => faultOf(test) ?? []).map((fault) => `${id}: ${fault}`)
    }),
  ]
}

/** The page, as Markdown. */
export function pageOf(areas = AREAS, /** @type {{ [id: string]: Answer }} */ held = HELD) {
  const rows = Object.values(areas).flat()
  const count = (/** @type {Row[]} */ among, /** @type {string} */ kind) => among.filter(({ id }) => kind in held[id]).length
  const must = rows.filter(({ level }) => level.includes('MUST'))
  const lines = [
    '# What the protocol asks of a client, and what holds it',
    '',
    'Each row is one duty of a client in the revisions 2024-11-05 to 2026-07-28, with the test that fails when it is broken, or the',
    'area of work that will bring it, or the reason why it is not done. Written by `npm run requirements`, which fails on a row without an',
    'answer and on a test that does not exist.',
    '',
    '| | rows | held by a test | planned | not done, with a reason |',
    '|---|---|---|---|---|',
    `| all | ${rows.length} | ${count(rows, 'tests')} | ${count(rows, 'planned')} | ${count(rows, 'not')} |`,
    `| with a MUST | ${must.length} | ${count(must, 'tests')} | ${count(must, 'planned')} | ${count(must, 'not')} |`,
    ...Object.entries(areas).map(
      ([area, rows]) => `| ${area} | ${rows.length} | ${count(rows, 'tests')} | ${count(rows, 'planned')} | ${count(rows, 'not')} |`,
    ),
  ]
  for (const [area, rows] of Object.entries(areas)) {
    lines.push('', `## ${area}`, '', '| id | revisions | level | what | held by |', '|---|---|---|---|---|')
    for (const { id, revisions, level, label } of rows)
      lines.push(`| ${id} | ${revisions} | ${level} | ${cell(label)} | ${cell(wordsOf(held[id]))} |`)
  }
  return `${lines.join('\n')}\n`
}

function wordsOf(/** @type {Answer} */ answer) {
  if ('tests' in answer) return answer.tests.map((test) => test.replace(/^(\S+)/, '`$1`').replaceAll(' > ', ' › ')).join('<br>')
  return 'planned' in answer ? `planned: ${answer.planned}` : `not: ${answer.not}`
}

function cell(/** @type {string} */ text) {
  return text.replaceAll('|', '\\|')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = gaps()
  if (found.length > 0) {
    console.error(`docs/requirements.md was not written:\n${found.join('\n')}`)
    process.exit(1)
  }
  writeFileSync(PAGE, pageOf())
  console.log(`${fileURLToPath(PAGE)} is written: ${ROWS.length} rows.`)
}
