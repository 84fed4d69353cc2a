// What strangers try against a proxy that can start programs, over real sockets.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { UpFrame } from '#mcp/transport/tunnel-frames.ts'
import { securityHeaders } from './guard.ts'
import type { LoupeServer } from './server.ts'
import { openTunnel, startTestServer, TOKEN } from './testing/tunnel-client.ts'

let server: LoupeServer
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-web-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>page</title>')
  mkdirSync(join(folder, 'callback'))
  writeFileSync(join(folder, 'callback', 'index.html'), '<!doctype html><title>back</title>')
  for (const name of ['index', 'engine.worker', 'judge.worker', 'paint.worker', 'diff.worker'].map((one) => `${one}-AbCd1234.js`))
    writeFileSync(join(folder, 'assets', name), `// ${name}\n`.repeat(100))
  writeFileSync(join(folder, '..', 'loupe-outside.txt'), 'secret')
  server = await startTestServer({ webFolder: folder })
})

afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
  rmSync(join(folder, '..', 'loupe-outside.txt'))
})

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

function send(path: string, headers: { [name: string]: string } = {}, method = 'GET', body?: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request({ port: server.port, host: '127.0.0.1', path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks).toString('latin1') }),
      )
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const own = (): string => `http://127.0.0.1:${server.port}`

