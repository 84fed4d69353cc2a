// Any text as a message: broken ones over HTTP and stdio, headers to the letter, and what was sent before, changed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { faults } from './axe.ts'
import { EVERYTHING, expect, test } from './loupe.ts'

test('over HTTP: a broken message, one that was sent before, and headers that a page may not set', async ({ inspector, page }) => {
  const seen: { headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      seen.push({ headers: request.headers, body })
      const id = /"id": ?(\d+|"[^"]*")/.exec(body)?.[1] ?? 'null'
      const answer = (text: string, status = 200) => response.writeHead(status, { 'content-type': 'application/json' }).end(text)
      if (request.method !== 'POST') return response.writeHead(405).end()
      if (body.includes('"initialize"'))
        return answer(
          `{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}`,
        )
      if (body.includes('notifications/')) return response.writeHead(202).end()
      try {
        JSON.parse(body)
      } catch {
        return answer('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"That is no JSON"}}', 400)
      }
      return answer(`{"jsonrpc":"2.0","id":${id},"result":{"tools":[]}}`)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  await inspector.open()
  await inspector.connectUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, 'raw')
  await inspector.expectStatus('connected')
  await inspector.panel('Raw')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /Broken JSON/ }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await message.press('ControlOrMeta+Enter')
  const reply = page.getByTestId('raw-reply')
  await expect(reply).toHaveAttribute('data-state', 'done')
  await expect(reply.getByRole('status')).toHaveText('HTTP 400')
  await expect(reply).toContainText('That is no JSON')
  expect(seen.at(-1)!.body).toBe(await message.inputValue())

  // The draft is still there after a reload.
  await message.fill('{"jsonrpc":"2.0","id":"mine","method":"tools/list"}')
  await page.reload()
  await inspector.expectStatus('connected')
  await expect(message).toHaveValue('{"jsonrpc":"2.0","id":"mine","method":"tools/list"}')

  await page.getByText(/^Headers/).click()
  await page.getByRole('checkbox', { name: 'Accept' }).uncheck()
  await page.getByLabel('Value of MCP-Protocol-Version').fill('1999-01-01')
  await page.getByRole('button', { name: '+ Add header' }).click()
  await page.getByLabel('Name of header 1').fill('Origin')
  await page.getByRole('textbox', { name: 'Value of header 1' }).fill('http://evil.test')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reply.getByRole('status')).toHaveText('HTTP 200')
  const { headers } = seen.at(-1)!
  expect(headers).toMatchObject({ origin: 'http://evil.test', 'mcp-protocol-version': '1999-01-01' })
  expect(headers.accept).toBeUndefined()

  // From the record back to the composer, headers and all.
  await page.getByRole('link', { name: 'See it in Traffic' }).click()
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  await expect(message).toHaveValue('{"jsonrpc":"2.0","id":"mine","method":"tools/list"}')
  // It is announced as well.
  await expect(page.getByRole('main').getByText('Its id "mine" is yours')).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(reply).toHaveAttribute('data-state', 'done')
  await expect.poll(() => seen.at(-1)!.headers.origin).toBe('http://evil.test')

  // What Loupe itself had sent leaves with an id that none has had, each time.
  await inspector.panel('Traffic')
  await page.getByLabel('Filter traffic').fill('method:initialize kind:request')
  await page.keyboard.press('Escape')
  const rows = page.getByRole('grid', { name: 'Traffic' }).getByRole('row')
  await expect(rows.filter({ hasText: 'initialized' })).toHaveCount(0)
  // The last is that of this conversation; the one before the reload may have had the number that is next now.
  await rows.filter({ hasText: 'initialize' }).last().click()
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  await expect(page.getByText(/^Its id \d+ was used/)).toBeVisible()
  const idNow = async () => (JSON.parse(await message.inputValue()) as { id: number }).id
  const ids = [await idNow()]
  for (let time = 0; time < 2; time += 1) {
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.poll(async () => ids.includes(await idNow())).toBe(false)
    ids.push(await idNow())
  }
  await page.getByRole('button', { name: `Keep ${ids.at(-1)}` }).click()
  await expect(page.getByRole('main').getByText(`Its id ${ids.at(-1)} is yours`)).toBeVisible()
  server.closeAllConnections()
  server.close()
})

