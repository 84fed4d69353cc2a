// The page alone, its files served by something that knows nothing of it: what cannot be done is said at once, and what to run.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { DIST, EVERYTHING, expect, freePort, startProgram, stop, test } from './loupe.ts'

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

async function servePage(): Promise<{ url: string; close: () => void }> {
  const server = createServer(async (request, response) => {
    const path = request.url === '/' || request.url === undefined ? '/index.html' : request.url
    try {
      const body = await readFile(join(DIST, 'web', path))
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() }
}

test('without a proxy the page says what to run, starts no command, and still reaches a server', async ({ page }) => {
  const served = await servePage()
  const port = await freePort()
  const { child } = await startProgram(process.execPath, [EVERYTHING, 'streamableHttp'], /listening|running on/i, { PORT: String(port) })
  await page.goto(served.url)
  const main = page.getByRole('main')
  await expect(main).toContainText('There is no proxy behind this page')
  await expect(main).toContainText('node dist/loupe.js')
  await page.getByLabel('Command line').fill('node server.js')
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled()
  await page.getByRole('tab', { name: /URL/ }).click()
  await expect(main).toContainText('There is no proxy behind this page')
  await page.getByLabel('URL', { exact: true }).fill(`http://127.0.0.1:${port}/mcp`)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByTestId('connection')).toHaveAttribute('data-status', 'connected')
  await stop(child)
  served.close()
})
