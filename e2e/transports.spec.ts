// The same journey over the transports that few servers still speak, against a server that nobody here wrote.
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { EVERYTHING, expect, freePort, SERVERS, startProgram, stop, test } from './loupe.ts'

const children: ChildProcess[] = []
test.afterEach(() => Promise.all(children.splice(0).map(stop)))

test('HTTP+SSE: found by itself, and everything works over one stream', async ({ inspector, page }) => {
  const port = await freePort()
  const { child } = await startProgram(process.execPath, [EVERYTHING, 'sse'], /listening|running on/i, { PORT: String(port) })
  children.push(child)
  await inspector.open()
  await inspector.connectUrl(`http://127.0.0.1:${port}/sse`, 'everything')
  await inspector.expectStatus('connected')
  await inspector.panel('Overview')
  await expect(page.getByText('found, since the server takes no POST at this URL')).toBeVisible()

  await inspector.panel('Tools')
  await inspector.select('Tools', 'echo')
  await page.getByLabel('message', { exact: true }).fill('an old stream')
  await inspector.call()
  await inspector.expectResult('done', 'Echo: an old stream')

  await inspector.select('Tools', 'trigger-sampling-request')
  await page.getByLabel('prompt', { exact: true }).fill('Over one stream?')
  await inspector.call()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Sampling request' })
  await dialog.getByLabel('Answer', { exact: true }).fill('Yes.')
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
  await inspector.expectResult('done', 'Yes.')

  await inspector.panel('Traffic')
  const grid = page.getByRole('grid', { name: 'Traffic' }).first()
  await expect(grid.getByRole('row').filter({ hasText: '/message?sessionId=' }).first()).toBeVisible()

  // The stream is the connection: when it ends, the page says so and waits for the server.
  await stop(child)
  await expect(inspector.connection).toHaveAttribute('data-status', /closed|failed|connecting/)
})

test('WebSocket, opened from the page and through the proxy', async ({ inspector, page }) => {
  await inspector.open()
  for (const way of ['from the page', 'through the proxy'] as const) {
    await test.step(`opened ${way}`, async () => {
      const { child, match } = await startProgram(
        process.execPath,
        [join(SERVERS, 'websocket.mjs'), process.execPath, EVERYTHING, 'stdio'],
        /ws:\/\/127\.0\.0\.1:\d+\/mcp/,
      )
      children.push(child)
      let said = ''
      child.stderr?.on('data', (chunk: Buffer) => (said += String(chunk)))
      if (way === 'through the proxy') await inspector.another()
      await page.getByRole('tab', { name: /URL/ }).click()
      // A page cannot send headers with a WebSocket: a token takes it through the proxy.
      if (way === 'through the proxy') await page.getByLabel('Bearer token', { exact: true }).fill('secret')
      await inspector.connectUrl(match[0], 'everything')
      await inspector.expectStatus('connected')
      expect(said).toContain(way === 'through the proxy' ? 'authorization: Bearer secret' : 'authorization: none')

      await inspector.panel('Overview')
      await expect(page.getByText(way === 'from the page' ? 'Straight from this page.' : 'Through the proxy.')).toBeVisible()
      await inspector.panel('Tools')
      await inspector.select('Tools', 'echo')
      await page.getByLabel('message', { exact: true }).fill('a frame')
      await inspector.call()
      await inspector.expectResult('done', 'Echo: a frame')

      await stop(child)
      await expect(inspector.connection).toHaveAttribute('data-status', /closed|failed|connecting/)
    })
  }
})
