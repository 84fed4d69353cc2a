// Every panel, light and dark, wide and narrow: axe finds nothing serious, nothing scrolls sideways, nothing is
// fetched from elsewhere.
import { faults } from './axe.ts'
import { EVERYTHING, expect, test } from './loupe.ts'

const PANELS = ['Overview', 'Tools', 'Resources', 'Prompts', 'Asks', 'Tasks', 'Traffic', 'Console', 'Checks', 'Raw', 'Doctor', 'Settings']
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
        // The other scheme differs in its colours alone, and contrast is what takes axe longest.
        const contrast = ['color-contrast']
        const found = await faults(page, scheme === 'dark' ? { rules: contrast } : width === 'narrow' ? { without: contrast } : {})
        expect(found, where).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `${where} scrolls sideways`,
        ).toBeLessThanOrEqual(0)
      }
    })
  }
}
