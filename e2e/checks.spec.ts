// Checks in the page: a run of the safe profile, its findings and their exchanges, one again, the run before, and Stop.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIST, expect, freePort, SERVERS, startProgram, stop, test } from './loupe.ts'

test('a server is checked, its flaw opened where it crossed the wire, mended, and checked again', async ({ inspector, page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-checks-'))
  const file = join(folder, 'tools.json')
  const tool = { name: 'a', description: 'Does a.' }
  writeFileSync(file, JSON.stringify([tool]))
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'edited.mjs'), file], 'edited')
  await inspector.expectStatus('connected')
  await inspector.panel('Checks')
  const checks = page.getByTestId('checks')
  await page.getByRole('button', { name: 'Run safe checks' }).click()
  // Results come while it goes on.
  await expect(checks).toHaveAttribute('data-state', 'running')
  await expect(page.getByRole('progressbar', { name: 'Scenarios played' })).toBeVisible()
  const row = checks.getByRole('listitem').filter({ hasText: 'TL-01' })
  await expect(row).toContainText('failed')
  await expect(checks).toHaveAttribute('data-state', 'done', { timeout: 20_000 })

  await page.getByLabel('Filter checks').fill('TL must schema')
  await expect(row).toBeVisible()
  await expect(checks.getByText('JR-09')).toHaveCount(0)
  await row.getByRole('link', { name: /^#\d+/ }).first().click()
  await expect(page).toHaveURL(/traffic/)
  await expect(page.getByText('Does a.').first()).toBeVisible()
  await page.goBack()
  // All is as it was left: what was filtered for, and what was open.
  await expect(page.getByLabel('Filter checks')).toHaveValue('TL must schema')
  await page.getByRole('button', { name: /^Passed/ }).click()
  await page.getByLabel('Filter checks').fill('LC-01')
  const kept = checks.getByRole('listitem').filter({ hasText: 'LC-01' })
  await kept.locator('summary').click()
  await kept.getByRole('link', { name: /^#\d+/ }).first().click()
  await expect(page).toHaveURL(/traffic/)
  await page.goBack()
  await expect(kept.getByText('Looked at')).toBeVisible()
  await page.getByLabel('Filter checks').fill('')
  await page.getByRole('button', { name: /^Findings/ }).click()

  // The report of the shell, in any of its formats.
  await page.getByRole('button', { name: 'Save report' }).click()
  const [saved] = await Promise.all([page.waitForEvent('download'), page.getByText('for programs').click()])
  const report = JSON.parse(readFileSync(await saved.path(), 'utf8')) as { transport: string; checks: { id: string; outcome: string }[] }
  expect(report.transport).toBe('stdio')
  expect(report.checks.find(({ id }) => id === 'TL-01')?.outcome).toBe('fail')

  // Its author mends it: what the record holds stays told, as what it is, and goes with it; the check, run once more, says what changed.
  writeFileSync(file, JSON.stringify([{ ...tool, inputSchema: { type: 'object' } }]))
  await page.getByRole('heading', { name: 'Checks' }).click()
  await page.keyboard.press('r')
  await inspector.expectStatus('connected')
  await expect(row).toContainText('before the reconnect')
  await inspector.panel('Traffic')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await inspector.panel('Checks')
  await row.getByRole('button', { name: 'Run this one' }).press('Enter')
  await expect(row.locator('summary')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Passed/ })).toContainText(/[1-9]/)
  await page.getByRole('button', { name: /^Passed/ }).click()
  await expect(row).toContainText('was failed')
  rmSync(folder, { recursive: true, force: true })
})

test('the demo server breaks no MUST; a run that is stopped leaves the connection as it was', async ({ inspector, page }) => {
  const port = await freePort()
  const { child, match } = await startProgram(process.execPath, [join(DIST, 'demo.js'), '--http', '--port', String(port)], /http:\S+/)
  await inspector.open()
  await inspector.connectUrl(match[0], 'demo')
  await inspector.expectStatus('connected')
  await inspector.panel('Checks')
  const checks = page.getByTestId('checks')
  await page.getByRole('button', { name: 'Run safe checks' }).click()
  await expect(checks).toHaveAttribute('data-state', 'done', { timeout: 20_000 })
  const must = page.locator('dl > div').filter({ hasText: 'MUST' })
  await expect(must).toContainText(/of \d\d/)
  await expect(must).not.toContainText('broken')

  await page.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('progressbar', { name: 'Scenarios played' })).toBeVisible()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(checks).toContainText('Stopped by you.')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'echo')
  await inspector.call()
  await inspector.expectResult('done')
  await stop(child)
})
