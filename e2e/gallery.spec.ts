// Every component in every state looks as it does in docs/components.md. After a change that is meant:
//   npx playwright test -c e2e/playwright.config.ts gallery --update-snapshots
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { faults } from './axe.ts'
import { expect, test } from './loupe.ts'

const require = createRequire(import.meta.url)
const font = (name: string, weight: number) => ({
  family: name.endsWith('mono') ? 'Picture Mono' : 'Picture Sans',
  weight: String(weight),
  bytes: readFileSync(require.resolve(`@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`)).toString('base64'),
})

test('the components look as they are documented, light and dark', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  // The clock stands, and the letters are the same on every machine.
  await page.clock.setFixedTime(Date.UTC(2026, 0, 2, 3, 4, 5))
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1200, height: 900 })
  await page.goto(`${inspector.url}#//components`)
  await expect(page.getByRole('region', { name: 'RouteTable' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'SchemaForm' }).getByRole('textbox').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'DiffView' })).toContainText('four')
  await page.evaluate(
    async (fonts) => {
      for (const { family, weight, bytes } of fonts) {
        const loaded = await new FontFace(
          family,
          Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)),
          { weight },
        ).load()
        document.fonts.add(loaded)
      }
      const { style } = document.documentElement
      style.setProperty('--sans', "'Picture Sans', sans-serif")
      style.setProperty('--mono', "'Picture Mono', monospace")
    },
    [font('dejavu-sans', 400), font('dejavu-sans', 700), font('dejavu-mono', 400), font('dejavu-mono', 700)],
  )
  const height = await page
    .getByRole('region')
    .first()
    .evaluate((first) => first.parentElement!.parentElement!.scrollHeight)
  await page.setViewportSize({ width: 1200, height })
  expect(await faults(page, { without: ['landmark-one-main', 'page-has-heading-one', 'region'] })).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page).toHaveScreenshot(`${colorScheme}.png`, { maxDiffPixelRatio: 0.0005 })
  }
})
