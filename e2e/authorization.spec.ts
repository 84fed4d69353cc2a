// A login at a real provider, in the browser: its own pages in a popup, back under the other spelling of this machine's address; more
// scopes for one tool; and signing out.
import type { Page } from 'playwright/test'
import { startProvider, startResource } from '../proxy/testing/provider.ts'
import { expect, test } from './loupe.ts'

/** A person at the provider: types a name where that is asked for, and allows what is. */
async function atProvider(popup: Page): Promise<void> {
  const name = popup.getByPlaceholder('Enter any login')
  const go = popup.getByRole('button', { name: /sign-in|continue/i })
  const over = popup.waitForEvent('close').then(() => true)
  const back = popup.waitForURL(/\/callback$/).then(() => true)
  back.catch(() => undefined)
  for (;;) {
    const asked = go.waitFor().then(() => false)
    asked.catch(() => undefined)
    if (await Promise.race([over, back, asked])) return
    if (await name.isVisible()) {
      await name.fill('ada')
      await popup.getByPlaceholder('and password').fill('x')
    }
    const before = popup.url()
    await go.click()
    await Promise.race([over, popup.waitForURL((url) => url.href !== before)]).catch(() => undefined)
  }
}

test('logs in at a real provider, allows more for one tool, and signs out', async ({ inspector, page, loupe }) => {
  const provider = await startProvider()
  const resource = await startResource(provider)
  try {
    await page.goto(`${loupe.url}&server=${encodeURIComponent(resource.url)}&via=proxy&era=2026-07-28`)
    const form = page.getByRole('group', { name: 'Authorization', exact: true })
    await form.locator('summary').click()
    const { port } = new URL(loupe.origin)
    await form.getByLabel('Redirect URI', { exact: true }).fill(`http://localhost:${port}/callback`)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    const login = async (): Promise<void> => {
      const opened = page.context().waitForEvent('page')
      await page.getByRole('button', { name: 'Open login page', exact: true }).first().click()
      const popup = await opened
      await atProvider(popup)
      if (popup.isClosed()) return
      // Under the other spelling, with nothing of the answer in its address.
      expect(popup.url()).toBe(`${loupe.origin}/callback`)
      await popup.close()
    }
    await login()
    await inspector.expectStatus('connected')

    await inspector.panel('Tools')
    await inspector.select('Tools', 'write')
    await page.getByRole('button', { name: 'Call', exact: true }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'files:write' })).toBeVisible()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await login()
    await inspector.expectResult('done', 'write is done')

    await inspector.panel('Authorization')
    const auth = page.getByTestId('auth')
    await expect(auth).toHaveAttribute('data-status', 'authorized')
    // Only what crossed for all to see is drawn.
    const token = resource.carried.at(-1)!.replace(/^.*Bearer /, '')
    expect(token.length).toBeGreaterThan(20)
    expect(await page.locator('body').innerText()).not.toContain(token)
    await page.getByRole('button', { name: 'Sign out and revoke', exact: true }).click()
    await expect(auth).toHaveAttribute('data-status', 'closed')
    expect(await provider.find(token)).toBeUndefined()
  } finally {
    resource.close()
    provider.close()
  }
})
