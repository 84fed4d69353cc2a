// Tasks: a call on which the server works on, over a reload of the page, and with questions on the way; on both surfaces.
import { join } from 'node:path'
import { expect, SERVERS, test } from './loupe.ts'

test('the newer era: a call becomes a task, asks through the desk, outlives a reload, and brings its result', async ({
  inspector,
  page,
}) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'asks-modern.mjs')], 'asks')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'job')
  await inspector.call()
  const task = inspector.result.getByRole('region', { name: 'Task' })
  await expect(task).toContainText('input required')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Elicitation request' })
  await expect(dialog).toContainText('during task job')
  await dialog.getByLabel('Reply', { exact: true }).fill('blue')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(task).toContainText('painted {"action":"accept","content":{"reply":"blue"}}')

  // One more, which the reload takes its server from: that is told, and nothing is asked for ever.
  await inspector.call()
  await expect(task).toContainText('input required')
  await page.reload()
  await inspector.expectStatus('connected')
  await inspector.panel('Tasks')
  const rows = page.getByRole('region', { name: 'Tasks' }).getByRole('listitem').filter({ hasText: 'Its tool' })
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('completed')
  await rows.nth(1).getByRole('button', { name: 'More' }).click()
  await expect(rows.nth(1)).toContainText('painted')
})

test('2025-11-25: a tool that must be a task is one, is followed and cancelled', async ({ inspector, page, everythingHttp }) => {
  await inspector.open()
  await inspector.connectUrl(everythingHttp)
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'simulate-research-query')
  await page.getByLabel('topic', { exact: true }).fill('lenses')
  await expect(page.getByLabel('Run as a task')).toBeChecked()
  await inspector.call()
  const task = inspector.result.getByRole('region', { name: 'Task' })
  await expect(task).toContainText('working')
  await task.getByRole('button', { name: 'Cancel the task' }).click()
  await expect(task.locator('[data-status=cancelled]')).toBeVisible()
})
