// The endpoint for other clients, met by one that knows nothing of it, with a server that knows nothing of it either.
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createBridge, type BridgeOptions } from './bridge.ts'
import { createChildren } from './child.ts'
import { createGuard } from './guard.ts'
import type { LoupeServer } from './server.ts'
import { isAlive, isGone } from './testing/processes.ts'
import { enter, startTestServer, TOKEN, type TestTunnel } from './testing/tunnel-client.ts'

const BOTH_ERAS = fileURLToPath(new URL('../e2e/servers/both-eras.mjs', import.meta.url))
const everything = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
/** Answers `initialize` with its own process id as its name, and everything else with an empty result. */
const TELLS_PID = `require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'die') process.exit(3)
  if (id === undefined) return
  const result = method === 'initialize' ? { protocolVersion: params.protocolVersion, capabilities: {}, serverInfo: { name: String(process.pid), version: '1' } } : {}
  if (method !== 'hang') console.log(JSON.stringify({ jsonrpc: '2.0', id, result }))
})`

/** Says 100 MB before it answers, and counts on stderr what it got rid of. */
const FLOODS = `process.stdin.once('data', async () => {
  const line = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x'.repeat(1e6) } }) + '\\n'
  for (let count = 0; count < 100; count++) { await new Promise((done) => process.stdout.write(line, done)); console.error('one') }
  process.stdout.write('{"jsonrpc":"2.0","id":0,"result":{}}\\n')
})`

/** Never answers "hang"; answers "cancelled" with the ids that were cancelled. */
const TELLS_CANCELS = `const seen = []; require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'notifications/cancelled') seen.push(params.requestId)
  else if (method !== 'hang') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', seen } }))
})`

let proxy: LoupeServer
let tunnel: TestTunnel
beforeAll(async () => {
  proxy = await startTestServer()
  tunnel = await enter(proxy.port)
})
const servers: Server[] = []
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await proxy.close()
})

let lastChannel = 0
async function endpointOf(args: string[]): Promise<URL> {
  const channel = ++lastChannel
  tunnel.send({ tag: 'S', channel, json: { command: process.execPath, args, env: {} } })
  const { json } = await tunnel.wait('s', channel)
  tunnel.send({ tag: 'K', channel })
  return new URL(json.endpoint)
}

const HELLO = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
}
const post = (url: URL, message: object, headers: { [name: string]: string } = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'X-Loupe-Token': TOKEN, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })
async function hello(url: URL): Promise<{ session: { 'Mcp-Session-Id': string }; pid: number }> {
  const response = await post(url, HELLO)
  const { result } = (await response.json()) as { result: { serverInfo: { name: string } } }
  return { session: { 'Mcp-Session-Id': response.headers.get('mcp-session-id')! }, pid: Number(result.serverInfo.name) }
}

/** A bridge of its own, without the rest of the proxy. */
async function standing(command: { command: string; args: string[] }, options: Partial<BridgeOptions> = {}): Promise<URL> {
  const bridge = createBridge({ guard: createGuard(TOKEN), children: createChildren(), ...options })
  const id = bridge.offer({ ...command, env: {} }).slice('/mcp/'.length)
  const server = createServer((request, response) => void bridge.handle(id, request, response)).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((resolve) => server.once('listening', resolve))
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}

describe('a stranger with server-everything', () => {
  test.each<{ [name: string]: string }>([{ 'X-Loupe-Token': TOKEN }, { Authorization: `Bearer ${TOKEN}` }])(
    'connects with %o, calls, is asked and told',
    async (headers) => {
      const url = await endpointOf([everything, 'stdio'])
      const client = new Client({ name: 'stranger', version: '1' }, { capabilities: { sampling: {} } })
      client.setRequestHandler('sampling/createMessage', () => ({
        model: 'm',
        role: 'assistant',
        content: { type: 'text', text: 'from a stranger' },
      }))
      const transport = new StreamableHTTPClientTransport(url, { requestInit: { headers } })
      await client.connect(transport)
      expect((await client.listTools()).tools.length).toBeGreaterThan(5)
      expect(await client.callTool({ name: 'echo', arguments: { message: 'hi' } })).toMatchObject({
        content: [{ type: 'text', text: 'Echo: hi' }],
      })
      const sampled = await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'x', maxTokens: 5 } })
      expect(JSON.stringify(sampled)).toContain('from a stranger')
      const progress: unknown[] = []
      await client.callTool(
        { name: 'trigger-long-running-operation', arguments: { duration: 0.2, steps: 4 } },
        { onprogress: (told) => progress.push(told) },
      )
      expect(progress.length).toBeGreaterThan(1)
      await transport.terminateSession()
      await client.close()
    },
  )

  test('two clients have two servers, so that their answers cannot be swapped', async () => {
    const url = await endpointOf(['-e', TELLS_PID])
    const [one, two] = await Promise.all([hello(url), hello(url)])
    expect(one.pid).not.toBe(two.pid)
    expect(one.session).not.toEqual(two.session)
  })
})

