import { describe, expect, test, vi } from 'vitest'
import { parseJson } from './json.ts'
import { connect } from './session.ts'
import { FakeError, fakeServer } from './testing/fake-server.ts'
import { closeAfterEach, failure, posted, talk } from './testing/talk.ts'
import { createTraffic } from './traffic.ts'

closeAfterEach()

describe('handshake', () => {
  test('goes initialize, initialized, GET, and tells what it learnt', async () => {
    const { session, server } = await talk({ sessions: true })
    await server.saw((seen) => seen.method === 'GET')
    expect(server.seen.map((seen) => [seen.method, seen.message?.method])).toEqual([
      ['POST', 'initialize'],
      ['POST', 'notifications/initialized'],
      ['GET', undefined],
    ])
    const [first, second, third] = server.seen
    expect(first!.message).toMatchObject({
      jsonrpc: '2.0',
      params: { protocolVersion: '2025-11-25', clientInfo: { websiteUrl: 'https://x.test' } },
    })
    expect(first!.headers.get('accept')).toBe('application/json, text/event-stream')
    expect(first!.headers.get('mcp-protocol-version')).toBeNull()
    for (const seen of [second!, third!]) {
      expect(seen.headers.get('mcp-session-id')).toBe('session-1')
      expect(seen.headers.get('mcp-protocol-version')).toBe('2025-11-25')
    }
    expect(session.facts).toMatchObject({ revision: '2025-11-25', sessionId: 'session-1', serverInfo: { name: 'fake' } })
  })

  test.each([
    ['2024-11-05', null, { roots: { listChanged: true }, sampling: {} }, { name: 'test', version: '0' }],
    ['2025-03-26', null, { roots: { listChanged: true }, sampling: {} }, { name: 'test', version: '0' }],
    [
      '2025-06-18',
      '2025-06-18',
      { roots: { listChanged: true }, sampling: {}, elicitation: {} },
      { name: 'test', version: '0', title: 'Test' },
    ],
  ] as const)('speaks %s as it was', async (revision, header, capabilities, clientInfo) => {
    const { server, session } = await talk({}, { era: revision })
    expect(session.facts.revision).toBe(revision)
    expect(server.seen[0]!.message!.params).toEqual({ protocolVersion: revision, capabilities, clientInfo })
    expect(server.seen[1]!.headers.get('mcp-protocol-version')).toBe(header)
  })

  test('takes an older revision that the server prefers', async () => {
    const { session } = await talk({ revision: '2025-03-26' })
    expect(session.facts.revision).toBe('2025-03-26')
  })

  test('refuses a revision nobody here speaks, naming both and those supported', async () => {
    const error = await failure(talk({ revision: '2024-10-07' }))
    expect(error.message).toBe(
      'The server speaks revision 2024-10-07; it was asked for 2025-11-25. Supported here are 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25.',
    )
    expect(error.data).toMatchObject({ answered: '2024-10-07', requested: '2025-11-25' })
  })

  test('a version error names what the server supports', async () => {
    const refuse = () => {
      throw new FakeError(-32602, 'Unsupported protocol version', { supported: ['2024-11-05'], requested: '2025-11-25' })
    }
    expect((await failure(talk({ answers: { initialize: refuse } }))).advice).toContain('2024-11-05')
  })

  test('sends the headers of the person everywhere, and DELETE at the end', async () => {
    const { session, server } = await talk({ sessions: true, flaws: ['strict-version'] }, { headers: [['X-Api-Key', 'k']] })
    await session.request('ping')
    await session.close()
    expect(server.seen.every((seen) => seen.headers.get('x-api-key') === 'k')).toBe(true)
    expect(server.seen.at(-1)).toMatchObject({ method: 'DELETE' })
    expect((await failure(session.request('ping'))).message).toContain('was not sent')
  })

  test('initialize is never cancelled: its exchange is broken off', async () => {
    const control = new AbortController()
    const server = fakeServer({ answers: { initialize: () => new Promise(() => {}) } })
    const connecting = connect({
      url: 'http://server.test/mcp',
      fetch: server.fetch,
      traffic: createTraffic(),
      clientInfo: { name: 't', version: '0' },
      capabilities: {},
      onAsk: () => new Promise(() => {}),
      onNotice: () => {},
      signal: control.signal,
    })
    await server.saw(posted('initialize'))
    control.abort()
    expect((await failure(connecting)).kind).toBe('cancelled')
    expect(server.seen).toHaveLength(1)
  })
})

