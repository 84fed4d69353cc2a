// What belongs to one server is never shown as another's, and a large result stays light while it is searched.
import { join } from 'node:path'
import { DIST, EVERYTHING, expect, test } from './loupe.ts'

test('the number of one server’s resources is not shown for another', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'first')
  await inspector.expectStatus('connected')
  await inspector.panel('Resources')
  await expect(page.getByRole('link', { name: /^Resources \d/ })).toBeVisible()
  await inspector.another()
  await inspector.connectStdio(process.execPath, [join(DIST, 'demo.js')], 'second')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await expect(page.getByRole('option', { name: 'every_input' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Resources \d/ })).toHaveCount(0)
})

test('a hit at the end of 20,000 records is shown with what stands around it', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(DIST, 'demo.js')], 'demo')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'big_answer')
  await page.getByLabel('records', { exact: true }).fill('20000')
  await inspector.call()
  await inspector.expectResult('done')
  await inspector.result.getByRole('tab', { name: 'Structured' }).click()
  await inspector.result.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('searchbox', { name: /^Find in/ }).fill('Record 19999')
  await expect(inspector.result.getByRole('treeitem').filter({ hasText: 'Record 19999' }).first()).toBeVisible()
  expect(await inspector.result.getByRole('treeitem').count()).toBeLessThan(1000)
})
