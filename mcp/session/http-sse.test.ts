import { afterEach, describe, expect, test } from 'vitest'
import { McpError } from '../errors.ts'
import { connect } from '../session.ts'
import type { ConnectOptions, Session } from '../session-types.ts'
import { fakeHttpSse, type HttpSseOptions } from '../testing/fake-http-sse.ts'
import { fakeServer, type FakeOptions } from '../testing/fake-server.ts'
import { createTraffic } from '../traffic.ts'

const open: Session[] = []
afterEach(() => Promise.all(open.splice(0).map((session) => session.close())))

function peer(fake: FakeOptions = {}, sse: HttpSseOptions = {}) {
  const server = fakeServer({ ...fake, listens: false })
  const traffic = createTraffic()
  const notices: string[] = []
  const closed: string[] = []
  const http = fakeHttpSse(server, sse)
  const options: ConnectOptions = {
    url: 'http://server.test/sse',
    fetch: http.fetch,
    traffic,
    clientInfo: { name: 'test', version: '0' },
    capabilities: { roots: {} },
    onAsk: () => Promise.resolve({ kind: 'result', result: { roots: [] } }),
    onNotice: ({ method }) => notices.push(method),
    onClosed: (why) => closed.push(why),
  }
  const enter = async (more: Partial<ConnectOptions> = {}): Promise<Session> => {
    const session = await connect({ ...options, ...more })
    open.push(session)
    return session
  }
  return { server, http, traffic, notices, closed, enter }
}

const failure = (promise: Promise<unknown>): Promise<McpError> =>
  promise.then(
    () => {
      throw new Error('It did not fail')
    },
    (error: unknown) => error as McpError,
  )

