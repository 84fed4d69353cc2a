import { afterEach, describe, expect, test, vi } from 'vitest'
import { isObject, parseJson, type Json } from '../json.ts'
import { connect } from '../session.ts'
import type { Ask, Notice } from '../session-types.ts'
import { createTraffic } from '../traffic.ts'
import type { WireFact } from '../wire-event.ts'
import { linesOf } from './lines.ts'
import { stdioHandler, type StdioHandler, type StdioOptions } from './stdio.ts'

const encode = (text: string) => new TextEncoder().encode(text)

function child(options: Partial<StdioOptions> = {}): { handler: StdioHandler; written: string[]; side: WireFact[] } {
  const written: string[] = []
  const side: WireFact[] = []
  const handler = stdioHandler({ write: (line) => written.push(line), onSide: (fact) => side.push(fact), ...options })
  return { handler, written, side }
}

function post(handler: StdioHandler, message: unknown, headers: { [name: string]: string } = {}, signal?: AbortSignal): Promise<Response> {
  const body = typeof message === 'string' ? message : JSON.stringify(message)
  return handler.fetch(new Request('http://bridge/mcp', { method: 'POST', body, headers, ...(signal === undefined ? {} : { signal }) }))
}

/** Lets the handler read the bodies posted so far. */
async function written(lines: string[], count: number): Promise<void> {
  await vi.waitFor(() => expect(lines).toHaveLength(count))
}

