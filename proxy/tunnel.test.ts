// The tunnel whole, over real sockets: children and fetches side by side on one connection.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoupeServer } from './server.ts'
import { isAlive, isGone } from './testing/processes.ts'
import { bytes, enter, startTestServer, text, type TestTunnel } from './testing/tunnel-client.ts'

let proxy: LoupeServer
let remote: Server
let url: string

beforeAll(async () => {
  proxy = await startTestServer()
  remote = createServer((request, response) => {
    if (request.url === '/hang') return void response.flushHeaders()
    if (request.url === '/flood') {
      const piece = Buffer.alloc(1024 * 1024)
      for (let count = 0; count < 60; count++) response.write(piece)
      return void response.end()
    }
    request.pipe(response)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => remote.once('listening', resolve))
  url = `http://127.0.0.1:${(remote.address() as AddressInfo).port}`
})

afterAll(async () => {
  await proxy.close()
  remote.closeAllConnections()
  remote.close()
})

const ECHO = 'process.stdin.pipe(process.stdout)'
const child = (tunnel: TestTunnel, channel: number, script: string): void =>
  tunnel.send({ tag: 'S', channel, json: { command: process.execPath, args: ['-e', script], env: {} } })
const fetching = (tunnel: TestTunnel, channel: number, path: string, hasBody = false): void =>
  tunnel.send({ tag: 'F', channel, json: { url: url + path, method: hasBody ? 'POST' : 'GET', headers: [], hasBody } })
const linesOf = (tunnel: TestTunnel, channel: number): string[] =>
  tunnel.frames.flatMap((frame) => (frame.tag === 'o' && frame.channel === channel ? text(frame.lines).split('\n') : []))

describe('children', () => {
  test('talk on their own channels, and their ends are told last', async () => {
    const tunnel = await enter(proxy.port)
    child(tunnel, 1, ECHO)
    child(tunnel, 2, `console.error('warm'); ${ECHO}`)
    tunnel.send({ tag: 'I', channel: 1, bytes: bytes('to one') })
    tunnel.send({ tag: 'I', channel: 2, bytes: bytes('to two') })
    expect(text((await tunnel.wait('o', 1)).lines)).toBe('to one')
    expect(text((await tunnel.wait('o', 2)).lines)).toBe('to two')
    expect(text((await tunnel.wait('e', 2)).lines)).toBe('warm')
    const { json } = await tunnel.wait('s', 1)
    expect(json.file).toBe(process.execPath)
    expect(json.endpoint).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:${proxy.port}/mcp/[\\w-]{22}$`))
    tunnel.send({ tag: 'K', channel: 1 })
    expect((await tunnel.wait('x', 1)).json).toEqual({ code: 0, signal: null })
    expect(tunnel.frames.findLast((frame) => frame.channel === 1)?.tag).toBe('x')
    // A channel that ended may be used again.
    child(tunnel, 1, 'process.exitCode = 7')
    await tunnel.until(() => tunnel.frames.filter(({ tag, channel }) => tag === 'x' && channel === 1).length === 2)
    expect(tunnel.frames.at(-1)).toMatchObject({ tag: 'x', json: { code: 7 } })
    tunnel.socket.close()
  })

  test('the same command has the same endpoint, another one another', async () => {
    const tunnel = await enter(proxy.port)
    for (const channel of [1, 2]) child(tunnel, channel, ECHO)
    child(tunnel, 3, `${ECHO};`)
    const [one, two, three] = await Promise.all([1, 2, 3].map(async (channel) => (await tunnel.wait('s', channel)).json.endpoint))
    expect(one).toBe(two)
    expect(three).not.toBe(one)
    tunnel.socket.close()
  })

  test('that cannot start say so on their channel alone', async () => {
    const tunnel = await enter(proxy.port)
    tunnel.send({ tag: 'S', channel: 1, json: { command: 'no-such-program', args: [], env: {} } })
    tunnel.send({ tag: 'S', channel: 2, json: { command: 5 } as never })
    expect((await tunnel.wait('x', 1)).json.error).toMatchObject({ code: 'ENOENT', path: expect.arrayContaining([expect.any(String)]) })
    expect((await tunnel.wait('x', 2)).json.error).toMatchObject({ code: 'EINVAL' })
    child(tunnel, 3, ECHO)
    await tunnel.wait('s', 3)
    tunnel.socket.close()
  })

  test('die with the socket, and all they started with them', async () => {
    const tunnel = await enter(proxy.port)
    const stubborn = `process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000);`
    child(
      tunnel,
      1,
      `${stubborn} console.log(require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'ignore' }).pid)`,
    )
    const pids = [(await tunnel.wait('s')).json.pid, Number(text((await tunnel.wait('o')).lines))]
    expect(pids.map(isAlive)).toEqual([true, true])
    tunnel.socket.terminate()
    await Promise.all(pids.map((pid) => isGone(pid)))
  })

  test('fifty at once each answer, beside one that reads nothing; of more than sixty-four one is told so', async () => {
    const tunnel = await enter(proxy.port)
    const start = (channel: number, command: string, args: string[] = []): void =>
      tunnel.send({ tag: 'S', channel, json: { command, args, env: {} } })
    start(100, 'sleep', ['60'])
    tunnel.send({ tag: 'I', channel: 100, bytes: new Uint8Array(4 * 1024 * 1024).fill(0x61) })
    for (let channel = 1; channel <= 50; channel++) {
      start(channel, 'cat')
      tunnel.send({ tag: 'I', channel, bytes: bytes(`to ${channel}`) })
    }
    for (let channel = 1; channel <= 50; channel++) expect(text((await tunnel.wait('o', channel)).lines)).toBe(`to ${channel}`)
    for (let channel = 51; channel <= 64; channel++) start(channel, 'cat')
    expect((await tunnel.wait('x', 64)).json.error).toMatchObject({ code: 'TOO_MANY', message: expect.stringContaining('Disconnect some') })
    tunnel.socket.close()
  })

  test('a page that does not read makes them wait, and nothing is lost', async () => {
    const tunnel = await enter(proxy.port)
    tunnel.socket.pause()
    child(tunnel, 1, `const line = 'x'.repeat(999) + '\\n'; for (let count = 0; count < 60_000; count++) process.stdout.write(line)`)
    child(tunnel, 2, ECHO)
    fetching(tunnel, 3, '/flood')
    const before = process.memoryUsage().rss
    // The remote could pour all of it in this time, and the child too.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(process.memoryUsage().rss - before).toBeLessThan(80 * 1024 * 1024)
    tunnel.socket.resume()
    await tunnel.wait('z', 3)
    await tunnel.wait('x', 1)
    expect(linesOf(tunnel, 1)).toHaveLength(60_000)
    tunnel.send({ tag: 'I', channel: 2, bytes: bytes('still here') })
    await tunnel.wait('o', 2)
    tunnel.socket.close()
  })
})

describe('fetches', () => {
  test('send and receive beside each other; one that is given up does not end the rest', async () => {
    const tunnel = await enter(proxy.port)
    fetching(tunnel, 1, '/hang')
    fetching(tunnel, 2, '/', true)
    tunnel.send({ tag: 'D', channel: 2, bytes: bytes('ping') })
    tunnel.send({ tag: 'D', channel: 2, bytes: new Uint8Array(0) })
    expect((await tunnel.wait('h', 1)).json.status).toBe(200)
    expect(text((await tunnel.wait('b', 2)).bytes)).toBe('ping')
    await tunnel.wait('z', 2)
    tunnel.send({ tag: 'A', channel: 1 })
    fetching(tunnel, 1, '/')
    await tunnel.wait('z', 1)
    tunnel.socket.close()
  })

  test('that fail say why on their channel alone', async () => {
    const tunnel = await enter(proxy.port)
    tunnel.send({ tag: 'F', channel: 1, json: { url: 'http://127.0.0.1:1/', method: 'GET', headers: [], hasBody: false } })
    tunnel.send({ tag: 'F', channel: 2, json: { url: 'http://127.0.0.1/', method: 'CONNECT', headers: [], hasBody: false } })
    tunnel.send({
      tag: 'Q',
      channel: 3,
      json: { url: 'http://127.0.0.1:1/', origin: 'http://127.0.0.1:4664', method: 'POST', headers: [] },
    })
    expect((await tunnel.wait('f', 1)).json.code).toBe('ECONNREFUSED')
    expect((await tunnel.wait('f', 2)).json.code).toBe('EINVAL')
    expect((await tunnel.wait('P', 3)).json).toMatchObject({ reached: false, code: 'ECONNREFUSED' })
    tunnel.socket.close()
  })

  test('a channel in use, and what is no frame, end the socket with a reason', async () => {
    const twice = await enter(proxy.port)
    fetching(twice, 1, '/hang')
    fetching(twice, 1, '/hang')
    expect(await twice.closed).toEqual({ code: 4400, reason: 'Channel 1 is in use' })
    const broken = await enter(proxy.port)
    broken.socket.send(new Uint8Array([0x53, 0, 0, 0, 1, 0x7b]))
    expect((await broken.closed).code).toBe(4400)
  })
})