describe('answers', () => {
  test.each([[[]], [['no-type']], [['shouting-type']], [['plain-type']], [['chatty-202']], [['batches']], [['drops-streams']]] as [[]][])(
    'are read in spite of %j',
    async (flaws) => {
      const { session, traffic } = await talk({ flaws, listens: false })
      const answer = await session.request('tools/call', { name: 'echo', arguments: { n: 9007199254740993n } })
      expect(answer.result).toEqual({ content: [{ type: 'text', text: '{"n":9007199254740993}' }] })
      expect(traffic.row(answer.requestSeq)).toMatchObject({ status: 'ok', name: 'echo', peer: answer.answerSeq })
      expect(answer.bytes).toBeGreaterThan(50)
    },
  )

  test('and arguments keep the numbers as they were written', async () => {
    const { session, traffic } = await talk({ listens: false })
    const given = parseJson('{"name":"echo","price":2.50,"arguments":{"d":1.10,"e":1e400}}')
    const answer = await session.request('tools/call', given, { onProgress: () => {} })
    expect(traffic.message(answer.requestSeq)?.text).toContain('"price":2.50,"arguments":{"d":1.10,"e":1e400},"_meta"')
    expect(answer.result).toEqual({ content: [{ type: 'text', text: '{"d":1.10,"e":1e400}' }] })
  })

  test('come by event streams too, even without the last blank line', async () => {
    const { session } = await talk({ streams: true, flaws: ['no-last-line'] })
    expect((await session.request('ping')).result).toEqual({})
  })

  test('with ids of the wrong type answer nothing', async () => {
    const { session, traffic } = await talk({ flaws: ['wrong-id-type'], listens: false })
    const error = await failure(session.request('ping'))
    expect(error).toMatchObject({
      kind: 'garbled',
      message: expect.stringContaining('its id is "2" (a text), and 2 (a number) was asked with'),
    })
    expect(traffic.window({ filter: 'wrong type of id', tail: true, from: 0, size: 9 }).count).toBe(1)
  })

  test('that are cut are garbled, streams without one are silent, pages are named', async () => {
    expect(await failure((await talk({ flaws: ['garbled'] })).session.request('ping'))).toMatchObject({ kind: 'garbled' })
    expect(await failure((await talk({ flaws: ['garbled'], streams: true })).session.request('ping'))).toMatchObject({ kind: 'garbled' })
    const silent = await failure((await talk({ flaws: ['silent'] })).session.request('ping'))
    expect(silent).toMatchObject({ kind: 'silent', message: 'The server ended its reply to ping without an answer' })
    expect(silent.exchange).toBeGreaterThan(0)
    expect(await failure(talk({ flaws: ['html'] }))).toMatchObject({
      kind: 'http',
      code: 200,
      message: 'http://server.test/mcp answered initialize with a web page instead of JSON: Log in',
    })
  })

  test('that are errors keep code and data', async () => {
    const fail = () => {
      throw new FakeError(-32602, 'no such tool', { x: 1 })
    }
    const { session } = await talk({ answers: { 'tools/call': fail } })
    expect(await failure(session.request('tools/call'))).toMatchObject({
      kind: 'rpc',
      code: -32602,
      message: 'no such tool',
      data: { x: 1 },
    })
  })

  test.each([-32002, -32602])('to a read with the code %i say that there is no such resource', async (code) => {
    const fail = () => {
      throw new FakeError(code, 'not found', { uri: 'x:y' })
    }
    const { session } = await talk({ answers: { 'resources/read': fail } })
    expect((await failure(session.request('resources/read', { uri: 'x:y' }))).advice).toContain('no such resource')
  })

  test('never reuse an id', async () => {
    const { session, server } = await talk()
    await Promise.all([session.request('ping'), session.request('ping')])
    const ids = server.seen.flatMap((seen) => (seen.message?.id === undefined ? [] : [seen.message.id]))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a server that is gone cannot be reached', async () => {
    const { session, server } = await talk({ listens: false })
    server.die()
    expect(await failure(session.request('ping'))).toMatchObject({
      kind: 'unreachable',
      message: 'http://server.test/mcp could not be reached with ping: fetch failed: connect ECONNREFUSED',
    })
  })
})