describe('for other clients over HTTP', () => {
  afterEach(() => vi.useRealTimers())

  test('an answer alone is one JSON body', async () => {
    const { handler, written: lines } = child({ form: 'http' })
    const reply = post(handler, '{"jsonrpc":"2.0",\r\n"id":1,"method":"ping"}')
    await written(lines, 1)
    expect(lines[0]).toBe('{"jsonrpc":"2.0", "id":1,"method":"ping"}')
    handler.line('{"id":1,"result":{}}')
    const response = await reply
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.text()).toBe('{"id":1,"result":{}}')
  })

  test('anything before the answer makes it a stream, and a bare CR does not break it', async () => {
    const { handler, written: lines } = child({ form: 'http' })
    const reply = post(handler, { id: 1, method: 'tools/call' })
    await written(lines, 1)
    handler.line('{"method":"notifications/message","params":{}}')
    handler.line('{"id":1,\r"result":{}}')
    expect(await (await reply).text()).toBe(
      'event: message\ndata: {"method":"notifications/message","params":{}}\n\nevent: message\ndata: {"id":1,\ndata: "result":{}}\n\n',
    )
  })

  test('ids 1 and "1" are two, progress goes by its token, requests with several open go to the GET', async () => {
    const { handler, written: lines } = child({ form: 'http' })
    const listening = await handler.fetch(new Request('http://bridge/mcp'))
    const one = post(handler, { id: 1, method: 'a', params: { _meta: { progressToken: 'x' } } })
    const other = post(handler, { id: '1', method: 'b' })
    await written(lines, 2)
    handler.line('{"method":"notifications/progress","params":{"progressToken":"x"}}')
    handler.line('{"id":7,"method":"roots/list"}')
    handler.line('{"id":"1","result":"text"}')
    handler.line('{"id":1,"result":"number"}')
    expect(await (await other).text()).toBe('{"id":"1","result":"text"}')
    expect(await (await one).text()).toContain('progressToken')
    handler.close()
    expect(await listening.text()).toContain('roots/list')
  })

  test('a call that was cancelled no longer shares what the server says without naming a call', async () => {
    const { handler, written: lines } = child({ form: 'http' })
    const listening = await handler.fetch(new Request('http://bridge/mcp'))
    void post(handler, { id: 1, method: 'tools/call' })
    void post(handler, { id: 2, method: 'tools/call' })
    await written(lines, 2)
    await post(handler, { method: 'notifications/cancelled', params: { requestId: 1 } })
    await post(handler, { method: 'notifications/cancelled', params: { requestId: 2 } })
    const other = post(handler, { id: 3, method: 'tools/call' })
    await written(lines, 5)
    handler.line('{"id":7,"method":"sampling/createMessage"}')
    handler.line('{"method":"notifications/message","params":{"data":"x"}}')
    handler.line('{"id":3,"result":{}}')
    const text = await (await other).text()
    expect(text).toContain('sampling/createMessage')
    expect(text).toContain('notifications/message')
    handler.close()
    expect(await listening.text()).not.toContain('"method"')
  })

  test('what found no stream waits for the GET', async () => {
    const { handler } = child({ form: 'http' })
    handler.line('{"method":"notifications/tools/list_changed"}')
    const listening = await handler.fetch(new Request('http://bridge/mcp'))
    handler.close()
    expect(await listening.text()).toContain('list_changed')
  })

  test('sessions: handed out, asked for, ended', async () => {
    const ended: string[] = []
    const { handler, written: lines } = child({ form: 'http', sessionId: 's', onDelete: () => ended.push('s') })
    const greeting = post(handler, { id: 0, method: 'initialize' })
    await written(lines, 1)
    handler.line('{"id":0,"result":{}}')
    expect((await greeting).headers.get('mcp-session-id')).toBe('s')
    expect((await post(handler, { method: 'x' })).status).toBe(400)
    expect((await post(handler, { method: 'x' }, { 'mcp-session-id': 'other' })).status).toBe(404)
    expect((await post(handler, { method: 'x' }, { 'mcp-session-id': 's' })).status).toBe(202)
    const bye = new Request('http://bridge/mcp', { method: 'DELETE', headers: { 'mcp-session-id': 's' } })
    expect((await handler.fetch(bye)).status).toBe(204)
    expect(ended).toEqual(['s'])
  })

  test('a child that dies with the headers held is a 502, later requests too', async () => {
    const { handler, written: lines } = child({ form: 'http' })
    const reply = post(handler, { id: 1, method: 'ping' })
    await written(lines, 1)
    handler.exit({ code: 3, signal: null })
    expect(await (await reply).text()).toBe('The server process exited with code 3')
    expect((await post(handler, { id: 2, method: 'ping' })).status).toBe(502)
    expect((await post(handler, 'no json')).status).toBe(502)
  })

  test('long silence becomes a stream with comments', async () => {
    vi.useFakeTimers()
    const { handler } = child({ form: 'http' })
    const reply = post(handler, { id: 1, method: 'ping' })
    await vi.advanceTimersByTimeAsync(10_000)
    const response = await reply
    handler.line('{"id":1,"result":{}}')
    expect(await response.text()).toBe(': still here\n\nevent: message\ndata: {"id":1,"result":{}}\n\n')
  })

  test('a batch is answered by a batch', async () => {
    const { handler, written: lines } = child({ form: 'http' })
    const reply = post(handler, [
      { id: 1, method: 'ping' },
      { id: 2, method: 'ping' },
    ])
    await written(lines, 1)
    handler.line('[{"id":1,"result":{}},{"id":2,"result":{}}]')
    expect(await (await reply).json()).toHaveLength(2)
  })

  test('an answer after its reader left goes to the side', async () => {
    const { handler, written: lines, side } = child({ form: 'http' })
    const control = new AbortController()
    void post(handler, { id: 1, method: 'ping' }, {}, control.signal)
    await written(lines, 1)
    control.abort()
    handler.line('{"id":1,"result":{}}')
    expect(side).toEqual([{ kind: 'frame', text: '{"id":1,"result":{}}' }])
  })
})

test('a byte order mark, CRLF, blank lines and bytes that are not UTF-8', async () => {
  const { handler, side } = child()
  handler.line(new Uint8Array([0xef, 0xbb, 0xbf, ...encode('{"id":9,"result":{}}\r')]))
  handler.line(encode(' \r'))
  handler.line('\uFEFFtext')
  handler.line(new Uint8Array([0x61, 0xff]))
  handler.errorLine(encode('warn\r'))
  expect(side).toEqual([
    { kind: 'note', fault: 'byte-order-mark', text: expect.stringContaining('EF BB BF') },
    { kind: 'note', fault: 'crlf', text: expect.stringContaining('CR LF') },
    { kind: 'frame', text: '{"id":9,"result":{}}' },
    { kind: 'noise', text: '\uFEFFtext', why: expect.stringContaining('not JSON') },
    { kind: 'noise', text: 'a\uFFFD', why: expect.stringContaining('not JSON'), replaced: 'ff' },
    { kind: 'note', fault: 'not-utf-8', text: expect.stringContaining('not UTF-8'), row: 5 },
    { kind: 'stderr', text: 'warn' },
  ])
})

