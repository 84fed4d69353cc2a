// One journey over each way to a server: through the tunnel to a real child, and to real HTTP and WebSocket servers from here
// or through the proxy. The servers are of the official SDK: of its version 2, which speaks both eras, and of the one before;
// and one that nobody here wrote.
import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { connect } from '#mcp/session.ts'
import type { Ask, ConnectOptions, Facts, Notice, Session } from '#mcp/session-types.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { eachText } from '#mcp/transport/each-text.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import { openTunnel, type SocketLike, type Tunnel } from '#mcp/transport/tunnel.ts'
import type { Dial } from '#mcp/transport/socket.ts'
import { browserDial, connectWebSocket, type BrowserSocket } from '#mcp/transport/websocket.ts'
import type { LoupeServer } from './server.ts'
import { startTestServer, TOKEN } from './testing/tunnel-client.ts'

const OLDER = fileURLToPath(new URL('../e2e/servers/older.mjs', import.meta.url))
const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
const SCRIPT = fileURLToPath(new URL('../e2e/servers/both-eras.mjs', import.meta.url))
const SOCKET = fileURLToPath(new URL('../e2e/servers/websocket.mjs', import.meta.url))

let proxy: LoupeServer
let tunnel: Tunnel
let remote: ChildProcess
let url: string
let sockets: ChildProcess
let socketUrl: string
let older: ChildProcess
let olderUrl: string
let remoteErrors = ''

beforeAll(async () => {
  proxy = await startTestServer()
  tunnel = openTunnel({
    makeSocket: () =>
      new WebSocket(`ws://127.0.0.1:${proxy.port}/tunnel`, {
        headers: { Origin: `http://127.0.0.1:${proxy.port}` },
      }) as unknown as SocketLike,
    token: TOKEN,
    onState() {},
  })
  await tunnel.ready(5000)
  remote = spawn(process.execPath, [SCRIPT, 'http'], { stdio: ['ignore', 'pipe', 'pipe'] })
  remote.stderr!.on('data', (data: Buffer) => (remoteErrors += String(data)))
  url = await new Promise<string>((resolve) => remote.stdout!.once('data', (data: Buffer) => resolve(String(data).trim())))
  older = spawn(process.execPath, [OLDER, 'http'], { stdio: ['ignore', 'pipe', 'pipe'] })
  older.stderr!.on('data', (data: Buffer) => (remoteErrors += String(data)))
  olderUrl = await new Promise<string>((resolve) => older.stdout!.once('data', (data: Buffer) => resolve(String(data).trim())))
  sockets = spawn(process.execPath, [SOCKET, process.execPath, SCRIPT, 'stdio'], { stdio: ['ignore', 'ignore', 'pipe'] })
  socketUrl = await new Promise<string>((resolve) =>
    sockets.stderr!.once('data', (data: Buffer) => resolve(/ws:\S+/.exec(String(data))![0])),
  )
})

afterAll(async () => {
  remote.kill()
  older.kill()
  sockets.kill()
  tunnel.close()
  await proxy.close()
})

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

interface Way {
  url: string
  fetch: FetchHandler
  transport?: 'http' | 'sse'
  /** What the server wrote to stderr so far, where that can be seen. */
  errors?(): string
}

function socket(dial: Dial): Way {
  const connection = connectWebSocket(socketUrl, dial, () => {})
  ends.push(() => connection.close())
  return { url: socketUrl, fetch: connection.fetch }
}

function child(args: string[] = [SCRIPT, 'stdio']): Way {
  let errors = ''
  const handler = stdioHandler({
    write: (line) => handle.write(line),
    onSide: (fact) => {
      if (fact.kind === 'stderr') errors += fact.text
    },
  })
  const handle = tunnel.spawn(
    { command: process.execPath, args, env: {} },
    {
      started() {},
      lines: (block) => eachText(block, handler.line, handler.run),
      errorLines: (block) => eachText(block, handler.errorLine),
      overlong: handler.overlong,
      exited: (exit) => handler.exit(exit),
    },
  )
  ends.push(() => handle.end())
  return { url: 'stdio:child', fetch: handler.fetch, errors: () => errors }
}

