// What stands over the end of the page for a while covers no message.
import { join } from 'node:path'
import { DIST, expect, test } from './loupe.ts'

for (const width of [1440, 390])
  test(`the last message can be seen while a server waits for an answer, ${width} wide`, async ({ inspector, page }) => {
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
    await page.setViewportSize({ width, height: 500 })
    for (let time = 0; time < 2; time += 1) await inspector.panel(time === 0 ? 'Tools' : 'Traffic')
    const last = page.getByRole('grid', { name: 'Traffic' }).getByRole('row').last()
    const strip = page.getByRole('button', { name: 'Answer' }).last()
    await expect(last).toContainText('wants input')
    await expect
      .poll(async () => (await last.boundingBox())!.y + (await last.boundingBox())!.height)
      .toBeLessThan((await strip.boundingBox())!.y)
    // On a small screen the message itself would stand there.
    if (width < 700) return
    await page.getByRole('button', { name: 'follow' }).click()
    await page.getByRole('grid', { name: 'Traffic' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('End')
    await expect(last).toHaveAttribute('aria-selected', 'true')
    await expect
      .poll(async () => (await last.boundingBox())!.y + (await last.boundingBox())!.height)
      .toBeLessThan((await strip.boundingBox())!.y)
  })
