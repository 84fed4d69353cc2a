// Every panel, light and dark, wide and narrow: axe finds nothing serious, nothing scrolls sideways, nothing is
// fetched from elsewhere.
import { AxeBuilder } from '@axe-core/playwright'
import { EVERYTHING, expect, test } from './loupe.ts'

const PANELS = ['Overview', 'Tools', 'Resources', 'Prompts', 'Asks', 'Traffic', 'Console', 'Raw', 'Doctor', 'Settings']
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

for (const scheme of ['light', 'dark'] as const) {
  for (const [width, viewport] of Object.entries(SIZES)) {
    test(`${scheme}, ${width}: all panels can be used`, async ({ inspector, page, loupe }) => {
      test.setTimeout(180_000)
      await page.emulateMedia({ colorScheme: scheme })
      await page.setViewportSize(viewport)
      await inspector.open()
      await expectGood()
      await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'everything')
      await inspector.expectStatus('connected')
      for (const name of PANELS) {
        await inspector.panel(name)
        await expect(page.getByRole('main')).toBeVisible()
        await expectGood(name)
      }
      await inspector.panel('Tools')
      await inspector.select('Tools', 'get-sum')
      await page.getByLabel('a', { exact: true }).fill('1')
      await page.getByLabel('b', { exact: true }).fill('2')
      await expectGood('a form')
      await inspector.call()
      await inspector.expectResult('done', '3')
      await expectGood('a result')
      expect([...inspector.hosts]).toEqual([new URL(loupe.url).host])

      async function expectGood(where = 'the first screen'): Promise<void> {
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        const axe = new AxeBuilder({ page })
        // The other scheme differs in its colours alone.
        if (scheme === 'dark') axe.withRules('color-contrast')
        // The narrow layout has the same colours, and contrast is what takes axe longest.
        else if (width === 'narrow') axe.disableRules('color-contrast')
        const { violations } = await axe.analyze()
        const serious = violations.filter((one) => one.impact === 'serious' || one.impact === 'critical')
        expect(serious.map((one) => `${where}: ${one.id}: ${one.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `${where} scrolls sideways`,
        ).toBeLessThanOrEqual(0)
      }
    })
  }
}
