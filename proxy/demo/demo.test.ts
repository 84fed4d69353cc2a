// The demo over Streamable HTTP, met by a client that knows nothing of it, and its finer points message by message.
import type { AddressInfo } from 'node:net'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

async function connect(): Promise<Client> {
  const client = new Client({ name: 'stranger', version: '1' }, { capabilities: { sampling: {}, elicitation: {}, roots: {} } })
  client.setRequestHandler('sampling/createMessage', () => ({
    model: 'm',
    role: 'assistant',
    content: { type: 'text', text: 'It makes things larger.' },
  }))
  client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { name: 'Ada', guests: 3 } }))
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///tmp', name: 'tmp' }] }))
  await client.connect(new StreamableHTTPClientTransport(url))
  return client
}

const said = (result: unknown): string => JSON.stringify(result)

describe('a stranger over Streamable HTTP', () => {
  test('lists and calls every tool that needs nobody', async () => {
    const client = await connect()
    expect(client.getInstructions()).toContain('Start with the tool "echo"')
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(14)
    // The client checks structured content against the output schema, and throws where they differ.
    for (const { name } of tools.filter(({ name }) => !/wait|count|ask|roots|protocol/.test(name))) {
      const result = await client.callTool({ name, arguments: { message: 'hi', name: '', amount: 1, address: { city: 'x' } } })
      expect([name, result.isError === true]).toEqual([name, name === 'fail_as_tool'])
    }
    await expect(client.callTool({ name: 'fail_in_protocol' })).rejects.toThrow('always fails')
    await client.close()
  })

  test('is asked by the server, and told of progress, logs and a changed list', async () => {
    const client = await connect()
    expect(said(await client.callTool({ name: 'ask_model', arguments: {} }))).toContain('It makes things larger.')
    expect(said(await client.callTool({ name: 'ask_person', arguments: {} }))).toContain('Ada')
    expect(said(await client.callTool({ name: 'list_roots', arguments: {} }))).toContain('file:///tmp')
    const progress: unknown[] = []
    await client.callTool({ name: 'count', arguments: { steps: 3, pause: 0 } }, { onprogress: (told) => progress.push(told) })
    expect(progress).toHaveLength(3)
    expect(progress[2]).toMatchObject({ progress: 3, total: 3, message: 'Step 3 of 3' })
    const logs: string[] = []
    client.setNotificationHandler('notifications/message', ({ params }) => void logs.push(params.level))
    await client.setLoggingLevel('error')
    await client.callTool({ name: 'log_levels', arguments: {} })
    expect(logs.filter((level) => level !== 'info')).toEqual(['error', 'critical', 'alert', 'emergency'])
    const changed = new Promise<void>((resolve) => client.setNotificationHandler('notifications/tools/list_changed', () => resolve()))
    await client.callTool({ name: 'add_tool', arguments: {} })
    await changed
    expect((await client.listTools()).tools.at(-1)?.name).toBe('added_1')
    await client.close()
  })

  test('reads every resource page by page, templates, prompts and completions', async () => {
    const client = await connect()
    let cursor: string | undefined
    const uris: string[] = []
    do {
      const page = await client.listResources(cursor === undefined ? { cursor: undefined } : { cursor })
      uris.push(...page.resources.map(({ uri }) => uri))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect(new Set(uris).size).toBe(31)
    for (const uri of uris) expect((await client.readResource({ uri })).contents).toHaveLength(1)
    expect(said(await client.readResource({ uri: 'demo://greeting/German/Ada%20L' }))).toContain('Guten Tag, Ada L!')
    expect(said(await client.readResource({ uri: 'demo://search?words=a%20b%2Fc%26d&limit=5' }))).toContain('words = a b/c&d, limit = 5')
    expect(said(await client.readResource({ uri: 'demo://search?words=100%2525' }))).toContain('words = 100%25')
    await expect(client.readResource({ uri: 'demo://nothing' })).rejects.toThrow('no such resource')
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2)
    for (const { name } of (await client.listPrompts()).prompts)
      expect((await client.getPrompt({ name, arguments: { language: 'Go' } })).messages.length).toBeGreaterThan(0)
    const completion = await client.complete({ ref: { type: 'ref/prompt', name: 'review' }, argument: { name: 'language', value: 'ja' } })
    expect(completion.completion.values).toEqual(['Java', 'JavaScript'])
    await client.close()
  })
})