const WAYS: { [way: string]: () => Way } = {
  stdio: () => child(),
  'HTTP from here': () => ({ url, fetch: (request) => fetch(request), errors: () => remoteErrors }),
  'a WebSocket from here': () => socket(browserDial((protocols) => new WebSocket(socketUrl, protocols) as unknown as BrowserSocket)),
  'a WebSocket through the proxy': () =>
    socket((protocols, events) => tunnel.dial({ url: socketUrl, protocols: [...protocols], headers: [] }, events)),
  'HTTP through the relay': () => ({ url, fetch: tunnel.fetch, errors: () => remoteErrors }),
}

interface Talk {
  session: Session
  asks: Ask[]
  notices: Notice[]
  facts: Facts[]
  errors: Way['errors']
}

async function talk(way: Way, era: ConnectOptions['era']): Promise<Talk> {
  remoteErrors = ''
  const { errors, ...reach } = way
  const told = { asks: [] as Ask[], notices: [] as Notice[], facts: [] as Facts[] }
  const session = await connect({
    ...reach,
    era,
    traffic: createTraffic(),
    clientInfo: { name: 'test', version: '0' },
    capabilities: { elicitation: { form: {} }, sampling: {} },
    onAsk(ask) {
      told.asks.push(ask)
      const sampled = { role: 'assistant', model: 'm', content: { type: 'text', text: 'sampled' } }
      const result = ask.method === 'sampling/createMessage' ? sampled : { action: 'accept', content: { name: 'Ada' } }
      return Promise.resolve({ kind: 'result', result })
    },
    onNotice: (notice) => told.notices.push(notice),
    onFacts: (facts) => told.facts.push(facts),
  })
  ends.push(() => session.close())
  return { session, ...told, errors }
}

/** The same steps for all: nothing in here knows an era, save by what the server may be asked for. */
async function journey({ session, asks, notices, facts, errors }: Talk, asksPeople: boolean, speaksUnasked: boolean): Promise<void> {
  expect(session.facts.serverInfo).toMatchObject({ name: expect.stringMatching(/^(both-eras|older)$/) })
  const list = (await session.request('tools/list')).result as { tools: { name: string }[] }
  expect(list.tools.map(({ name }) => name)).toContain('echo')
  const call = async (name: string, args = {}): Promise<unknown> => (await session.request('tools/call', { name, arguments: args })).result
  const said = (text: string): unknown => ({ content: [{ type: 'text', text }] })
  expect(await call('echo', { text: 'grüß dich' })).toMatchObject(said('grüß dich') as object)
  expect(await call('region', { region: '東京' })).toMatchObject(said('東京') as object)

  const steps: number[] = []
  await session.request('tools/call', { name: 'steps', arguments: {} }, { onProgress: ({ progress }) => steps.push(progress) })
  expect(steps).toEqual([1, 2, 3])

  if (asksPeople) {
    expect(await call('greet')).toMatchObject(said('Hello Ada') as object)
    expect(asks).toMatchObject([{ method: 'elicitation/create', during: { method: 'tools/call', name: 'greet' } }])
  }

  const control = new AbortController()
  const slow = session.request(
    'tools/call',
    { name: 'slow', arguments: {} },
    { signal: control.signal, onProgress: () => control.abort('enough') },
  )
  await expect(slow).rejects.toMatchObject({ kind: 'cancelled' })
  if (speaksUnasked) {
    if (errors !== undefined) await vi.waitFor(() => expect(errors()).toContain('slow was cancelled'))
    if (facts.at(-1)?.listening === 'opening') await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('open'))
    await call('change')
    await vi.waitFor(() => expect(notices.map(({ method }) => method)).toContain('notifications/tools/list_changed'))
  }
  await expect(session.request('no/such')).rejects.toMatchObject({ kind: 'rpc', code: -32601 })
  expect(((await session.request('resources/read', { uri: 'test://note' })).result as { contents: object[] }).contents).toMatchObject([
    { text: 'a note' },
  ])
}

