// How long requests may take: of silence and in all, progress, a person who is asked, one who wants to wait longer, and answers
// that come too late.
import { describe, expect, test, vi } from 'vitest'
import type { Json } from './json.ts'
import type { AskReply, ClockReading, LateAnswer } from './session-types.ts'
import { fakeServer, type FakeOptions } from './testing/fake-server.ts'
import type { Turn } from './testing/turn.ts'
import { closeAfterEach, failure, posted, talk } from './testing/talk.ts'

closeAfterEach()

/** A tool that waits until it is told to go on. */
function waiting(): { answers: NonNullable<FakeOptions['answers']>; turn: () => Turn; settle: (result: Json) => void } {
  let turn: Turn | undefined
  let settle = (_result: Json): void => {}
  return {
    answers: {
      'tools/call': (_params, given) => {
        turn = given
        return new Promise((resolve) => (settle = resolve))
      },
    },
    turn: () => turn!,
    settle: (result) => settle(result),
  }
}

test('progress starts the limit of silence anew; then silence ends the call', async () => {
  vi.useFakeTimers()
  const tool = waiting()
  const { session, server } = await talk({ answers: tool.answers })
  const progress: unknown[] = []
  const call = failure(session.request('tools/call', { name: 'slow' }, { limits: { idle: 1000 }, onProgress: (one) => progress.push(one) }))
  await server.saw(posted('tools/call'))
  const sent = server.seen.find(posted('tools/call'))!.message!.params
  expect(sent).toEqual({ name: 'slow', _meta: { progressToken: 2 } })
  await vi.advanceTimersByTimeAsync(900)
  tool.turn().send({ method: 'notifications/progress', params: { progressToken: 2, progress: 1, total: 3, message: 'one' } })
  await vi.advanceTimersByTimeAsync(900)
  expect(progress).toEqual([{ progress: 1, total: 3, message: 'one' }])
  expect(server.seen.some(posted('notifications/cancelled'))).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(await call).toMatchObject({
    kind: 'silent',
    message: expect.stringContaining('nothing came for 1 s'),
    data: { code: 'LIMIT', limit: 'idle', ms: 1000 },
  })
  expect(server.seen.find(posted('notifications/cancelled'))!.message!.params).toEqual({ requestId: 2, reason: 'No answer within 1 s' })
})

test('progress never extends the limit for the whole', async () => {
  vi.useFakeTimers()
  const tool = waiting()
  const { session, server } = await talk({ answers: tool.answers })
  const call = failure(session.request('tools/call', { name: 'slow' }, { limits: { idle: 1000, total: 2500 }, onProgress: () => {} }))
  await server.saw(posted('tools/call'))
  for (let n = 1; n <= 3; n++) {
    await vi.advanceTimersByTimeAsync(800)
    tool.turn().send({ method: 'notifications/progress', params: { progressToken: 2, progress: n } })
  }
  await vi.advanceTimersByTimeAsync(99)
  expect(server.seen.some(posted('notifications/cancelled'))).toBe(false)
  await vi.advanceTimersByTimeAsync(2)
  expect(await call).toMatchObject({ kind: 'silent', data: { code: 'LIMIT', limit: 'total', ms: 2500, ran: 2500 } })
  expect(server.seen.some(posted('notifications/cancelled'))).toBe(true)
})

test('the limits are those of the method, and a change holds for the next request', async () => {
  vi.useFakeTimers()
  const never = () => new Promise<never>(() => {})
  const timeouts = { list: 1000, call: 2000, total: 3000 }
  const { session } = await talk({ answers: { 'tools/call': never, 'tools/list': never } }, { timeouts })
  const list = failure(session.request('tools/list'))
  const call = failure(session.request('tools/call', { name: 'slow' }))
  await vi.advanceTimersByTimeAsync(2000)
  expect(await list).toMatchObject({ data: { limit: 'idle', ms: 1000 } })
  expect(await call).toMatchObject({ data: { limit: 'idle', ms: 2000 } })
  Object.assign(timeouts, { call: 0, total: 500 })
  const next = failure(session.request('tools/call', { name: 'slow' }))
  await vi.advanceTimersByTimeAsync(500)
  expect(await next).toMatchObject({ data: { limit: 'total', ms: 500 } })
})

test('who wants to wait longer gets both limits again, and sees the clock', async () => {
  vi.useFakeTimers()
  const tool = waiting()
  const { session, server } = await talk({ answers: tool.answers })
  const clocks: ClockReading[] = []
  let more = (): void => {}
  const call = session.request(
    'tools/call',
    {},
    { limits: { idle: 1000, total: 1500 }, onClock: (clock, give) => (clocks.push(clock), (more = give)) },
  )
  await server.saw(posted('tools/call'))
  expect(clocks.at(-1)).toMatchObject({ held: false, limits: { idle: 1000, total: 1500 }, left: { idle: 1000, total: 1500 } })
  for (let n = 0; n < 5; n++) {
    await vi.advanceTimersByTimeAsync(900)
    more()
    expect(clocks.at(-1)!.left).toEqual({ idle: 1000, total: 1500 })
  }
  tool.settle({ content: [] })
  await vi.advanceTimersByTimeAsync(1)
  expect((await call).result).toEqual({ content: [] })
})

