// The overview is read from the record: what was said, not what would be said now.
import { join } from 'node:path'
import { expect, SERVERS, test } from './loupe.ts'

test('our capabilities are those that were sent, whatever the settings say since', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'misbehaving.mjs'), 'fine'])
  await inspector.expectStatus('connected')
  await inspector.panel('Overview')
  const sampling = page.getByRole('row', { name: /^Sampling/ })
  await expect(sampling).toContainText('yes')
  await expect(page.getByRole('row', { name: /^Roots/ })).toContainText('tells of changes')
  await expect(page.getByRole('main')).toContainText('2025-11-25 was asked for')
  await inspector.panel('Settings')
  await page.getByRole('checkbox', { name: 'Sampling', exact: true }).uncheck()
  await inspector.panel('Overview')
  await expect(sampling).toContainText('yes')
  await expect(sampling).toContainText('switched off in the settings since: reconnect')
  await page.getByRole('button', { name: 'Reconnect', exact: true }).click()
  await expect(sampling).toContainText('no')
  await expect(sampling).not.toContainText('since')
  // Once the message is dropped, nothing is claimed.
  await inspector.panel('Traffic')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await inspector.panel('Overview')
  await expect(page.getByRole('main')).toContainText('The message that said so is no longer in the record.')
  await expect(sampling).toHaveCount(0)
})
