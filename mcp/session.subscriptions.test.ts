// What a server says unasked, over breaks and reconnects: subscriptions are wanted again, gaps are told, and what can be resumed is.
import { describe, expect, test, vi } from 'vitest'
import { FakeError, type FakeOptions } from './testing/fake-server.ts'
import { closeAfterEach, posted, talk } from './testing/talk.ts'

closeAfterEach()

const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } }
const answers: NonNullable<FakeOptions['answers']> = { 'resources/subscribe': () => ({}), 'resources/unsubscribe': () => ({}) }
const notes = (traffic: Awaited<ReturnType<typeof talk>>['traffic']) =>
  traffic.window({ filter: '', kinds: ['note'], tail: true, from: 0, size: 9 }).rows.map(({ name }) => name)

describe('what was subscribed to before', () => {
  test('is asked for again, one by one, where that is a request', async () => {
    const { server, facts } = await talk({ capabilities, answers, listens: false }, { subscriptions: ['a:1', 'a:2'] })
    await vi.waitFor(() => expect(facts.at(-1)!.subscribed).toEqual(['a:1', 'a:2']))
    expect(server.seen.filter(posted('resources/subscribe')).map(({ message }) => message!.params)).toEqual([
      { uri: 'a:1' },
      { uri: 'a:2' },
    ])
  })

  test('is a wish of the first subscription in the newer era', async () => {
    const { session, server, facts } = await talk({ era: 'modern', capabilities }, { era: 'modern', subscriptions: ['a:1'] })
    await vi.waitFor(() => expect(facts.at(-1)!.subscribed).toEqual(['a:1']))
    const listens = server.seen.filter(posted('subscriptions/listen'))
    expect(listens).toHaveLength(1)
    expect(listens[0]!.message!.params).toMatchObject({ notifications: { toolsListChanged: true, resourceSubscriptions: ['a:1'] } })
    await session.subscribe('a:1', false)
    expect(session.facts.subscribed).toEqual([])
  })

  test('is none where the server refuses it, and not asked of one that cannot', async () => {
    const refuse = () => {
      throw new FakeError(-32602, 'no such resource')
    }
    const one = await talk({ capabilities, answers: { 'resources/subscribe': refuse }, listens: false }, { subscriptions: ['a:1'] })
    await one.server.saw(posted('resources/subscribe'))
    await one.session.request('ping')
    expect(one.session.facts.subscribed).toEqual([])
    const other = await talk({ listens: false }, { subscriptions: ['a:1'] })
    await other.session.request('ping')
    expect(other.server.seen.some(posted('resources/subscribe'))).toBe(false)
  })
})

describe('tasks', () => {
  const extensions = { 'io.modelcontextprotocol/tasks': {} }

  test('are told of by a stream of their own, which neither ends nor renews the other', async () => {
    const { session, server, notices } = await talk({ era: 'modern', capabilities }, { era: 'modern', capabilities: { extensions } })
    const stop = new AbortController()
    const agreed: string[][] = []
    void session.watchTasks(['t1', 't2'], (ids) => agreed.push(ids), stop.signal)
    await vi.waitFor(() => expect(agreed.at(-1)).toEqual(['t1', 't2']))
    server.push({ method: 'notifications/tasks', params: { taskId: 't1', status: 'completed' } })
    await vi.waitFor(() => expect(notices.at(-1)).toMatchObject({ method: 'notifications/tasks', params: { taskId: 't1' } }))
    const listens = server.seen.filter(posted('subscriptions/listen')).map(({ message }) => message!.params)
    expect(listens).toMatchObject([{ notifications: { toolsListChanged: true } }, { notifications: { taskIds: ['t1', 't2'] } }])
    stop.abort()
    await vi.waitFor(() => expect(server.closed).toHaveLength(1))
    expect(session.facts.listening).toBe('open')
  })

  test('are not told of by a server that refuses, nor in the older era', async () => {
    const refuse = () => {
      throw new FakeError(-32602, 'no such thing')
    }
    const agreed: string[][] = []
    const never = new AbortController().signal
    const one = await talk({ era: 'modern', answers: { 'subscriptions/listen': refuse } }, { era: 'modern' })
    await one.session.watchTasks(['t'], (ids) => agreed.push(ids), never)
    const other = await talk({ listens: false })
    await other.session.watchTasks(['t'], (ids) => agreed.push(ids), never)
    expect(agreed.flat()).toEqual([])
  })

  test('of the older era: what is told of one is heard on the stream of a request and on the GET stream alike', async () => {
    const status = (taskId: string) => ({ method: 'notifications/tasks/status', params: { taskId, status: 'working' } })
    const { session, server, notices, facts } = await talk({
      streams: true,
      answers: { 'tools/call': (_, turn) => (turn.send(status('a')), { content: [] }) },
    })
    await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('open'))
    await session.request('tools/call', { name: 'echo' })
    server.push(status('b'))
    await vi.waitFor(() => expect(notices.map(({ params }) => (params as { taskId: string }).taskId)).toEqual(['a', 'b']))
  })
})