/** A child in a few lines, answering what it is told to. */
async function conversation(answer: (message: { [key: string]: Json }, say: (text: string) => void) => void) {
  const traffic = createTraffic()
  const notices: Notice[] = []
  const closed: string[] = []
  const asks: Ask[] = []
  const handler: StdioHandler = stdioHandler({
    onSide: (fact) => traffic.append(0, fact),
    write(line) {
      const message = parseJson(line)
      if (!isObject(message)) return
      if (message.method === 'initialize')
        handler.line(
          `{"jsonrpc":"2.0","id":${String(message.id)},"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"c","version":"1"}}}`,
        )
      // As from a real child: later, but in order.
      else setTimeout(() => answer(message, (text) => handler.line(text)), 0)
    },
  })
  const session = await connect({
    url: 'stdio:child',
    fetch: handler.fetch,
    traffic,
    clientInfo: { name: 't', version: '0' },
    capabilities: { roots: {} },
    onAsk: async (ask) => {
      asks.push(ask)
      return { kind: 'result', result: { roots: [] } }
    },
    onNotice: (notice) => notices.push(notice),
    onClosed: (why) => closed.push(why),
  })
  return { session, traffic, notices, closed, handler, asks }
}

describe('for our own page', () => {
  test('the record keeps the order of arrival, whatever the stream', async () => {
    const { session, traffic } = await conversation((message, say) => {
      if (message.method !== 'tools/call') return
      say('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"one"}}')
      say('print("two")')
      say('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}')
      say('{"jsonrpc":"2.0","id":"nobody","result":{}}')
      say(`{"jsonrpc":"2.0","id":${String(message.id)},"result":{"content":[]}}`)
    })
    await session.request('tools/call', { name: 'x' })
    const rows = traffic.window({ filter: '', tail: true, from: 0, size: 7 }).rows
    expect(rows.map((row) => [row.kind, row.name])).toEqual([
      ['notification', ''],
      ['request', 'x'],
      ['notification', 'info one'],
      ['noise', 'print("two")'],
      ['notification', ''],
      ['result', ''],
      ['result', 'x'],
    ])
    await session.close()
  })

  test('a request of the server during the only call belongs to it', async () => {
    const { session, asks } = await conversation((message, say) => {
      if (message.method === 'tools/call') say('{"id":1,"method":"roots/list"}')
      if (message.id === 1 && message.result !== undefined) say('{"id":2,"result":{"content":[]}}')
    })
    await session.request('tools/call', { name: 'x' })
    expect(asks).toMatchObject([{ method: 'roots/list', during: { method: 'tools/call', name: 'x' } }])
    await session.close()
  })

  test('an answer that comes long after its request was given up is heard as late', async () => {
    let answer = (): void => {}
    const { session, traffic } = await conversation((message, say) => {
      if (message.method === 'tools/call') answer = () => say(`{"id":${String(message.id)},"result":{"content":[]}}`)
    })
    vi.useFakeTimers()
    const late: unknown[] = []
    const call = session.request('tools/call', { name: 'x' }, { limits: { idle: 10 }, onLate: (one) => late.push(one) })
    call.catch(() => {})
    await vi.advanceTimersByTimeAsync(600_000)
    vi.useRealTimers()
    await expect(call).rejects.toMatchObject({ kind: 'silent' })
    answer()
    await vi.waitFor(() => expect(late).toMatchObject([{ answer: { result: { content: [] } } }]))
    expect(traffic.window({ filter: '', kinds: ['result'], tail: true, from: 0, size: 1 }).rows[0]).toMatchObject({ status: 'late' })
    await session.close()
  })

  test('an exit ends what waits with its code, and the session', async () => {
    const { session, handler, closed, traffic } = await conversation(() => {})
    const call = session.request('tools/call', { name: 'x' })
    await vi.waitFor(() => expect(traffic.total).toBe(4))
    handler.errorLine('Segfault')
    handler.exit({ code: 139, signal: null })
    await expect(call).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The server process exited with code 139',
      data: { code: 139 },
    })
    await vi.waitFor(() => expect(closed).toEqual(['The server process exited with code 139']))
    await expect(session.request('ping')).rejects.toMatchObject({ message: expect.stringContaining('exited with code 139') })
    const rows = traffic.window({ filter: '', tail: true, from: 0, size: 3 }).rows
    expect(rows.map((row) => [row.kind, row.status])).toEqual([
      ['request', 'no answer'],
      ['stderr', ''],
      ['exit', 'code 139'],
    ])
  })

  test('a command that never ran says why', async () => {
    const handler = stdioHandler({ write: () => {}, onSide: () => {} })
    handler.exit({ code: null, signal: null, error: { code: 'ENOENT', message: 'No program called nope', path: ['/bin'] } })
    await expect(post(handler, { id: 1, method: 'initialize' })).rejects.toMatchObject({
      message: 'No program called nope',
      data: { error: { code: 'ENOENT', path: ['/bin'] } },
    })
  })
})

