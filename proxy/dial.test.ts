// MCP over WebSockets, over real sockets: opened by the client itself, and by the proxy for it.
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket, WebSocketServer, type WebSocket as Peer } from 'ws'
import { connect } from '#mcp/session.ts'
import type { ConnectOptions, Session } from '#mcp/session-types.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { openTunnel, type SocketLike } from '#mcp/transport/tunnel.ts'
import type { Dial } from '#mcp/transport/socket.ts'
import { browserDial, connectWebSocket, type BrowserSocket } from '#mcp/transport/websocket.ts'
import type { LoupeServer } from './server.ts'
import { startTestServer, TOKEN } from './testing/tunnel-client.ts'

type Say = (message: object | string | Buffer) => void

/** A server that answers what a handshake needs; `more` answers the rest. */
class Server {
  readonly sockets: WebSocketServer
  readonly heard: { [key: string]: unknown }[] = []
  readonly headers: { [name: string]: unknown }[] = []
  peer: Peer | undefined
  more: (message: { [key: string]: unknown }, say: Say) => void = () => {}

  constructor(protocols: boolean) {
    this.sockets = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      // Without a choice `ws` takes the first one asked for.
      handleProtocols: (asked) => (protocols ? ([...asked][0] ?? false) : false),
    })
    this.sockets.on('connection', (peer, request) => {
      this.peer = peer
      this.headers.push(request.headers)
      peer.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()), peer))
    })
  }

  #take(message: { [key: string]: unknown }, peer: Peer): void {
    this.heard.push(message)
    const say: Say = (answer) => peer.send(typeof answer === 'string' || Buffer.isBuffer(answer) ? answer : JSON.stringify(answer))
    if (message.method === 'initialize')
      return say({
        jsonrpc: '2.0',
        id: message.id,
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'ws', version: '1' } },
      })
    this.more(message, say)
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.sockets.address() as AddressInfo).port}/mcp`
  }

  close(): Promise<void> {
    for (const client of this.sockets.clients) client.terminate()
    return new Promise((resolve) => this.sockets.close(() => resolve()))
  }
}

let proxy: LoupeServer
beforeAll(async () => (proxy = await startTestServer()))
afterAll(() => proxy.close())

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function server(protocols = true): Promise<Server> {
  const made = new Server(protocols)
  ends.push(() => made.close())
  await new Promise((resolve) => made.sockets.once('listening', resolve))
  return made
}

async function byProxy(url: string, headers: [string, string][] = []): Promise<Dial> {
  const tunnel = openTunnel({
    makeSocket: () =>
      new WebSocket(`ws://127.0.0.1:${proxy.port}/tunnel`, {
        headers: { Origin: `http://127.0.0.1:${proxy.port}` },
      }) as unknown as SocketLike,
    token: TOKEN,
    onState() {},
  })
  await tunnel.ready(5000)
  ends.push(() => tunnel.close())
  return (protocols, events) => tunnel.dial({ url, protocols: [...protocols], headers }, events)
}

const byItself = (url: string): Promise<Dial> =>
  Promise.resolve(browserDial((protocols) => new WebSocket(url, protocols) as unknown as BrowserSocket))

async function talk(url: string, dial: Dial, more: Partial<ConnectOptions> = {}) {
  const traffic = createTraffic()
  const socket = connectWebSocket(url, dial, (fact) => traffic.append(0, fact))
  const closed: string[] = []
  ends.push(() => socket.close())
  const session: Session = await connect({
    url,
    fetch: socket.fetch,
    traffic,
    clientInfo: { name: 'test', version: '0' },
    capabilities: { roots: {} },
    onAsk: () => Promise.resolve({ kind: 'result', result: { roots: [] } }),
    onNotice() {},
    onClosed: (why) => closed.push(why),
    ...more,
  })
  ends.push(() => session.close())
  return { session, traffic, closed }
}

const rows = (traffic: ReturnType<typeof createTraffic>): string[] =>
  [...traffic.events()].flatMap((event) => ('text' in event && event.text !== undefined ? [`${event.kind}: ${event.text}`] : []))