describe('its HTTP', () => {
  const post = (body: unknown, headers: { [name: string]: string } = {}): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    })
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  }

  test('a page of this machine may read the session id; any other page is refused', async () => {
    const reply = await post(hello, { Origin: 'http://localhost:4664' })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('access-control-allow-origin')).toBe('http://localhost:4664')
    expect(reply.headers.get('access-control-expose-headers')).toContain('Mcp-Session-Id')
    expect((await post(hello, { Origin: 'http://evil.example' })).status).toBe(403)
    const asked = await fetch(url, {
      method: 'OPTIONS',
      headers: { Origin: 'http://127.0.0.1:1', 'Access-Control-Request-Headers': 'x-mine,mcp-session-id' },
    })
    expect(asked.headers.get('access-control-allow-headers')).toBe('x-mine,mcp-session-id')
  })

  test('a session ends with DELETE; no session is 400, an unknown one 404', async () => {
    const id = (await post(hello)).headers.get('mcp-session-id')!
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }
    expect((await post(ping)).status).toBe(400)
    expect((await post(ping, { 'Mcp-Session-Id': 'x' })).status).toBe(404)
    expect((await post(ping, { 'Mcp-Session-Id': id })).status).toBe(200)
    expect((await fetch(url, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } })).status).toBe(204)
    expect((await post(ping, { 'Mcp-Session-Id': id })).status).toBe(404)
  })

  test('a stream that broke is taken up where it was, and brings its answer once', async () => {
    const inSession = { 'Mcp-Session-Id': (await post(hello)).headers.get('mcp-session-id')!, 'MCP-Protocol-Version': '2025-06-18' }
    const call = { name: 'count', arguments: { steps: 3, pause: 0 }, _meta: { progressToken: 't' } }
    const whole = await (await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }, inSession)).text()
    const ids = [...whole.matchAll(/^id: (\S+)$/gm)].map(([, id]) => id!)
    expect(ids.length).toBe(4)
    const resume = (id: string): Promise<Response> =>
      fetch(url, { headers: { Accept: 'text/event-stream', ...inSession, 'Last-Event-ID': id } })
    expect(await (await resume(ids[1]!)).text()).toBe(whole.slice(whole.indexOf(`id: ${ids[2]}`)))
    expect((await resume('9-9')).status).toBe(400)
  })

  test('a stream of 2025-11-25 begins with an id, and nothing else', async () => {
    const newer = { ...hello, params: { ...hello.params, protocolVersion: '2025-11-25' } }
    const inSession = { 'Mcp-Session-Id': (await post(newer)).headers.get('mcp-session-id')!, 'MCP-Protocol-Version': '2025-11-25' }
    const call = { name: 'count', arguments: { steps: 1, pause: 0 }, _meta: { progressToken: 't' } }
    const text = await (await post({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }, inSession)).text()
    expect(text).toMatch(/^id: \S+\ndata: \n\nid: /)
  })
})

describe('message by message', () => {
  function converse(revision: string): {
    say(message: object): void
    heard: { [name: string]: unknown }[]
    next(): Promise<{ [name: string]: unknown }>
  } {
    const heard: { [name: string]: unknown }[] = []
    let wake = (): void => {}
    const demo = createDemo((message) => {
      heard.push(JSON.parse(message) as { [name: string]: unknown })
      wake()
    })
    let at = 0
    const next = async (): Promise<{ [name: string]: unknown }> => {
      while (heard.length <= at) await new Promise<void>((resolve) => (wake = resolve))
      return heard[at++]!
    }
    demo.receive(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 'hello',
        method: 'initialize',
        params: { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
      }),
    )
    return { say: (message) => demo.receive(JSON.stringify({ jsonrpc: '2.0', ...message })), heard, next }
  }

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('in %s it shows nothing of a later revision', async (revision) => {
    const { say, next } = converse(revision)
    expect(await next()).toMatchObject({ id: 'hello', result: { protocolVersion: revision } })
    say({ id: 1, method: 'tools/list' })
    const list = said(await next())
    expect([list.includes('"annotations"'), list.includes('"outputSchema"')]).toEqual([revision >= '2025-03-26', revision >= '2025-06-18'])
    say({ id: 2, method: 'tools/call', params: { name: 'every_content' } })
    const result = said(await next())
    expect([result.includes('"audio"'), result.includes('"type":"resource_link"'), result.includes('"structuredContent"')]).toEqual([
      revision >= '2025-03-26',
      revision >= '2025-06-18',
      revision >= '2025-06-18',
    ])
  })

  test('an unknown revision is answered with the newest', async () => {
    expect(await converse('1999-01-01').next()).toMatchObject({ result: { protocolVersion: '2025-11-25' } })
  })

  test('a cancelled call never answers, and takes its question back', async () => {
    const { say, next, heard } = converse('2025-11-25')
    await next()
    say({ id: 5, method: 'tools/call', params: { name: 'wait', arguments: { seconds: 600 } } })
    say({ method: 'notifications/cancelled', params: { requestId: 5 } })
    say({ id: 6, method: 'ping' })
    expect(await next()).toMatchObject({ id: 6, result: {} })
    expect(heard).toHaveLength(2)
  })

  test('tells what it cannot do, with ids as they came', async () => {
    const { say, next } = converse('2025-11-25')
    await next()
    say({ id: '7', method: 'no/such' })
    expect(await next()).toMatchObject({ id: '7', error: { code: -32601 } })
    say({ id: 7, method: 'tools/call', params: { name: 'nothing' } })
    expect(await next()).toMatchObject({ id: 7, error: { code: -32602 } })
    say({ id: 8, method: 'tools/call', params: { name: 'ask_model' } })
    expect(await next()).toMatchObject({ id: 8, result: { isError: true } })
    say({ id: 'r', method: 'resources/read', params: { uri: 'demo://nothing' } })
    expect(await next()).toMatchObject({ id: 'r', error: { code: -32002, data: { uri: 'demo://nothing' } } })
    say({ id: 9, method: 'tools/list', params: { cursor: 'nonsense' } })
    expect(await next()).toMatchObject({ id: 9, error: { code: -32602 } })
  })
})
