// The relay against real servers of its own making.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createPlainServer, type AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { RelayTimes } from '#mcp/transport/relay-times.ts'
import type { FetchRequest } from '#mcp/transport/tunnel-frames.ts'
import { isBlocked } from './addresses.ts'
import type { NetFailure } from './net-errors.ts'
import { askPreflight, relay, type Relayed } from './relay.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

interface Running extends Relayed {
  head: Promise<{ status: number; statusText: string; headers: [string, string][]; times: RelayTimes }>
  /** All of the body, once it ended in good order. */
  body: Promise<string>
  /** Resolves with the next piece of the body. */
  next(): Promise<string>
}

function start(asked: Partial<FetchRequest> & { url: string }): Running {
  const pieces: string[] = []
  let at = 0
  let wake = (): void => {}
  let head = (_head: Awaited<Running['head']>): void => {}
  let end = (_body: string): void => {}
  let fail = (_failure: NetFailure): void => {}
  const headed = new Promise<Awaited<Running['head']>>((resolve) => (head = resolve))
  const ended = new Promise<string>((resolve, reject) => {
    end = resolve
    fail = reject
  })
  ended.catch(() => {})
  const running = relay(
    { method: 'GET', headers: [], hasBody: false, ...asked },
    {
      head,
      chunk(bytes) {
        pieces.push(Buffer.from(bytes).toString())
        wake()
      },
      end: () => end(pieces.join('')),
      failed: fail,
    },
  )
  const next = async (): Promise<string> => {
    while (pieces.length <= at) await new Promise<void>((resolve) => (wake = resolve))
    return pieces[at++]!
  }
  return { ...running, head: headed, body: ended, next }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
const failure = (url: string, headers: [string, string][] = []): Promise<NetFailure> =>
  start({ url, headers }).body.then(
    () => {
      throw new Error('It did not fail')
    },
    (failed: NetFailure) => failed,
  )

describe('what is sent', () => {
  test('headers cross as written, case and doubles too, and nothing is added but what HTTP needs', async () => {
    let raw: string[] = []
    const url = await serve((request, response) => {
      raw = request.rawHeaders
      response.end()
    })
    await start({
      url,
      headers: [
        ['X-Api-Key', 'ü'],
        ['mCp-Session-Id', 's'],
        ['X-Two', 'a'],
        ['X-Two', 'b'],
        ['', 'ignored'],
      ],
    }).body
    const names = raw.filter((_, index) => index % 2 === 0)
    expect(names.sort()).toEqual(['Accept-Encoding', 'Connection', 'Host', 'User-Agent', 'X-Api-Key', 'X-Two', 'X-Two', 'mCp-Session-Id'])
    expect(raw).toContain('identity')
  })

  test('the head of a reply says where the time until then went', async () => {
    let held = 0
    const url = await serve((_, response) => {
      const since = performance.now()
      setTimeout(() => {
        held = performance.now() - since
        response.end('late')
      }, 30)
    })
    const before = performance.now()
    const { times } = await start({ url }).head
    const passed = performance.now() - before
    for (const span of Object.values(times)) expect(span).toBeGreaterThanOrEqual(0)
    expect(times.wait).toBeGreaterThanOrEqual(held - 5)
    expect(times.connect + times.send + times.wait).toBeLessThanOrEqual(passed)
  })

  test('a body goes with its length, a long one in chunks as it comes', async () => {
    const seen: (string | undefined)[] = []
    const url = await serve(async (request, response) => {
      seen.push(request.headers['content-length'], request.headers['transfer-encoding'])
      response.end(String((await bodyOf(request)).length))
    })
    const short = start({ url, method: 'POST', hasBody: true })
    short.write(Buffer.from('ab'))
    short.write(Buffer.from('c'))
    short.write(new Uint8Array(0))
    expect(await short.body).toBe('3')
    const long = start({ url, method: 'POST', hasBody: true })
    for (let count = 0; count < 30; count++) long.write(Buffer.alloc(100_000))
    long.write(new Uint8Array(0))
    expect(await long.body).toBe('3000000')
    expect(seen).toEqual(['3', undefined, undefined, 'chunked'])
  })

  test.each(['Connection', 'transfer-encoding', 'Upgrade', 'Content-Length', 'Proxy-Authorization'])(
    'refuses the header %s with its name',
    async (name) => {
      expect(await failure('http://127.0.0.1:1/', [[name, 'x']])).toMatchObject({
        code: 'BAD_HEADER',
        message: expect.stringContaining(name),
      })
    },
  )

  test('refuses what would break a header', async () => {
    expect(await failure('http://127.0.0.1:1/', [['X-A', 'a\r\nX-B: b']])).toMatchObject({ code: 'BAD_HEADER' })
    expect(await failure('http://127.0.0.1:1/', [['X A', 'a']])).toMatchObject({ code: 'BAD_HEADER' })
  })
})

describe('what comes back', () => {
  test('status, headers and a redirect as they are', async () => {
    const url = await serve((_request, response) =>
      response
        .writeHead(
          302,
          'Over There',
          [
            ['Location', '/elsewhere'],
            ['Set-Cookie', 'a=1'],
            ['Set-Cookie', 'b=2'],
          ].flat(),
        )
        .end('moved'),
    )
    const running = start({ url })
    const head = await running.head
    expect(head).toMatchObject({ status: 302, statusText: 'Over There' })
    expect(head.headers).toEqual(
      expect.arrayContaining([
        ['Location', '/elsewhere'],
        ['Set-Cookie', 'a=1'],
        ['Set-Cookie', 'b=2'],
      ]),
    )
    expect(await running.body).toBe('moved')
  })

  test('a stream comes piece by piece, also when it was packed against our wish', async () => {
    for (const encoding of [undefined, 'gzip']) {
      let more = (_text: string): void => {}
      const url = await serve((_request, response) => {
        if (encoding === undefined) {
          response.flushHeaders()
          more = (text) => response.write(text)
        } else {
          response.writeHead(200, { 'Content-Encoding': encoding }).write(gzipSync('data: one\n\n'))
          more = (text) => response.end(gzipSync(text))
        }
      })
      const running = start({ url })
      expect((await running.head).headers.some(([name]) => name === 'x-loupe-decoded')).toBe(encoding !== undefined)
      if (encoding === undefined) more('data: one\n\n')
      expect(await running.next()).toBe('data: one\n\n')
      more('data: two\n\n')
      expect(await running.next()).toBe('data: two\n\n')
      running.abort()
    }
  })

  test('brotli is unpacked and its length forgotten', async () => {
    const packed = brotliCompressSync('hello '.repeat(100))
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': 'br', 'Content-Length': packed.length }).end(packed),
    )
    const running = start({ url })
    expect((await running.head).headers.map(([name]) => name.toLowerCase())).not.toContain('content-length')
    expect(await running.body).toBe('hello '.repeat(100))
  })

  test('an abort reaches the server, and nothing is told after it', async () => {
    let gone = (): void => {}
    const closed = new Promise<void>((resolve) => (gone = resolve))
    const url = await serve((request, response) => {
      request.on('close', gone)
      response.write('x')
    })
    const running = start({ url })
    await running.next()
    running.abort()
    await closed
  })

  test('paused, it makes the server wait', async () => {
    let stalled = (): void => {}
    const full = new Promise<void>((resolve) => (stalled = resolve))
    const piece = Buffer.alloc(1_000_000, 0x61)
    const url = await serve((_request, response) => {
      response.flushHeaders()
      // Writes until the other side takes no more for a while.
      let timer: NodeJS.Timeout
      const pour = (): void => {
        clearTimeout(timer)
        timer = setTimeout(stalled, 200)
        if (response.write(piece)) setImmediate(pour)
      }
      response.on('drain', pour)
      pour()
    })
    const running = start({ url })
    running.pause()
    await running.head
    await full
    running.resume()
    await running.next()
    running.abort()
  })
})

