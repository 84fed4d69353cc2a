// Servers in and out of other programs' configurations: nothing is started by an import, and what is exported is what was connected to.
import { EVERYTHING, expect, test } from './loupe.ts'

test('servers of an mcp.json go into the list, one connects, and is exported for another host', async ({ inspector, page }) => {
  await inspector.open()
  const config = JSON.stringify({
    mcpServers: {
      mine: { command: process.execPath, args: [EVERYTHING, 'stdio'], env: { LEVEL: '${LOUPE_NOT_SET:-info}' } },
      asks: { command: 'npx', args: ['-y', 'x'], env: { KEY: '${input:key}' }, autoApprove: [] },
      bad: { url: 'javascript:alert(1)' },
    },
  })
  await page.getByLabel('Command line').evaluate((field, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, config)
  const dialog = page.getByRole('dialog', { name: 'Import servers' })
  const found = dialog.getByRole('list', { name: 'Servers found' }).getByRole('listitem')
  await expect(found).toHaveCount(3)
  await expect(found.nth(0)).toContainText(`${EVERYTHING} stdio`)
  await expect(found.nth(2)).toContainText('neither http:// nor https://')
  await dialog.getByLabel('key', { exact: true }).fill('s3cret')
  await dialog.getByRole('button', { name: 'Add 2 servers to the list' }).click()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Export mine' }).click()
  const written = page.getByRole('dialog', { name: 'Export “mine”' })
  await written.getByLabel('For').selectOption('codex')
  await expect(written).toContainText('[mcp_servers.mine]')
  await expect(written).toContainText('.codex/config.toml')
  await written.getByRole('button', { name: 'Copy' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`args = [ "${EVERYTHING}", "stdio" ]`)
  await page.keyboard.press('Escape')
  await expect(written).toBeHidden()

  await page.getByRole('button', { name: 'Connect to mine' }).click()
  await inspector.expectStatus('connected')

  await test.step('a configuration that cannot be read says where, and keeps the text', async () => {
    await inspector.another()
    await page.getByRole('button', { name: 'Import…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import servers' })
    const text = '{\n  "mcpServers": {\n    "a": { "command" "x" }\n  }\n}'
    await dialog.getByLabel('Configuration').fill(text)
    await expect(dialog.getByRole('alert')).toContainText('a colon is expected after the name (line 3, column 22)')
    await expect(dialog.getByLabel('Configuration')).toHaveValue(text)
    await expect(dialog.getByRole('button', { name: 'Add to the list' })).toBeDisabled()
  })
})
