// Rules of the revisions with a handshake that are easily broken unseen.
import { describe, expect, test, vi } from 'vitest'
import type { Json } from './json.ts'
import { listen } from './session/listen.ts'
import { FakeError, fakeServer, type FakeOptions } from './testing/fake-server.ts'
import { closeAfterEach, failure, posted, talk } from './testing/talk.ts'

closeAfterEach()

const never = () => new Promise<never>(() => {})

describe('headers', () => {
  test('of DELETE and of the GET stream name session and revision', async () => {
    const { session, server } = await talk({ sessions: true })
    await server.saw((seen) => seen.method === 'GET')
    await session.close()
    for (const method of ['GET', 'DELETE']) {
      const { headers } = server.seen.find((seen) => seen.method === method)!
      expect([headers.get('mcp-session-id'), headers.get('mcp-protocol-version')]).toEqual(['session-1', '2025-11-25'])
    }
    expect(server.seen.find((seen) => seen.method === 'GET')!.headers.get('accept')).toBe('text/event-stream')
  })

  test('name no session where the server gave none, and nothing is deleted', async () => {
    const { session, server } = await talk({ listens: false })
    await session.request('ping')
    await session.close()
    expect(server.seen.map(({ headers }) => headers.get('mcp-session-id'))).toEqual([null, null, null, null])
    expect(server.seen.some((seen) => seen.method === 'DELETE')).toBe(false)
    expect(
      server.seen.filter((seen) => seen.method === 'POST').every(({ headers }) => headers.get('content-type') === 'application/json'),
    ).toBe(true)
  })
})

test('a ping before the answer to initialize is answered', async () => {
  const initialize: NonNullable<FakeOptions['answers']>[string] = async (params, turn) => {
    await turn.ask('early', 'ping')
    return { protocolVersion: String(params.protocolVersion), capabilities: {}, serverInfo: { name: 'fake', version: '1' } }
  }
  const { server } = await talk({ answers: { initialize } })
  expect(server.seen.slice(0, 3).map(({ message }) => message?.method ?? message?.result)).toEqual([
    'initialize',
    {},
    'notifications/initialized',
  ])
})

describe('notifications of the server', () => {
  test('of cancelling that are malformed or name nothing known do no harm, and get no answer', async () => {
    const { session, server, asks, notices } = await talk()
    server.push({ id: 5, method: 'elicitation/create', params: { message: 'x' } })
    await vi.waitFor(() => expect(asks).toHaveLength(1))
    const sent = server.seen.length
    for (const params of [{ requestId: 99 }, { requestId: '5' }, { requestId: null }, {}, []] as Json[])
      server.push({ method: 'notifications/cancelled', params })
    server.push({ method: 'notifications/of/another/world' })
    await vi.waitFor(() => expect(notices).toHaveLength(6))
    expect(asks[0]!.signal.aborted).toBe(false)
    expect(server.seen).toHaveLength(sent)
    await session.request('ping')
  })

  test('of progress reach the call whose token they name, and no other; a fraction is a fraction', async () => {
    const heard: unknown[] = []
    const { session, notices } = await talk({
      answers: {
        'tools/call': (_params, turn) => {
          for (const progressToken of ['2', 99, null])
            turn.send({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
          turn.send({ method: 'notifications/progress', params: { progressToken: turn.id, progress: 0.25, total: 1 } })
          return { content: [] }
        },
      },
    })
    await session.request('tools/call', { name: 'x' }, { onProgress: (one) => heard.push(one) })
    expect(heard).toEqual([{ progress: 0.25, total: 1 }])
    expect(notices).toHaveLength(4)
  })
})

test('an answer that comes after the call was cancelled goes into the record, and to nobody', async () => {
  let settle = (): void => {}
  const { session, server, traffic, closed } = await talk({
    listens: false,
    answers: { 'tools/call': () => new Promise((resolve) => (settle = () => resolve({ content: [] }))) },
  })
  const control = new AbortController()
  const call = failure(session.request('tools/call', { name: 'slow' }, { signal: control.signal }))
  await server.saw(posted('tools/call'))
  control.abort()
  await call
  await server.saw(posted('notifications/cancelled'))
  settle()
  const rows = () => traffic.window({ filter: 'tools/call', tail: true, from: 0, size: 9 }).rows
  await vi.waitFor(() =>
    expect(rows().map(({ kind, status }) => [kind, status])).toEqual([
      ['request', 'cancelled'],
      ['result', 'late'],
    ]),
  )
  expect(closed).toEqual([])
})

describe('what was not declared', () => {
  const asking = (method: string, params: { [key: string]: string | [] }) =>
    ({
      answers: {
        'tools/call': async (_: unknown, turn: { ask(id: number, method: string, params: object): Promise<unknown> }) => ({
          refused: await turn.ask(1, method, params).then(
            () => 0,
            (error: FakeError) => error.code,
          ),
        }),
      },
    }) as FakeOptions
  test.each([
    ['a page to visit, where forms alone are', 'elicitation/create', { mode: 'url', url: 'https://x.test' }, { elicitation: {} }],
    ['a form, where pages alone are', 'elicitation/create', { message: 'x' }, { elicitation: { url: {} } }],
    ['a mode that nobody knows', 'elicitation/create', { mode: 'smoke' }, { elicitation: { form: {}, url: {} } }],
    ['sampling with tools', 'sampling/createMessage', { tools: [] }, { sampling: {} }],
    ['sampling with a choice of tools', 'sampling/createMessage', { toolChoice: 'x' }, { sampling: { context: {} } }],
  ] as const)('%s, is refused as such', async (_, method, params, capabilities) => {
    const { session, asks } = await talk(asking(method, { ...params } as { [key: string]: string | [] }), { capabilities })
    expect((await session.request('tools/call', { name: 'x' })).result).toEqual({ refused: -32602 })
    expect(asks).toEqual([])
  })
})

test.each([
  ['2024-11-05', 'no batches here'],
  ['2025-03-26', ''],
  ['2025-06-18', 'no batches here'],
  ['2025-11-25', 'no batches here'],
] as const)('in %s a batch is taken apart, and marked %j', async (era, status) => {
  const { session, traffic, notices } = await talk({ flaws: ['batches'], listens: false }, { era })
  await session.request('tools/list')
  expect(notices).toMatchObject([{ method: 'notifications/message' }])
  expect(traffic.window({ filter: '', kinds: ['batch'], tail: true, from: 0, size: 9 }).rows).toMatchObject([{ status }])
})

test('a stream is opened again no sooner than the server wants, and hours are no minutes', async () => {
  vi.useFakeTimers()
  const control = new AbortController()
  let opened = 0
  const done = listen(
    {
      open({ onOpen, onRetry, onHeard }) {
        opened += 1
        onOpen()
        onHeard()
        onRetry(opened === 1 ? 90_000 : 1e15)
        const end = { exchange: 1, status: 200, headers: new Headers(), form: 'stream' as const, seq: 0, text: '' }
        return { id: 1, responded: Promise.resolve(200), ended: Promise.resolve(end) }
      },
    },
    { onState: () => {}, onGap: () => {}, onGone: () => {} },
    control.signal,
  )
  await vi.advanceTimersByTimeAsync(89_999)
  expect(opened).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(opened).toBe(2)
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(opened).toBe(2)
  control.abort()
  await done
})

test('a call that waits for ever is no reason to start it twice', async () => {
  vi.useFakeTimers()
  const { session, server } = await talk({ answers: { 'tools/call': never } }, { timeouts: { call: 1000 } })
  const call = failure(session.request('tools/call', { name: 'slow' }))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await call).toMatchObject({ kind: 'silent' })
  expect(server.seen.filter(posted('tools/call'))).toHaveLength(1)
})

test('in the newer era a stream that breaks off takes its request along: nothing is resumed', async () => {
  const sent: string[] = []
  const fetch = async (request: Request): Promise<Response> => {
    const message = request.method === 'POST' ? ((await request.json()) as { id: number; method: string }) : undefined
    sent.push(`${request.method} ${message?.method}`)
    if (message?.method !== 'server/discover')
      return new Response('id: 7\nretry: 1\ndata:\n\n', { headers: { 'content-type': 'text/event-stream' } })
    const result = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {} }
    return Response.json({ jsonrpc: '2.0', id: message.id, result })
  }
  const { session } = await talk({}, { era: 'modern', fetch })
  expect(await failure(session.request('tools/call', { name: 'x' }))).toMatchObject({ kind: 'silent' })
  expect(sent).toEqual(['POST server/discover', 'POST tools/call'])
})

