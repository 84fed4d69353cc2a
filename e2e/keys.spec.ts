// The page by keyboard alone: F6 goes round all panes that are seen, divided ones by their parts, both ways.
import type { Page } from 'playwright/test'
import { EVERYTHING, expect, test } from './loupe.ts'

/** The pane that the focus is in. */
const place = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const within = (selector: string) => at?.closest(selector) != null
    if (within('dialog')) return 'dialog'
    if (within('[aria-label="Result"]')) return 'result'
    if (within('[data-testid=traffic]')) return within('[aria-label=Message]') ? 'message' : 'traffic'
    if (within('nav')) return 'panels'
    if (within('[aria-label^="Tool "]')) return 'form'
    if (within('[aria-label^="List of"]')) return 'list'
    return at?.tagName ?? 'nothing'
  })

async function round(page: Page, key: string, steps: number): Promise<string[]> {
  const places: string[] = []
  for (let step = 0; step < steps; step += 1) {
    await page.keyboard.press(key)
    places.push(await place(page))
  }
  return places
}

test('F6 goes round the panes of a divided panel, and back', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'])
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'trigger-sampling-request')
  await page
    .getByRole('navigation', { name: 'Panels' })
    .getByRole('link', { name: /^Tools/ })
    .focus()
  expect(await round(page, 'F6', 5)).toEqual(['list', 'form', 'result', 'traffic', 'panels'])
  expect(await round(page, 'Shift+F6', 5)).toEqual(['traffic', 'result', 'form', 'list', 'panels'])

  // It comes back to where it was in a pane, and reaches an open question too.
  const prompt = page.getByLabel('prompt', { exact: true })
  await prompt.fill('hello')
  await round(page, 'F6', 1)
  await page.keyboard.press('Shift+F6')
  await expect(prompt).toBeFocused()
  await inspector.call()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Sampling request' })).toBeVisible()
  await prompt.focus()
  expect(await round(page, 'F6', 5)).toEqual(['result', 'traffic', 'dialog', 'panels', 'list'])
})

test('F6 works on a narrow screen', async ({ inspector, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'])
  await inspector.expectStatus('connected')
  await inspector.panel('Resources')
  await expect(page.getByRole('listbox', { name: 'Resources' })).toBeVisible()
  await page.getByRole('searchbox', { name: /Search/ }).focus()
  expect(await round(page, 'F6', 3)).toEqual(['panels', 'list', 'panels'])
})
