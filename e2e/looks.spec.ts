// Every panel, light and dark, wide and narrow: axe finds nothing serious, nothing scrolls sideways, nothing is
// fetched from elsewhere.
import { faults } from './axe.ts'
import { EVERYTHING, expect, test } from './loupe.ts'

const PANELS = ['Overview', 'Tools', 'Resources', 'Prompts', 'Asks', 'Tasks', 'Traffic', 'Console', 'Checks', 'Raw', 'Doctor', 'Settings']
const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

for (const [width, viewport] of Object.entries(SIZES)) {
  test(`${width}, light and dark: all panels can be used`, async ({ inspector, page, loupe }) => {
    test.setTimeout(180_000)
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
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const found = await faults(page, colorScheme === 'dark' ? { rules: contrast } : width === 'narrow' ? { without: contrast } : {})
        expect(found, `${where}, ${colorScheme}`).toEqual([])
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
          `${where}, ${colorScheme}, scrolls sideways`,
        ).toBeLessThanOrEqual(0)
      }
    }
  })
}

test('what begins a line begins where the line does, and acts stand together', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'everything')
  await inspector.expectStatus('connected')
  /** Where its letters begin. */
  const left = (text: string): Promise<number> =>
    page
      .getByText(text, { exact: true })
      .first()
      .evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return Math.round(range.getBoundingClientRect().left)
      })
  await inspector.panel('Tools')
  await inspector.select('Tools', 'get-tiny-image')
  await expect(page.getByText('Write some as JSON')).toBeVisible()
  expect(await left('Write some as JSON')).toBe(await left('Arguments'))
  await page.getByRole('tab', { name: 'Request' }).click()
  expect(await left('Copy as JSON')).toBe(await left('stdin'))

  await page.keyboard.press('Control+k')
  await page.keyboard.type('Start')
  const kind = page.getByRole('dialog').getByText(/^message #\d+$/)
  await expect(kind.first()).toBeVisible()
  expect((await kind.first().boundingBox())!.height).toBeLessThan(24)
  await page.keyboard.press('Escape')

  await inspector.panel('Prompts')
  await inspector.select('Prompts', 'args-prompt')
  const field = (await page.getByLabel('state', { exact: true }).boundingBox())!
  const get = (await page.getByRole('button', { name: /^Get prompt/ }).boundingBox())!
  expect(get.y - (field.y + field.height)).toBeLessThan(40)

  await page.setViewportSize(SIZES.narrow)
  await inspector.panel('Resources')
  await inspector.select('Resources', 'architecture.md')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await inspector.expectResult('done')
  const signs = ['Find', 'Copy', 'Save', 'Open raw', 'As it came', 'Full screen'].map((name) =>
    page.getByRole('region', { name: 'Result' }).getByRole('button', { name, exact: true }),
  )
  const tops = await Promise.all(signs.map(async (sign) => Math.round((await sign.boundingBox())!.y)))
  expect(new Set(tops).size).toBe(1)
  await inspector.panel('Checks')
  const head = page.getByRole('heading', { name: 'Checks', exact: true })
  const gap = await head.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().top - element.parentElement!.getBoundingClientRect().top
  })
  expect(gap).toBeGreaterThanOrEqual(4)
})
