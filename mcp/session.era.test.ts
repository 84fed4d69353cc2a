import { describe, expect, test, vi } from 'vitest'
import type { ConnectOptions, EraVerdict } from './session-types.ts'
import { fakeChild } from './testing/fake-child.ts'
import { FakeError, fakeServer, type FakeOptions } from './testing/fake-server.ts'
import { closeAfterEach, failure, talk } from './testing/talk.ts'

closeAfterEach()

const auto = (fake: FakeOptions, more: Partial<ConnectOptions> = {}) => talk(fake, { era: 'auto', ...more })
const methods = (messages: readonly ({ method?: unknown } | undefined)[]) => messages.flatMap((message) => message?.method ?? [])
const LEGACY: EraVerdict = { era: 'legacy', rule: 'refused', why: 'earlier' }

describe('over HTTP', () => {
  test.each<[string, FakeOptions, string, string, string[]]>([
    ['modern', { era: 'modern' }, '2026-07-28', 'discovered', ['server/discover']],
    ['both', { era: 'both' }, '2026-07-28', 'discovered', ['server/discover']],
    ['older', {}, '2025-11-25', 'other-error', ['server/discover', 'initialize', 'notifications/initialized']],
    ['older with sessions', { sessions: true }, '2025-11-25', 'refused', ['server/discover', 'initialize', 'notifications/initialized']],
    [
      'newer, with but an older revision in common',
      { era: 'both', supportedVersions: ['2030-01-01', '2025-06-18'] },
      '2025-06-18',
      'only-older',
      ['server/discover', 'initialize', 'notifications/initialized'],
    ],
  ])('a server that is %s', async (_, fake, revision, rule, sent) => {
    const { session, server } = await auto({ listens: false, ...fake })
    expect(session.facts).toMatchObject({ revision, verdict: { rule } })
    expect(methods(server.seen.map(({ message }) => message))).toEqual(sent)
    await session.request('tools/list')
  })

  test.each([
    ['a text', (id: unknown) => ({ jsonrpc: '2.0', id, error: 'nope' })],
    ['null', (id: unknown) => ({ jsonrpc: '2.0', id, error: null })],
    ['without a code', (id: unknown) => ({ jsonrpc: '2.0', id, error: { message: 'nope' } })],
    ['absent, and so is the result', (id: unknown) => ({ jsonrpc: '2.0', id })],
    ['that of another id', () => ({ jsonrpc: '2.0', id: 'other', error: { code: -32601, message: 'No' } })],
  ])('an answer whose error is %s says nothing of the era, and initialize is tried', async (_, broken) => {
    const server = fakeServer()
    const fetch = async (request: Request) => {
      const message = (await request.clone().json()) as { id?: unknown; method: string }
      return message.method === 'server/discover' ? Response.json(broken(message.id)) : server.fetch(request)
    }
    const { session } = await talk({}, { era: 'auto', fetch }, undefined, server)
    expect(session.facts).toMatchObject({ era: 'legacy', verdict: { rule: 'other-error', why: expect.stringContaining('cannot be read') } })
    await session.request('tools/list')
    // Who answers nothing that can be read is told of the first.
    const mute = async (request: Request) => Response.json(broken(((await request.json()) as { id?: unknown }).id))
    const error = await failure(talk({}, { era: 'auto', fetch: mute }, undefined, fakeServer()))
    expect(error).toMatchObject({ kind: 'garbled', message: expect.stringContaining('answer to server/discover cannot be read') })
  })

  test('the refusal that tells is no fault in the record', async () => {
    const { traffic } = await auto({ sessions: true, listens: false })
    const { rows } = traffic.window({ filter: '', tail: false, from: 0, size: 2 })
    expect(rows.map(({ status, tone }) => [status, tone])).toEqual([
      ['older era', 'plain'],
      ['older era', 'plain'],
    ])
  })

  test('what is known is not asked again', async () => {
    const { session, server } = await auto({ listens: false }, { known: LEGACY })
    expect(session.facts.verdict).toEqual(LEGACY)
    expect(methods(server.seen.map(({ message }) => message))).toEqual(['initialize', 'notifications/initialized'])
  })

  test('what was known and is wrong is asked anew', async () => {
    const verdicts: EraVerdict[] = []
    const { session } = await auto({ era: 'modern' }, { known: LEGACY, onVerdict: (verdict) => verdicts.push(verdict) })
    expect(session.facts).toMatchObject({ era: 'modern', verdict: { rule: 'discovered' } })
    expect(verdicts.at(-1)).toMatchObject({ era: 'modern' })
    const { session: second } = await auto({ listens: false }, { known: { era: 'modern', rule: 'discovered', why: 'earlier' } })
    expect(second.facts.verdict.rule).toBe('other-error')
  })

  test.each([401, 403, 429, 503])('HTTP %i decides nothing, and initialize is not tried', async (status) => {
    const server = fakeServer()
    const seen: string[] = []
    const fetch = async (request: Request) => {
      seen.push(((await request.clone().json()) as { method: string }).method)
      return new Response('busy', { status })
    }
    const verdicts: EraVerdict[] = []
    const error = await failure(talk({}, { era: 'auto', fetch, onVerdict: (one) => verdicts.push(one) }, undefined, server))
    expect(error).toMatchObject({ kind: 'http', code: status })
    // Only where a failure of the server may be its answer to what it does not know.
    expect(error.advice?.includes('era “Legacy”')).toBe(status >= 500)
    expect([seen, verdicts]).toEqual([['server/discover'], []])
  })

  test.each([500, 501, 502, 504])('HTTP %i decides nothing by itself: initialize is tried, and tells', async (status) => {
    const crash = (then: (request: Request) => Response | Promise<Response>) => async (request: Request) => {
      const { method } = (await request.clone().json()) as { method: string }
      return method === 'server/discover' ? new Response('KeyError: server/discover', { status }) : then(request)
    }
    const verdicts: EraVerdict[] = []
    const onVerdict = (one: EraVerdict): void => void verdicts.push(one)
    const server = fakeServer({ listens: false })
    const { session } = await talk({}, { era: 'auto', fetch: crash(server.fetch), onVerdict }, undefined, server)
    const why = `It failed at server/discover with HTTP ${status}, and answered initialize.`
    expect([session.facts.verdict, ...verdicts]).toEqual(Array.from({ length: 2 }, () => ({ era: 'legacy', rule: 'failed', why })))
    await session.request('tools/list')
    // Who fails at both is told of the first, and that the other was tried; who is only to log in is told that.
    verdicts.length = 0
    const broken = crash(() => new Response('down', { status }))
    expect(await failure(talk({}, { era: 'auto', fetch: broken, onVerdict }, undefined, fakeServer()))).toMatchObject({
      code: status,
      message: expect.stringContaining('answered server/discover'),
      advice: expect.stringMatching(/It did not answer initialize either\.$/),
    })
    const guarded = crash(() => new Response('', { status: 401 }))
    expect(await failure(talk({}, { era: 'auto', fetch: guarded, onVerdict }, undefined, fakeServer()))).toMatchObject({ code: 401 })
    expect(verdicts).toEqual([])
  })

  test('a refusal under an id that the server made up belongs to its request', async () => {
    const refuse = async (request: Request) => {
      const { method } = (await request.clone().json()) as { method: string }
      if (method !== 'server/discover') return server.fetch(request)
      const error = { jsonrpc: '2.0', id: 'server-error', error: { code: -32600, message: 'Bad Request: Missing session ID' } }
      return Response.json(error, { status: 400 })
    }
    const server = fakeServer({ listens: false })
    const { session } = await talk({}, { era: 'auto', fetch: refuse }, undefined, server)
    expect(session.facts.verdict).toMatchObject({ rule: 'refused', why: expect.stringContaining('-32600') })
  })

  test('a server out of reach decides nothing', async () => {
    const server = fakeServer()
    server.die()
    expect(await failure(talk({}, { era: 'auto' }, undefined, server))).toMatchObject({ kind: 'unreachable' })
    expect(server.seen).toEqual([])
  })

  test('a server with nothing in common is named', async () => {
    const error = await failure(auto({ era: 'modern', supportedVersions: ['2030-01-01'] }))
    expect(error).toMatchObject({ kind: 'rpc', data: { answered: ['2030-01-01'] }, message: expect.stringContaining('Supported here') })
  })

  test('an error of the newer kind is never followed by initialize', async () => {
    const refuse = () => {
      throw new FakeError(-32021, 'Needs sampling', { requiredCapabilities: { sampling: {} } })
    }
    const server = fakeServer({ era: 'modern', answers: { 'server/discover': refuse } })
    expect(await failure(talk({}, { era: 'auto' }, undefined, server))).toMatchObject({
      code: -32021,
      advice: expect.stringContaining('sampling'),
    })
    expect(server.seen).toHaveLength(1)
  })

  test('one that is asked for the wrong era says so', async () => {
    expect(await failure(talk({ era: 'modern' }, { era: 'legacy' }))).toMatchObject({ kind: 'rpc', status: 400 })
    expect(await failure(talk({ listens: false }, { era: '2026-07-28' }))).toMatchObject({ kind: 'rpc', code: -32601 })
  })
})

