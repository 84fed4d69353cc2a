// The doors: the command line connects at once, a deep link only fills the form, and without the token nothing starts.
import { join } from 'node:path'
import { DIST, EVERYTHING, expect, startProgram, stop, test } from './loupe.ts'
import { InspectorPage } from './inspector-page.ts'

const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/

test('npm start: the demo server is connected when the page opens', async ({ page }) => {
  const { child, match } = await startProgram(process.execPath, [join(DIST, 'loupe.js'), '--demo', '--no-open', '--port', '0'], ADDRESS)
  const inspector = new InspectorPage(page, match[0])
  await inspector.open()
  await inspector.expectStatus('connected')
  await expect(page.getByTestId('connection')).toContainText('demo', { ignoreCase: true })
  expect(page.url()).not.toContain('token')
  await inspector.panel('Tools')
  await expect(page.getByRole('listbox', { name: 'Tools' }).getByRole('option').nth(5)).toBeVisible()
  inspector.assertCalm()
  await stop(child)
})

test('loupe -- <command> connects at once', async ({ page }) => {
  const server = join(DIST, '..', 'e2e', 'servers', 'misbehaving.mjs')
  const { child, match } = await startProgram(
    process.execPath,
    [join(DIST, 'loupe.js'), '--no-open', '--port', '0', '--', process.execPath, server, 'fine'],
    ADDRESS,
  )
  const inspector = new InspectorPage(page, match[0])
  await inspector.open()
  await inspector.expectStatus('connected')
  await stop(child)
})

test('a deep link fills the form, says so, and waits for the person', async ({ inspector, page, everythingHttp }) => {
  await page.goto(`${inspector.url}&server=${encodeURIComponent(everythingHttp)}&via=proxy`)
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(everythingHttp)
  await expect(page.getByRole('main')).toContainText(/link/i)
  await expect(inspector.connection).toHaveAttribute('data-status', 'idle')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await inspector.expectStatus('connected')
})

test('what was copied masked is told before anything is sent, and stays in the form', async ({ inspector, page, everythingHttp }) => {
  await page.goto(`${inspector.url}&server=${encodeURIComponent(`${everythingHttp}?key=••••`)}`)
  const url = page.getByLabel('URL', { exact: true })
  const told = page
    .getByRole('alert')
    .filter({ hasText: '“key” in the URL was masked as •••• when this was copied: write its real value.' })
  await expect(told).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(told).toBeVisible()
  await expect(url).toHaveValue(`${everythingHttp}?key=••••`)
  await expect(inspector.connection).toHaveAttribute('data-status', 'idle')
  await url.fill(everythingHttp)
  await expect(told).toHaveCount(0)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await inspector.expectStatus('connected')
})

test('a deep link leaves the plain address to the server of the command line', async ({ page, everythingHttp }) => {
  const server = join(DIST, '..', 'e2e', 'servers', 'misbehaving.mjs')
  const { child, match } = await startProgram(
    process.execPath,
    [join(DIST, 'loupe.js'), '--no-open', '--port', '0', '--', process.execPath, server, 'fine'],
    ADDRESS,
  )
  const inspector = new InspectorPage(page, match[0])
  await page.goto(`${match[0]}&server=${encodeURIComponent(everythingHttp)}`)
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(everythingHttp)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await inspector.expectStatus('connected')
  const linked = await inspector.connection.getAttribute('data-connection')
  for (const address of [match[0], new URL(match[0]).origin]) {
    await page.goto(address)
    await inspector.expectStatus('connected')
    await expect(inspector.connection).toHaveAttribute('data-connection', 'misbehaving')
  }
  // A place for a new connection stays one, and what the person disconnected stays so, and is named.
  await page.goto(`${match[0]}#//`)
  await expect(inspector.connection).toHaveAttribute('data-status', 'idle')
  await page.goto(match[0])
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await inspector.expectStatus('closed')
  await page.goto(match[0])
  await expect(page.getByRole('main')).toContainText('“misbehaving” is not connected in this tab')
  await page.goto(`${match[0]}#/${linked}/tools`)
  await inspector.expectStatus('connected')
  inspector.assertCalm()
  await stop(child)
})

test('without the token the page can start nothing, and says what to do', async ({ page, loupe }) => {
  await page.goto(loupe.origin)
  await page.getByRole('tab', { name: /Local command/ }).click()
  await expect(page.getByRole('main')).toContainText('Local commands need Loupe, which does not answer this page')
  await page.getByLabel('Command line').fill('node --version')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByTestId('connection')).toHaveAttribute('data-status', 'failed')
  await expect(page.getByRole('main')).toContainText(/token/i)
})

test('two servers at once: one that dies leaves the other alone', async ({ inspector, page, everythingHttp }) => {
  await inspector.open()
  await page.getByRole('tab', { name: /URL/ }).click()
  await page.getByLabel('URL', { exact: true }).fill(everythingHttp)
  await page.getByLabel('Name', { exact: true }).fill('first')
  // Pressed twice, it is one connection.
  await page.getByRole('button', { name: 'Connect', exact: true }).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await inspector.expectStatus('connected')
  await inspector.another()
  await inspector.connectStdio(process.execPath, [join(DIST, '..', 'e2e', 'servers', 'misbehaving.mjs'), 'dies'], 'second')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'go')
  await inspector.call()
  await inspector.expectResult('failed')
  await page.getByRole('button', { name: /^Server/ }).click()
  await expect(page.getByRole('menuitemradio')).toHaveCount(2)
  await page.getByRole('menuitemradio', { name: /first/ }).click()
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'echo')
  await page.getByLabel('message', { exact: true }).fill('still here')
  await inspector.call()
  await inspector.expectResult('done', 'Echo: still here')
})

test('when Loupe is stopped, the page keeps all its panels and its record', async ({ page }) => {
  const { child, match } = await startProgram(
    process.execPath,
    [join(DIST, 'loupe.js'), '--no-open', '--port', '0', '--', process.execPath, EVERYTHING, 'stdio'],
    ADDRESS,
  )
  const inspector = new InspectorPage(page, match[0])
  const rest = new Set<string>()
  page.on('response', (response) => rest.add(new URL(response.url()).pathname))
  await inspector.open()
  await inspector.expectStatus('connected')
  const loaded = (name: string) => [...rest].some((path) => path.includes(`/${name}-`))
  // The last of what is loaded ahead, of the page and of its engine.
  await expect.poll(() => loaded('HelpDialog') && loaded('AgainDialog') && loaded('engine-provider')).toBe(true)
  await stop(child)
  await expect(inspector.connection).not.toHaveAttribute('data-status', 'connected')
  // Not the server went away.
  await expect(page.getByRole('main')).toContainText('Loupe was stopped, or started anew')
  for (const name of ['Overview', 'Tools', 'Resources', 'Prompts', 'Asks', 'Console', 'Checks', 'Raw', 'Doctor', 'Settings', 'Traffic']) {
    await inspector.panel(name)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(page.getByText('broke while it was drawn')).toHaveCount(0)
  }
  await page.getByRole('grid', { name: 'Traffic' }).getByRole('row').filter({ hasText: 'initialize' }).first().click()
  await expect(page.getByRole('region', { name: 'Message' })).toContainText('protocolVersion')
})
