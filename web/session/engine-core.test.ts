import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseJson, type Json } from '#mcp/json.ts'
import type { PreflightAnswer } from '#mcp/transport/tunnel-frames.ts'
import type { FakeProxyOptions, Program } from '#mcp/testing/fake-proxy.ts'
import { fakeServer, type FakeOptions } from '#mcp/testing/fake-server.ts'
import { closePages, command, http, page, program, recorded, SETTINGS, URL_ } from './engine-test-page.ts'

afterEach(closePages)

const allowing = (): { reached: true; status: number; headers: [string, string][]; ms: number } => ({
  reached: true,
  status: 204,
  headers: [
    ['Access-Control-Allow-Origin', '*'],
    ['Access-Control-Allow-Headers', 'content-type, mcp-session-id, mcp-protocol-version, last-event-id, authorization'],
  ],
  ms: 3,
})

describe('over stdio', () => {
  test('connects, calls, shows the process, and keeps the record when it dies', async () => {
    const it = page({ proxy: { programs: { node: program({}, (message, _say, exit) => message.method === 'tools/call' && exit(3)) } } })
    await it.call('connect', 'c', 'C', command('node', 'my server.js'), SETTINGS)
    await it.until(() => it.state()?.status === 'connected')
    expect(it.state()).toMatchObject({
      facts: { revision: '2025-11-25', listening: 'none' },
      process: { pid: 7, commandLine: 'node "my server.js"', endpoint: 'http://127.0.0.1:1/mcp/x' },
    })
    expect(it.proxy.spawned[0]).toMatchObject({ args: ['my server.js'], env: { A: 'b' } })
    const { result } = await it.call('request', 'c', 'tools/list', undefined, {})
    expect(result).toMatchObject({ tools: [{ name: 'echo' }] })
    await expect(it.call('request', 'c', 'tools/call', { name: 'x' }, {})).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'The server process exited with code 3',
    })
    await it.until(() => it.state().status === 'closed')
    expect(it.state()).toMatchObject({ problem: { code: 'exited' }, process: { exit: { code: 3 } } })
    expect(it.state().messages).toBeGreaterThan(5)
  })

  test.each([
    [
      'a command that is not there',
      'nope',
      undefined,
      { code: 'not-found', todo: [expect.any(String), 'The PATH that was searched: /usr/bin:/bin'] },
    ],
    [
      'a missing module',
      'node',
      "Error: Cannot find module 'zod'",
      { code: 'exited', title: 'The module “zod” is missing', todo: [expect.stringContaining('Install zod')] },
    ],
    ['usage text', 'node', 'Usage: server <dir>', { code: 'exited', title: 'The command wants other arguments' }],
  ])('%s is explained', async (_, name, words, problem) => {
    const dies: Program = (_request, child) => {
      child.complain(words ?? '')
      child.exit({ code: 1, signal: null })
      return { line: () => {} }
    }
    const it = page({ proxy: { programs: { node: dies } } })
    await expect(it.call('connect', 'c', 'C', command(name), SETTINGS)).rejects.toMatchObject({ kind: 'unreachable' })
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().problem).toMatchObject(problem)
  })

  test('text on stdout is explained', async () => {
    const chatty: Program = (_request, child) => {
      child.say('Server listening on port 3000')
      return { line: () => {} }
    }
    const it = page({ proxy: { programs: { node: chatty } } })
    const settings = { ...SETTINGS, timeouts: { ...SETTINGS.timeouts, connect: 50 } }
    await expect(it.call('connect', 'c', 'C', command('node'), settings)).rejects.toMatchObject({ kind: 'silent' })
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().problem).toMatchObject({ code: 'prints-text', happened: expect.stringContaining('Server listening on port 3000') })
  })

  test('text on stdout and then silence is not waited for until the time limit', async () => {
    const chatty: Program = (_request, child) => {
      child.say('Server listening on port 3000')
      return { line: () => {} }
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const it = page({ proxy: { programs: { node: chatty } } })
      const failures: unknown[] = []
      const settings = { ...SETTINGS, timeouts: { ...SETTINGS.timeouts, connect: 60_000 } }
      it.call('connect', 'c', 'C', command('node'), settings).catch((thrown: unknown) => failures.push(thrown))
      for (let second = 0; second < 20 && failures.length === 0; second++) {
        await vi.advanceTimersByTimeAsync(1000)
        await it.call('message', 'c', 1) // a turn of the port
      }
      expect(failures).toMatchObject([{ kind: 'silent', message: 'The server printed text on stdout and answered nothing' }])
    } finally {
      vi.useRealTimers()
    }
  })

  test('without a proxy it says what to run', async () => {
    const it = page({ proxy: false })
    await expect(it.call('connect', 'c', 'C', command('node'), SETTINGS)).rejects.toMatchObject({ kind: 'unreachable' })
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().problem).toMatchObject({ code: 'no-proxy', todo: [expect.stringContaining('node dist/loupe.js')] })
    expect(it.heard.find((one) => one.kind === 'proxy')).toMatchObject({ state: { kind: 'absent' } })
  })

  test('an abort gives up connecting and ends the process', async () => {
    let ended = false
    const mute: Program = (_request, child) => ({
      line: () => {},
      end() {
        ended = true
        child.exit({ code: 0, signal: null })
      },
    })
    const it = page({ proxy: { programs: { node: mute } } })
    const id = it.nextId()
    const connecting = it.call('connect', 'c', 'C', command('node'), SETTINGS)
    await it.until(() => it.proxy.spawned.length === 1)
    it.say({ kind: 'abort', id })
    await expect(connecting).rejects.toMatchObject({ kind: 'cancelled' })
    await it.until(() => ended && it.state().status === 'closed')
  })

  test('connecting again ends the old process first, and only the newest attempt counts', async () => {
    const order: string[] = []
    const named: Program = (request, child) => {
      const name = request.args[0]!
      order.push(`start ${name}`)
      return {
        ...program()(request, child),
        end() {
          order.push(`end ${name}`)
          child.exit({ code: 0, signal: null })
        },
      }
    }
    const it = page({ proxy: { programs: { node: named } } })
    await it.call('connect', 'c', 'C', command('node', '1'), SETTINGS)
    const second = it.call('connect', 'c', 'C', command('node', '2'), SETTINGS)
    const third = it.call('connect', 'c', 'C', command('node', '3'), SETTINGS)
    await expect(second).rejects.toMatchObject({ kind: 'cancelled' })
    await third
    expect(order).toEqual(['start 1', 'end 1', 'start 3'])
    await it.until(() => it.state().status === 'connected' && it.state().process?.commandLine === 'node 3')
  })

  test('a process that ends unexpectedly is started again', async () => {
    const programs = { node: program({}, (message, _say, exit) => message.method === 'tools/call' && exit(3)) }
    const it = page({ proxy: { programs } })
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await it.call('connect', 'c', 'C', command('node'), { ...SETTINGS, waitForServer: true })
      vi.setSystemTime(Date.now() + 60_000)
      await expect(it.call('request', 'c', 'tools/call', { name: 'x' }, {})).rejects.toMatchObject({ kind: 'unreachable' })
      await it.until(() => it.state().generation === 2 && it.state().status === 'connected')
    } finally {
      vi.useRealTimers()
    }
    expect(it.proxy.spawned).toHaveLength(2)
  })

  test('a proxy that comes back is used again, and the server is waited for', async () => {
    const it = page({ proxy: { programs: { node: program() } } })
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      await it.call('connect', 'c', 'C', command('node'), { ...SETTINGS, waitForServer: true })
      vi.setSystemTime(Date.now() + 60_000)
      it.proxy.drop()
      await it.until(() => it.state().generation === 2 && it.state().status === 'connected')
    } finally {
      vi.useRealTimers()
    }
    expect(it.proxy.spawned).toHaveLength(2)
  })
})

