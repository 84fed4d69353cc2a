import { describe, expect, test, vi } from 'vitest'
import type { Json } from './json.ts'
import type { Ask, AskReply, ConnectOptions } from './session-types.ts'
import { FakeError, type FakeOptions } from './testing/fake-server.ts'
import { closeAfterEach, failure, posted, talk } from './testing/talk.ts'

closeAfterEach()

const META = 'io.modelcontextprotocol/'
const modern = (fake: FakeOptions = {}, more: Partial<ConnectOptions> = {}, answer?: (ask: Ask) => Promise<AskReply>) =>
  talk({ era: 'modern', ...fake }, { era: 'modern', ...more }, answer)
const metaOf = (message: { [key: string]: Json } | undefined): unknown => (message?.params as { _meta?: unknown } | undefined)?._meta

describe('each request', () => {
  test('says version, client and capabilities; nothing but POST is sent', async () => {
    const { session, server } = await modern()
    await session.request('tools/call', { name: 'echo', arguments: {} })
    await session.close()
    const envelope = {
      [`${META}protocolVersion`]: '2026-07-28',
      [`${META}clientInfo`]: { name: 'test', version: '0', title: 'Test', websiteUrl: 'https://x.test' },
      [`${META}clientCapabilities`]: { roots: {}, sampling: {}, elicitation: { form: {} } },
    }
    expect(server.seen.map(({ method, message }) => [method, message?.method, metaOf(message)])).toEqual([
      ['POST', 'server/discover', envelope],
      ['POST', 'tools/call', envelope],
    ])
    const [discover, call] = server.seen
    expect(discover!.headers.get('mcp-name')).toBeNull()
    expect(['mcp-protocol-version', 'mcp-method', 'mcp-name', 'accept', 'mcp-session-id'].map((name) => call!.headers.get(name))).toEqual([
      '2026-07-28',
      'tools/call',
      'echo',
      'application/json, text/event-stream',
      null,
    ])
    expect(session.facts).toMatchObject({
      era: 'modern',
      revision: '2026-07-28',
      pings: false,
      greetedBy: 'server/discover',
      serverInfo: { name: 'fake', version: '2' },
      listening: 'none',
    })
  })

  test('keeps what the person put into _meta, and its headers say the same', async () => {
    const { session, server } = await modern()
    const error = await failure(session.request('tools/list', { _meta: { [`${META}protocolVersion`]: '1900-01-01', traceparent: 't' } }))
    expect(error).toMatchObject({ code: -32022, status: 400, data: { requested: '1900-01-01' } })
    const { message, headers } = server.seen.at(-1)!
    expect(headers.get('mcp-protocol-version')).toBe('1900-01-01')
    expect(metaOf(message)).toMatchObject({ traceparent: 't', [`${META}clientCapabilities`]: {} })
  })

  test('has its name as a header, coded where it is no header text', async () => {
    const { session, server } = await modern({
      answers: { 'resources/read': () => ({ contents: [] }), 'prompts/get': () => ({ messages: [] }) },
    })
    await session.request('resources/read', { uri: 'file:///ü' })
    expect(server.seen.at(-1)!.headers.get('mcp-name')).toBe('=?base64?ZmlsZTovLy/DvA==?=')
    await session.request('prompts/get', { name: 'plain name' })
    expect(server.seen.at(-1)!.headers.get('mcp-name')).toBe('plain name')
  })

  test('asks for log messages once a level is set', async () => {
    const { session, server } = await modern()
    await session.setLogLevel('debug')
    await session.request('tools/list')
    expect(metaOf(server.seen.at(-1)!.message)).toMatchObject({ [`${META}logLevel`]: 'debug' })
    await session.setLogLevel(undefined)
    await session.request('tools/list')
    expect(metaOf(server.seen.at(-1)!.message)).not.toHaveProperty([`${META}logLevel`])
    expect(server.seen.some(posted('logging/setLevel'))).toBe(false)
  })
})