describe('a stranger of the newer era', () => {
  const strangers: Client[] = []
  afterEach(() => Promise.all(strangers.splice(0).map((client) => client.close())))

  async function stranger(url: URL, mode: 'auto' | { pin: string }): Promise<Client> {
    const client = new Client(
      { name: 'stranger', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
    )
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada' } }))
    await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'X-Loupe-Token': TOKEN } } }))
    strangers.push(client)
    return client
  }
  const text = (result: unknown): string => JSON.stringify(result)

  test('with a server of its era: calls, is asked, is told of progress, cancels, and listens', async () => {
    const url = await endpointOf([BOTH_ERAS, 'stdio', 'modern'])
    const client = await stranger(url, { pin: '2026-07-28' })
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo')
    expect(text(await client.callTool({ name: 'echo', arguments: { text: 'grüß' } }))).toContain('grüß')
    expect(text(await client.callTool({ name: 'region', arguments: { region: '東京' } }))).toContain('東京')
    expect(text(await client.callTool({ name: 'greet', arguments: {} }))).toContain('Hello Ada')
    const steps: number[] = []
    await client.callTool({ name: 'steps', arguments: {} }, { onprogress: ({ progress }) => steps.push(progress) })
    expect(steps).toEqual([1, 2, 3])
    const control = new AbortController()
    const slow = client.callTool({ name: 'slow', arguments: {} }, { signal: control.signal, onprogress: () => control.abort() })
    await expect(slow).rejects.toThrow()
    await expect(client.callTool({ name: 'none', arguments: {} })).rejects.toThrow('none')
    expect(text(await client.readResource({ uri: 'test://note' }))).toContain('a note')

    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    const listening = await post(
      url,
      { id: 'listen', method: 'subscriptions/listen', params: { _meta, notifications: { toolsListChanged: true } } },
      { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' },
    )
    const stream = listening.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await stream.read()).value).toContain('notifications/subscriptions/acknowledged')
    await client.callTool({ name: 'change', arguments: {} })
    expect((await stream.read()).value).toContain('notifications/tools/list_changed')
    await stream.cancel()
  })

  test('two at once, who number alike, get their own answers', async () => {
    const url = await endpointOf([BOTH_ERAS, 'stdio', 'modern'])
    const [one, two] = await Promise.all([stranger(url, { pin: '2026-07-28' }), stranger(url, { pin: '2026-07-28' })])
    const say = async (client: Client, words: string): Promise<string> =>
      text(await client.callTool({ name: 'echo', arguments: { text: words } }))
    const said = await Promise.all(Array.from({ length: 6 }, (_, at) => say(at % 2 === 0 ? one : two, `words ${at}`)))
    said.forEach((answer, at) => expect(answer).toContain(`words ${at}`))
  })

  test('finds out that a server is of the older era, whether it refuses the question, ignores it or ends', async () => {
    const answers = (otherwise: string): string => `require('node:readline').createInterface(process.stdin).on('line', (line) => {
      const { id, method } = JSON.parse(line)
      const initialize = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'older', version: '1' } }
      const say = (more) => console.log(JSON.stringify({ jsonrpc: '2.0', id, ...more }))
      if (id === undefined) return
      if (method === 'initialize') return say({ result: initialize })
      if (method === 'tools/list') return say({ result: { tools: [{ name: 'old', inputSchema: { type: 'object' } }] } })
      ${otherwise}
    })`
    const ways = ["say({ error: { code: -32601, message: 'Method not found' } })", '', 'process.exit(1)']
    await Promise.all(
      ways.map(async (otherwise) => {
        const client = await stranger(await endpointOf(['-e', answers(otherwise)]), 'auto')
        expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['old'])
      }),
    )
  })

  test('headers that do not say what the body says are refused, and a client that leaves is told to the child', async () => {
    const url = await endpointOf(['-e', TELLS_CANCELS])
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }
    const ask = (method: string, headers: { [name: string]: string }, signal?: AbortSignal): Promise<Response> =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Loupe-Token': TOKEN, 'MCP-Protocol-Version': '2026-07-28', ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }),
        ...(signal === undefined ? {} : { signal }),
      })
    const refused = await ask('tools/list', { 'Mcp-Method': 'tools/call' })
    expect(refused.status).toBe(400)
    expect(await refused.json()).toMatchObject({ id: 1, error: { code: -32020 } })
    const control = new AbortController()
    const hanging = ask('hang', { 'Mcp-Method': 'hang' }, control.signal)
    setTimeout(() => control.abort(), 50)
    await expect(hanging).rejects.toThrow()
    await expect.poll(async () => (await ask('cancelled', { 'Mcp-Method': 'cancelled' })).text()).toContain('"seen":[1]')
  })
})

