// The smallest screen, by finger: from a list to an item, to its result and back; every target is large enough, nothing
// scrolls sideways, and no name is cut without a way to read it.
import type { Page } from 'playwright/test'
import { expect, test } from './loupe.ts'

test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

/** What a finger misses, or a person cannot reach, on the page as it stands. */
function troubles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const called = (element: Element) => `${element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}"`
    for (const element of document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role=option], [role=tab], [role=treeitem], [role=row][aria-rowindex]',
    )) {
      // Words within a sentence are as high as their line.
      if (!seen(element) || element.closest('.visually-hidden') || getComputedStyle(element).display === 'inline') continue
      const ticked = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type) ? element.labels?.[0] : undefined
      const { width, height } = (ticked ?? element).getBoundingClientRect()
      if (width < 43.5 || height < 43.5) found.push(`${called(element)} is ${Math.round(width)} × ${Math.round(height)}`)
    }
    if (document.documentElement.scrollWidth > innerWidth) found.push('the page scrolls sideways')
    // A low window scrolls as a whole.
    if (innerHeight > 400 && document.documentElement.scrollHeight > innerHeight) found.push('the page is longer than its window')
    for (const element of document.querySelectorAll('main *'))
      if (
        /auto|scroll/.test(getComputedStyle(element).overflowX) &&
        !element.matches('textarea, pre, [aria-label$=hexadecimal], [role=tablist]') &&
        seen(element)
      )
        if (element.scrollWidth > element.clientWidth + 1) found.push(`${called(element)} scrolls sideways`)
    for (const name of document.querySelectorAll('h1, h2, h3'))
      if (seen(name) && !name.matches('.visually-hidden') && name.scrollWidth > name.clientWidth + 1) found.push(`${called(name)} is cut`)
    return found
  })
}

test('on the smallest screen all can be hit, read and gone back from', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  const good = async (where: string) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    // A window that has just got another size is laid out more than once.
    await expect.poll(() => troubles(page), where).toEqual([])
  }
  await inspector.open()
  const connect = page.getByRole('button', { name: 'Connect', exact: true })
  await expect(connect).toBeVisible()
  await good('the form of a connection')
  // What is told beside the button leaves its name whole.
  const line = page.getByLabel('Command line')
  await line.fill('KEY=•••• npx server --api-key •••• ••••')
  await expect(page.getByRole('alert')).toContainText('the variable KEY were masked')
  expect(await connect.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await good('a fault of the form')
  await line.fill('')
  await page.getByRole('tab', { name: 'URL' }).tap()
  await good('the form of a URL')
  await page.getByRole('button', { name: 'Open the demo' }).tap()
  await inspector.expectStatus('connected')
  for (const panel of ['Overview', 'Resources', 'Asks', 'Traffic', 'Console', 'Checks', 'Authorization', 'Settings']) {
    await inspector.panel(panel)
    await expect(page.getByRole('main', { name: panel })).toBeVisible()
    await good(panel)
  }
  await inspector.panel('Tools')
  const tools = page.getByRole('listbox', { name: 'Tools' })
  await tools.getByRole('option', { name: 'every_input' }).tap()
  await expect(tools).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible()
  await good('a form')
  // The form is longer than the screen: its button stays in reach, and the answer comes into view.
  const call = page.getByRole('button', { name: 'Call', exact: true })
  await expect(call).toBeInViewport({ ratio: 1 })
  await call.tap()
  await page.getByRole('button', { name: 'Send anyway' }).tap()
  await expect(inspector.result).toHaveAttribute('data-state', /^(done|tool-error)$/)
  await expect(inspector.result).toBeInViewport({ ratio: 0.3 })
  await good('a result')
  // However far the result is, the way back is in sight.
  const back = page.getByRole('button', { name: 'Back' })
  await expect(back).toBeInViewport({ ratio: 1 })
  await back.tap()
  await expect(tools.getByRole('option', { name: 'every_input' })).toBeInViewport()
  await tools.getByRole('option', { name: 'every_content' }).tap()
  await call.tap()
  await inspector.expectResult('done')
  await good('every kind of content')
  await back.tap()
  await inspector.panel('Traffic')
  await page.getByRole('grid', { name: 'Traffic' }).getByRole('row').filter({ hasText: 'tools/call' }).first().tap()
  await expect(page.getByRole('region', { name: 'Message' })).toBeVisible()
  await good('a message')
  // A tablet is wide, and has a finger too.
  await page.setViewportSize({ width: 1180, height: 820 })
  for (const panel of ['Tools', 'Checks', 'Traffic']) {
    await inspector.panel(panel)
    await expect(page.getByRole('main', { name: panel })).toBeVisible()
    await good(`${panel} on a tablet`)
  }
  // 1280 × 1024 enlarged four times.
  await page.setViewportSize({ width: 320, height: 256 })
  await inspector.panel('Tools')
  await tools.getByRole('option', { name: 'echo', exact: true }).tap()
  await page.getByRole('textbox', { name: 'Message' }).fill('large letters')
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeInViewport({ ratio: 1 })
  await call.tap()
  await inspector.expectResult('done', 'large letters')
  await expect(inspector.result.getByText('Echo: large letters')).toBeInViewport({ ratio: 1 })
  await good('enlarged four times')
})