describe('over a pipe', () => {
  const over = async (fake: FakeOptions, hears?: Parameters<typeof fakeChild>[1], more: Partial<ConnectOptions> = {}) => {
    const server = fakeServer({ pipe: true, listens: false, ...fake })
    const child = fakeChild(server, hears)
    const told = { child, talk: talk({}, { era: 'auto', url: 'stdio:x', fetch: child.fetch, ...more }, undefined, server) }
    return told
  }

  test.each<[string, FakeOptions, string]>([
    ['modern', { era: 'modern' }, 'discovered'],
    ['both', { era: 'both' }, 'discovered'],
    ['older', {}, 'other-error'],
  ])('a server that is %s', async (_, fake, rule) => {
    const { talk } = await over(fake)
    const { session } = await talk
    expect(session.facts.verdict.rule).toBe(rule)
    await session.request('tools/list')
  })

  test('silence is followed by initialize, and a process that was merely slow is heard', async () => {
    vi.useFakeTimers()
    const mute = await over({}, ({ method }) => method !== 'server/discover')
    await vi.advanceTimersByTimeAsync(3000)
    expect((await mute.talk).session.facts.verdict).toMatchObject({ era: 'legacy', rule: 'silence' })

    const slow = async (fake: FakeOptions) => {
      let start = (): void => {}
      const started = new Promise<void>((resolve) => (start = resolve))
      const it = await over(fake, () => started)
      await vi.advanceTimersByTimeAsync(3000)
      expect(methods(it.child.written)).toEqual(['server/discover', 'initialize'])
      start()
      const { session, traffic } = await it.talk
      return {
        ...session.facts,
        asked: traffic.window({ filter: 'method:server/discover', tail: false, from: 0, size: 1 }).rows[0]?.status,
      }
    }
    expect(await slow({ era: 'modern' })).toMatchObject({ era: 'modern', verdict: { rule: 'discovered' } })
    expect(await slow({ era: 'both' })).toMatchObject({ era: 'legacy', verdict: { rule: 'late' } })
    // Which is no error of it, however late it says so.
    expect(await slow({})).toMatchObject({ era: 'legacy', verdict: { rule: 'other-error' }, asked: 'older era' })
  })

  test('a process that ends at the question wants initialize', async () => {
    const verdicts: EraVerdict[] = []
    const { talk } = await over({}, (_message, child) => (child.exit(1), false), { onVerdict: (one) => verdicts.push(one) })
    expect(await failure(talk)).toMatchObject({ kind: 'unreachable' })
    expect(verdicts).toMatchObject([{ era: 'legacy', rule: 'exit' }])
  })

  test('a call of a modern one is cancelled by a notification', async () => {
    const { talk, child } = await over({ era: 'modern', answers: { 'tools/call': () => new Promise(() => {}) } })
    const { session } = await talk
    const control = new AbortController()
    const call = failure(session.request('tools/call', { name: 'slow' }, { signal: control.signal }))
    await vi.waitFor(() => expect(methods(child.written)).toContain('tools/call'))
    control.abort()
    await call
    await vi.waitFor(() => expect(child.written.at(-1)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: 2 } }))
  })

  test('subscriptions share the pipe, and what names none belongs to the calls', async () => {
    const { talk, child } = await over({
      era: 'modern',
      capabilities: { tools: { listChanged: true } },
      answers: {
        'tools/call': (_params, turn) => {
          turn.send({ method: 'notifications/message', params: { level: 'info', data: 'x' } })
          return { content: [] }
        },
      },
    })
    const it = await talk
    await vi.waitFor(() => expect(it.facts.at(-1)!.listening).toBe('open'))
    const { requestSeq } = await it.session.request('tools/call', { name: 'x' })
    expect(it.notices).toMatchObject([{ method: 'notifications/message', during: requestSeq }])
    it.server.push({ method: 'notifications/tools/list_changed' })
    await vi.waitFor(() => expect(it.notices).toHaveLength(2))
    await it.session.subscribe('a:b', true)
    await vi.waitFor(() => expect(child.written.at(-1)).toMatchObject({ method: 'notifications/cancelled' }))
    expect(it.facts.at(-1)!.listening).toBe('open')
    it.server.hangUp(true)
    await vi.waitFor(() => expect(it.facts.at(-1)!.listening).toBe('ended'))
    child.exit(0)
    await vi.waitFor(() => expect(it.closed).toHaveLength(1))
  })
})
