// Everything that must hold, in the order that fails fastest: types, lint, format, unit tests, build, journeys in a
// browser. Ends with one line that counts the tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const folder = mkdtempSync(join(tmpdir(), 'loupe-test-'))
const unitReport = join(folder, 'unit.json')
const journeyReport = join(folder, 'journeys.json')
let passed = 0
let failed = 0

/** Runs one step; a step that fails without a failed test of its own counts as one. */
function step(title, command, args, { env = {}, report } = {}) {
  const start = performance.now()
  console.log(`\n── ${title}`)
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env }, shell: process.platform === 'win32' })
  const counts = report?.()
  passed += counts?.passed ?? 0
  failed += counts?.failed ?? 0
  if (status !== 0 && !(counts?.failed > 0)) failed += 1
  console.log(`── ${title}: ${status === 0 ? 'good' : 'FAILED'} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  return status === 0
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // the run died before it could report; its exit code says so
  }
}

function unitCounts() {
  const report = read(unitReport)
  return report && { passed: report.numPassedTests, failed: report.numFailedTests }
}

function journeyCounts() {
  const stats = read(journeyReport)?.stats
  return stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

/** Every test under a suite of Playwright's report, with its title. */
function journeysIn(suite) {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map((test) => ({ title: `${file}:${line} ${title}`, test })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(journeysIn)]
}

/** What went wrong in journeys, said once more where a log that was cut short still shows it. Returns how many failed before they passed. */
function tellFaults() {
  const faults = journeysIn(read(journeyReport) ?? {}).filter(({ test }) => test.status === 'unexpected' || test.status === 'flaky')
  for (const { title, test } of faults) {
    console.log(`\n${test.status === 'flaky' ? 'Failed, then passed' : 'Failed'}: ${title}`)
    for (const { errors } of test.results)
      for (const { message } of errors ?? [])
        console.log(
          stripVTControlCharacters(message ?? '')
            .split('\n')
            .slice(0, 25)
            .join('\n'),
        )
  }
  return faults.filter(({ test }) => test.status === 'flaky').length
}

const start = performance.now()
step('Types', 'npx', ['tsc', '-b'])
step('Lint', 'npx', ['oxlint', '--deny-warnings'])
step('Format', 'npx', ['oxfmt', '--check', '.'])
step('Unit tests', 'npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`], {
  report: unitCounts,
})
if (step('Build', 'npm', ['run', 'build', '--silent'])) {
  step('Journeys in a browser', 'npx', ['playwright', 'test', '-c', 'e2e/playwright.config.ts'], {
    env: { LOUPE_E2E_REPORT: journeyReport },
    report: journeyCounts,
  })
}
const flaky = tellFaults()
rmSync(folder, { recursive: true, force: true })
console.log(`\nTook ${((performance.now() - start) / 1000).toFixed(0)} s`)
if (flaky > 0) console.log(`${flaky} of them passed only at the second try`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