describe('a gap', () => {
  test.each(['legacy', 'modern'] as const)('%s: is told once the stream is open again, and stands in the record', async (era) => {
    vi.useFakeTimers()
    const onGap = vi.fn()
    const { server, traffic, facts } = await talk({ era, capabilities }, { era, onGap })
    await vi.advanceTimersByTimeAsync(1)
    expect(facts.at(-1)!.listening).toBe('open')
    server.hangUp()
    await vi.advanceTimersByTimeAsync(500)
    expect(onGap).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(600)
    expect(onGap).toHaveBeenCalledTimes(1)
    expect(notes(traffic)).toEqual([expect.stringContaining('was interrupted for 1 s')])
  })

  test('is none when the server ends the stream in good order, or other wishes take its place', async () => {
    const onGap = vi.fn()
    const { session, server, facts } = await talk({ era: 'modern', capabilities }, { era: 'modern', onGap })
    await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('open'))
    await session.subscribe('a:1', true)
    server.hangUp(true)
    await vi.waitFor(() => expect(facts.at(-1)!).toMatchObject({ listening: 'ended', subscribed: [] }))
    expect(onGap).not.toHaveBeenCalled()
  })
})

/** A server whose streams are given as they are, one after the other. */
function streams(of: { [method: string]: string[] }, listens = false) {
  const gets: Headers[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const event = { headers: { 'content-type': 'text/event-stream' } }
    if (request.method === 'GET') {
      if (!listens && !request.headers.has('last-event-id')) return new Response(null, { status: 405 })
      gets.push(request.headers)
      const text = of.GET?.shift()
      return text === undefined ? new Response(null, { status: 405 }) : new Response(text, event)
    }
    if (request.method === 'DELETE') return new Response(null, { status: 405 })
    const { id, method } = (await request.json()) as { id?: number; method: string }
    if (id === undefined) return new Response(null, { status: 202 })
    if (method === 'initialize')
      return Response.json(
        { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 's', version: '1' } } },
        { headers: { 'mcp-session-id': 's1' } },
      )
    const text = of[method]?.shift()
    return text === undefined ? Response.json({ jsonrpc: '2.0', id, result: {} }) : new Response(text, event)
  }
  return { fetch, gets, from: () => gets.map((headers) => headers.get('last-event-id')) }
}

describe('streams that are resumed', () => {
  test('the GET stream goes on from its last event, no sooner than the server wants, and without a gap', async () => {
    vi.useFakeTimers()
    const server = streams(
      { GET: ['retry: 5000\nid: g1\ndata:\n\n', 'id: g2\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'] },
      true,
    )
    const onGap = vi.fn()
    const { notices } = await talk({}, { fetch: server.fetch, onGap })
    await vi.advanceTimersByTimeAsync(4900)
    expect(server.from()).toEqual([null])
    await vi.advanceTimersByTimeAsync(200)
    expect(server.from()).toEqual([null, 'g1'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(server.from()).toEqual([null, 'g1', 'g2'])
    expect(notices).toMatchObject([{ method: 'notifications/x' }])
    expect(onGap).not.toHaveBeenCalled()
  })

  test('a call is polled for as long as each poll names a further place, each after the pause that was asked for', async () => {
    vi.useFakeTimers()
    const polls = Array.from({ length: 9 }, (_, n) => `id: p${n + 1}\nretry: 3000\ndata:\n\n`)
    const answer = 'data: {"jsonrpc":"2.0","id":2,"result":{"content":[]}}\n\n'
    const server = streams({ 'tools/call': ['id: p0\nretry: 2000\ndata:\n\n'], GET: [...polls, answer] })
    const { session, traffic } = await talk({}, { fetch: server.fetch })
    const call = session.request('tools/call', { name: 'x' })
    await vi.advanceTimersByTimeAsync(1900)
    expect(server.from()).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(server.from()).toEqual(['p0'])
    await vi.advanceTimersByTimeAsync(9 * 3000)
    expect((await call).result).toEqual({ content: [] })
    expect(server.from()).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8', 'p9'])
    // A place alone is no message.
    expect(traffic.window({ filter: '', kinds: ['garbled', 'noise'], tail: true, from: 0, size: 1 }).count).toBe(0)
  })

  test('a call whose polls name nothing new is given up after five', async () => {
    vi.useFakeTimers()
    const server = streams({ 'tools/call': ['id: p0\nretry: 100\ndata:\n\n'], GET: Array(20).fill(': nothing\n\n') })
    const { session } = await talk({}, { fetch: server.fetch })
    const call = session.request('tools/call', { name: 'x' }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await call).toMatchObject({ kind: 'silent' })
    expect(server.from()).toEqual(Array(5).fill('p0'))
  })

  test('a server that does not let its session be deleted says so, and that is no failure', async () => {
    const server = streams({})
    const { session, traffic } = await talk({}, { fetch: server.fetch })
    await session.close()
    const rows = traffic.window({ filter: 'DELETE', tail: true, from: 0, size: 9 }).rows
    expect(rows.map(({ direction, status, tone }) => [direction, status, tone])).toEqual([
      ['out', 'HTTP 405', 'plain'],
      ['in', 'HTTP 405', 'plain'],
    ])
  })
})