describe('arguments that travel as headers', () => {
  const tools: Json = [
    { name: 'query', inputSchema: { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } } },
    { name: 'broken', inputSchema: { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } } },
  ]

  test('are mirrored as the newest list says; a tool with a broken annotation is not called', async () => {
    const { session, server } = await modern({ answers: { 'tools/list': () => ({ tools }) } })
    await session.request('tools/list')
    await session.request('tools/call', { name: 'query', arguments: { region: '東京' } })
    expect(server.seen.at(-1)!.headers.get('mcp-param-region')).toBe('=?base64?5p2x5Lqs?=')
    const sent = server.seen.length
    const error = await failure(session.request('tools/call', { name: 'broken', arguments: { n: 1 } }))
    expect(error).toMatchObject({ kind: 'unsent', message: expect.stringContaining('leave this tool out') })
    expect(server.seen).toHaveLength(sent)
  })

  test('that the server misses are learnt from the list, and the call is sent once more', async () => {
    let calls = 0
    const { session, server } = await modern({
      answers: {
        'tools/list': () => ({ tools }),
        'tools/call': () => {
          calls += 1
          if (calls === 1) throw new FakeError(-32020, 'Mcp-Param-Region is missing')
          return { content: [] }
        },
      },
    })
    await session.request('tools/call', { name: 'query', arguments: { region: 'eu' } })
    expect(server.seen.slice(1).map(({ message, headers }) => [message!.method, headers.get('mcp-param-region')])).toEqual([
      ['tools/call', null],
      ['tools/list', null],
      ['tools/call', 'eu'],
    ])
  })

  test('that stay wrong are an error', async () => {
    const wrong = () => {
      throw new FakeError(-32020, 'Mcp-Param-Region is missing')
    }
    const { session, server } = await modern({ answers: { 'tools/call': wrong } })
    expect(await failure(session.request('tools/call', { name: 'query' }))).toMatchObject({ code: -32020, advice: expect.any(String) })
    expect(server.seen.filter(posted('tools/call'))).toHaveLength(2)
  })
})

describe('errors', () => {
  test('of a version that the server has after all are tried once more, and no oftener', async () => {
    let refusals = 1
    const answers = {
      'tools/list': () => {
        if (refusals-- > 0) throw new FakeError(-32022, 'Unsupported', { supported: ['2026-07-28'], requested: '2026-07-28' })
        return { tools: [] }
      },
    }
    const { session, server } = await modern({ answers })
    await session.request('tools/list')
    refusals = 9
    expect(await failure(session.request('tools/list'))).toMatchObject({ code: -32022, advice: expect.stringContaining('2026-07-28') })
    expect(server.seen.filter(posted('tools/list'))).toHaveLength(4)
  })

  test('of a capability say which one', async () => {
    const needs = () => {
      throw new FakeError(-32021, 'Needs elicitation', { requiredCapabilities: { elicitation: { url: {} } } })
    }
    const { session } = await modern({ answers: { 'tools/call': needs } })
    expect((await failure(session.request('tools/call', { name: 'x' }))).advice).toContain('elicitation.url')
  })

  test('of a capability are gone once it is declared, which needs no new connection', async () => {
    const wanted: Json[] = []
    const { session, server, asks } = await modern(
      {
        answers: {
          'tools/call': (params): Json => {
            const declared = (params._meta as { [key: string]: Json })['io.modelcontextprotocol/clientCapabilities'] as {
              [name: string]: Json
            }
            wanted.push(declared)
            if (declared.sampling === undefined) throw new FakeError(-32021, 'no', { requiredCapabilities: { sampling: {} } })
            return params.inputResponses === undefined
              ? { resultType: 'input_required', inputRequests: { a: { method: 'sampling/createMessage', params: {} } } }
              : { content: [] }
          },
        },
      },
      { capabilities: {} },
      async () => ({ kind: 'result', result: {} }),
    )
    expect(await failure(session.request('tools/call', { name: 'x' }))).toMatchObject({ code: -32021 })
    expect(session.declare({ sampling: {}, roots: { listChanged: true } })).toBe(true)
    expect(session.facts.envelope).toMatchObject({ 'io.modelcontextprotocol/clientCapabilities': { sampling: {}, roots: {} } })
    await session.request('tools/call', { name: 'x' })
    expect(wanted).toEqual([{}, { sampling: {}, roots: {} }, { sampling: {}, roots: {} }])
    expect(asks).toHaveLength(1)
    expect(server.seen.filter(posted('server/discover'))).toHaveLength(1)
  })

  test('of an unknown method come with 404 and end nothing', async () => {
    const { session, closed } = await modern()
    expect(await failure(session.request('ping'))).toMatchObject({ kind: 'rpc', code: -32601, status: 404 })
    await session.request('tools/list')
    expect(closed).toEqual([])
  })

  test('with a foreign id belong to their request', async () => {
    const { session } = await modern({}, { fetch: async (request) => refuseLists(request) })
    expect(await failure(session.request('tools/list'))).toMatchObject({ kind: 'rpc', code: -32020, status: 400 })
  })

  test('say that the server speaks nothing which we do', async () => {
    expect(await failure(modern({ supportedVersions: ['2030-01-01'] }))).toMatchObject({
      code: -32022,
      advice: expect.stringContaining('2030-01-01'),
    })
  })
})