describe('what fails', () => {
  test('nothing listens; no such name; no URL; no HTTP', async () => {
    const server = createPlainServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    server.on('connection', (socket) =>
      socket
        .resume()
        .on('error', () => {})
        .end('SSH-2.0-nothing\r\n'),
    )
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({
      code: expect.stringMatching(/^HPE_/),
      message: expect.stringContaining('not HTTP'),
    })
    expect(await failure(`https://127.0.0.1:${port}/`)).toMatchObject({ message: expect.stringContaining('TLS') })
    await new Promise((resolve) => server.close(resolve))
    expect(await failure(`http://127.0.0.1:${port}/`)).toMatchObject({
      code: 'ECONNREFUSED',
      message: expect.stringContaining('Nothing listens'),
    })
    expect((await failure('http://no-such-host.invalid/')).code).toMatch(/ENOTFOUND|EAI_AGAIN/)
    expect(await failure('localhost:3000')).toMatchObject({ code: 'BAD_URL' })
    expect(await failure('file:///etc/passwd')).toMatchObject({ code: 'BAD_URL' })
  })

  test('an answer cut short is told apart from one that ended', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 }).write('only this')
      setImmediate(() => response.destroy())
    })
    expect(await failure(url)).toMatchObject({ code: 'CUT_SHORT' })
  })

  test('the addresses where clouds keep keys, however they are written', async () => {
    for (const host of ['169.254.169.254', '2852039166', '0xa9fea9fe', '[fe80::1]', '[::ffff:169.254.169.254]', '[fd00:ec2::254]'])
      expect(await failure(`http://${host}/`)).toMatchObject({ code: 'BLOCKED' })
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', 'example.com', '169.253.0.1']) expect(isBlocked(address)).toBe(false)
  })
})