test('straight from the page: what a browser keeps back is named, and one click sends it through the proxy', async ({
  inspector,
  page,
}) => {
  const hosts: (string | undefined)[] = []
  const asked: string[] = []
  const server = createServer((request, response) => {
    const cors = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*, content-type, mcp-protocol-version',
      'access-control-allow-methods': 'DELETE',
      'access-control-max-age': '600',
      'cache-control': 'max-age=600',
    }
    asked.push(request.method ?? '')
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(request.method === 'OPTIONS' ? 204 : 405, cors).end()
      const id = /"id": ?(\d+|"[^"]*")/.exec(body)?.[1]
      if (id === undefined) return response.writeHead(202, cors).end()
      if (body.includes('tools/list')) hosts.push(request.headers.host)
      const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' }, tools: [] }
      response
        .writeHead(200, { ...cors, 'content-type': 'application/json' })
        .end(`{"jsonrpc":"2.0","id":${id},"result":${JSON.stringify(result)}}`)
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  await inspector.open()
  await page.getByRole('tab', { name: /URL/ }).click()
  await page.getByLabel('Way').selectOption('direct')
  await inspector.connectUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, 'direct')
  await inspector.expectStatus('connected')
  await inspector.panel('Raw')
  await page
    .getByRole('textbox', { name: 'Message' })
    .fill('{"jsonrpc":"2.0","id":"mine","method":"tools/list","params":{"_meta":{"a b":1}}}')
  await expect(page.getByRole('status').filter({ hasText: 'Not as 2025-11-25 has it' })).toContainText('"a b"')
  await page.getByText(/^Headers/).click()
  await page.getByRole('button', { name: '+ Add header' }).click()
  await page.getByLabel('Name of header 1').fill('Host')
  await page.getByRole('textbox', { name: 'Value of header 1' }).fill('evil.test')
  await expect(page.getByRole('status').filter({ hasText: 'Host will not go out as written' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => hosts.at(-1)).toMatch(/^127\.0\.0\.1:/)
  // A browser that was told for how long a preflight holds asks no other, and no answer to a message is taken from its cache.
  const before = asked.length
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => asked.slice(before)).toEqual(['POST'])
  await page.getByRole('button', { name: 'Send through the proxy' }).click()
  await expect.poll(() => hosts.at(-1)).toBe('evil.test')
  await page.getByLabel('HTTP method').selectOption('DELETE')
  asked.length = 0
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(() => asked).toEqual(['DELETE'])
  server.closeAllConnections()
  server.close()
})

test('over stdio it is one line, and the panel can be used wide and narrow, light and dark', async ({ inspector, page }) => {
  test.setTimeout(60_000)
  await page.setViewportSize({ width: 1440, height: 900 })
  await inspector.open()
  await inspector.connectStdio(process.execPath, [EVERYTHING, 'stdio'], 'lines')
  await inspector.expectStatus('connected')
  await inspector.panel('Raw')
  await page.getByRole('textbox', { name: 'Message' }).fill('{\n  "jsonrpc": "2.0",\n  "id": "mine",\n  "method": "no/such/method"\n}')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const reply = page.getByTestId('raw-reply')
  await expect(reply.getByRole('list', { name: 'Messages' })).toContainText('-32601')
  await expect(reply).toHaveAttribute('data-state', 'done')
  await good()
  await page.setViewportSize({ width: 390, height: 844 })
  await good()

  async function good(): Promise<void> {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await faults(page), scheme).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
      if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/raw-${scheme}-${page.viewportSize()!.width}.png` })
    }
  }
})
