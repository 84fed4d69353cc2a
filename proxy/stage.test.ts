// The sandbox's own server: who may hold it, and that it has nothing but its one document.
import { once } from 'node:events'
import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { LoupeServer } from './server.ts'
import { openTunnel, startTestServer, TOKEN } from './testing/tunnel-client.ts'

let server: LoupeServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

interface Got {
  status: number
  headers: { [name: string]: string | string[] | undefined }
  body: string
}

function get(port: number, path: string, headers: { [name: string]: string } = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers, method, agent: false }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function start(options: Parameters<typeof startTestServer>[0] = {}): Promise<{ stage: number; page: string; port: number }> {
  server = await startTestServer(options)
  const { port } = server
  const tunnel = openTunnel(port)
  await once(tunnel.socket, 'open')
  tunnel.send({ tag: 'H', channel: 0, json: { token: TOKEN } })
  const { json } = await tunnel.wait('W')
  tunnel.socket.close()
  return { stage: json.stagePort!, page: `http://127.0.0.1:${port}`, port }
}

test('the page may frame the sandbox alone, and the sandbox may be framed by the page alone', async () => {
  const { stage, page, port } = await start()
  const from = await get(port, '/')
  expect(String(from.headers['content-security-policy'])).toContain(`frame-src blob: http://localhost:${stage};`)
  const local = await get(port, '/', { Host: `localhost:${port}` })
  expect(String(local.headers['content-security-policy'])).toContain(`frame-src blob: http://127.0.0.1:${stage};`)
  const got = await get(stage, `/?host=${encodeURIComponent(page)}`, { 'Sec-Fetch-Dest': 'iframe' })
  expect(got.status).toBe(200)
  expect(got.headers['content-security-policy']).toBe(
    `default-src 'none'; script-src 'unsafe-inline' 'report-sample'; style-src 'unsafe-inline'; img-src data:; font-src 'none'; media-src data:; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors ${page}`,
  )
  expect(got.headers['connection-allowlist']).toBe('()')
  expect(got.body).not.toContain(TOKEN)
})

test('behind TLS the sandbox has the address that a person gave it', async () => {
  const origin = 'https://apps.example.net'
  const { stage, port } = await start({ allowHosts: ['loupe.example.com'], appsOrigin: origin })
  const { headers } = await get(port, '/', { Host: 'loupe.example.com' })
  expect(String(headers['content-security-policy'])).toContain(`frame-src blob: ${origin};`)
  const page = 'https://loupe.example.com'
  const got = await get(stage, `/?host=${encodeURIComponent(page)}`, { Host: 'apps.example.net', 'Sec-Fetch-Dest': 'iframe' })
  expect(got.status).toBe(200)
  expect(String(got.headers['content-security-policy'])).toContain(`frame-ancestors ${page}`)
  // The page itself does not answer to that name.
  expect((await get(port, '/', { Host: 'apps.example.net' })).status).toBe(403)
})

test('a policy that is handed in lets in origins, and cannot become another one', async () => {
  const { stage, page } = await start()
  const ask = async (csp: string): Promise<string> =>
    String((await get(stage, `/?host=${encodeURIComponent(page)}&csp=${encodeURIComponent(csp)}`)).headers['content-security-policy'])
  expect(await ask('{"connectDomains":["https://api.example.com"]}')).toContain('connect-src https://api.example.com;')
  const frames = encodeURIComponent('{"frameDomains":["https://*.a.test"],"connectDomains":["wss://b.test:8"]}')
  const open = await get(stage, `/?host=${encodeURIComponent(page)}&csp=${frames}`)
  expect(open.headers['connection-allowlist']).toBe('("wss://b.test:8" "https://*.a.test")')
  const strict = await ask('{')
  for (const csp of [
    '{"connectDomains":["*"]}',
    '{"resourceDomains":["https://a; script-src *"]}',
    '"x"',
    '{"frameDomains":["https://a\\r\\nX: y"]}',
  ])
    expect(await ask(csp)).toBe(strict)
})

test.each([
  ['/', {}, 'GET', 403],
  ['/?host=https%3A%2F%2Fevil.example', {}, 'GET', 403],
  ['/?host=PAGE%3B%20script-src%20*', {}, 'GET', 403],
  ['/?host=PAGE', { Host: 'evil.example' }, 'GET', 403],
  ['/?host=PAGE', { 'Sec-Fetch-Dest': 'document' }, 'GET', 403],
  ['/?host=PAGE', {}, 'POST', 404],
  ['/api/health?host=PAGE', {}, 'GET', 404],
  ['/tunnel?host=PAGE', {}, 'GET', 404],
  ['//?host=PAGE', {}, 'GET', 404],
  [':99999999', {}, 'GET', 400],
])('refuses %s %j %s', async (path, headers, method, status) => {
  const { stage, page } = await start()
  const got = await get(stage, path.replace('PAGE', encodeURIComponent(page)), headers as { [name: string]: string }, method)
  expect(got.status).toBe(status)
  expect(got.body).not.toContain('<script>')
})

test('the tunnel refuses whom the sandbox’s origin sends', async () => {
  const { stage, port } = await start()
  for (const origin of [`http://localhost:${stage}`, `http://127.0.0.1:${stage}`, 'null']) {
    const got = await get(port, '/api/health', { Origin: origin })
    expect(got.status).toBe(403)
  }
})