test('a line that was too long to be kept is shown by its start, and named', () => {
  const { handler, side } = child()
  for (let count = 0; count < 2; count++) handler.overlong('{"id":1,', 300_000_000)
  expect(side).toMatchObject([
    { kind: 'noise', text: '{"id":1,', why: expect.stringContaining('300000000 bytes') },
    { kind: 'note', fault: 'overlong' },
    { kind: 'noise' },
  ])
})

test('a line that the exit cuts off is named, and is in the reason of the call', async () => {
  const { handler, written: lines, side } = child()
  const reply = await post(handler, { id: 1, method: 'tools/call' })
  await written(lines, 1)
  const ended = new Promise((resolve) => linesOf(reply)?.listen({ line: () => {}, end: resolve }))
  handler.line('{"jsonrpc":"2.0","id":1,"resu')
  handler.exit({ code: 3, signal: null })
  expect(side.map(({ kind }) => kind)).toEqual(['noise', 'note', 'exit'])
  expect(side[1]).toMatchObject({ fault: 'cut-line', text: expect.stringContaining('cut off by the exit') })
  expect(await ended).toMatchObject({ message: expect.stringContaining('of which came: {"jsonrpc":"2.0","id":1,"resu') })
})

test('nobody listens to the signal of a request that is over: it would be kept as long as the connection', async () => {
  const { handler } = child()
  const listening = new Set<unknown>()
  const ask = (id: number, method = 'tools/call') => {
    const request = new Request('http://child/', { method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', id, method }) })
    const { signal } = request
    vi.spyOn(signal, 'addEventListener').mockImplementation((_, listener) => void listening.add(listener))
    vi.spyOn(signal, 'removeEventListener').mockImplementation((_, listener) => void listening.delete(listener))
    Object.defineProperty(request, 'signal', { value: signal })
    return handler.fetch(request)
  }
  await Promise.all([ask(1), ask(2), ask(3), ask(4)])
  expect(listening.size).toBe(4)
  handler.line('{"jsonrpc":"2.0","id":1,"result":{}}')
  handler.line('{"jsonrpc":"2.0","id":2,"error":{"code":1,"message":"no"}}')
  handler.line('[{"jsonrpc":"2.0","id":3,"result":{}}]')
  expect(listening.size).toBe(1)
  handler.exit({ code: 0, signal: null })
  expect(listening.size).toBe(0)
})

test('what no message may be is told to who waits for it, and stands beside', async () => {
  const { handler, written: lines, side } = child()
  const reply = post(handler, { jsonrpc: '2.0', id: 1, method: 'ping' })
  await written(lines, 1)
  handler.unreadable('{"jsonrpc":"2.0","id":1,"result":{}}', 'It came in a binary frame')
  expect(side).toMatchObject([{ kind: 'noise', why: 'It came in a binary frame' }])
  const answer = await reply
  const ended = await new Promise((resolve) => linesOf(answer)?.listen({ line: () => {}, end: resolve }))
  expect((ended as Error).message).toContain('It came in a binary frame')
})
