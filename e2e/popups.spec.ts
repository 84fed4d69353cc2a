// Suggestions are seen whole, wherever their field stands, and leave the next press free.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { EVERYTHING, expect, SERVERS, test } from './loupe.ts'

test.use({ viewport: { width: 1280, height: 800 } })

test('suggestions stand over the scroll area, choose by the keyboard, and a press outside reaches what it means', async ({
  inspector,
  page,
}) => {
  const folder = mkdtempSync(join(process.env.TMPDIR ?? '/tmp', 'loupe-popups-'))
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'suggests.mjs'), join(folder, 'record.jsonl')], 'suggests')
  await inspector.expectStatus('connected')
  await inspector.panel('Resources')
  await inspector.select('Resources', 'maps')
  const city = page.getByLabel('city', { exact: true })
  await city.fill('o')
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(list.getByRole('option').first()).toBeVisible()
  // What is on top where an option is drawn is that option.
  for (const option of await list.getByRole('option').all())
    expect(
      await option.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }),
    ).toBe(true)
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await expect(list).toHaveCount(0)
  await inspector.expectResult('done', 'read map://o')
  rmSync(folder, { recursive: true, force: true })
})

test('suggestions of the filter open for who types or presses a key for them, and leave the chips beneath free till then', async ({
  inspector,
  page,
}) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'])
  await inspector.expectStatus('connected')
  await inspector.panel('Traffic')
  const filter = page.getByRole('combobox', { name: 'Filter traffic' })
  const list = page.getByRole('listbox', { name: 'Suggestions' })
  await expect(inspector.traffic.getByRole('row').filter({ hasText: 'initialize' }).first()).toBeVisible()
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  await expect(list).toHaveCount(0)
  await expect(filter).toHaveAttribute('aria-expanded', 'false')
  await filter.press('ArrowDown')
  await expect(list.getByRole('option', { selected: true })).toHaveCount(1)
  await filter.press('Escape')
  await expect(list).toHaveCount(0)
  // None is chosen before the arrow chooses.
  await filter.press('Control+Space')
  await expect(list).toBeVisible()
  await expect(filter).toHaveAttribute('aria-expanded', 'true')
  await expect(list.getByRole('option', { selected: true })).toHaveCount(0)
  await filter.press('Escape')
  await filter.click()
  await filter.pressSequentially('m')
  await expect(list).toBeVisible()
  await filter.press('Backspace')
  await expect(list).toHaveCount(0)
  await expect(filter).toHaveAttribute('aria-expanded', 'false')
  await filter.fill('nothing-begins-so')
  await filter.press('Escape')
  await expect(filter).toHaveValue('')
  await expect(list).toHaveCount(0)
  await filter.click()
  const chip = page.getByRole('group', { name: 'Kinds shown' }).getByRole('button').first()
  await chip.click()
  await expect(list).toHaveCount(0)
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
})
