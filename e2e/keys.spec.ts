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

/** Searches in the palette and takes the first thing found. */
async function take(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill(text)
  const found = page.getByRole('dialog', { name: 'Go to anything' }).getByRole('option', { selected: true })
  await expect(found).toContainText(text)
  await page.keyboard.press('Enter')
}

test('from the palette into a form, and out of a call that runs', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'])
  await inspector.expectStatus('connected')
  await inspector.panel('Overview')
  await take(page, 'trigger-long-running-operation')
  await expect(page.getByLabel('duration', { exact: true })).toBeFocused()
  expect(await place(page)).toBe('form')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(inspector.result).toHaveAttribute('data-state', 'running')
  await page.keyboard.press('Escape')
  await inspector.expectResult('cancelled')

  await inspector.call()
  await expect(inspector.result).toHaveAttribute('data-state', 'running')
  await take(page, 'Cancel the call of trigger-long-running-operation')
  await inspector.expectResult('cancelled')

  await take(page, 'get-env')
  await expect(page.getByRole('button', { name: 'Call', exact: true })).toBeFocused()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Help' })).toContainText('Cancel the call')
  await page.keyboard.press('Escape')

  await take(page, 'Theme: dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await take(page, 'Ping')
  await expect(page.getByRole('row').filter({ hasText: 'ping' }).first()).toBeVisible()
  await take(page, 'Reconnect')
  await inspector.expectStatus('connected')
  await take(page, 'trigger-sampling-request')
  await page.getByLabel('prompt', { exact: true }).fill('hello')
  await inspector.call()
  await expect(page.getByRole('button', { name: 'Answer', exact: true })).toBeVisible()
  await take(page, 'Answer what the server asks')
  await expect(page.getByRole('dialog', { name: 'Sampling request' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(inspector.result).toHaveAttribute('data-state', 'running')
  await take(page, 'Disconnect')
  await inspector.expectStatus('closed')
})

test('a call keeps the focus, and is made from the list too', async ({ inspector, page }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'])
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'trigger-long-running-operation')
  await page.locator('[data-form]').getByLabel('duration', { exact: true }).fill('30')
  const call = page.getByRole('button', { name: 'Call', exact: true })
  await call.focus()
  await page.keyboard.press('Enter')
  await expect(call).toBeDisabled()
  await expect(call).toBeFocused()
  await page.keyboard.press('Escape')
  await inspector.expectResult('cancelled')
  await expect(call).toBeFocused()
  await page.getByLabel('Search tools').focus()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter')
  await inspector.expectResult('cancelled')
  await expect(call).toBeFocused()
})