test('input that a server wants without end is given no more than 25 times', async () => {
  const inputRequests = { a: { method: 'elicitation/create', params: { message: 'Who?' } } }
  const { session, server } = await talk(
    { era: 'modern', answers: { 'tools/call': () => ({ resultType: 'input_required', inputRequests }) } },
    { era: 'modern' },
    async () => ({ kind: 'result', result: { action: 'decline' } }),
  )
  expect(await failure(session.request('tools/call', { name: 'x' }))).toMatchObject({ kind: 'garbled' })
  expect(server.seen.filter(posted('tools/call'))).toHaveLength(26)
})

test.each([
  ['resources/read', { uri: 'a:b' }],
  ['prompts/get', { name: 'p' }],
])('%s may want input too, and that may be the roots', async (method, params) => {
  const { session, asks } = await talk(
    {
      era: 'modern',
      answers: {
        [method]: (sent): Json =>
          sent.inputResponses === undefined
            ? { resultType: 'input_required', inputRequests: { where: { method: 'roots/list' } } }
            : { got: sent.inputResponses },
      },
    },
    { era: 'modern' },
    async () => ({ kind: 'result', result: { roots: [{ uri: 'file:///a' }] } }),
  )
  expect((await session.request(method, params)).result).toMatchObject({ got: { where: { roots: [{ uri: 'file:///a' }] } } })
  expect(asks).toMatchObject([{ method: 'roots/list', during: { method } }])
})

test('the log level and subscriptions are requests of their own', async () => {
  const answers = { 'logging/setLevel': () => ({}), 'resources/subscribe': () => ({}), 'resources/unsubscribe': () => ({}) }
  const { session, server } = await talk({ answers, listens: false })
  await session.setLogLevel('warning')
  await session.subscribe('a:b', true)
  await session.subscribe('a:b', false)
  await session.setLogLevel(undefined)
  expect(server.seen.slice(-3).map(({ message }) => [message?.method, message?.params])).toEqual([
    ['logging/setLevel', { level: 'warning' }],
    ['resources/subscribe', { uri: 'a:b' }],
    ['resources/unsubscribe', { uri: 'a:b' }],
  ])
})

test.each(['Bad Request: Unsupported protocol version', 'Bad Request'])(
  'HTTP 400 with "%s" may mean the header that names the revision',
  async (body) => {
    let settled = false
    const server = fakeServer({ listens: false })
    const fetch = (request: Request): Promise<Response> =>
      settled && request.method === 'POST' ? Promise.resolve(new Response(body, { status: 400 })) : server.fetch(request)
    const { session } = await talk({}, { fetch }, undefined, server)
    if (!body.includes('version')) await session.request('ping')
    settled = true
    expect(await failure(session.request('tools/list'))).toMatchObject({
      kind: 'http',
      status: 400,
      advice: expect.stringContaining('MCP-Protocol-Version'),
    })
  },
)