test('/callback is served to a browser that comes from another site, with a policy of its own and without the token', async () => {
  const coming = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }
  for (const path of ['/callback?code=c&state=s', '/callback/?code=c', '/callback/index.html']) {
    const { status, headers, body } = await send(path, coming)
    expect(status).toBe(200)
    expect(body).toContain('back')
    expect(body).not.toContain(TOKEN)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; base-uri/)
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
  expect((await send('/callback', { ...coming, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' })).status).toBe(403)
  expect((await send('/callback?code=c', {}, 'POST', 'code=c')).status).toBe(405)
})

describe('every route', () => {
  test.each(['evil.example', 'evil.example:80', '127.0.0.1', '127.0.0.1:1', 'localhost.evil.example', '0.0.0.0'])(
    'refuses the host %s',
    async (host) => {
      for (const path of ['/', '/api/health', '/mcp/x']) expect((await send(path, { Host: host })).status).toBe(403)
    },
  )

  test('answers to each loopback name with its port', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]', 'LOCALHOST'])
      expect((await send('/', { Host: `${name}:${server.port}` })).status).toBe(200)
  })

  test.each(['http://evil.example', 'null', 'https://127.0.0.1', 'http://localhost:1', 'http://127.0.0.1.evil.example'])(
    'refuses the origin %s',
    async (origin) => {
      for (const path of ['/', '/api/health', '/mcp/x']) expect((await send(path, { Origin: origin })).status).toBe(403)
    },
  )

  test('refuses what a page of another site asks, and lets a person follow a link', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect((await send('/', { 'Sec-Fetch-Site': site })).status).toBe(403)
      expect((await send('/', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' })).status).toBe(403)
      expect((await send('/', { 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' })).status).toBe(200)
    }
  })

  test('refuses forms, also those of its own origin', async () => {
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await send('/', { ...form, Origin: 'http://evil.example' }, 'POST', 'a=b')).status).toBe(403)
    expect((await send('/', { ...form, Origin: own() }, 'POST', 'a=b')).status).toBe(405)
    expect((await send('/api/health', { ...form, Origin: own() }, 'POST', 'a=b')).status).toBe(405)
  })

  test('never tells the token, never allows another origin', async () => {
    for (const path of ['/', '/index.html', '/api/health', `/?token=${TOKEN}`, '/nowhere', '/tunnel', '/mcp/x']) {
      const reply = await send(path, { Origin: own() })
      expect(reply.body + JSON.stringify(reply.headers)).not.toContain(TOKEN)
      expect(reply.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(JSON.parse((await send('/api/health')).body)).toEqual({ name: 'mcp-loupe', version: '1.2.3' })
  })
})

describe('the page', () => {
  test('leaves no file outside its folder', async () => {
    for (const path of [
      '/../loupe-outside.txt',
      '/..%2floupe-outside.txt',
      '/%2e%2e/loupe-outside.txt',
      '/assets/../../loupe-outside.txt',
      '/%00',
      '/%',
    ])
      expect((await send(path)).status).toBe(404)
  })

  test('has the policy of the page, of the engine and of the validator, each on its own file', async () => {
    const policy = async (path: string): Promise<string> => String((await send(path)).headers['content-security-policy'])
    expect(await policy('/')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; .*connect-src 'self'; .*frame-ancestors 'none'$/,
    )
    expect(await policy('/')).not.toContain('unsafe')
    expect(await policy('/assets/engine.worker-AbCd1234.js')).toBe(
      "default-src 'none'; script-src 'self'; connect-src http: https: ws: wss:",
    )
    expect(await policy('/assets/judge.worker-AbCd1234.js')).toBe("default-src 'none'; script-src 'self'; connect-src 'none'")
    expect(await policy('/assets/paint.worker-AbCd1234.js')).toBe("default-src 'none'; script-src 'self'; connect-src 'none'")
    expect(await policy('/assets/diff.worker-AbCd1234.js')).toBe("default-src 'none'; script-src 'self'; connect-src 'none'")
    expect(await policy('/?x=/assets/engine.worker-AbCd1234.js')).toContain("connect-src 'self'")
    expect(await policy('/assets/index-AbCd1234.js?worker_file')).toContain("connect-src 'self'")
  })

  test('in development allows what hot reloading needs, and the workers no more than that', () => {
    const policy = (path: string): string => securityHeaders(path, 'n0nce')['Content-Security-Policy']!
    expect(policy('/')).toContain("script-src 'self' 'nonce-n0nce'; style-src 'self' 'unsafe-inline'")
    expect(policy('/')).toContain("connect-src 'self'")
    expect(policy('/session/engine.worker.ts?worker_file&type=module')).toContain('connect-src http: https:')
    expect(policy('/session/engine.worker.ts')).toContain("connect-src 'self'")
    expect(policy('/ui/SchemaForm/judge.worker.ts?worker_file&type=module')).toContain("connect-src 'none'")
  })

  test('comes compressed, hashed files for ever, and is not sent twice', async () => {
    const page = await send('/')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect((await send('/', { 'If-None-Match': page.headers.etag! })).status).toBe(304)
    const script = await send('/assets/index-AbCd1234.js', { 'Accept-Encoding': 'gzip, br' })
    expect(script.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(script.body.length).toBeLessThan(200)
    expect((await send('/assets/index-AbCd1234.js')).body).toContain('// index-AbCd1234.js')
  })
})

describe('the tunnel', () => {
  const refusedBy = (headers: { [name: string]: string }): Promise<number> =>
    new Promise((resolve, reject) => {
      const { socket } = openTunnel(server.port, headers)
      socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
      socket.on('open', () => reject(new Error('The upgrade was accepted')))
    })

  test('refuses the upgrade of another site before it accepts it', async () => {
    expect(await refusedBy({ Origin: 'http://evil.example' })).toBe(403)
    expect(await refusedBy({ Origin: 'null' })).toBe(403)
    expect(await refusedBy({ Host: 'evil.example' })).toBe(403)
    expect(await refusedBy({ 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
  })

  test('refuses an upgrade without an Origin, and anywhere else', async () => {
    const upgrade = (path: string, headers: { [name: string]: string }): Promise<number> =>
      new Promise((resolve, reject) => {
        const keys = {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
        }
        const asked = request({ port: server.port, host: '127.0.0.1', path, headers: { ...keys, ...headers }, agent: false })
        asked.on('response', (response) => resolve(response.statusCode ?? 0))
        asked.on('upgrade', () => reject(new Error('The upgrade was accepted')))
        asked.end()
      })
    expect(await upgrade('/tunnel', {})).toBe(403)
    expect(await upgrade('/', { Origin: own() })).toBe(404)
  })

  test.each<[string, UpFrame]>([
    ['a wrong token', { tag: 'H', channel: 0, json: { token: 'wrong' } }],
    ['no token', { tag: 'H', channel: 0, json: {} as { token: string } }],
    ['a start before the token', { tag: 'S', channel: 1, json: { command: 'touch', args: ['/tmp/loupe-attack'], env: {} } }],
  ])('closes with 4401 on %s', async (_what, frame) => {
    const tunnel = openTunnel(server.port)
    tunnel.socket.on('open', () => tunnel.send(frame))
    expect((await tunnel.closed).code).toBe(4401)
    expect(tunnel.frames).toEqual([])
  })

  test('closes on text and on bytes that are no frame', async () => {
    for (const data of ['hello', new Uint8Array(2), new Uint8Array(9)]) {
      const tunnel = openTunnel(server.port)
      tunnel.socket.on('open', () => tunnel.socket.send(data))
      expect((await tunnel.closed).code).toBe(4401)
    }
  })
})