describe('its doors', () => {
  test('no token, a wrong token, a foreign page, an unknown endpoint', async () => {
    const url = await endpointOf(['-e', TELLS_PID])
    expect((await fetch(url, { method: 'POST', body: JSON.stringify(HELLO) })).status).toBe(401)
    expect((await post(url, HELLO, { 'X-Loupe-Token': 'wrong' })).status).toBe(401)
    expect((await post(url, HELLO, { 'X-Loupe-Token': '', Authorization: `Bearer ${TOKEN}` })).status).toBe(401)
    expect((await post(url, HELLO, { Origin: 'http://evil.example' })).status).toBe(403)
    expect((await post(url, HELLO, { Origin: `http://localhost:${proxy.port}` })).status).toBe(200)
    expect((await post(new URL('/mcp/unknown', url), HELLO)).status).toBe(404)
    expect((await post(new URL(`${url.href}?token=${TOKEN}`), HELLO, { 'X-Loupe-Token': '' })).status).toBe(401)
  })
})

describe('its sessions', () => {
  test('need a hello, are told apart, and end with DELETE and their child', async () => {
    const url = await endpointOf(['-e', TELLS_PID])
    expect((await post(url, { id: 1, method: 'ping' })).status).toBe(400)
    expect((await post(url, { id: 1, method: 'ping' }, { 'Mcp-Session-Id': 'x' })).status).toBe(404)
    const { session, pid } = await hello(url)
    expect((await post(url, { method: 'notifications/initialized' }, session)).status).toBe(202)
    expect(await (await post(url, { id: '1', method: 'ping' }, session)).json()).toEqual({ jsonrpc: '2.0', id: '1', result: {} })
    expect((await fetch(url, { method: 'PUT', headers: { 'X-Loupe-Token': TOKEN } })).status).toBe(405)
    expect(isAlive(pid)).toBe(true)
    expect((await fetch(url, { method: 'DELETE', headers: { 'X-Loupe-Token': TOKEN, ...session } })).status).toBe(204)
    await isGone(pid)
    expect((await post(url, { id: 2, method: 'ping' }, session)).status).toBe(404)
  })

  test('a child that dies answers what waits with 502, and then the session is no more', async () => {
    const url = await endpointOf(['-e', TELLS_PID])
    const { session } = await hello(url)
    const waiting = post(url, { id: 1, method: 'hang' }, session)
    expect((await post(url, { method: 'die' }, session)).status).toBe(202)
    const response = await waiting
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('code 3')])
    expect((await post(url, { id: 2, method: 'ping' }, session)).status).toBe(404)
  })

  test('a client that does not read makes its server wait, and loses nothing', async () => {
    const said: string[] = []
    const url = await standing({ command: process.execPath, args: ['-e', FLOODS] }, { onStderr: (_command, text) => said.push(text) })
    const response = await new Promise<IncomingMessage>((resolve) => {
      const asked = request(url, { method: 'POST', headers: { 'X-Loupe-Token': TOKEN } }, resolve)
      asked.end(JSON.stringify(HELLO))
    })
    // Until it says no more: because it waits, or because it has said all.
    let before: number
    do {
      before = said.length
      await new Promise((resolve) => setTimeout(resolve, 500))
    } while (said.length === 0 || said.length > before)
    expect(said.length).toBeLessThan(50)
    let size = 0
    for await (const chunk of response) size += (chunk as Buffer).length
    expect(size).toBeGreaterThan(100e6)
  })

  test('a command that cannot start is a 502 with the reason', async () => {
    const url = await standing({ command: 'no-such-program', args: [] })
    const response = await post(url, HELLO)
    expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('"no-such-program" was not found')])
  })

  test('one that nobody uses is ended; one that listened and left sooner', async () => {
    const url = await standing({ command: process.execPath, args: ['-e', TELLS_PID] }, { idle: 60_000, left: 1 })
    const { session, pid } = await hello(url)
    expect(isAlive(pid)).toBe(true)
    const stream = await fetch(url, { headers: { Accept: 'text/event-stream', 'X-Loupe-Token': TOKEN, ...session } })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
    await stream.body?.cancel()
    await isGone(pid)
    expect((await post(url, { id: 1, method: 'ping' }, session)).status).toBe(404)
  })
})
