import { describe, expect, test } from 'vitest'
import type { Reading } from './jsonrpc.ts'
import { createTraffic } from './traffic.ts'
import { noteTimes } from './transport/relay-times.ts'
import { createWire, type Outgoing } from './wire.ts'

const POST: Outgoing = {
  method: 'POST',
  url: 'http://x.test/mcp',
  headers: [['X-A', '1']],
  body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
}
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":{}}'

/** Sends one message to a server that gives this response; answers what was heard and recorded. */
async function exchange(respond: (request: Request) => Response | Promise<Response>, outgoing = POST) {
  const traffic = createTraffic()
  const order: string[] = []
  const heard: Reading[] = []
  const places: object[] = []
  const wire = createWire(async (request) => {
    order.push(`fetch after ${traffic.total}`)
    return respond(request)
  }, traffic)
  const { ended } = wire.send(outgoing, { onMessage: (reading) => heard.push(reading), onPlace: (place) => places.push(place) })
  const end = await ended
  return { end, traffic, heard, places, order, facts: [...traffic.events()].map((event) => event.kind) }
}

function chunks(...parts: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part)
      controller.close()
    },
  })
}

test('the message is in the record before it is sent, and credentials stay at home', async () => {
  let credentials = ''
  const { order, facts, traffic } = await exchange((request) => {
    credentials = request.credentials
    return Response.json({ jsonrpc: '2.0', id: 1, result: {} })
  })
  expect(order).toEqual(['fetch after 1'])
  expect(facts).toEqual(['sent', 'status', 'body', 'closed'])
  expect(credentials).toBe('omit')
  expect(traffic.exchange(1)).toMatchObject({ requestHeaders: [['X-A', '1']], status: 200 })
})

test('a message is sent as a browser would by itself; what is only read is read anew', async () => {
  const modes: string[] = []
  const answer = ({ cache }: Request): Response => {
    modes.push(cache)
    return Response.json({ jsonrpc: '2.0', id: 1, result: {} })
  }
  await exchange(answer)
  const { body: _, ...get } = POST
  await exchange(answer, { ...get, method: 'GET' })
  expect(modes).toEqual(['default', 'no-store'])
})

describe('content types', () => {
  const untyped = (text: string): Response => new Response(new TextEncoder().encode(text))
  const typed = (type: string, text: string, status = 200): Response => new Response(text, { status, headers: { 'content-type': type } })
  test.each([
    ['application/json; charset=utf-8', typed('application/json; charset=utf-8', ANSWER), 'json', 1],
    ['shouting', typed('APPLICATION/JSON', ANSWER), 'json', 1],
    ['problem+json', typed('application/problem+json', ANSWER), 'json', 1],
    ['text/plain', typed('text/plain', ANSWER), 'text', 1],
    ['no type, JSON', untyped(` ${ANSWER}`), 'json', 1],
    ['no type, events', untyped(`data: ${ANSWER}\n\n`), 'stream', 1],
    ['no type, a page', untyped('<html>'), 'html', 0],
    ['no type, nothing', untyped(''), 'empty', 0],
    ['a page', typed('text/html', '<html>'), 'html', 0],
    ['text/event-stream; charset', typed('Text/Event-Stream; charset=utf-8', `data: ${ANSWER}\n\n`), 'stream', 1],
    ['202 with text', typed('text/plain', 'Accepted', 202), 'text', 0],
  ])('%s', async (_, response, form, count) => {
    const { end, heard } = await exchange(() => response)
    expect([end.form, heard.length]).toEqual([form, count])
    expect(end.failure).toBeUndefined()
  })
})

test('what it waited for before it left, and where the time went on the way, are in the record', async () => {
  const relay = { connect: 2, send: 1, wait: 30 }
  const asked = { ...POST, askedAt: performance.timeOrigin + performance.now() - 250 }
  const { traffic } = await exchange(() => noteTimes(Response.json({ jsonrpc: '2.0', id: 1, result: {} }), relay), asked)
  const [sent, status] = [...traffic.events()]
  expect(sent).toMatchObject({ kind: 'sent', queued: expect.closeTo(250, -3) })
  expect(status).toMatchObject({ kind: 'status', relay })
  expect(traffic.row(1)).toMatchObject({ queued: expect.closeTo(250, -3), first: expect.any(Number) })
  const soon = await exchange(() => Response.json({}))
  // Under a millisecond it is left out; a busy machine takes longer, and far less than what was waited for above.
  const [first] = soon.traffic.events()
  expect(first?.kind === 'sent' ? (first.queued ?? 0) : Number.NaN).toBeLessThan(250)
})

