// Two servers at once, their messages in one table by time.
import { join } from 'node:path'
import { DIST, expect, test } from './loupe.ts'

test('the traffic of two servers in one table: filtered by one, a message of the other opened, its answer found', async ({
  inspector,
  page,
}) => {
  const all = page.getByRole('button', { name: 'All connections' })
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(DIST, 'demo.js')], 'Old build')
  await inspector.expectStatus('connected')
  await inspector.panel('Traffic')
  await expect(page.getByRole('grid', { name: 'Traffic' })).toBeVisible()
  await expect(all, 'of one there is no choice').toHaveCount(0)
  await inspector.another()
  await inspector.connectStdio(process.execPath, [join(DIST, 'demo.js')], 'New build')
  await inspector.expectStatus('connected')
  await inspector.panel('Traffic')
  const rows = inspector.traffic.getByRole('row')
  await expect(rows.filter({ hasText: 'Old build' })).toHaveCount(0)
  await all.click()
  await expect(rows.filter({ hasText: 'Old build' }).filter({ hasText: 'server/discover' })).not.toHaveCount(0)
  await expect(rows.filter({ hasText: 'New build' }).filter({ hasText: 'server/discover' })).not.toHaveCount(0)

  const filter = page.getByRole('combobox', { name: 'Filter traffic' })
  await filter.fill('connection:ol')
  await page.getByRole('option', { name: 'connection:"Old build"' }).click()
  await expect(rows.filter({ hasText: 'New build' })).toHaveCount(0)
  await filter.fill('-connection:new method:tools/list kind:request')
  await page.keyboard.press('Escape')
  await expect(rows.filter({ hasText: 'tools/list' })).toHaveCount(1)
  await rows.filter({ hasText: 'tools/list' }).click()
  const message = page.getByRole('region', { name: 'Message', exact: true })
  await expect(message).toContainText('Old build')
  await expect(page).toHaveURL(/#\/new-build\/traffic\/old-build%2F\d+\?.*of=all/)
  await filter.fill('')
  await page.keyboard.press('Escape')
  await message.getByRole('button', { name: 'Its answer' }).click()
  await expect(message.getByRole('button', { name: 'Its request' })).toBeVisible()
  await expect(message).toContainText('Old build')
  await expect(rows.and(page.locator('[aria-selected=true]'))).toContainText('Old build')

  // Requests of both at once, each to the server that it went to before.
  await filter.fill('method:tools/list kind:request')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send these again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await expect(dialog.getByRole('listitem').filter({ hasText: '→ Old build' })).toHaveCount(1)
  await expect(dialog.getByRole('listitem').filter({ hasText: '→ New build' })).toContainText('only reads')
  await dialog.getByRole('button', { name: 'Send 2 requests' }).click()
  await expect(dialog).toContainText('2 of 2 sent')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(rows.filter({ hasText: 'Old build' }).filter({ hasText: 'tools/list' })).toHaveCount(2)
  await expect(rows.filter({ hasText: 'New build' }).filter({ hasText: 'tools/list' })).toHaveCount(2)
  await filter.fill('')
  await page.keyboard.press('Escape')

  const chip = page.getByRole('group', { name: 'Connections in the table' }).getByRole('button', { name: 'Old build' })
  await chip.click()
  await expect(filter).toHaveValue('-connection:"Old build"')
  await expect(rows.filter({ hasText: 'Old build' })).toHaveCount(0)
  await chip.click()
  await expect(rows.filter({ hasText: 'Old build' })).not.toHaveCount(0)

  await page.getByRole('button', { name: 'This connection' }).click()
  await expect(message, 'what is not of it is not shown').toHaveCount(0)
  await expect(rows.filter({ hasText: 'tools/list' })).not.toHaveCount(0)
})
