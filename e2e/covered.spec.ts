// What stands over the end of the page for a while covers no message.
import { join } from 'node:path'
import { DIST, expect, test } from './loupe.ts'

test('the last message can be seen while a server waits for an answer, on a small screen and a large one', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(DIST, 'demo.js')], 'demo')
  await inspector.expectStatus('connected')
  await inspector.select('Tools', 'every_content')
  for (let time = 0; time < 5; time += 1) {
    await inspector.call()
    await inspector.expectResult('done')
  }
  await inspector.select('Tools', 'ask_person')
  await inspector.call()
  await expect(page.getByRole('button', { name: 'Answer' }).first()).toBeVisible()
  await inspector.panel('Traffic')
  const last = page.getByRole('grid', { name: 'Traffic' }).getByRole('row').last()
  const strip = page.getByRole('button', { name: 'Answer' }).last()
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 500 })
    for (let time = 0; time < 2; time += 1) await inspector.panel(time === 0 ? 'Tools' : 'Traffic')
    await expect(last).toContainText('wants input')
    await expect
      .poll(async () => {
        // None for a moment in which the rows are drawn anew.
        const box = await last.boundingBox()
        return box === null ? Number.POSITIVE_INFINITY : box.y + box.height
      })
      .toBeLessThan((await strip.boundingBox())!.y)
  }
  // With a message open, on the large one alone: on the small one the message itself would stand there.
  await page.getByRole('button', { name: 'follow' }).click()
  await page.getByRole('grid', { name: 'Traffic' }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expect(last).toHaveAttribute('aria-selected', 'true')
  await expect
    .poll(async () => (await last.boundingBox())!.y + (await last.boundingBox())!.height)
    .toBeLessThan((await strip.boundingBox())!.y)
})
