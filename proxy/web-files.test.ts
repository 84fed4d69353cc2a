import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveFolder } from './web-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'loupe-web-'))
const files = serveFolder(folder)
const server = createServer(async (request, response) => {
  if (!(await files(request, response))) response.writeHead(404).end()
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The body as it was sent, unpacked by nobody. */
async function get(path: string, encoding: string) {
  const { get: ask } = await import('node:http')
  return new Promise<{ status: number; packed: boolean; body: Buffer; etag: string }>((resolve) => {
    ask(`${origin}${path}`, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          packed: response.headers['content-encoding'] === 'gzip',
          body: Buffer.concat(chunks),
          etag: String(response.headers.etag),
        }),
      )
    })
  })
}

test('a file that is there packed alone is sent packed, or unpacked to who cannot unpack', async () => {
  writeFileSync(join(folder, 'a.js.gz'), gzipSync('let a = 1'))
  const packed = await get('/a.js', 'gzip, br')
  expect(packed).toMatchObject({ status: 200, packed: true })
  expect(gunzipSync(packed.body).toString()).toBe('let a = 1')
  const plain = await get('/a.js', 'identity')
  expect(plain).toMatchObject({ status: 200, packed: false, etag: packed.etag })
  expect(plain.body.toString()).toBe('let a = 1')
})

test('a file that is there plain is packed here; one that changed since it was packed is not sent old', async () => {
  writeFileSync(join(folder, 'b.css.gz'), gzipSync('old'))
  utimesSync(join(folder, 'b.css.gz'), 1, 1)
  writeFileSync(join(folder, 'b.css'), 'new')
  expect(gunzipSync((await get('/b.css', 'gzip')).body).toString()).toBe('new')
  expect((await get('/b.css', '')).body.toString()).toBe('new')
})

test('no file, and no way out of the folder; without a page, what to do is said', async () => {
  for (const path of ['/none.js', '/', '/..%2fx', '/.hidden', '/a.js.gz/x'])
    expect((await get(path, 'gzip')).status).toBe(path === '/' ? 200 : 404)
})
