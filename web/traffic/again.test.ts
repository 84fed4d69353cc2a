import { describe, expect, test } from 'vitest'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { acceptStates } from '../session/connections.ts'
import { attachEngine, type EnginePort } from '../session/engine.ts'
import type { FromEngine, ToEngine } from '../session/engine-messages.ts'
import {
  mostTimes,
  outcomeWords,
  paramsText,
  requestsAmong,
  sendAgain,
  withEdits,
  withoutEnvelope,
  type Again,
  type Outcome,
} from './again.ts'
import { fetchOf, requestOf, runnable } from './copies.ts'
import { effectsOf } from './effects.ts'
import { latencyOf } from './latency.ts'

describe('latency', () => {
  test('is told by times that were measured', () => {
    const times = Array.from({ length: 100 }, (_, at) => 100 - at)
    expect(latencyOf(times)).toMatchObject({ count: 100, min: 1, median: 50, p95: 95, p99: 99, max: 100 })
    expect(latencyOf(times)!.parts.reduce((sum, one) => sum + one)).toBe(100)
    expect(latencyOf([7])).toMatchObject({ min: 7, median: 7, p95: 7, p99: 7, max: 7, parts: [1, ...Array.from({ length: 23 }, () => 0)] })
    expect(latencyOf([])).toBeUndefined()
  })
})

describe('effects', () => {
  const words = (annotations?: { [name: string]: boolean }) =>
    effectsOf('tools/call', annotations === undefined ? undefined : { name: 't', annotations }).map(
      ({ says, declared }) => `${/\(([^)]*)\)/.exec(says)![1]} ${declared ? 'declared' : 'assumed'}`,
    )

  test('of a tool that says nothing are the worst', () => {
    const worst = ['not read-only assumed', 'destructive assumed', 'not idempotent assumed', 'open world assumed']
    expect(words()).toEqual(worst)
    expect(words({})).toEqual(worst)
  })

  test('are what the server declares', () => {
    expect(words({ readOnlyHint: true, openWorldHint: false })).toEqual(['read-only declared', 'closed world declared'])
    expect(words({ destructiveHint: false, idempotentHint: true })).toEqual([
      'not read-only assumed',
      'not destructive declared',
      'idempotent declared',
      'open world assumed',
    ])
  })

  test('of other methods are known by the protocol', () => {
    expect(effectsOf('resources/read', undefined)).toMatchObject([{ tone: 'plain' }])
    expect(effectsOf('my/method', undefined)).toMatchObject([{ tone: 'bad' }])
  })
})

test('what the session adds by itself is not sent twice', () => {
  expect(withoutEnvelope({ name: 'a', _meta: { progressToken: 3, 'io.modelcontextprotocol/protocolVersion': 'x' } })).toEqual({ name: 'a' })
  expect(withoutEnvelope({ name: 'a', _meta: { progressToken: 3, mine: 1 } })).toEqual({ name: 'a', _meta: { mine: 1 } })
  expect(withoutEnvelope({ _meta: { progressToken: 3 } })).toBeUndefined()
  expect(withoutEnvelope(undefined)).toBeUndefined()
})

test('what is edited goes out edited, and everything else as it was', () => {
  const one: Again = {
    connection: 'c',
    seq: 1,
    method: 'tools/call',
    name: 'a',
    params: { name: 'a', arguments: { n: 9007199254740993n } },
  }
  const two: Again = { connection: 'c', seq: 2, method: 'ping', name: '', params: undefined }
  expect(paramsText(one)).toContain('9007199254740993')
  expect(paramsText(two)).toBe('')
  const edits = new Map([
    ['c/1', paramsText(one).replace('"a"', '"b"')],
    ['c/2', ' '],
  ])
  expect(withEdits([one, two], edits)).toEqual([{ ...one, params: { name: 'b', arguments: { n: 9007199254740993n } } }, two])
  expect(withEdits([one, two], new Map())).toEqual([one, two])
  expect(() => withEdits([one], new Map([['c/1', '{']]))).toThrow(SyntaxError)
})