async function refuseLists(request: Request): Promise<Response> {
  const { id, method } = (await request.json()) as { id: number; method: string }
  const headers = { 'content-type': 'application/json' }
  if (method === 'server/discover')
    return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: { supportedVersions: ['2026-07-28'], capabilities: {} } }), {
      headers,
    })
  return new Response(JSON.stringify({ jsonrpc: '2.0', error: { code: -32020, message: 'no' } }), { status: 400, headers })
}

test('what comes on the wrong stream is marked: each request has its own, and so have subscriptions', async () => {
  const { session, server, traffic } = await modern({
    capabilities: { tools: { listChanged: true } },
    answers: {
      'tools/call': (_params, { send }) => {
        send({ method: 'notifications/tools/list_changed' })
        send({ method: 'notifications/message', params: { level: 'info', data: 'mine' } })
        return { content: [] }
      },
    },
  })
  await server.saw(posted('subscriptions/listen'))
  await session.request('tools/call', { name: 'x' })
  server.push({ method: 'notifications/tools/list_changed' })
  server.push({ method: 'notifications/message', params: { level: 'info', data: 'whose?' } })
  const rows = () => traffic.window({ filter: '', kinds: ['notification'], tail: true, from: 0, size: 9 }).rows
  await vi.waitFor(() =>
    expect(
      rows()
        .filter(({ method }) => !method.includes('acknowledged'))
        .map(({ method, status }) => [method, status]),
    ).toEqual([
      ['notifications/tools/list_changed', 'wrong stream'],
      ['notifications/message', 'info'],
      ['notifications/tools/list_changed', ''],
      ['notifications/message', 'wrong stream'],
    ]),
  )
})

test('what a server asks on a stream is marked, and never answered', async () => {
  const { session, server, traffic, asks } = await modern({
    answers: {
      'tools/call': (_params, turn) => {
        turn.send({ id: 1, method: 'ping' })
        turn.send({ id: 2, method: 'elicitation/create', params: { message: 'x' } })
        turn.send({ id: 3, method: 'odd/thing' })
        return { content: [] }
      },
    },
  })
  await session.request('tools/call', { name: 'asks' })
  await session.request('tools/list')
  expect(asks).toEqual([])
  expect(server.seen.every((seen) => seen.message?.method !== undefined)).toBe(true)
  const { rows } = traffic.window({ filter: '', tail: true, from: 0, size: 50, kinds: ['request'] })
  expect(rows.filter((row) => row.direction === 'in').map(({ status, tone }) => [status, tone])).toEqual(
    [1, 2, 3].map(() => ['not allowed', 'bad']),
  )
})

test('cancelling closes the stream, and says nothing', async () => {
  const { session, server } = await modern({ answers: { 'tools/call': () => new Promise(() => {}) } })
  const control = new AbortController()
  const call = failure(session.request('tools/call', { name: 'slow' }, { signal: control.signal }))
  const { message } = await server.saw(posted('tools/call'))
  control.abort()
  expect((await call).kind).toBe('cancelled')
  await vi.waitFor(() => expect(server.closed).toEqual([message!.id]))
  expect(server.seen.some(posted('notifications/cancelled'))).toBe(false)
})