test('what a server named leads into a private network only from within one', async () => {
  const url = await serve((_request, response) => response.end('inside'))
  const byName = url.replace('127.0.0.1', 'localhost')
  for (const there of [url, byName])
    await expect(start({ url: there, named: 'https://93.184.216.34/mcp' }).body).rejects.toMatchObject({ code: 'BLOCKED' })
  for (const there of [url, byName]) {
    expect(await start({ url: there, named: 'http://127.0.0.1:1/mcp' }).body).toBe('inside')
    expect(await start({ url: there, named: 'http://localhost:1/mcp' }).body).toBe('inside')
  }
  for (const host of ['10.1.2.3', '192.168.0.1', '172.20.0.1', '[::1]', '[fd12::1]', '[::ffff:10.0.0.1]', '2130706433'])
    await expect(start({ url: `http://${host}/`, named: 'https://93.184.216.34/mcp' }).body).rejects.toMatchObject({ code: 'BLOCKED' })
})

describe('the preflight question', () => {
  test('is asked as a browser asks it', async () => {
    let seen: IncomingMessage | undefined
    const url = await serve((request, response) => {
      seen = request
      response.writeHead(204, { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type' }).end()
    })
    const answer = await askPreflight({ url, origin: 'http://127.0.0.1:4664', method: 'POST', headers: ['X-B', 'content-type'] })
    expect(answer).toMatchObject({ reached: true, status: 204 })
    expect(answer.reached && answer.headers).toContainEqual(['Access-Control-Allow-Headers', 'content-type'])
    expect(seen?.method).toBe('OPTIONS')
    expect(seen?.headers).toMatchObject({
      origin: 'http://127.0.0.1:4664',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-b',
    })
  })

  test('says why nobody answered', async () => {
    expect(await askPreflight({ url: 'http://127.0.0.1:1/', origin: 'http://127.0.0.1:4664', method: 'POST', headers: [] })).toMatchObject({
      reached: false,
      code: 'ECONNREFUSED',
    })
  })
})