describe.each(Object.keys(WAYS))('over %s', (way) => {
  test('in the newer era', async () => {
    const it = await talk(WAYS[way]!(), 'modern')
    expect(it.session.facts).toMatchObject({ era: 'modern', revision: '2026-07-28' })
    await journey(it, true, true)
  })

  test('in the older era', async () => {
    const it = await talk(WAYS[way]!(), 'legacy')
    expect(it.session.facts).toMatchObject({ era: 'legacy', revision: '2025-11-25' })
    // Over HTTP this server is stateless in the older era: it cannot ask, is not told of a cancel, and has no stream.
    const whole = !way.startsWith('HTTP')
    await journey(it, whole, whole)
  })

  test('finding it out', async () => {
    const it = await talk(WAYS[way]!(), 'auto')
    expect(it.session.facts).toMatchObject({ era: 'modern', verdict: { rule: 'discovered' } })
    await journey(it, true, true)
  })
})

/** The ways to HTTP: from here and through the relay. */
const VIA: { [via: string]: () => FetchHandler } = {
  'from here': () => (request) => fetch(request),
  'through the relay': () => tunnel.fetch,
}

const OLDER_WAYS: { [way: string]: () => Way } = { stdio: () => child([OLDER, 'stdio']) }
for (const [via, reach] of Object.entries(VIA)) {
  const errors = (): string => remoteErrors
  OLDER_WAYS[`HTTP ${via}`] = () => ({ url: `${olderUrl}/mcp`, fetch: reach(), errors })
  OLDER_WAYS[`HTTP+SSE ${via}`] = () => ({ url: `${olderUrl}/sse`, fetch: reach(), transport: 'sse', errors })
}

describe('with a server of the older era alone, found out', () => {
  test.each(Object.keys(OLDER_WAYS))('over %s', async (way) => {
    const it = await talk(OLDER_WAYS[way]!(), 'auto')
    expect(it.session.facts).toMatchObject({ era: 'legacy', revision: '2025-11-25' })
    expect(it.session.facts.transport).toBe(way === 'stdio' ? 'stdio' : way.startsWith('HTTP+SSE') ? 'http+sse' : 'streamable-http')
    await journey(it, true, true)
  })
})

describe('with server-everything', () => {
  const programs: ChildProcess[] = []
  afterAll(() => programs.forEach((program) => program.kill()))

  async function start(transport: string): Promise<string> {
    const port = await freePort()
    const program = spawn(process.execPath, [EVERYTHING, transport], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PORT: String(port) },
    })
    programs.push(program)
    await new Promise<void>((resolve) => {
      for (const stream of [program.stdout, program.stderr])
        stream!.on('data', (data: Buffer) => /listening|running on/i.test(String(data)) && resolve())
    })
    return `http://127.0.0.1:${port}`
  }

  const WHERE: { [way: string]: () => Promise<Way> } = {
    stdio: async () => child([EVERYTHING, 'stdio']),
    'HTTP through the relay': async () => ({ url: `${await start('streamableHttp')}/mcp`, fetch: tunnel.fetch }),
    'HTTP+SSE from here': async () => ({ url: `${await start('sse')}/sse`, fetch: (request) => fetch(request), transport: 'sse' }),
  }

  test.each(Object.keys(WHERE))('over %s', async (way) => {
    const { session, asks } = await talk(await WHERE[way]!(), 'auto')
    expect(session.facts).toMatchObject({ era: 'legacy', serverInfo: { name: 'mcp-servers/everything' } })
    const call = async (name: string, args = {}): Promise<string> =>
      JSON.stringify((await session.request('tools/call', { name, arguments: args })).result)
    expect(await call('echo', { message: 'grüß dich' })).toContain('Echo: grüß dich')
    const steps: number[] = []
    const long = { name: 'trigger-long-running-operation', arguments: { duration: 0.1, steps: 3 } }
    await session.request('tools/call', long, { onProgress: ({ progress }) => steps.push(progress) })
    expect(steps).toEqual([1, 2, 3])
    expect(await call('trigger-sampling-request', { prompt: 'x', maxTokens: 5 })).toContain('sampled')
    expect(asks).toMatchObject([{ method: 'sampling/createMessage', during: { method: 'tools/call', name: 'trigger-sampling-request' } }])
    await expect(session.request('no/such')).rejects.toMatchObject({ kind: 'rpc', code: -32601 })
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
