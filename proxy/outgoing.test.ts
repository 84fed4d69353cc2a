import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import { dialSocket } from './dial.ts'
import { proxyFor, readTrust, setTrust } from './outgoing.ts'
import { relay } from './relay.ts'
import { CERT, KEY } from './testing/certificate.ts'

const secure = createTlsServer({ key: KEY, cert: CERT }, (_request, response) => response.end('secret'))
new WebSocketServer({ server: secure }).on('connection', (socket) => socket.send('hello'))
let port: number
const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
beforeAll(async () => {
  port = await listen(secure)
})
afterAll(() => {
  secure.closeAllConnections()
  secure.close()
})
afterEach(() => {
  setTrust({})
  vi.unstubAllEnvs()
})

function get(url: string, insecure?: true): Promise<string> {
  return new Promise((resolve) => {
    let body = ''
    relay(
      { url, method: 'GET', headers: [], hasBody: false, ...(insecure && { insecure }) },
      {
        head: ({ status }) => (body = `${status} `),
        chunk: (bytes) => (body += Buffer.from(bytes).toString()),
        end: () => resolve(body),
        failed: ({ code, message }) => resolve(`${code}: ${message}`),
      },
    )
  })
}

function hello(url: string, insecure?: true): Promise<string> {
  return new Promise((resolve) => {
    const remote = dialSocket(
      { url, protocols: [], headers: [], ...(insecure && { insecure }) },
      {
        opened() {},
        message(bytes) {
          resolve(Buffer.from(bytes).toString())
          remote.close()
        },
        closed: ({ error }) => resolve(error?.code ?? 'closed'),
      },
    )
  })
}

describe('certificates', () => {
  test('one that nobody vouches for is refused, and what to do is said', async () => {
    expect(await get(`https://127.0.0.1:${port}/`)).toMatch(/^DEPTH_ZERO_SELF_SIGNED_CERT: .*--ca/)
    expect(await hello(`wss://127.0.0.1:${port}/`)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  test('is taken with its authority, or unchecked for the one server that a person says so of', async () => {
    expect(await get(`https://127.0.0.1:${port}/`, true)).toBe('200 secret')
    expect(await hello(`wss://127.0.0.1:${port}/`, true)).toBe('hello')
    // What was allowed once is not allowed from then on.
    expect(await get(`https://127.0.0.1:${port}/`)).toContain('SELF_SIGNED')
    setTrust({ ca: CERT })
    expect(await get(`https://127.0.0.1:${port}/`)).toBe('200 secret')
    expect(await hello(`wss://127.0.0.1:${port}/`)).toBe('hello')
  })

  test('files are read, or refused with a sentence', () => {
    const folder = mkdtempSync(join(tmpdir(), 'loupe-trust-'))
    writeFileSync(join(folder, 'ca.pem'), CERT)
    writeFileSync(join(folder, 'no.pem'), 'x')
    expect(readTrust({ ca: join(folder, 'ca.pem') })).toEqual({ ca: CERT })
    expect(() => readTrust({ ca: join(folder, 'no.pem') })).toThrow('no PEM file')
    expect(() => readTrust({ ca: join(folder, 'none.pem') })).toThrow('could not be read')
    expect(() => readTrust({ cert: join(folder, 'ca.pem') })).toThrow('go together')
    rmSync(folder, { recursive: true })
  })
})

describe('the proxy that the environment names', () => {
  /** Carries everything to the one server, whatever host is asked for, and takes notes. */
  async function httpProxy() {
    const seen: string[] = []
    const proxy = createServer((request: IncomingMessage, response) => {
      seen.push(`${request.method} ${request.url}`)
      response.end('from the proxy')
    })
    proxy.on('connect', (request: IncomingMessage, socket) => {
      seen.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
      const through = connect(port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        through.pipe(socket).pipe(through)
      })
      socket.on('error', () => through.destroy())
      through.on('error', () => socket.destroy())
    })
    return { seen, port: await listen(proxy), close: () => (proxy.closeAllConnections(), proxy.close()) }
  }

  test('carries http, https and wss to other hosts, and nothing to this machine', async () => {
    const proxy = await httpProxy()
    const address = `http://me:pass@127.0.0.1:${proxy.port}`
    for (const name of ['http_proxy', 'https_proxy']) vi.stubEnv(name, address)
    vi.stubEnv('no_proxy', 'direct.test')
    setTrust({ ca: CERT })
    expect(await get('http://far.test/a')).toBe('200 from the proxy')
    expect(await get('https://far.test/b', true)).toBe('200 secret')
    expect(await hello('wss://further.test/c', true)).toBe('hello')
    expect(await get(`https://localhost:${port}/`)).toBe('200 secret')
    expect(proxy.seen).toEqual([
      'GET http://far.test/a',
      `CONNECT far.test:443 Basic ${btoa('me:pass')}`,
      `CONNECT further.test:443 Basic ${btoa('me:pass')}`,
    ])
    expect(proxyFor('https://direct.test/')).toBeUndefined()
    proxy.close()
  })

  test('one of another kind is named, without its password', async () => {
    vi.stubEnv('https_proxy', 'socks5://me:pass@far.test:1080')
    const said = await get('https://x.test/')
    expect(said).toMatch(/^BAD_PROXY: .*socks5:\/\/…@far\.test:1080.*NO_PROXY/)
    expect(said).not.toContain('pass@')
  })
})