describe('a message is copied without its secrets', () => {
  const http: ExchangeDetail = {
    exchange: 1,
    method: 'POST',
    url: 'https://x/mcp?api_key=secret',
    requestHeaders: [
      ['content-type', 'application/json'],
      ['Authorization', 'Bearer secret'],
      ['Host', 'x'],
    ],
    requestBody: '{"id":1}',
    sentAt: 0,
    rows: [],
    rowCount: 0,
  }

  test('as fetch', () => {
    const text = fetchOf(http, false)
    expect(text).not.toContain('secret')
    expect(text).not.toContain('Host')
    expect(fetchOf(http, true)).toContain('Bearer secret')
    // It is JavaScript: the object is read back.
    const object = JSON.parse(text.slice(text.indexOf(', ') + 2, -1)) as { body: string; headers: string[][] }
    expect(object).toMatchObject({
      method: 'POST',
      body: '{"id":1}',
      headers: [
        ['content-type', 'application/json'],
        ['Authorization', 'Bearer ••••'],
      ],
    })
  })

  test('as loupe request', () => {
    const text = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"it\'s","_meta":{"progressToken":1}}}'
    expect(
      requestOf({ kind: 'http', url: 'https://x/mcp', headers: [{ name: 'X-Token', value: 's' }], bearer: 'b', via: 'auto' }, text, false),
    ).toBe(`loupe request -H 'Authorization: Bearer ••••' -H 'X-Token: ••••' https://x/mcp tools/call '{"name":"it'\\''s"}'`)
    expect(requestOf({ kind: 'stdio', command: 'node', args: ['a b.js'], env: [{ name: 'KEY', value: 's' }] }, text, false)).toMatch(
      /^loupe request -e 'KEY=••••' tools\/call .* -- node 'a b\.js'$/,
    )
    expect(requestOf({ kind: 'http', url: 'x', headers: [], via: 'auto' }, '{"method":"a"}', false)).toBeUndefined()
    expect(requestOf({ kind: 'http', url: 'x', headers: [], via: 'auto' }, 'no JSON', false)).toBeUndefined()
  })

  test('what is masked is told, and can be had whole', () => {
    const target: Target = { kind: 'http', url: 'https://x/mcp?key=k1', headers: [], bearer: 'b', via: 'auto' }
    const message = '{"id":1,"method":"ping"}'
    const ways = runnable({ ...http, url: 'https://x/mcp?key=k1', requestBody: message }, (secrets) => requestOf(target, message, secrets))
    expect(ways.map(({ title, masked }) => `${title}${masked ? ' (masked)' : ''}`)).toEqual([
      'curl (masked)',
      'curl, with secrets',
      'fetch (masked)',
      'fetch, with secrets',
      'loupe request (masked)',
      'loupe request, with secrets',
    ])
    for (const { text, masked } of ways) expect(text().includes('k1'), text()).toBe(!masked)
    const open = runnable(undefined, () => 'loupe request ping -- node a.js')
    expect(open.map(({ title, masked }) => [title, masked])).toEqual([['loupe request', false]])
  })
})

test('each goes where it went before, in the order of time, and what would go to a connection that is gone is not sent', async () => {
  const sent: string[] = []
  const at: { [place: string]: number } = { 'a/1': 30, 'b/1': 10, 'a/7': 20 }
  const port: EnginePort = { onmessage: null, postMessage: (message) => void (message.kind === 'call' && answer(message)) }
  const answer = async ({ id, name, args }: Extract<ToEngine, { kind: 'call' }>): Promise<void> => {
    await Promise.resolve()
    const [connection, second] = args as [string, number | string]
    if (name === 'request') sent.push(`${connection} ${second}`)
    const row = { direction: 'out', kind: 'request', name: '', at: at[`${connection}/${second}`] }
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method: `m${at[`${connection}/${second}`]}` })
    const value = name === 'message' ? { row, text } : { result: {}, ms: 1, answerSeq: 9, exchange: 1, bytes: 2 }
    const lost = name === 'request' && connection === 'b'
    const error = { name: 'McpError', kind: 'unreachable' as const, message: 'gone' }
    port.onmessage?.(new MessageEvent('message', { data: lost ? { kind: 'throw', id, error } : { kind: 'return', id, value } }))
  }
  attachEngine(port, { token: '', origin: '', proxy: false, memoryLimit: 0 })
  const state = (id: string, status: ConnectionState['status']) =>
    ({ id, status, generation: 1, target: { kind: 'stdio' } }) as ConnectionState
  acceptStates([state('a', 'connected'), state('b', 'closed')])
  const requests = await requestsAmong(Object.keys(at).map((place) => ({ connection: place.slice(0, 1), seq: Number(place.slice(2)) })))
  expect(requests.map(({ connection, method }) => `${connection} ${method}`)).toEqual(['b m10', 'a m20', 'a m30'])
  let last: Outcome | undefined
  await sendAgain(undefined, requests, 2, new AbortController().signal, (outcome) => (last = outcome))
  expect(sent).toEqual(['b m10', 'a m20', 'a m30', 'a m20', 'a m30'])
  // It did not leave, so it is none of those that were sent.
  expect(last).toMatchObject({ done: 4, failed: 0, fault: 'gone', early: 'lost', answer: { connection: 'a', seq: 9 } })
  sent.length = 0
  await sendAgain('a', requests, 1, new AbortController().signal, (outcome) => (last = outcome))
  expect(sent).toEqual(['a m10', 'a m20', 'a m30'])
  expect(last).not.toHaveProperty('early')
})

