import { expect, test } from 'vitest'
import { Talk } from '../testing/record.ts'
import { createJudge } from './judge.ts'
import { htmlOf, sarifOf } from './report-pages.ts'
import { rowOf } from './row.ts'
import { RULES } from './rules.ts'

const EVIL = '</style><script>alert(1)</script><img src=x onerror=alert(1)>"\'&'
function checked() {
  const judge = createJudge(RULES)
  for (const event of new Talk('2025-11-25').greet({}, { instructions: { [EVIL]: 1 } }).events) judge.take(event)
  judge.end()
  const rows = judge.standings().map((standing) => rowOf(standing, judge.story.revision))
  return { what: EVIL, rows, story: judge.story, chosen: EVIL, known: [], mended: [EVIL], fresh: ['LC-10'] }
}

test('the page shows what a server wrote, and none of it is markup', () => {
  const page = htmlOf(checked())
  expect(page).toContain('LC-10')
  expect(page).toContain('New since the baseline:')
  expect(page).not.toMatch(/<script|<img|onerror=alert\(1\)>"/)
  expect(page).toContain('&lt;script&gt;')
})

test('SARIF names each finding by its rule and its place', () => {
  const { runs } = JSON.parse(sarifOf(checked())) as {
    runs: [{ tool: { driver: { rules: { id: string }[] } }; results: { ruleId: string; ruleIndex: number; level: string }[] }]
  }
  const [{ tool, results }] = runs
  const own = results.find(({ ruleId }) => ruleId === 'LC-10')
  expect(own).toMatchObject({ level: 'note' })
  expect(tool.driver.rules[own?.ruleIndex ?? -1]?.id).toBe('LC-10')
})