describe('sessions', () => {
  test('that are lost end the connection and say so', async () => {
    const { session, server, closed } = await talk({ sessions: true, listens: false })
    server.forget()
    expect(await failure(session.request('ping'))).toMatchObject({
      kind: 'http',
      code: 404,
      advice: expect.stringContaining('A new session must be opened'),
    })
    expect(closed).toHaveLength(1)
  })

  test('are lost by HTTP 404 alone, whatever the body says', async () => {
    const server = fakeServer({ sessions: true, listens: false })
    let gone = false
    const { session, closed } = await talk(
      {},
      {
        fetch: async (request) => {
          if (!gone) return server.fetch(request)
          const body = { jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'Who are you?' } }
          return Response.json(body, { status: 404 })
        },
      },
    )
    gone = true
    expect(await failure(session.request('ping'))).toMatchObject({
      kind: 'http',
      status: 404,
      message: expect.stringContaining('HTTP 404 to ping'),
    })
    expect(closed).toHaveLength(1)
  })

  test('outlive an unknown method that is refused with HTTP 404', async () => {
    const server = fakeServer({ sessions: true, listens: false })
    const { session, closed } = await talk(
      {},
      {
        fetch: async (request) => {
          const text = await request.clone().text()
          if (!text.includes('"tasks/list"')) return server.fetch(request)
          return Response.json({ jsonrpc: '2.0', id: 2, error: { code: -32601, message: 'Unknown' } }, { status: 404 })
        },
      },
    )
    expect(await failure(session.request('tasks/list'))).toMatchObject({ kind: 'rpc', code: -32601 })
    expect(closed).toEqual([])
  })

  test('whose id cannot be read are explained', async () => {
    const { session } = await talk({ flaws: ['hidden-session'], listens: false })
    expect((await failure(session.request('tools/list'))).advice).toContain('Access-Control-Expose-Headers: Mcp-Session-Id')
  })
})

test.each([
  ['120', 'wait 120 seconds'],
  ['Wed, 21 Oct 2026 07:28:00 GMT', 'wait until Wed, 21 Oct 2026'],
])('a busy server says how long to wait: %s', async (after, words) => {
  const busy = (): Promise<Response> => Promise.resolve(new Response('busy', { status: 429, headers: { 'retry-after': after } }))
  expect((await failure(talk({}, { fetch: busy }))).advice).toContain(words)
})

describe('cancelling', () => {
  test('tells the server with a neutral reason, and the person that it was her', async () => {
    const { session, server } = await talk({ answers: { 'tools/call': () => new Promise(() => {}) } })
    const control = new AbortController()
    const call = session.request('tools/call', { name: 'slow' }, { signal: control.signal })
    await server.saw(posted('tools/call'))
    control.abort(new Error('internal'))
    expect(await failure(call)).toMatchObject({ kind: 'cancelled', message: 'tools/call was cancelled by you' })
    const { message } = await server.saw(posted('notifications/cancelled'))
    expect(message!.params).toEqual({ requestId: 2, reason: 'Cancelled by the user' })
  })

  test('may carry a reason', async () => {
    const { session, server } = await talk({ answers: { 'tools/call': () => new Promise(() => {}) } })
    const control = new AbortController()
    const call = session.request('tools/call', { name: 'slow' }, { signal: control.signal })
    control.abort('changed my mind')
    await failure(call)
    expect((await server.saw(posted('notifications/cancelled'))).message!.params).toMatchObject({ reason: 'changed my mind' })
  })

  test('what was cancelled before it was sent is not sent', async () => {
    const { session, server } = await talk({ listens: false })
    expect((await failure(session.request('ping', undefined, { signal: AbortSignal.abort() }))).kind).toBe('cancelled')
    expect(server.seen.some(posted('ping'))).toBe(false)
  })
})

