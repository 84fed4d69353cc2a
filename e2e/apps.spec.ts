// Apps of servers: one that behaves is drawn and asks; one that attacks finds every way shut.
import { join } from 'node:path'
import { expect, SERVERS, test } from './loupe.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an app is drawn beside its result, asks before it acts, and nothing gets out of its frame', async ({ inspector, page, loupe }) => {
  await inspector.open()
  await inspector.connectStdio(process.execPath, [join(SERVERS, 'apps-attack.mjs'), loupe.origin], 'apps')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  const outer = page.frameLocator('iframe[title^="App of"]')
  const app = outer.frameLocator('iframe')
  const consent = page.getByTestId('app-consent')
  const messages = page.getByRole('list', { name: 'Messages of the app' })

  await inspector.select('Tools', 'well')
  await inspector.call()
  await expect(app.getByText('result weather of nowhere')).toBeVisible()
  // What the two say is no message of the server's, and stands among them all the same.
  await expect(page.getByText('app: tool-result')).toBeVisible()
  await app.getByRole('button', { name: 'Call' }).click()
  await expect(consent).toContainText('call a tool: add')
  await consent.getByRole('button', { name: 'Always for apps' }).and(page.locator(':not([aria-disabled])')).click()
  await expect(app.getByText('call {"content":[{"type":"text","text":"5"}]}')).toBeVisible()
  await app.getByRole('button', { name: 'Call' }).click()
  await expect(app.getByText('"text":"5"')).toHaveCount(2)
  await app.getByRole('button', { name: 'Message' }).click()
  await consent.getByRole('button', { name: 'Refuse' }).and(page.locator(':not([aria-disabled])')).click()
  await expect(app.getByText('message refused -32000')).toBeVisible()
  await app.getByRole('link', { name: 'To its end' }).click()
  await expect(app.getByText('message refused -32000')).toBeVisible()
  await expect(messages).not.toContainText('left its own page')
  await app.getByRole('button', { name: 'Full' }).click()
  await page.getByRole('button', { name: 'Inline', exact: true }).click()
  await page.getByRole('tab', { name: 'Host' }).click()
  await page.getByLabel('Theme').selectOption('dark')
  await expect(app.getByText('theme dark')).toBeVisible()
  await page.getByLabel('Theme').selectOption('page')

  let downloads = 0
  page.on('download', () => (downloads += 1))
  for (const name of ['attack', 'declared']) {
    await inspector.select('Tools', name)
    await inspector.call()
    await expect(app.getByText('done', { exact: true })).toBeAttached()
    const lines = await app.getByRole('listitem').allInnerTexts()
    expect(lines.length).toBeGreaterThan(name === 'attack' ? 50 : 9)
    expect(lines.filter((line) => line.includes('OPEN'))).toEqual([])
    await expect(messages).not.toContainText('spoof')
    await expect(messages).not.toContainText('stolen')
    await expect(consent).toHaveCount(0)
  }
  await inspector.select('Tools', 'leaver')
  await inspector.call()
  await expect(messages).toContainText('The app left its own page, or tried to.')
  expect(page.context().pages()).toHaveLength(1)
  expect(downloads).toBe(0)
  // Neither the page nor anything in it asked anybody but Loupe and the sandbox.
  expect([...inspector.hosts].filter((host) => !/^(127\.0\.0\.1|localhost):\d+$/.test(host))).toEqual([])
})