test.each<[string, [direction: string, kind: string][], object]>([
  [
    'an error',
    [
      ['out', 'request'],
      ['in', 'notification'],
      ['in', 'failure'],
    ],
    { seq: 12 },
  ],
  [
    'an HTTP status without a message',
    [
      ['out', 'request'],
      ['in', 'http'],
    ],
    { seq: 11 },
  ],
  [
    'none',
    [
      ['out', 'request'],
      ['in', 'notification'],
    ],
    { seq: 10, none: true },
  ],
])('the last answer may be compared, be it %s', async (_, kinds, answer) => {
  const rows = kinds.map(([direction, kind], at) => ({ seq: 10 + at, direction, kind }))
  const port: EnginePort = {
    onmessage: null,
    postMessage(message) {
      if (message.kind !== 'call') return
      const { id, name, args } = message
      const say = (data: unknown) =>
        void queueMicrotask(() => port.onmessage?.(new MessageEvent('message', { data }) as MessageEvent<FromEngine>))
      const [, method] = args as [string, string]
      if (name === 'exchange') return say({ kind: 'return', id, value: { exchange: 4, rows } })
      say({ kind: 'sent', id, seq: method === 'good' ? 7 : 10, exchange: method === 'good' ? 3 : 4 })
      if (method === 'good')
        return say({ kind: 'return', id, value: { result: {}, ms: 1, answerSeq: 8, requestSeq: 7, exchange: 3, bytes: 2 } })
      say({ kind: 'throw', id, error: { name: 'McpError', kind: 'rpc', message: 'no' } })
    },
  }
  attachEngine(port, { token: '', origin: '', proxy: false, memoryLimit: 0 })
  acceptStates([{ id: 'a', status: 'connected', generation: 1, target: { kind: 'stdio' } } as ConnectionState])
  const of = (method: string): Again => ({ connection: 'a', seq: 1, method, name: '', params: undefined })
  let last: Outcome | undefined
  await sendAgain(undefined, [of('good'), of('bad')], 1, new AbortController().signal, (outcome) => (last = outcome))
  expect(last).toMatchObject({ done: 2, failed: 1, answer: { connection: 'a', ...answer } })
  await sendAgain(undefined, [of('bad'), of('good')], 1, new AbortController().signal, (outcome) => (last = outcome))
  expect(last?.answer).toEqual({ connection: 'a', seq: 8 })
})

test('many requests may be sent fewer times: it is their product that is bounded', () => {
  expect([0, 1, 7, 200, 100_000, 5_000_000].map(mostTimes)).toEqual([100_000, 100_000, 14_285, 500, 1, 1])
})

test('how far sending came is told, and why it ended', () => {
  const outcome = { times: [], failed: 0, done: 3, cancelled: 1 }
  expect(outcomeWords({ ...outcome, early: 'stopped' }, 50)).toBe('3 of 50 sent, 1 of them cancelled; stopped')
  expect(outcomeWords({ ...outcome, done: 2000, failed: 2, cancelled: 0, early: 'lost' }, 100_000)).toBe(
    '2,000 of 100,000 sent, 2 failed; the rest was not, since the connection is gone',
  )
  expect(outcomeWords({ ...outcome, done: 20, cancelled: 0 }, 20)).toBe('20 of 20 sent')
})