describe('HTTP+SSE', () => {
  test('posts where the first event says, and hears the answers on the stream', async () => {
    const { http, enter, traffic } = peer()
    const session = await enter({ transport: 'sse' })
    const { result, ms, answerSeq } = await session.request('tools/call', { name: 'echo', arguments: { a: 1 } })
    expect(result).toEqual({ content: [{ type: 'text', text: '{"a":1}' }] })
    expect(session.facts).toMatchObject({ transport: 'http+sse', listening: 'open', revision: '2025-11-25' })
    expect(new Set(http.posted)).toEqual(new Set(['http://server.test/messages?session=1']))
    expect(traffic.row(answerSeq)).toMatchObject({ method: 'tools/call', status: 'ok' })
    expect(ms).toBeGreaterThanOrEqual(0)
  })

  test.each([400, 404, 405])('is found by itself when a POST is refused with %i', async (status) => {
    const { enter } = peer({}, { refuses: () => new Response('no', { status }) })
    expect((await enter()).facts.transport).toBe('http+sse')
  })

  test('is found also where the era is to be found, and settles it', async () => {
    const { enter, server } = peer({}, { refuses: () => new Response('no', { status: 404 }) })
    const { facts } = await enter({ era: 'auto' })
    expect(facts).toMatchObject({ transport: 'http+sse', verdict: { era: 'legacy', rule: 'transport' } })
    expect(server.seen.map(({ message }) => message?.method)).toEqual(['initialize', 'notifications/initialized'])
  })

  test.each([401, 403, 500])('is not looked for after HTTP %i', async (status) => {
    const { enter, traffic } = peer({}, { refuses: () => new Response('no', { status }) })
    expect(await failure(enter())).toMatchObject({ kind: 'http', status })
    expect([...traffic.events()].filter((event) => event.kind === 'sent')).toHaveLength(1)
  })

  test('is not looked for after an error of the newer era', async () => {
    const error = { code: -32022, message: 'Unsupported protocol version', data: { supported: ['2026-07-28'] } }
    const { enter, traffic } = peer({}, { refuses: () => Response.json({ jsonrpc: '2.0', id: 1, error }, { status: 400 }) })
    expect(await failure(enter())).toMatchObject({ kind: 'rpc', code: -32022 })
    expect([...traffic.events()].filter((event) => event.kind === 'sent')).toHaveLength(1)
  })

  test('takes the headers of the person along, on the stream too', async () => {
    const { http, enter } = peer()
    const seen: string[] = []
    await enter({
      transport: 'sse',
      headers: [['X-Api-Key', 'k']],
      fetch: (request) => {
        seen.push(`${request.method} ${request.headers.get('x-api-key')}`)
        return http.fetch(request)
      },
    })
    expect(seen).toEqual(['GET k', 'POST k', 'POST k'])
  })

  test('that is not there either leaves the first refusal, and says that it was tried', async () => {
    const { enter } = peer()
    const error = await failure(enter({ fetch: () => Promise.resolve(new Response('nothing here', { status: 404 })) }))
    expect(error).toMatchObject({ kind: 'http', status: 404 })
    expect(error.message).toContain('initialize')
    expect(error.advice).toContain('HTTP+SSE (2024-11-05) was tried as well')
  })

  test('is not looked for where a person chose Streamable HTTP', async () => {
    const { enter } = peer()
    expect((await failure(enter({ transport: 'http' }))).advice).not.toContain('HTTP+SSE (2024-11-05) was tried')
  })

  test('sends nothing to another origin', async () => {
    const { http, enter } = peer({}, { endpoint: 'https://evil.test/messages?session=1' })
    const error = await failure(enter({ transport: 'sse' }))
    expect(error.message).toContain('another origin')
    expect(http.posted).toEqual([])
  })

  test.each([
    ['https://evil.test/messages?session=1', 'names an address on another origin'],
    ['//evil.test/messages?session=1', 'names an address on another origin'],
    ['', 'names nothing'],
    ['"/messages?session=1"', 'which is no URI'],
    ['http://', 'which is no URI'],
  ])('found by itself, it is the event "endpoint" that is named as wrong: %s', async (endpoint, words) => {
    const { http, enter } = peer({}, { endpoint, refuses: () => new Response('no', { status: 405 }) })
    const error = await failure(enter())
    expect(error.message).toContain(words)
    expect(http.posted).toEqual(['http://server.test/sse'])
  })

  test('a wrong path that the stream names is named, and not the first refusal', async () => {
    const { enter } = peer({}, { endpoint: '/wrong', refuses: () => new Response('no', { status: 404 }) })
    expect((await failure(enter())).message).toContain('http://server.test/wrong answered initialize with HTTP 404')
  })

  test('takes a path that is relative to that of the stream, whatever its dots', async () => {
    const { http, enter } = peer({}, { endpoint: '../x/../messages?session=1' })
    await enter({ transport: 'sse' })
    expect(http.posted[0]).toBe('http://server.test/messages?session=1')
  })

  test('a message that comes before the address is no reason to go', async () => {
    const { http, enter } = peer({}, { endpoint: undefined })
    const session = enter({
      transport: 'sse',
      fetch: async (request) => {
        const reply = await http.fetch(request)
        if (request.method !== 'GET') return reply
        http.write('data: {"jsonrpc":"2.0","id":"r0","method":"ping"}\n\n')
        http.write('event: endpoint\ndata: /messages?session=1\n\n')
        return reply
      },
    })
    expect((await session).facts.transport).toBe('http+sse')
  })

  test('a stream of another content type is not waited for', async () => {
    const { enter } = peer()
    const body = new ReadableStream<Uint8Array>()
    const fetch = (): Promise<Response> => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/plain' } }))
    expect((await failure(enter({ transport: 'sse', fetch }))).message).toContain('answered GET with text/plain')
  })

  test('says so when the stream names nothing, in time', async () => {
    const { enter } = peer({}, { endpoint: undefined })
    const error = await failure(enter({ transport: 'sse', timeouts: { connect: 20 } }))
    expect(error).toMatchObject({ kind: 'silent' })
    expect(error.message).toContain('named no address')
  })

  test('takes any reply to a POST for no more than a receipt', async () => {
    const { enter, traffic } = peer({}, { accepts: () => new Response('ok', { headers: { 'content-type': 'text/plain' } }) })
    const session = await enter({ transport: 'sse' })
    const { answerSeq } = await session.request('ping')
    expect(traffic.row(answerSeq)).toMatchObject({ method: 'ping', status: 'ok' })
  })

  test('a server request on the stream is answered by POST', async () => {
    const { http, server, enter } = peer()
    await enter({ transport: 'sse' })
    http.write('data: {"jsonrpc":"2.0","id":"r1","method":"roots/list"}\n\n')
    const reply = await server.saw(({ message }) => message?.id === 'r1')
    expect(reply.message?.result).toEqual({ roots: [] })
  })

  test('the end of the stream is the end of the connection, and of what is under way', async () => {
    const { http, enter, closed } = peer({ answers: { slow: () => new Promise(() => {}) } })
    const session = await enter({ transport: 'sse' })
    const slow = failure(session.request('slow'))
    http.hangUp()
    expect(await slow).toMatchObject({ kind: 'unreachable' })
    expect(closed).toEqual([expect.stringContaining('ended its event stream')])
  })
})
