// Servers of the newer era, which know no handshake: found by themselves, called, asked, chosen.
import { join } from 'node:path'
import type { InspectorPage } from './inspector-page.ts'
import { EVERYTHING, expect, SERVERS, startProgram, stop, test } from './loupe.ts'

const SCRIPT = join(SERVERS, 'both-eras.mjs')

async function journey(inspector: InspectorPage): Promise<void> {
  const { page } = inspector
  await expect(inspector.connection).toHaveAttribute('data-era', 'modern')
  await expect(inspector.connection).toHaveAttribute('data-revision', '2026-07-28')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'region')
  await page.getByRole('textbox', { name: 'region' }).fill('東京')
  await inspector.call()
  await inspector.expectResult('done', '東京')
  await inspector.select('Tools', 'greet')
  await inspector.call()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
  await dialog.getByLabel('name', { exact: true }).fill('Ada')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await inspector.expectResult('done', 'Hello Ada')
  await inspector.select('Tools', 'slow')
  await inspector.call()
  await inspector.result.getByRole('button', { name: 'Cancel', exact: true }).click()
  await inspector.expectResult('cancelled')
}

test('over stdio, the era is found out, shown with its rule, and remembered', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  await inspector.open()
  await inspector.connectStdio(process.execPath, [SCRIPT, 'stdio'], 'both')
  await inspector.expectStatus('connected')
  await journey(inspector)
  await inspector.panel('Overview')
  const era = page.getByRole('region', { name: 'Connection', exact: true })
  await expect(era).toContainText('Modern: without a handshake')
  await expect(era).toContainText('It answered server/discover; it speaks 2026-07-28.')
  await expect(page.getByRole('button', { name: 'Ping', exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Reconnect', exact: true }).first().click()
  await inspector.expectStatus('connected')
  await expect(era.getByRole('button', { name: 'Ask again' })).toBeVisible()
})

test('over HTTP, the same; and the older era when it is chosen', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  const { child, match } = await startProgram(process.execPath, [SCRIPT, 'http'], /http:\S+/)
  try {
    await inspector.open()
    await inspector.connectUrl(match[0], 'remote')
    await inspector.expectStatus('connected')
    await journey(inspector)
    await page.goto(`${inspector.url}&server=${encodeURIComponent(match[0])}&era=legacy`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await inspector.expectStatus('connected')
    await expect(inspector.connection).toHaveAttribute('data-era', 'legacy')
    await inspector.panel('Overview')
    await expect(page.getByRole('region', { name: 'Connection', exact: true })).toContainText('You chose it.')
  } finally {
    await stop(child)
  }
})

test('a server of the older era is asked once, and again when a person wants to know', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING], 'older')
  await inspector.expectStatus('connected')
  await expect(inspector.connection).toHaveAttribute('data-era', 'legacy')
  await inspector.panel('Overview')
  const facts = page.getByRole('region', { name: 'Connection', exact: true })
  await expect(facts).toContainText('It answered server/discover with error -32601')
  await expect(facts).not.toContainText('Found out on')
  await page.getByRole('combobox', { name: 'Filter traffic' }).first().fill('server/discover')
  const asked = page.getByRole('grid', { name: 'Traffic' }).first().getByRole('row').filter({ hasText: 'older era' })
  await expect(asked).toHaveCount(2)
  await page
    .getByRole('button', { name: /^Reconnect/ })
    .first()
    .click()
  await expect(facts).toContainText('Found out on')
  await inspector.expectStatus('connected')
  await expect(asked).toHaveCount(2)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(asked).toHaveCount(4)
  await inspector.expectStatus('connected')
  await expect(facts).not.toContainText('Found out on')
})

test('a server of the newer era alone says so to those who ask for the older one', async ({ inspector, page }) => {
  await inspector.open()
  await page.getByRole('tab', { name: /Local command/ }).click()
  await page.getByLabel('Command line').fill(`${process.execPath} ${SCRIPT} stdio modern`)
  await page.getByLabel('Era', { exact: true }).selectOption('legacy')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await inspector.expectStatus('failed')
  await expect(page.getByText('The server speaks 2026-07-28').first()).toBeVisible()
})
