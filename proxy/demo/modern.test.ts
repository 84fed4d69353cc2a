// The demo in the era without sessions: met by a client that knows nothing of it over HTTP, by our own session over a pipe, and
// its finer points message by message.
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect } from '#mcp/session.ts'
import type { Notice } from '#mcp/session-types.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import { createHttpDemo } from './http.ts'
import { createDemo } from './server.ts'

const server = createHttpDemo()
let url: URL
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const META = 'io.modelcontextprotocol/'
const said = (result: unknown): string => JSON.stringify(result)
const SAMPLED = { model: 'm', role: 'assistant' as const, content: { type: 'text' as const, text: 'It makes things larger.' } }

test('a stranger over Streamable HTTP calls every tool, and is asked in rounds', async () => {
  const client = new Client(
    { name: 'stranger', version: '1' },
    { capabilities: { sampling: {}, elicitation: { form: {} }, roots: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  client.setRequestHandler('sampling/createMessage', () => SAMPLED)
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada', guests: 3 } }))
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///tmp', name: 'tmp' }] }))
  await client.connect(new StreamableHTTPClientTransport(url))
  const { tools } = await client.listTools()
  expect(tools).toHaveLength(14)
  for (const { name } of tools.filter(({ name }) => !/wait|count|ask|roots|protocol|add/.test(name))) {
    const result = await client.callTool({ name, arguments: { message: 'hi', name: '', amount: 1, address: { city: 'x' } } })
    expect([name, result.isError === true]).toEqual([name, name === 'fail_as_tool'])
  }
  await expect(client.callTool({ name: 'fail_in_protocol' })).rejects.toThrow('always fails')
  expect(said(await client.callTool({ name: 'ask_model', arguments: {} }))).toContain('It makes things larger.')
  expect(said(await client.callTool({ name: 'ask_person', arguments: {} }))).toContain('Ada')
  expect(said(await client.callTool({ name: 'list_roots', arguments: {} }))).toContain('file:///tmp')
  const progress: number[] = []
  await client.callTool({ name: 'count', arguments: { steps: 3, pause: 0 } }, { onprogress: (told) => progress.push(told.progress) })
  expect(progress).toEqual([1, 2, 3])
  expect((await client.readResource({ uri: 'demo://notes.txt' })).contents).toHaveLength(1)
  await expect(client.readResource({ uri: 'demo://nothing' })).rejects.toThrow('no such resource')
  expect((await client.getPrompt({ name: 'review', arguments: { language: 'Go' } })).messages.length).toBeGreaterThan(0)
  await client.close()
})

test('our own session over a pipe finds the era, is told of changes and of the clock, and cancels', async () => {
  const handler = stdioHandler({ write: (line) => demo.receive(line), onSide() {} })
  const demo = createDemo((message) => handler.line(message))
  const notices: Notice[] = []
  const session = await connect({
    url: 'stdio:demo',
    fetch: handler.fetch,
    era: 'auto',
    traffic: createTraffic(),
    clientInfo: { name: 't', version: '0' },
    capabilities: { elicitation: { form: {} } },
    onAsk: () => Promise.resolve({ kind: 'result', result: { action: 'decline' } }),
    onNotice: (notice) => notices.push(notice),
  })
  expect(session.facts).toMatchObject({ era: 'modern', revision: '2026-07-28', serverInfo: { name: 'loupe-demo' } })
  expect(said((await session.request('tools/call', { name: 'ask_person', arguments: {} })).result)).toContain('decline')
  await vi.waitFor(() => expect(session.facts.listening).toBe('open'))
  await session.request('tools/call', { name: 'add_tool', arguments: {} })
  await vi.waitFor(() => expect(notices.map(({ method }) => method)).toContain('notifications/tools/list_changed'))
  await session.subscribe('demo://clock', true)
  await vi.waitFor(() => expect(notices.map(({ method }) => method)).toContain('notifications/resources/updated'), { timeout: 5000 })
  const control = new AbortController()
  const waiting = session.request('tools/call', { name: 'wait', arguments: { seconds: 600 } }, { signal: control.signal })
  control.abort()
  await expect(waiting).rejects.toMatchObject({ kind: 'cancelled' })
  await session.close()
  demo.close()
})

test('what a request must say, and what it gets when it does not', async () => {
  const heard: { [name: string]: unknown }[] = []
  const demo = createDemo((message) => heard.push(JSON.parse(message) as { [name: string]: unknown }))
  const ask = async (id: number, method: string, meta: object, more: object = {}) => {
    demo.receive(JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...more, _meta: meta } }))
    await vi.waitFor(() => expect(heard.some((one) => one.id === id)).toBe(true))
    return heard.find((one) => one.id === id)!
  }
  const meta = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} }
  expect(await ask(1, 'server/discover', meta)).toMatchObject({
    result: { resultType: 'complete', supportedVersions: expect.arrayContaining(['2026-07-28', '2025-11-25']), ttlMs: 0 },
  })
  expect(await ask(2, 'tools/list', { ...meta, [`${META}protocolVersion`]: '2099-01-01' })).toMatchObject({
    error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } },
  })
  expect(await ask(3, 'tools/list', { [`${META}protocolVersion`]: '2026-07-28' })).toMatchObject({ error: { code: -32602 } })
  expect(await ask(4, 'tools/call', meta, { name: 'ask_model' })).toMatchObject({
    error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } },
  })
  for (const [id, method] of [
    [5, 'ping'],
    [6, 'logging/setLevel'],
    [7, 'resources/subscribe'],
  ] as const)
    expect(await ask(id, method, meta)).toMatchObject({ error: { code: -32601 } })
  expect(await ask(8, 'resources/read', meta, { uri: 'demo://nothing' })).toMatchObject({ error: { code: -32602 } })
  await ask(9, 'tools/call', meta, { name: 'log_levels' })
  expect(heard.filter(({ method }) => method === 'notifications/message')).toEqual([])
  await ask(10, 'tools/call', { ...meta, [`${META}logLevel`]: 'critical' }, { name: 'log_levels' })
  expect(heard.filter(({ method }) => method === 'notifications/message')).toHaveLength(3)
  const wants = await ask(11, 'tools/call', { ...meta, [`${META}clientCapabilities`]: { sampling: {} } }, { name: 'ask_model' })
  expect(wants).toMatchObject({
    result: { resultType: 'input_required', inputRequests: { 'ask-1': { method: 'sampling/createMessage' } }, requestState: '{}' },
  })
  demo.close()
})

test('over HTTP, headers must say what the body says', async () => {
  const _meta = { [`${META}protocolVersion`]: '2026-07-28', [`${META}clientCapabilities`]: {} }
  const post = (headers: { [name: string]: string }, method = 'tools/list'): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2026-07-28', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta } }),
    })
  expect((await post({ 'Mcp-Method': 'tools/list' })).status).toBe(200)
  const wrong = await post({ 'Mcp-Method': 'tools/call' })
  expect([wrong.status, await wrong.json()]).toMatchObject([400, { error: { code: -32020 } }])
  expect((await post({ 'Mcp-Method': 'no/such' }, 'no/such')).status).toBe(404)
})