describe('what the server asks', () => {
  test('is answered while our request with the same id number waits', async () => {
    const { session, asks } = await talk(
      { answers: { 'tools/call': async (_params, turn) => ({ got: await turn.ask('2', 'sampling/createMessage', { messages: [] }) }) } },
      {},
      async () => ({ kind: 'result', result: { role: 'assistant' } }),
    )
    expect((await session.request('tools/call', { name: 'samples' })).result).toEqual({ got: { role: 'assistant' } })
    expect(asks[0]).toMatchObject({ method: 'sampling/createMessage', during: { method: 'tools/call', name: 'samples' } })
  })

  test('ping is answered by itself, unknown methods are refused, and so is what we did not declare', async () => {
    const { session } = await talk(
      {
        answers: {
          'tools/call': async (_params, turn) => ({
            ping: await turn.ask(1, 'ping'),
            odd: await turn.ask(2, 'odd/thing').catch((error: FakeError) => error.code),
            roots: await turn.ask(3, 'roots/list').catch((error: FakeError) => error.message),
          }),
        },
      },
      { capabilities: {} },
    )
    expect((await session.request('tools/call')).result).toEqual({
      ping: {},
      odd: -32601,
      roots: 'This client did not declare the capability "roots"',
    })
  })

  test('goes away when the server takes it back, and is not answered', async () => {
    const { server, asks, session } = await talk()
    server.push({ id: 5, method: 'elicitation/create', params: { message: 'x' } })
    await vi.waitFor(() => expect(asks).toHaveLength(1))
    server.push({ method: 'notifications/cancelled', params: { requestId: 5 } })
    await vi.waitFor(() => expect(asks[0]!.signal.aborted).toBe(true))
    await session.request('ping')
    expect(server.seen.some((seen) => seen.message?.id === 5)).toBe(false)
  })

  test('goes away when its call is cancelled, and when the connection closes', async () => {
    const { server, asks, session } = await talk({
      answers: { 'tools/call': (_params, turn) => turn.ask(7, 'elicitation/create', { message: 'x' }) },
    })
    const control = new AbortController()
    const call = failure(session.request('tools/call', {}, { signal: control.signal }))
    await vi.waitFor(() => expect(asks).toHaveLength(1))
    control.abort()
    await call
    expect(asks[0]!.signal.reason).toBe('You cancelled the call')
    expect((await server.saw((seen) => seen.message?.id === 7)).message).toMatchObject({
      error: { code: -32000, message: 'Cancelled by the user' },
    })
    server.push({ id: 8, method: 'roots/list' })
    await vi.waitFor(() => expect(asks).toHaveLength(2))
    await session.close('Goodbye')
    expect(asks[1]!.signal.reason).toBe('Goodbye')
  })
})

describe('the GET stream', () => {
  test('brings notices', async () => {
    const { server, notices } = await talk()
    server.push({ method: 'notifications/tools/list_changed' })
    await vi.waitFor(() => expect(notices).toMatchObject([{ method: 'notifications/tools/list_changed' }]))
  })

  test('may be missing', async () => {
    const { facts } = await talk({ listens: false })
    await vi.waitFor(() => expect(facts.at(-1)!.listening).toBe('none'))
  })

  test('is opened again, and given up after six that brought nothing; calls go on', async () => {
    vi.useFakeTimers()
    const { server, facts, session } = await talk()
    for (let n = 1; n <= 6; n++) {
      await vi.advanceTimersByTimeAsync(40_000)
      expect(server.seen.filter((seen) => seen.method === 'GET')).toHaveLength(n)
      server.hangUp()
    }
    await vi.advanceTimersByTimeAsync(40_000)
    expect(facts.at(-1)!.listening).toBe('lost')
    expect((await session.request('ping')).result).toEqual({})
  })
})

test('notify tells when the server refuses', async () => {
  const { session, server } = await talk({ sessions: true, listens: false })
  await session.notify('notifications/roots/list_changed')
  server.forget()
  expect((await failure(session.notify('notifications/roots/list_changed'))).code).toBe(404)
})
