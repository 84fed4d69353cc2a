// Six walks through the product, one for each kind of person who uses it, and the pictures of docs/walks and the README.
import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright/test'
import { startProvider, startResource } from '../../proxy/testing/provider.ts'
import { InspectorPage } from '../inspector-page.ts'
import { DIST, EVERYTHING, expect, startProgram, stop, test } from '../loupe.ts'

const DOCS = join(DIST, '..', 'docs')
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+/

test.use({ viewport: { width: 1180, height: 738 }, actionTimeout: 10_000 })

/** WebP takes a third of what PNG does. */
async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForTimeout(400)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
  mkdirSync(join(DOCS, 'walks'), { recursive: true })
  writeFileSync(join(DOCS, 'walks', `${name}.webp`), Buffer.from(data, 'base64'))
}

async function begin(page: Page, ...args: string[]) {
  const { child, match } = await startProgram(process.execPath, [join(DIST, 'loupe.js'), '--no-open', '--port', '0', ...args], ADDRESS)
  const inspector = new InspectorPage(page, match[0])
  await inspector.open()
  return { inspector, end: () => stop(child) }
}

/** A server as an author writes one, in a place of its own. */
const HOME = '/tmp/my-server'
const authored = (description: string, more = '') => `import { createInterface } from 'node:readline'
${more}
const tools = [{ name: 'greet', description: ${JSON.stringify(description)}, inputSchema: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] } }]
${description === 'Greets' ? '' : "tools.push({ name: 'wave', description: 'Waves', inputSchema: { type: 'object' } })"}
const answer = (id, rest) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') answer(id, { result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'my-server', version: '1.0.0' } } })
  else if (method === 'tools/list') answer(id, { result: { tools } })
  else if (method === 'tools/call') answer(id, { result: { content: [{ type: 'text', text: 'Hello, ' + params.arguments.who + '!' }] } })
  else if (id !== undefined) answer(id, { error: { code: -32601, message: 'Method not found' } })
})
`

test('1: the author of a server on this machine', async ({ page }) => {
  mkdirSync(join(HOME, 'build'), { recursive: true })
  const file = join(HOME, 'build', 'index.js')
  writeFileSync(join(HOME, 'package.json'), '{"type": "module"}')
  writeFileSync(file, authored('Greets'))
  const start = ['--name', 'my-server', '--cwd', HOME, '--', 'node', 'build/index.js']
  const { inspector, end } = await begin(page, ...start)
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'greet')
  await page.getByLabel('who', { exact: true }).fill('Ada')
  await page.keyboard.press('Control+Enter')
  await inspector.expectResult('done')
  await picture(page, '1-called')
  writeFileSync(file, authored('Greets warmly'))
  await page.getByRole('heading', { name: 'greet' }).click()
  await page.keyboard.press('r')
  await expect(page.getByRole('option', { name: 'wave' })).toBeVisible()
  await expect(page.getByRole('listbox', { name: 'Tools' })).toContainText('new')
  await picture(page, '1-edited')
  writeFileSync(
    file,
    authored('Greets', "process.stderr.write('Reading configuration…\\nError: DATABASE_URL is not set\\n'); process.exit(3)"),
  )
  await end()
  const broken = await begin(page, ...start)
  await broken.inspector.expectStatus('failed')
  await picture(page, '1-broken')
  await broken.end()
  rmSync(HOME, { recursive: true, force: true })
})

test('2: the author of a server elsewhere', async ({ page, everythingHttp }) => {
  const { inspector, end } = await begin(page)
  await page.getByRole('tab', { name: 'URL' }).click()
  await page.getByLabel('URL', { exact: true }).fill(everythingHttp)
  await picture(page, '2-pasted')
  await page.keyboard.press('Enter')
  await inspector.expectStatus('connected')
  await inspector.panel('Overview')
  await page.getByText('Header by header').first().click()
  await page.getByRole('table').last().scrollIntoViewIfNeeded()
  await picture(page, '2-reached')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('New connection')
  await page.keyboard.press('Enter')
  await inspector.connectUrl(everythingHttp.replace('/mcp', '/wrong'), 'wrong-path')
  await inspector.expectStatus('failed')
  await picture(page, '2-failed')
  await end()
})

