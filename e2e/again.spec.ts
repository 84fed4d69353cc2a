// A call out of the record: sent again twenty times with what it may do named before, pinned, and compared with another.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { faults } from './axe.ts'
import { EVERYTHING, expect, test } from './loupe.ts'

test('a call is sent again, pinned with a note, and its answers are compared', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'again')
  await inspector.expectStatus('connected')
  await inspector.select('Tools', 'get-env')
  await inspector.call()
  await inspector.expectResult('done')
  await inspector.panel('Traffic')
  const grid = page.getByRole('grid', { name: 'Traffic' })
  const call = grid.getByRole('row').filter({ hasText: /^.*sent.*tools\/call/s })
  await call.first().click()
  const message = page.getByRole('region', { name: 'Message' })
  // By keys from here to the comparison.
  await expect(message.getByRole('button', { name: 'Pin', exact: true })).toBeVisible()
  await page.keyboard.press('Shift+M')
  await expect(message.getByLabel('Note')).toBeFocused()
  await page.keyboard.type('look here')
  await call.first().click()
  await page.keyboard.press('p')
  await expect(message.getByRole('button', { name: 'Its request' })).toBeVisible()
  // There is nothing to compare before the message itself has come.
  await expect(message.getByRole('button', { name: 'Compare', exact: true })).toBeVisible()
  await page.keyboard.press('c')
  await expect(message.getByRole('button', { name: 'Comparing' })).toBeVisible()
  await expect(message.getByRole('status').filter({ hasText: 'Choose the message to compare this one with' })).toBeVisible()
  await page.getByRole('button', { name: 'Again…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await expect(dialog.getByRole('list', { name: 'Requests' })).toContainText(/declared|assumed/)
  await dialog.getByRole('button', { name: 'Edit: tools/call get-env' }).click()
  await expect(dialog.getByLabel('Params of tools/call get-env')).toBeFocused()
  await dialog.getByLabel('Params of tools/call get-env').fill('{"name": "get-env", "arguments": {"edited": true}}')
  // What was typed is there again for who closed the dialog by mistake.
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: 'Again…' }).first().click()
  await expect(dialog.getByLabel('Params of tools/call get-env')).toHaveValue(/"edited": true/)
  await dialog.getByLabel('Times').fill('20')
  await dialog.getByRole('button', { name: 'Send 20 requests' }).click()
  await expect(dialog.getByRole('region', { name: 'Answers' })).toContainText('20 of 20 sent')
  await expect(dialog).toContainText('p99')
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'The last answer' }).click()
  await expect(dialog).toBeHidden()
  await message.getByRole('button', { name: /^Compare with #\d+$/ }).click()
  await expect(message.getByRole('tab', { name: 'Compared' })).toHaveAttribute('aria-selected', 'true')
  await expect(message).toContainText(/tools\/call #\d+ → tools\/call #\d+/)
  await expect(message).toContainText(/"id": \d+/)
  // An error is an answer like any other.
  await message.getByRole('button', { name: 'Its request' }).click()
  await message.getByRole('button', { name: 'Again…' }).click()
  await dialog.getByRole('button', { name: /^Edit: / }).click()
  await dialog.getByLabel(/^Params of /).fill('{"name": 1}')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog).toContainText('1 failed')
  await dialog.getByRole('button', { name: 'The last answer' }).click()
  await message.getByRole('button', { name: /^Compare with #\d+$/ }).click()
  await expect(message).toContainText('"error":')
  // Both are laid out member by member, and the way out leads back to where it began.
  await message.getByRole('button', { name: 'End the comparison' }).press('Enter')
  await expect(message.getByRole('button', { name: 'Compare', exact: true })).toBeFocused()
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('"edited": dir:out ')
  await expect(page.getByTestId('traffic').getByRole('status').first()).toContainText('20 of')
  await page.getByRole('combobox', { name: 'Filter traffic' }).fill('method:tools/call dir:out ')
  await expect(page.getByTestId('traffic').getByRole('status').first()).toContainText('22 of')
  await page.getByRole('button', { name: 'Send these again…' }).click()
  await expect(dialog.getByRole('list', { name: 'Requests' }).getByRole('listitem')).toHaveCount(22)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: '1 pinned' }).click()
  await expect(call).toHaveCount(1)
  expect(await faults(page)).toEqual([])
})

test('a server that ends halfway: what was sent is counted of what was wanted, the reason stays, and the focus too', async ({
  inspector,
  page,
  folder,
}) => {
  const script = join(folder, 'mortal.mjs')
  writeFileSync(
    script,
    `import { createInterface } from 'node:readline'
     let calls = 0
     createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, method, params } = JSON.parse(line)
       const say = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
       if (method === 'initialize') say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'mortal', version: '1' } })
       else if (method === 'tools/list') say({ tools: [{ name: 'live', inputSchema: { type: 'object' } }] })
       else if (method === 'tools/call') (calls += 1) > 4 ? process.exit(3) : say({ content: [] })
       else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } }))
     })`,
  )
  await inspector.open()
  await inspector.connectStdio(process.execPath, [script], 'mortal')
  await inspector.expectStatus('connected')
  await inspector.select('Tools', 'live')
  await inspector.call()
  await inspector.expectResult('done')
  await inspector.panel('Traffic')
  await page.getByRole('row', { name: /sent.*tools\/call/ }).click()
  await page.getByRole('region', { name: 'Message' }).getByRole('button', { name: 'Again…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await dialog.getByLabel('Times').fill('50')
  await dialog.getByRole('button', { name: 'Send 50 requests' }).press('Enter')
  await expect(dialog).toContainText('4 of 50 sent, 1 failed; the rest was not, since the connection is gone')
  await expect(dialog).not.toContainText('was not sent')
  await expect(dialog.getByRole('button', { name: 'The last request, which got no answer' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog')?.textContent.includes('Send again'))).toBe(true)
})