test.each<[string, string, Json]>([
  ['of a type that nobody knows', 'tools/call', { resultType: 'mystery' }],
  ['that wants input where none may be wanted', 'tools/list', { resultType: 'input_required', requestState: 's' }],
  ['that wants input and says not which', 'tools/call', { resultType: 'input_required' }],
])('a result %s is none', async (_, method, result) => {
  const { session } = await modern({ answers: { [method]: () => result } })
  expect(await failure(session.request(method, { name: 'x' }))).toMatchObject({
    kind: 'garbled',
    message: expect.stringContaining('is none'),
  })
})

test('a result without a type counts, and the record says so', async () => {
  const { session, traffic } = await modern({ answers: { 'tools/list': () => ({ tools: [], resultType: undefined as unknown as Json }) } })
  const { answerSeq } = await session.request('tools/list')
  expect(traffic.row(answerSeq)).toMatchObject({ status: 'no resultType', tone: 'warn' })
})

describe('subscriptions', () => {
  const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } }

  test('bring notices, and end in good order', async () => {
    const { server, notices, facts, traffic } = await modern({ capabilities })
    const { message } = await server.saw(posted('subscriptions/listen'))
    expect(message!.params).toMatchObject({ notifications: { toolsListChanged: true } })
    await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('open'))
    const { rows } = traffic.window({ filter: 'subscriptions/listen', kinds: ['request'], tail: true, from: 0, size: 1 })
    expect(rows).toMatchObject([{ name: 'tools', status: 'open' }])
    server.push({ method: 'notifications/tools/list_changed' })
    await vi.waitFor(() => expect(notices).toMatchObject([{ method: 'notifications/tools/list_changed' }]))
    server.hangUp(true)
    await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('ended'))
    expect(server.seen.filter(posted('subscriptions/listen'))).toHaveLength(1)
  })

  test('that break off are made anew, and given up when nothing comes of it', async () => {
    vi.useFakeTimers()
    const { server, facts, session } = await modern({ capabilities })
    for (let n = 1; n <= 6; n++) {
      await vi.advanceTimersByTimeAsync(40_000)
      expect(server.seen.filter(posted('subscriptions/listen'))).toHaveLength(n)
      server.hangUp()
    }
    await vi.advanceTimersByTimeAsync(40_000)
    expect(facts.at(-1)!.listening).toBe('lost')
    await session.request('tools/list')
  })

  test('are replaced when a resource is wanted too, without a gap', async () => {
    const { session, server, facts } = await modern({ capabilities })
    await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('open'))
    await session.subscribe('a:b', true)
    const [first, second] = server.seen.filter(posted('subscriptions/listen'))
    expect(second!.message!.params).toMatchObject({ notifications: { toolsListChanged: true, resourceSubscriptions: ['a:b'] } })
    expect(second!.message!.id).not.toBe(first!.message!.id)
    expect(server.closed).toEqual([first!.message!.id])
    await session.subscribe('a:b', false)
    expect(server.seen.filter(posted('subscriptions/listen')).at(-1)!.message!.params).not.toHaveProperty(
      'notifications.resourceSubscriptions',
    )
    expect(facts.at(-1)!.listening).toBe('open')
  })

  test('that the server does not make are an error', async () => {
    const refuse = () => {
      throw new FakeError(-32601, 'no')
    }
    const { session, facts } = await modern({ capabilities, answers: { 'subscriptions/listen': refuse } })
    await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('none'))
    expect((await failure(session.subscribe('a:b', true))).message).toContain('a:b')
  })
})