test.each(['legacy', 'modern'] as const)('%s: the clock stands still while a person is asked', async (era) => {
  vi.useFakeTimers()
  let settle: (reply: AskReply) => void = () => {}
  const wanted = { who: { method: 'elicitation/create', params: { message: 'Who?' } } }
  const { session, server, asks } = await talk(
    {
      era,
      answers: {
        'tools/call': async (params, turn): Promise<Json> =>
          era === 'legacy'
            ? { content: [], got: await turn.ask(1, 'elicitation/create', { message: 'Who?' }) }
            : params.inputResponses === undefined
              ? { resultType: 'input_required', inputRequests: wanted }
              : new Promise<never>(() => {}),
      },
    },
    { era },
    () => new Promise((resolve) => (settle = resolve)),
  )
  const clocks: ClockReading[] = []
  const call = session.request(
    'tools/call',
    { name: 'asks' },
    { limits: { idle: 1000, total: 1500 }, onClock: (clock) => clocks.push(clock) },
  )
  const failed = era === 'modern' ? failure(call) : undefined
  await server.saw(posted('tools/call'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asks).toHaveLength(1)
  expect(clocks.at(-1)).toMatchObject({ held: true })
  settle({ kind: 'result', result: { action: 'accept', content: { name: 'Ada' } } })
  await vi.advanceTimersByTimeAsync(1)
  if (failed === undefined) return expect((await call).result).toEqual({ content: [], got: { action: 'accept', content: { name: 'Ada' } } })
  // The second round has the rest of the whole, and a silence of its own.
  expect(clocks.at(-1)).toMatchObject({ held: false, left: { idle: 1000 } })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await failed).toMatchObject({ data: { limit: 'idle' } })
  expect(server.closed).toHaveLength(1)
})

describe('a late answer', () => {
  test('is told as late, and ends nothing', async () => {
    vi.useFakeTimers()
    const tool = waiting()
    const { session, server, traffic } = await talk({ answers: tool.answers })
    const late: LateAnswer[] = []
    const call = failure(session.request('tools/call', {}, { limits: { idle: 1000 }, onLate: (one) => late.push(one) }))
    await server.saw(posted('tools/call'))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await call).toMatchObject({ kind: 'silent' })
    await vi.advanceTimersByTimeAsync(20_000)
    tool.settle({ content: [{ type: 'text', text: 'at last' }] })
    await vi.advanceTimersByTimeAsync(1)
    expect(late).toMatchObject([{ answer: { result: { content: [{ text: 'at last' }] } } }])
    expect(Math.round(late[0]!.after / 1000)).toBe(20)
    expect(traffic.row(late[0]!.seq)).toMatchObject({ kind: 'result', status: 'late' })
    await session.request('ping')
  })

  test('that is an error is one', async () => {
    vi.useFakeTimers()
    const tool = waiting()
    const { session, server } = await talk({ answers: tool.answers })
    const late: LateAnswer[] = []
    const control = new AbortController()
    const call = failure(session.request('tools/call', {}, { signal: control.signal, onLate: (one) => late.push(one) }))
    await server.saw(posted('tools/call'))
    control.abort()
    expect(await call).toMatchObject({ kind: 'cancelled' })
    tool.settle(Promise.reject(new Error('too much')) as unknown as Json)
    await vi.advanceTimersByTimeAsync(1)
    expect(late).toMatchObject([{ error: { code: -32603, message: 'too much' } }])
  })
})

test('a greeting that takes too long has a clock of its own', async () => {
  vi.useFakeTimers()
  const clocks: ClockReading[] = []
  const server = fakeServer({ answers: { initialize: () => new Promise<never>(() => {}) } })
  const more: (() => void)[] = []
  const opening = failure(
    talk({}, { timeouts: { connect: 1000 }, onClock: (clock, give) => (clocks.push(clock), more.push(give)) }, undefined, server),
  )
  await vi.advanceTimersByTimeAsync(900)
  more[0]!()
  await vi.advanceTimersByTimeAsync(900)
  expect(clocks.at(-1)).toMatchObject({ left: { idle: 1000 } })
  await vi.advanceTimersByTimeAsync(100)
  expect(await opening).toMatchObject({ kind: 'silent', data: { code: 'LIMIT', ms: 1000 } })
})