describe.each([
  ['by itself', byItself],
  ['through the proxy', byProxy],
])('a WebSocket opened %s', (_way, dialling) => {
  test('carries requests, notifications and what the server asks', async () => {
    const it = await server()
    it.more = (message, say) => {
      if (message.method === 'tools/call') say({ jsonrpc: '2.0', id: 'r1', method: 'roots/list' })
      if (message.id === 'r1')
        say(JSON.stringify({ jsonrpc: '2.0', id: 2, result: { content: [], big: 1 } }, null, 2).replace('1', '12345678901234567890'))
    }
    const { session, traffic } = await talk(it.url, await dialling(it.url))
    expect(session.facts).toMatchObject({ transport: 'websocket', revision: '2025-11-25' })
    const { result } = await session.request('tools/call', { name: 'x' })
    expect(result).toEqual({ content: [], big: 12345678901234567890n })
    expect(it.heard.map(({ method, id }) => method ?? id)).toEqual(['initialize', 'notifications/initialized', 'tools/call', 'r1'])
    expect(rows(traffic)).toContain('start: WebSocket open, subprotocol mcp')
    expect([...traffic.events()].find((event) => event.kind === 'sent')).toMatchObject({ method: 'WS', url: it.url, headers: [] })
  })

  test('does without a subprotocol where the server chooses none', async () => {
    const it = await server(false)
    const { traffic } = await talk(it.url, await dialling(it.url))
    expect(rows(traffic).slice(0, 2)).toEqual([
      'start: WebSocket did not open with the subprotocol mcp; asked again without one',
      'start: WebSocket open, without a subprotocol',
    ])
  })

  test('shows what is no message, and goes on', async () => {
    const it = await server()
    it.more = (message, say) => {
      if (message.method !== 'ping') return
      say('hello?')
      say(Buffer.from('{"binary":true}'))
      say({ jsonrpc: '2.0', id: message.id, result: {} })
    }
    const { session, traffic } = await talk(it.url, await dialling(it.url))
    await session.request('ping')
    const noise = [...traffic.events()].filter((event) => event.kind === 'noise')
    expect(noise.map(({ text }) => text)).toEqual(['hello?', '{"binary":true}'])
    expect(noise[1]?.why).toContain('binary')
  })

  test('that the server closes ends what waits, with code and reason', async () => {
    const it = await server()
    it.more = (message) => message.method === 'tools/call' && it.peer?.close(1011, 'out of lenses')
    const { session, closed, traffic } = await talk(it.url, await dialling(it.url))
    await expect(session.request('tools/call', { name: 'x' })).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'WebSocket closed by the server with code 1011: out of lenses',
    })
    expect(closed).toHaveLength(1)
    expect(rows(traffic)).toContain('exit: WebSocket closed by the server with code 1011: out of lenses')
  })

  test('says good-bye', async () => {
    const it = await server()
    const dial = await dialling(it.url)
    const socket = await new Promise<{ close(): void }>((resolve) => {
      const made = connectWebSocket(it.url, dial, ({ kind }) => kind === 'start' && resolve(made))
    })
    const gone = new Promise<number>((resolve) => it.peer!.once('close', resolve))
    socket.close()
    expect(await gone).toBe(1000)
  })
})

describe('through the proxy', () => {
  test('headers are sent with the handshake', async () => {
    const it = await server()
    await talk(it.url, await byProxy(it.url, [['Authorization', 'Bearer t']]))
    expect(it.headers[0]).toMatchObject({ authorization: 'Bearer t', 'sec-websocket-protocol': 'mcp' })
  })

  test.each([
    ['ws://127.0.0.1:1/mcp', 'ECONNREFUSED', 'Nothing listens'],
    ['http://127.0.0.1:1/mcp', 'BAD_URL', 'ws: or wss:'],
    ['ws://169.254.169.254/mcp', 'BLOCKED', 'link-local'],
  ])('the true cause is told for %s', async (url, code, words) => {
    const dial = await byProxy(url)
    const end = await new Promise<{ error?: { code: string; message: string } }>((resolve) =>
      dial([], { opened() {}, message() {}, binary() {}, closed: resolve }),
    )
    expect(end.error?.code).toBe(code)
    expect(end.error?.message).toContain(words)
  })

  test('a plain HTTP answer is told with its status', async () => {
    const url = `ws://127.0.0.1:${proxy.port}/nothing-here`
    const error = await talk(url, await byProxy(url)).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/answered HTTP \d{3} instead of opening a WebSocket/),
    })
  })
})