test('3: who takes a server into a product', async ({ page, everythingHttp }) => {
  const { inspector, end } = await begin(page, everythingHttp, '--name', 'everything')
  await inspector.expectStatus('connected')
  await inspector.panel('Overview')
  await picture(page, '3-overview')
  await inspector.panel('Checks')
  await page.getByRole('button', { name: 'Run safe checks' }).click()
  await expect(page.getByTestId('checks')).toHaveAttribute('data-state', 'done', { timeout: 60_000 })
  await picture(page, '3-checked')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('Export record')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible()
  await picture(page, '3-export')
  await end()
})

test('4: the author of a client', async ({ page, everythingHttp }) => {
  const { inspector, end } = await begin(page, everythingHttp, '--name', 'everything')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'get-sum')
  await page.getByLabel('a', { exact: true }).fill('2')
  await page.getByLabel('b', { exact: true }).fill('3')
  await page.getByRole('tab', { name: 'Request' }).click()
  await picture(page, '4-request')
  await inspector.call()
  await inspector.expectResult('done')
  await inspector.panel('Traffic')
  await page.getByRole('grid', { name: 'Traffic' }).getByRole('row').filter({ hasText: 'get-sum' }).first().click()
  await page.getByRole('tab', { name: /HTTP/ }).click()
  await picture(page, '4-message')
  await page.getByRole('button', { name: 'Copy as', exact: true }).click()
  await picture(page, '4-curl')
  await end()
})

test('5: who runs a server that wants a login', async ({ page }) => {
  const lost = createServer((request, response) => {
    const { port } = lost.address() as AddressInfo
    if (request.url?.startsWith('/.well-known/oauth-protected-resource') === true) {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ resource: 'https://staging.example.com/mcp', authorization_servers: [`http://127.0.0.1:${port}`] }))
    } else {
      const metadata = `http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp`
      response.writeHead(request.url === '/mcp' ? 401 : 404, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` })
      response.end()
    }
  })
  await new Promise<void>((resolve) => lost.listen(0, '127.0.0.1', resolve))
  const { port } = lost.address() as AddressInfo
  const first = await begin(page, `http://127.0.0.1:${port}/mcp`, '--name', 'our-server')
  await expect(page.getByRole('main')).toContainText(/login|authorization/i, { timeout: 20_000 })
  await first.inspector.panel('Authorization')
  await page.waitForTimeout(1500)
  await picture(page, '5-why')
  await first.end()
  lost.close()
  const provider = await startProvider()
  const resource = await startResource(provider)
  const second = await begin(page, resource.url, '--name', 'our-server')
  await expect(page.getByRole('button', { name: 'Open login page' }).first()).toBeVisible({ timeout: 20_000 })
  await second.inspector.panel('Authorization')
  await expect(page.getByTestId('auth-step').nth(3)).toBeVisible()
  await picture(page, '5-steps')
  await second.end()
  resource.close()
  provider.close()
})

test('6: a build', async ({ page, folder, everythingHttp }) => {
  const record = join(folder, 'record.jsonl')
  const run = promisify(execFile)(process.execPath, [join(DIST, 'loupe.js'), 'check', '--save', record, everythingHttp])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  expect(stdout).toContain('✗')
  const { child, match } = await startProgram(process.execPath, [join(DIST, 'loupe.js'), 'open', record, '--no-open'], ADDRESS)
  await page.goto(match[0])
  await expect(page.getByRole('region', { name: 'Saved record' })).toBeVisible()
  await new InspectorPage(page, match[0]).panel('Checks')
  await expect(page.getByTestId('checks')).toContainText(/Findings \d/)
  await picture(page, '6-record')
  await stop(child)
})

test('the pictures of the README', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const { inspector, end } = await begin(page, '--name', 'everything', '--', process.execPath, EVERYTHING, 'stdio')
  await inspector.expectStatus('connected')
  await inspector.panel('Tools')
  await inspector.select('Tools', 'get-structured-content')
  await page.getByLabel('location', { exact: true }).selectOption('Chicago')
  await inspector.call()
  await inspector.expectResult('done')
  await page.mouse.move(900, 500)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(DOCS, `screen-${colorScheme}.png`) })
  }
  await end()
})
