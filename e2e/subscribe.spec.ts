// A subscription is a wish to see what changes: the resource is read again by itself, until it is ended.
import { join } from 'node:path'
import type { Page } from 'playwright/test'
import { DIST, expect, test } from './loupe.ts'

const reads = (page: Page) => page.getByTestId('traffic').getByRole('row').filter({ hasText: 'resources/read' })

test('a subscribed resource is read again when the server says that it changed', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  await inspector.open()
  // There each wish is a request of its own, which can be counted.
  await page.getByLabel('Era', { exact: true }).selectOption('legacy')
  await inspector.connectStdio(process.execPath, [join(DIST, 'demo.js')], 'demo')
  await inspector.expectStatus('connected')
  await inspector.panel('Resources')
  await inspector.select('Resources', 'clock')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await inspector.expectResult('done', 'This server has run for')
  const first = await inspector.result.innerText()
  const time = (text: string) => /It is (\S+?)\.\n/.exec(text)?.[1]
  expect(time(first)).toBeDefined()

  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'subscribed' })).toBeVisible()
  await expect.poll(async () => time(await inspector.result.innerText())).not.toBe(time(first))
  await expect(page.getByRole('status').filter({ hasText: 'updated' })).toBeVisible()
  // The answer that is shown is in the record, beside the notification that brought it.
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('demo://clock')
  await expect(page.getByRole('row').filter({ hasText: 'resources/updated' }).first()).toBeVisible()
  await expect(reads(page).first()).toBeVisible()

  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Subscribe', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await inspector.expectResult('done')

  // A new session knows nothing of the subscriptions of the one before: they are asked for again, and what may have changed is read.
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unsubscribe', exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('resources/subscribe')
  const requests = page.getByTestId('traffic').getByRole('row').filter({ hasText: '→' })
  await expect(requests).toHaveCount(2)
  await page.getByRole('button', { name: 'Reconnect', exact: true }).click()
  await expect(requests).toHaveCount(3)
  await expect(page.getByRole('status').filter({ hasText: /^subscribed/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('asked for again')
  await expect(page.getByRole('row').filter({ hasText: 'Connected anew' })).toBeVisible()
})

test('a resource that was subscribed to and never read is read with the first update', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(DIST, 'demo.js')], 'demo')
  await inspector.expectStatus('connected')
  await inspector.panel('Resources')
  await inspector.select('Resources', 'clock')
  await page.getByRole('button', { name: 'Subscribe', exact: true }).click()
  await inspector.expectResult('done')
  // Who was elsewhere finds it as it was left.
  await inspector.panel('Tools')
  await inspector.panel('Resources')
  await expect(page).toHaveURL(/resources\/demo/)
  await inspector.expectResult('done')
})