describe('event streams', () => {
  const events = (...parts: (string | Uint8Array)[]) => new Response(chunks(...parts), { headers: { 'content-type': 'text/event-stream' } })

  test('comments, CRLF, several data lines, cut characters, a mark at the start, other events, what comes after the answer', async () => {
    const bytes = new TextEncoder().encode('data: {"jsonrpc":"2.0","method":"é"}\r\n\r\n')
    const cut = bytes.indexOf(0xc3) + 1
    const { heard, facts } = await exchange(() =>
      events(
        '\uFEFF: hello\n\n',
        bytes.slice(0, cut),
        bytes.slice(cut),
        'event: message\ndata: {"jsonrpc":"2.0",\ndata: "id":1,"result":{}}\n\n',
        'event: ping\ndata: 12:00\n\n',
        'data: {"jsonrpc":"2.0","method":"late"}\n\n',
      ),
    )
    expect(heard).toEqual([
      { kind: 'notification', method: 'é' },
      { kind: 'result', id: 1, result: {} },
      { kind: 'garbled', why: expect.any(String) },
      { kind: 'notification', method: 'late' },
    ])
    expect(facts).toEqual(['sent', 'status', 'sign', 'frame', 'frame', 'frame', 'frame', 'closed'])
  })

  test('places and pauses are told; an event without data is in the record and no message', async () => {
    const { places, heard, facts, traffic } = await exchange(() => events('id: a1\nretry: 50\ndata:\n\n', `id: a2\ndata: ${ANSWER}`))
    expect(places).toEqual([{ retry: 50 }, { id: 'a1' }, { id: 'a2' }])
    expect(heard).toHaveLength(1)
    expect(facts).toEqual(['sent', 'status', 'frame', 'note', 'frame', 'closed'])
    expect(traffic.total).toBe(3)
    expect([...traffic.events(0, new Set(['frame']))]).toMatchObject([{ id: 'a1', retry: 50 }, { id: 'a2' }])
    expect(traffic.exchange(1)?.place).toEqual({ id: 'a2', retry: 50 })
    const { rows } = traffic.window({ filter: 'kind:answer', tail: false, from: 0, size: 9 })
    expect(rows.map(({ seq }) => traffic.message(seq)?.event)).toEqual([{ id: 'a2' }])
  })

  test('that break are failed, with what came before', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: {"jsonrpc":"2.0","method":"m"}\n\n')),
      pull: (controller) => controller.error(new TypeError('terminated')),
    })
    const { end, heard, facts } = await exchange(() => new Response(broken, { headers: { 'content-type': 'text/event-stream' } }))
    expect(end).toMatchObject({ status: 200, failure: { why: 'terminated', ours: false } })
    expect(heard).toHaveLength(1)
    expect(facts.at(-1)).toBe('failed')
  })
})

test('no response, a bad header and our own abort are three failures', async () => {
  const cause = { cause: new Error('connect ECONNREFUSED') }
  expect((await exchange(() => Promise.reject(new TypeError('fetch failed', cause)))).end).toMatchObject({
    status: 0,
    failure: { why: 'fetch failed: connect ECONNREFUSED' },
  })
  const bad = await exchange(() => Response.json({}), { ...POST, headers: [['X A', '1']] })
  expect(bad.end.failure?.ours).toBe(false)
  expect(bad.order).toEqual([])
  const control = new AbortController()
  const ours = await exchange(
    (request) =>
      new Promise((_, reject) => {
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
        control.abort('enough')
      }),
    { ...POST, signal: control.signal },
  )
  expect(ours.end.failure).toMatchObject({ ours: true, why: 'Broken off by this client: enough' })
  expect(ours.traffic.window({ filter: '', tail: true, from: 0, size: 9 }).rows).toMatchObject([{ status: 'given up' }])
})

test('a stream that is there already leaves others their turn while it is read', async () => {
  const part = `data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"${'x'.repeat(200)}"}}\n\n`.repeat(
    500,
  )
  const ready = chunks(...Array.from({ length: 100 }, () => part))
  const traffic = createTraffic()
  const { ended } = createWire(async () => new Response(ready, { headers: { 'content-type': 'text/event-stream' } }), traffic).send(POST)
  const seen: number[] = []
  const look = setInterval(() => seen.push(traffic.total), 0)
  await ended
  clearInterval(look)
  expect(traffic.total).toBe(50_001)
  expect(seen.some((total) => total > 1 && total < 50_001)).toBe(true)
})