describe('input that a server wants', () => {
  const wanted = {
    name: { method: 'elicitation/create', params: { mode: 'form', message: 'Who?' } },
    capital: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } },
  }
  const state = 'ü \u0000 "x" 9007199254740993'
  const asking: FakeOptions = {
    answers: {
      'tools/call': (params): Json =>
        params.inputResponses === undefined
          ? { resultType: 'input_required', inputRequests: wanted, requestState: state }
          : { content: [], got: params.inputResponses, state: params.requestState ?? null },
    },
  }
  const answer = async (ask: Ask): Promise<AskReply> => ({ kind: 'result', result: { to: ask.method } })

  test('is asked for at once, and goes back with its state under a new id', async () => {
    const { session, server, asks, traffic } = await modern(asking, {}, answer)
    const sent: number[] = []
    const reply = await session.request(
      'tools/call',
      { name: 'greet', arguments: { a: 1 } },
      { onSent: (seq) => sent.push(seq), onProgress: () => {} },
    )
    expect(reply).toMatchObject({
      rounds: 1,
      result: { got: { name: { to: 'elicitation/create' }, capital: { to: 'sampling/createMessage' } }, state },
    })
    expect(asks.map(({ method, during }) => [method, during])).toEqual([
      ['elicitation/create', { method: 'tools/call', name: 'greet' }],
      ['sampling/createMessage', { method: 'tools/call', name: 'greet' }],
    ])
    const [first, second] = server.seen.filter(posted('tools/call')).map(({ message }) => message!)
    expect(second!.id).not.toBe(first!.id)
    expect(second!.params).toMatchObject({ name: 'greet', arguments: { a: 1 }, _meta: { progressToken: second!.id } })
    expect(sent).toHaveLength(2)
    expect(reply.requestSeq).toBe(sent[1])
    expect(traffic.row(sent[0]!)).toMatchObject({ status: 'wants input' })
  })

  test('may be wanted again; nothing of the round before goes along', async () => {
    let round = 0
    const { session, server } = await modern(
      {
        answers: {
          'tools/call': (): Json => {
            round += 1
            if (round === 1) return { resultType: 'input_required', inputRequests: { a: wanted.name }, requestState: 'one' }
            if (round === 2) return { resultType: 'input_required', inputRequests: { b: wanted.name } }
            return { content: [] }
          },
        },
      },
      {},
      answer,
    )
    expect((await session.request('tools/call', { name: 'x' })).rounds).toBe(2)
    const last = server.seen.at(-1)!.message!.params as { [key: string]: Json }
    expect(Object.keys(last.inputResponses as object)).toEqual(['b'])
    expect(last).not.toHaveProperty('requestState')
  })

  test('may be none: the request is sent again after a while', async () => {
    let round = 0
    const { session, server } = await modern({
      answers: { 'tools/call': (): Json => (++round === 1 ? { resultType: 'input_required', requestState: 'later' } : { content: [] }) },
    })
    await session.request('tools/call', { name: 'x' })
    const { params } = server.seen.at(-1)!.message!
    expect(params).toMatchObject({ requestState: 'later' })
    expect(params).not.toHaveProperty('inputResponses')
  })

  test('that a person declines is an answer, and what she refuses ends the call', async () => {
    const declined = await modern(asking, {}, async () => ({ kind: 'result', result: { action: 'decline' } }))
    expect((await declined.session.request('tools/call', { name: 'x' })).result).toMatchObject({ got: { name: { action: 'decline' } } })
    const refused = await modern(asking, {}, async (ask) =>
      ask.method === 'elicitation/create' ? new Promise(() => {}) : { kind: 'error', code: -1, message: 'No model here' },
    )
    expect(await failure(refused.session.request('tools/call', { name: 'x' }))).toMatchObject({
      kind: 'cancelled',
      message: 'sampling/createMessage was refused (No model here), so tools/call was not sent again',
    })
    expect(refused.asks.every(({ signal }) => signal.aborted)).toBe(true)
    expect(refused.server.seen.filter(posted('tools/call'))).toHaveLength(1)
  })

  test('that we did not declare, or do not know, is not given', async () => {
    const { session, asks } = await modern(asking, { capabilities: { elicitation: {} } }, answer)
    expect(await failure(session.request('tools/call', { name: 'x' }))).toMatchObject({
      kind: 'garbled',
      message: expect.stringContaining('did not declare the capability "sampling"'),
    })
    expect(asks).toEqual([])
  })

  test('is no longer wanted when the call is cancelled, or the connection ends', async () => {
    const { session, asks } = await modern(asking)
    const control = new AbortController()
    const call = failure(session.request('tools/call', { name: 'x' }, { signal: control.signal }))
    await vi.waitFor(() => expect(asks).toHaveLength(2))
    control.abort()
    expect(await call).toMatchObject({ kind: 'cancelled', message: 'tools/call was cancelled by you' })
    const second = failure(session.request('tools/call', { name: 'x' }))
    await vi.waitFor(() => expect(asks).toHaveLength(4))
    await session.close('Goodbye')
    expect(await second).toMatchObject({ kind: 'unreachable', message: 'Goodbye before tools/call was answered' })
    expect(asks.every(({ signal }) => signal.aborted)).toBe(true)
  })
})