describe('without its proxy, the record says nothing of what was not begun', () => {
  const WS = 'ws://server.test/mcp'
  test.each([
    ['a process', command('node')],
    ['a server by the proxy', http({ via: 'proxy' })],
    ['a WebSocket by the proxy', http({ url: WS, via: 'proxy' })],
  ])('%s', async (_, target) => {
    const it = page({ proxy: { programs: { node: program() } } })
    await it.until(() => it.heard.some((one) => one.kind === 'proxy' && one.state.kind === 'open'))
    it.proxy.drop(true)
    await it.until(() => it.heard.some((one) => one.kind === 'proxy' && one.state.kind === 'lost'))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const connecting = it.call('connect', 'c', 'C', target, SETTINGS).catch((thrown: unknown) => thrown)
      await it.call('message', 'c', 1) // a turn of the port
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await connecting).toMatchObject({ kind: 'unreachable' })
    } finally {
      vi.useRealTimers()
    }
    expect(await recorded(it)).not.toContain('"kind":"start"')
  })
})

describe('over HTTP', () => {
  test('goes directly when the preflight allows every header', async () => {
    const server = fakeServer()
    const it = page({ fetch: server.fetch, proxy: { preflight: allowing } })
    await it.call('connect', 'c', 'C', http({ bearer: 't' }), SETTINGS)
    await it.until(() => it.state()?.status === 'connected')
    expect(it.state().route).toMatchObject({ via: 'direct', asked: expect.arrayContaining(['authorization', 'mcp-session-id']) })
    expect(server.seen[0]!.headers.get('authorization')).toBe('Bearer t')
    expect(it.proxy.fetched).toHaveLength(0)
  })

  test('goes through the proxy when one header is not allowed, and names it', async () => {
    const server = fakeServer({ listens: false })
    const it = page({ proxy: { preflight: allowing, hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http({ headers: [{ name: 'X-Api-Key', value: 'k' }] }), SETTINGS)
    await it.until(() => it.state()?.status === 'connected')
    expect(it.state().route).toMatchObject({ via: 'proxy', why: 'The server does not allow the header x-api-key from a page.' })
    expect(it.proxy.fetched[0]!.headers.get('x-api-key')).toBe('k')
  })

  test('a single message goes through the proxy when a person says so, though she chose the direct way', async () => {
    const server = fakeServer({ listens: false })
    const it = page({ fetch: server.fetch, proxy: { hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http({ via: 'direct' }), SETTINGS)
    const ping = '{"jsonrpc":"2.0","id":"raw","method":"ping"}'
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['Origin', 'http://evil.test'],
    ]
    await it.call('raw', 'c', ping, { headers })
    expect(it.proxy.fetched).toHaveLength(0)
    expect(await it.call('raw', 'c', ping, { headers, proxy: true })).toMatchObject({ status: 200 })
    expect(it.proxy.fetched).toHaveLength(1)
    await it.call('request', 'c', 'ping', undefined, {})
    expect(it.proxy.fetched).toHaveLength(1)
  })

  test('switches to the proxy when the browser blocks a request after all', async () => {
    const server = fakeServer({ listens: false })
    let blocked = false
    const direct = (request: Request) => (blocked ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(request))
    const it = page({ fetch: direct, proxy: { preflight: allowing, hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http(), SETTINGS)
    blocked = true
    await it.call('request', 'c', 'tools/list', undefined, {})
    await it.until(() => it.state().route?.via === 'proxy')
    expect(it.state().status).toBe('connected')
  })

  test('a tool that the browser kept the answer of is not called twice', async () => {
    const server = fakeServer({ listens: false })
    let blocked = false
    const direct = (request: Request) => (blocked ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(request))
    const it = page({ fetch: direct, proxy: { preflight: allowing, hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http(), SETTINGS)
    blocked = true
    await expect(it.call('request', 'c', 'tools/call', { name: 'x' }, {})).rejects.toMatchObject({
      advice: expect.stringContaining('call again'),
    })
    await it.call('request', 'c', 'tools/call', { name: 'x' }, {})
    expect(server.seen.filter((seen) => seen.message?.method === 'tools/call')).toHaveLength(1)
    await it.until(() => it.state().route?.via === 'proxy' && it.state().status === 'connected')
  })

  test('a session id that the page cannot read sends everything through the proxy', async () => {
    const hidden = fakeServer({ sessions: true, listens: false })
    // As a browser does: a response header that is not exposed does not exist.
    const direct = async (request: Request) => {
      const response = await hidden.fetch(request)
      const headers = new Headers(response.headers)
      headers.delete('mcp-session-id')
      return new Response(response.body, { status: response.status, headers })
    }
    const it = page({ fetch: direct, proxy: { preflight: allowing, hosts: { 'http://server.test': hidden.fetch } } })
    await it.call('connect', 'c', 'C', http(), SETTINGS)
    const [tools, pong] = await Promise.all([
      it.call('request', 'c', 'tools/list', undefined, {}),
      it.call('request', 'c', 'ping', undefined, {}),
    ])
    expect([tools.result, pong.result]).toMatchObject([{ tools: [{ name: 'echo' }] }, {}])
    await it.until(() => it.state().route?.via === 'proxy' && it.state().status === 'connected')
    expect(it.state()).toMatchObject({ generation: 2, route: { why: expect.stringContaining('does not expose Mcp-Session-Id') } })
  })

  test.each([
    ['refused', {}, {}, 'refused'],
    ['a web page', { flaws: ['html'] }, {}, 'html'],
    ['an unknown revision', { revision: '1999-01-01' }, {}, 'version'],
  ] as const)('%s has a name', async (_, fake, more, code) => {
    const hosts: FakeProxyOptions['hosts'] = code === 'refused' ? {} : { 'http://server.test': fakeServer(fake as FakeOptions).fetch }
    const it = page({ proxy: { hosts, ...more } })
    await expect(it.call('connect', 'c', 'C', http(), SETTINGS)).rejects.toBeDefined()
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().problem).toMatchObject({ code, tried: `Connect to ${URL_} through the proxy` })
  })

  test('a redirect is named with its address, and not followed', async () => {
    const hosts = { 'http://server.test': () => Promise.resolve(new Response(null, { status: 307, headers: { location: '/mcp/' } })) }
    const it = page({ proxy: { hosts } })
    await expect(it.call('connect', 'c', 'C', http(), SETTINGS)).rejects.toMatchObject({
      message: 'http://server.test/mcp answered initialize with a redirect (HTTP 307) to /mcp/',
      advice: expect.stringContaining('use http://server.test/mcp/ as the URL'),
    })
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().problem).toMatchObject({ code: 'redirect' })
  })

  test('a page that may not connect directly is told which header is missing, and what else it was', async () => {
    const preflight = vi.fn((): PreflightAnswer => ({
      reached: true,
      status: 204,
      headers: [
        ['Access-Control-Allow-Origin', '*'],
        ['Access-Control-Allow-Headers', 'content-type'],
      ],
      ms: 1,
    }))
    const it = page({ proxy: { preflight } })
    await it.call('connect', 'd', 'D', http({ via: 'proxy' }), SETTINGS).catch(() => {})
    await expect(it.call('connect', 'c', 'C', http({ via: 'direct' }), SETTINGS)).rejects.toMatchObject({
      message: expect.stringContaining('does not allow the headers'),
      advice: expect.stringContaining('mcp-protocol-version: add it to Access-Control-Allow-Headers'),
    })
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().route).toMatchObject({ via: 'direct', allowed: ['content-type'] })
    preflight.mockReturnValue({ reached: false, code: 'ECONNREFUSED', message: 'Nothing listens there' })
    await expect(it.call('connect', 'c', 'C', http({ via: 'direct' }), SETTINGS)).rejects.toMatchObject({
      message: 'Nothing listens there',
    })
    await it.until(() => it.state().problem?.code === 'refused')
  })

  test('without a proxy a failure says what to run', async () => {
    const it = page({ proxy: false })
    await expect(it.call('connect', 'c', 'C', http(), SETTINGS)).rejects.toMatchObject({ kind: 'unreachable' })
    await it.until(() => it.state()?.status === 'failed')
    expect(it.state().problem).toMatchObject({ code: 'cors', todo: [expect.any(String), expect.stringContaining('node dist/loupe.js')] })
  })

  test('a session that the server forgot is followed by a new one', async () => {
    const server = fakeServer({ listens: false, sessions: true })
    const it = page({ proxy: { hosts: { 'http://server.test': server.fetch } } })
    await it.call('connect', 'c', 'C', http({ via: 'proxy' }), { ...SETTINGS, waitForServer: true })
    server.forget()
    await expect(it.call('request', 'c', 'ping', undefined, {})).rejects.toMatchObject({ kind: 'http', code: 404 })
    await it.until(() => it.state().status === 'connected' && it.state().facts?.sessionId === 'session-2')
    const greetings = server.seen.filter(({ message }) => message?.method === 'initialize')
    expect(greetings.map(({ headers }) => headers.get('mcp-session-id'))).toEqual([null, null])
    expect((await it.call('request', 'c', 'ping', undefined, {})).result).toEqual({})
  })

  test('a server that went away is waited for', async () => {
    const server = fakeServer({ listens: false })
    let up = true
    const hosts = { 'http://server.test': (request: Request) => (up ? server.fetch(request) : Promise.reject(new Error('reset'))) }
    const it = page({ proxy: { hosts } })
    await it.call('connect', 'c', 'C', http({ via: 'proxy' }), { ...SETTINGS, waitForServer: true })
    up = false
    await expect(it.call('request', 'c', 'ping', undefined, {})).rejects.toMatchObject({ kind: 'unreachable' })
    await it.until(() => (it.state().waiting?.attempt ?? 0) >= 2)
    up = true
    await it.until(() => it.state().status === 'connected')
    expect(it.state().waiting).toBeUndefined()
    expect(it.state().generation).toBeGreaterThan(2)
  })
})

describe('what the page sees', () => {
  const talkative: FakeOptions = {
    answers: {
      'tools/call': async (params, turn): Promise<Json> => {
        if (params.name === 'ask') return { got: await turn.ask(1, 'elicitation/create', { message: 'Who?' }) }
        if (params.name === 'roots') return { got: await turn.ask(2, 'roots/list') }
        if (params.name === 'steps') {
          const { _meta } = params
          for (let n = 1; n <= 1000; n++)
            turn.send({ method: 'notifications/progress', params: { ...(_meta as object), progress: n, total: 1000 } })
          return { content: [] }
        }
        for (let n = 0; n < 20_000; n++) turn.send({ method: 'notifications/message', params: { level: 'info', data: `flood ${n}` } })
        turn.send({ method: 'notifications/resources/updated', params: { uri: 'a:b' } })
        return { content: [] }
      },
    },
  }
  async function connected(server = fakeServer(talkative)) {
    const it = page({ fetch: server.fetch, proxy: false })
    await it.call('connect', 'c', 'C', http(), SETTINGS)
    return it
  }

  test('asks are put, answered and taken away', async () => {
    const it = await connected()
    const call = it.call('request', 'c', 'tools/call', { name: 'ask' }, {})
    await it.until(() => it.heard.some((one) => one.kind === 'ask'))
    const { ask } = it.heard.find((one) => one.kind === 'ask')!
    expect(ask).toMatchObject({
      connection: 'c',
      connectionName: 'C',
      method: 'elicitation/create',
      during: { method: 'tools/call', name: 'ask' },
    })
    it.say({ kind: 'answer', ask: ask.key, reply: { kind: 'result', result: { action: 'decline' } } })
    expect((await call).result).toEqual({ got: { action: 'decline' } })

    const id = it.nextId()
    const second = it.call('request', 'c', 'tools/call', { name: 'ask' }, {})
    await it.until(() => it.heard.filter((one) => one.kind === 'ask').length === 2)
    it.say({ kind: 'abort', id, reason: 'enough' })
    await expect(second).rejects.toMatchObject({ kind: 'cancelled' })
    await it.until(() => it.heard.some((one) => one.kind === 'unask'))
  })

  test('roots are answered from what was set, and a change is told', async () => {
    const server = fakeServer(talkative)
    const it = await connected(server)
    await it.call('adjust', 'c', { ...SETTINGS, roots: [{ uri: 'file:///a', name: 'a' }] })
    await server.saw(({ message }) => message?.method === 'notifications/roots/list_changed')
    expect((await it.call('request', 'c', 'tools/call', { name: 'roots' }, {})).result).toEqual({
      got: { roots: [{ uri: 'file:///a', name: 'a' }] },
    })
  })

  test('roots are put to the person where she wants that', async () => {
    const it = await connected(fakeServer(talkative))
    await it.call('adjust', 'c', { ...SETTINGS, rootsAsked: true })
    const answer = it.call('request', 'c', 'tools/call', { name: 'roots' }, {})
    await it.until(() => it.heard.some((one) => one.kind === 'ask'))
    const asked = it.heard.find((one) => one.kind === 'ask')!
    expect(asked.ask).toMatchObject({ method: 'roots/list' })
    it.say({ kind: 'answer', ask: asked.ask.key, reply: { kind: 'result', result: { roots: [] } } })
    expect((await answer).result).toEqual({ got: { roots: [] } })
  })

  test('a flood is pushed in few windows, and a sleeping page gets two', async () => {
    const it = await connected()
    it.say({ kind: 'view', view: 1, connection: 'c', query: { filter: '', tail: true, from: 0, size: 20 } })
    await it.until(() => it.windows.has(1))
    it.sleep()
    const before = it.heard.filter((one) => one.kind === 'push').length
    await it.call('request', 'c', 'tools/call', { name: 'flood' }, {})
    expect(it.heard.filter((one) => one.kind === 'push').length - before).toBeLessThanOrEqual(2)
    it.wake()
    it.say({ kind: 'ack', view: 1 })
    it.say({ kind: 'ack', view: 1 })
    await it.until(() => it.windows.get(1)!.total > 20_000)
    expect(it.windows.get(1)!.rows).toHaveLength(20)
    it.say({ kind: 'view', view: 1, connection: 'c', query: { filter: '"flood 777"', tail: false, from: 0, size: 5 } })
    await it.until(() => it.windows.get(1)!.count === 11 && !it.windows.get(1)!.scanning)
    await it.until(() => it.heard.some(({ kind }) => kind === 'notices'))
    const notices = it.heard.flatMap((one) => (one.kind === 'notices' ? one.notices : []))
    expect(notices).toMatchObject([{ method: 'notifications/resources/updated', params: { uri: 'a:b' } }])
    await it.until(() => it.state().consoleLines === 20_001) // with the line that it began
  })

  test('messages, saving, clearing, and calls on what is not there', async () => {
    const it = await connected()
    const { requestSeq } = await it.call('request', 'c', 'ping', undefined, {})
    expect(await it.call('message', 'c', requestSeq)).toMatchObject({ row: { method: 'ping' }, http: { status: 200 } })
    expect((await recorded(it)).split('\n').length).toBeGreaterThan(8)
    await it.call('clear', 'c')
    expect(await it.call('message', 'c', requestSeq)).toBeNull()
    await expect(it.call('request', 'gone', 'ping', undefined, {})).rejects.toMatchObject({ message: 'There is no connection gone' })
    await it.call('disconnect', 'c')
    await it.until(() => it.state().status === 'closed')
    await expect(it.call('request', 'c', 'ping', undefined, {})).rejects.toMatchObject({
      message: expect.stringContaining('not connected'),
    })
  })

  test('sent and progress carry the id of their call', async () => {
    const it = await connected()
    const id = it.nextId()
    await it.call('request', 'c', 'tools/list', undefined, {})
    expect(it.heard).toContainEqual({ kind: 'sent', id, seq: expect.any(Number), exchange: expect.any(Number) })
    await it.call('request', 'c', 'tools/call', { name: 'steps' }, {})
    const progress = it.heard.filter((one) => one.kind === 'progress')
    expect(progress.at(-1)).toEqual({ kind: 'progress', id: id + 1, progress: { progress: 1000, total: 1000 } })
    expect(progress.length).toBeLessThan(100)
  })
})

describe('a server that is lost again and again', () => {
  const reset = (method: string) => {
    const server = fakeServer({ listens: false })
    let greetings = 0
    const host = async (request: Request): Promise<Response> => {
      const body = request.method === 'POST' ? await request.clone().text() : ''
      if (body.includes('"initialize"')) greetings += 1
      if (body.includes(`"${method}"`) || (method === '' && !body.includes('"initialize"') && request.method === 'POST'))
        throw new Error('reset')
      return server.fetch(request)
    }
    return { hosts: { 'http://server.test': host }, greetings: () => greetings }
  }

  test('stays open when only one kind of request breaks', async () => {
    const { hosts, greetings } = reset('tools/list')
    const it = page({ proxy: { hosts } })
    await it.call('connect', 'c', 'C', http({ via: 'proxy' }), { ...SETTINGS, waitForServer: true })
    await expect(it.call('request', 'c', 'tools/list', undefined, {})).rejects.toMatchObject({ kind: 'unreachable' })
    expect((await it.call('request', 'c', 'ping', undefined, {})).result).toEqual({})
    await it.until(() => it.state()?.status === 'connected')
    expect(greetings()).toBe(1)
  })

  test('is given up after three times', async () => {
    const { hosts, greetings } = reset('')
    const it = page({ proxy: { hosts } })
    await it.call('connect', 'c', 'C', http({ via: 'proxy' }), { ...SETTINGS, waitForServer: true })
    for (let time = 1; time <= 3; time++) {
      await it.until(() => it.state().status === 'connected' && it.state().generation === time)
      await it.call('request', 'c', 'tools/list', undefined, {}).catch(() => {})
      await it.until(() => it.state().status !== 'connected')
    }
    expect(it.state()).toMatchObject({
      status: 'failed',
      problem: { todo: expect.arrayContaining([expect.stringContaining('lost 3 times')]) },
    })
    expect(it.state().waiting).toBeUndefined()
    expect(greetings()).toBe(3)
  })
})

test('numbers cross from and to the page as they were written', async () => {
  const fake: FakeOptions = {
    answers: { 'tools/call': () => parseJson('{"content":[],"structuredContent":{"d":1.10,"e":1e400}}') },
  }
  const it = page({ proxy: { programs: { node: program(fake) } } })
  await it.call('connect', 'c', 'C', command('node', 's.js'), SETTINGS)
  await it.until(() => it.state()?.status === 'connected')
  const answer = await it.call('request', 'c', 'tools/call', { name: 'x', arguments: { a: 2 } }, { spelled: [['/arguments/a', '2.0']] })
  expect(answer.spelled).toEqual([
    ['/structuredContent/d', '1.10'],
    ['/structuredContent/e', '1e400'],
  ])
  expect((await it.call('message', 'c', answer.requestSeq))?.text).toContain('{"a":2.0}')
})
