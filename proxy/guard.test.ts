// Each check of the guard by itself: the attack is refused, and gets through once that check alone is taken away.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createGuard, type Guard } from './guard.ts'
import type { LoupeServer, ServerOptions } from './server.ts'
import { openTunnel, startTestServer, TOKEN } from './testing/tunnel-client.ts'

let server: LoupeServer | undefined
const folder = mkdtempSync(join(tmpdir(), 'loupe-guard-'))
writeFileSync(join(folder, 'index.html'), '<!doctype html>')

afterAll(() => rmSync(folder, { recursive: true }))

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(options: Partial<ServerOptions> = {}): Promise<number> {
  server = await startTestServer({ webFolder: folder, ...options })
  return server.port
}

/** A guard to which requests seem to have these headers. */
function blindTo(change: (headers: IncomingMessage['headers'], guard: Guard) => IncomingMessage['headers']): Guard {
  const guard = createGuard(TOKEN)
  const { refuse } = guard
  guard.refuse = (asked, needsOrigin) =>
    refuse({ method: asked.method, headers: change(asked.headers, guard) } as IncomingMessage, needsOrigin)
  return guard
}

const withoutHost = (): Guard => blindTo((headers, { port }) => ({ ...headers, host: `127.0.0.1:${port}` }))
const withoutOrigin = (): Guard => blindTo((headers, { port }) => ({ ...headers, origin: `http://127.0.0.1:${port}` }))
const withoutSite = (): Guard => blindTo((headers) => ({ ...headers, 'sec-fetch-site': 'same-origin' }))
const withoutToken = (): Guard => Object.assign(createGuard(TOKEN), { judgeToken: () => 'fits' as const })

function status(port: number, path: string, headers: { [name: string]: string }): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, headers, agent: false })
    asked.on('response', (response) => resolve(response.resume().statusCode ?? 0))
    asked.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    asked.on('error', reject)
    asked.end()
  })
}

const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}

describe('each check is needed', () => {
  test.each<[string, string, { [name: string]: string }, number, () => Guard, number]>([
    ['a rebound name', '/', { Host: 'rebound.example' }, 403, withoutHost, 200],
    ['0.0.0.0, which browsers once let through', '/', { Host: '0.0.0.0:4664' }, 403, withoutHost, 200],
    ['a page of another origin', '/api/health', { Origin: 'http://evil.example' }, 403, withoutOrigin, 200],
    ['a page in a sandbox', '/api/health', { Origin: 'null' }, 403, withoutOrigin, 200],
    ['a no-cors fetch, which has no Origin', '/api/health', { 'Sec-Fetch-Site': 'cross-site' }, 403, withoutSite, 200],
    ['a WebSocket of another site', '/tunnel', { ...UPGRADE, Origin: 'http://evil.example' }, 403, withoutOrigin, 101],
    ['a WebSocket of a program without Origin', '/tunnel', UPGRADE, 403, withoutOrigin, 101],
    ['a call of an endpoint without the token', '/mcp/x', {}, 401, withoutToken, 404],
  ])('%s', async (_what, path, headers, refused, without, through) => {
    expect(await status(await start(), path, headers)).toBe(refused)
    await server?.close()
    expect(await status(await start({ guard: without() }), path, headers)).toBe(through)
  })

  test('a program without the token starts nothing, and would without that check', async () => {
    const attack = async (port: number): Promise<'closed' | 'started'> => {
      const tunnel = openTunnel(port)
      await once(tunnel.socket, 'open')
      tunnel.send({ tag: 'H', channel: 0, json: { token: 'guessed' } })
      tunnel.send({ tag: 'S', channel: 1, json: { command: process.execPath, args: ['-e', ''], env: {} } })
      return Promise.race([tunnel.closed.then(() => 'closed' as const), tunnel.wait('x', 1).then(() => 'started' as const)])
    }
    expect(await attack(await start())).toBe('closed')
    await server?.close()
    expect(await attack(await start({ guard: withoutToken() }))).toBe('started')
  })
})

test('who guesses tokens waits, at last unheard, and the right one is let in meanwhile', async () => {
  const guard = createGuard(TOKEN)
  expect(guard.judgeToken(undefined)).toBe('wrong')
  const told: number[] = []
  const guesses = Array.from({ length: 200 }, (_, index) => {
    if (guard.judgeToken(`guess ${index}`) !== 'wrong') return 'busy'
    void guard.pace().then(() => told.push(index))
    return 'wrong'
  })
  await Promise.resolve()
  expect(told).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(guesses.filter((verdict) => verdict === 'wrong')).toHaveLength(110)
  expect(guard.judgeToken(TOKEN)).toBe('busy')
  const calmer = createGuard(TOKEN)
  for (let index = 0; index < 50; index++) void calmer.pace()
  expect(calmer.judgeToken(TOKEN)).toBe('fits')
})

test('another name is let in once it was allowed, by http and by https, and its neighbours are not', async () => {
  const port = await start({ allowHosts: ['loupe.example', 'box:8080'] })
  const at = (host: string, origin?: string): Promise<number> =>
    status(port, '/', { Host: host, ...(origin === undefined ? {} : { Origin: origin }) })
  expect(await at('loupe.example', 'https://loupe.example')).toBe(200)
  expect(await at('LOUPE.example:8443', 'https://loupe.example:8443')).toBe(200)
  expect(await at('box:8080', 'http://box:8080')).toBe(200)
  expect(await at('box')).toBe(403)
  expect(await at('evil.loupe.example')).toBe(403)
  expect(await at('loupe.example', 'https://evil.example')).toBe(403)
  expect(await at('loupe.example.evil.example')).toBe(403)
})

test('on every address of the machine it still wants a name that was meant', async () => {
  const port = await start({ host: '0.0.0.0' })
  expect(await status(port, '/', { Host: `127.0.0.1:${port}` })).toBe(200)
  expect(await status(port, '/', { Host: 'rebound.example' })).toBe(403)
  expect(await status(port, '/', { Host: `0.0.0.0:${port}` })).toBe(403)
  expect(server?.url).toMatch(/^http:\/\/127\.0\.0\.1:/)
})
