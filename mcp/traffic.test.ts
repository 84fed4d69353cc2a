import { describe, expect, test } from 'vitest'
import { createTraffic, type Traffic } from './traffic.ts'
import type { RowQuery } from './traffic-row.ts'
import type { WireFact } from './wire-event.ts'

const ALL: RowQuery = { filter: '', tail: true, from: 0, size: 1000 }
const JSON_TYPE = [['Content-Type', 'Application/JSON; charset=utf-8']] as const

function ticking(memoryLimit?: number): Traffic {
  let time = 1000
  return createTraffic(memoryLimit === undefined ? { now: () => (time += 5) } : { memoryLimit, now: () => (time += 5) })
}

function post(traffic: Traffic, message: unknown): number {
  const exchange = traffic.open()
  traffic.append(exchange, { kind: 'sent', method: 'POST', url: 'http://x/mcp', headers: [['a', 'b']], body: JSON.stringify(message) })
  return exchange
}

function reply(
  traffic: Traffic,
  exchange: number,
  text: string,
  status = 200,
  headers: readonly (readonly [string, string])[] = JSON_TYPE,
) {
  traffic.append(exchange, { kind: 'status', status, statusText: '', headers })
  const seq = traffic.append(exchange, { kind: 'body', text })
  traffic.append(exchange, { kind: 'closed' })
  return seq
}

const rows = (traffic: Traffic) => traffic.window(ALL).rows

describe('threads', () => {
  const folded = (traffic: Traffic, open: number[] = []) => traffic.window({ ...ALL, threads: open }).rows

  test('what the server asks between the calls folds with our answer, wherever it came', () => {
    const traffic = ticking()
    const stream = traffic.open()
    traffic.append(stream, { kind: 'sent', method: 'STDIN', url: 'stdio:x', headers: [] })
    const asked = [stream, 0].map((exchange, at) =>
      traffic.append(exchange, { kind: 'frame', text: `{"jsonrpc":"2.0","id":${at},"method":"roots/list"}` }),
    )
    traffic.append(stream, { kind: 'frame', text: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}' })
    for (const id of [0, 1]) post(traffic, { jsonrpc: '2.0', id, result: { roots: [] } })
    expect(folded(traffic)).toMatchObject([
      { seq: asked[0], method: 'roots/list', status: 'ok', under: 1 },
      { seq: asked[1], method: 'roots/list', status: 'ok', under: 1 },
      { method: 'notifications/tools/list_changed' },
    ])
    expect(folded(traffic, [asked[0]!])).toHaveLength(4)
    expect(rows(traffic).filter(({ of }) => of === asked[0])).toMatchObject([{ kind: 'result', direction: 'out' }])
  })

  test('streams that go on where a call was cut fold under it, however often, and those that listen stand alone', () => {
    const traffic = ticking()
    const log = (exchange: number, place: string) =>
      traffic.append(exchange, {
        kind: 'frame',
        id: place,
        text: '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"x"}}',
      })
    const resume = (place?: string) => {
      const exchange = traffic.open()
      const headers = place === undefined ? [] : [['last-event-id', place] as const]
      traffic.append(exchange, { kind: 'sent', method: 'GET', url: 'http://x/mcp', headers })
      return exchange
    }
    const listening = resume()
    log(listening, 'stream-1')
    const call = post(traffic, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } })
    traffic.append(call, { kind: 'sign', id: 'call-0' })
    traffic.append(call, { kind: 'failed', why: 'cut' })
    for (let at = 0; at < 150; at += 1) {
      const again = resume(`call-${at}`)
      log(again, `call-${at + 1}`)
      traffic.append(again, { kind: 'closed' })
    }
    traffic.append(listening, { kind: 'closed' })
    log(resume('stream-1'), 'stream-2')
    // Not reached by anything that is known.
    resume('other')
    const last = resume('call-150')
    traffic.append(last, { kind: 'frame', text: '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}' })
    const shown = folded(traffic)
    expect(shown.map(({ method, name }) => `${method} ${name.split(' · ').at(-1)}`)).toEqual([
      'GET x',
      'notifications/message x',
      'tools/call a',
      'GET goes on after stream-1',
      'notifications/message x',
      'GET goes on after other',
    ])
    // It failed, 150 streams with a message each, and one with the answer.
    expect(shown[2]).toMatchObject({ status: 'ok', under: 1 + 300 + 2 })
    expect(folded(traffic, [shown[2]!.seq])).toHaveLength(traffic.total)
  })

  test('a call that lost its head to the memory limit still shows what belongs to it', () => {
    const traffic = ticking(20_000)
    const exchange = post(traffic, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } })
    for (let at = 0; at < 100; at += 1)
      traffic.append(exchange, {
        kind: 'frame',
        text: `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${'x'.repeat(500)}"}}`,
      })
    expect(traffic.dropped).toBeGreaterThan(0)
    expect(folded(traffic)).toHaveLength(traffic.total)
  })
})

describe('pairing', () => {
  test('however a request ends, its row says how long it took', () => {
    const traffic = ticking()
    const call = (id: number) => post(traffic, { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'a' } })
    call(1)
    post(traffic, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    traffic.append(call(2), { kind: 'failed', why: 'cut' })
    traffic.append(call(3), { kind: 'closed' })
    call(4)
    traffic.append(0, { kind: 'exit', code: 1, signal: null })
    expect(rows(traffic).filter(({ kind }) => kind === 'request')).toMatchObject(
      ['cancelled', 'failed', 'no answer', 'no answer'].map((status) => ({ status, ms: 5 })),
    )
  })

  test('what answers a request that is gone with the beginning is known for that, until the next connection', () => {
    const traffic = createTraffic({ dropped: 40 })
    const says = (message: object) => traffic.append(0, { kind: 'frame', text: JSON.stringify({ jsonrpc: '2.0', id: 7, ...message }) })
    says({ result: {} })
    says({ error: { code: -32602, message: 'No' } })
    traffic.append(0, { kind: 'start', text: 'again' })
    says({ result: {} })
    expect(rows(traffic)).toMatchObject([
      { status: 'request gone', tone: 'plain' },
      { status: 'error -32602', tone: 'bad' },
      { kind: 'start' },
      { status: 'answers no request', tone: 'warn' },
    ])
    expect(traffic.message(1)?.why).toContain('this record has lost')
    expect(traffic).toMatchObject({ dropped: 40, before: 40, total: 4 })
  })

  test('a request and its answer know each other', () => {
    const traffic = ticking()
    const exchange = post(traffic, { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } })
    expect(rows(traffic)).toMatchObject([{ kind: 'request', method: 'tools/call', name: 'echo', id: '1', status: 'pending' }])
    reply(traffic, exchange, '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}')
    const [request, answer] = rows(traffic)
    expect(request).toMatchObject({ status: 'ok', tone: 'ok', ms: 10, peer: answer!.seq, direction: 'out' })
    expect(answer).toMatchObject({
      status: 'ok',
      method: 'tools/call',
      name: 'echo',
      ms: 10,
      peer: request!.seq,
      direction: 'in',
      bytes: 48,
    })
  })

  test('ids 1 and "1" and the two directions are four different things', () => {
    const traffic = ticking()
    post(traffic, { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    post(traffic, { jsonrpc: '2.0', id: '1', method: 'prompts/list' })
    traffic.append(traffic.open(), {
      kind: 'frame',
      text: '{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"message":"Who?"}}',
    })
    traffic.append(0, { kind: 'frame', text: '{"jsonrpc":"2.0","id":"1","result":{"prompts":[]}}' })
    expect(rows(traffic).map((row) => [row.method, row.status, row.id])).toEqual([
      ['tools/list', 'pending', '1'],
      ['prompts/list', 'ok', '"1"'],
      ['elicitation/create', 'waiting for you', '1'],
      ['prompts/list', 'ok', '"1"'],
    ])
    post(traffic, { jsonrpc: '2.0', id: 1, result: { action: 'decline' } })
    expect(rows(traffic)[2]).toMatchObject({ status: 'ok', tone: 'ok', name: 'Who?' })
    expect(rows(traffic)[0]!.status).toBe('pending')
  })

  test('tool errors, JSON-RPC errors and cancelled requests are told apart', () => {
    const traffic = ticking()
    reply(traffic, post(traffic, { id: 1, method: 'tools/call', params: { name: 'a' } }), '{"id":1,"result":{"isError":true}}')
    reply(traffic, post(traffic, { id: 2, method: 'tools/call' }), '{"id":2,"error":{"code":-32602,"message":"no"}}')
    const third = post(traffic, { id: 3, method: 'tools/call' })
    post(traffic, { method: 'notifications/cancelled', params: { requestId: 3, reason: 'r' } })
    reply(traffic, third, '{"id":3,"result":{}}')
    expect(rows(traffic).map((row) => [row.status, row.tone])).toEqual([
      ['tool error', 'bad'],
      ['tool error', 'bad'],
      ['error -32602', 'bad'],
      ['error -32602', 'bad'],
      ['cancelled', 'warn'],
      ['', 'plain'],
      ['late', 'warn'],
    ])
  })

  test('an error that could not read the id belongs to the request of its exchange', () => {
    const traffic = ticking()
    reply(traffic, post(traffic, { id: 1, method: 'tools/list' }), '{"error":{"code":-32000,"message":"No valid session"},"id":null}', 400)
    expect(rows(traffic)).toMatchObject([{ status: 'error -32000' }, { method: 'tools/list', name: 'No valid session' }])
  })

  test('an answer to nothing says so', () => {
    const traffic = ticking()
    traffic.append(0, { kind: 'frame', text: '{"id":9,"result":{}}' })
    expect(rows(traffic)).toMatchObject([{ status: 'answers no request', tone: 'warn' }])
  })

  test('members of a batch follow it', () => {
    const traffic = ticking()
    const exchange = post(traffic, { id: 1, method: 'tools/list' })
    const seq = reply(
      traffic,
      exchange,
      '[{"method":"notifications/message","params":{"level":"info","data":"x"}},{"id":1,"result":{"tools":[]}}]',
    )
    expect(traffic.row(seq)).toMatchObject({ kind: 'batch', name: '2 messages' })
    expect(traffic.row(seq + 2)).toMatchObject({ kind: 'result', method: 'tools/list', name: '0 tools', status: 'ok' })
    expect(traffic.reading(seq + 1)).toMatchObject({ kind: 'notification', method: 'notifications/message' })
  })
})

describe('HTTP around the messages', () => {
  test.each([
    ['a 404 page', 404, 'text/html', '<h1>Not here</h1>', 'HTTP 404', 'text/html · <h1>Not here</h1>'],
    ['a login page', 200, 'text/html; charset=utf-8', '<!doctype html>\n<p>', 'HTTP 200', 'text/html · <!doctype html>'],
    ['an empty answer', 200, 'application/json', '', 'HTTP 200', 'application/json · no body'],
    [
      'JSON that is no message',
      401,
      'application/json',
      '{"error":"unauthorized"}',
      'HTTP 401',
      'application/json · {"error":"unauthorized"}',
    ],
  ])('%s is a row', (_, status, type, text, method, name) => {
    const traffic = ticking()
    reply(traffic, post(traffic, { id: 1, method: 'ping' }), text, status, [['content-type', type]])
    expect(rows(traffic)).toMatchObject([
      { kind: 'request', status: method, tone: 'bad' },
      { kind: 'http', method, name },
    ])
  })

  test('bodies of 202 and a refused GET make no noise', () => {
    const traffic = ticking()
    reply(traffic, post(traffic, { method: 'notifications/initialized' }), 'Accepted', 202, [['content-type', 'text/plain']])
    const get = traffic.open()
    traffic.append(get, { kind: 'sent', method: 'GET', url: 'u', headers: [] })
    reply(traffic, get, 'no', 405)
    expect(rows(traffic).map((row) => [row.kind, row.tone])).toEqual([
      ['notification', 'plain'],
      ['http', 'plain'],
      ['http', 'plain'],
    ])
    const [, asked, refused] = rows(traffic)
    expect(asked).toMatchObject({ method: 'GET', direction: 'out', status: 'HTTP 405' })
    expect(refused).toMatchObject({ method: 'HTTP 405', name: 'to GET · application/json · no', peer: asked!.seq })
  })

  test('a stream that is opened is a row of its own, and so is what it says between its messages', () => {
    const traffic = ticking()
    const get = traffic.open()
    const headers: [string, string][] = [['Last-Event-ID', '41']]
    const seq = traffic.append(get, { kind: 'sent', method: 'GET', url: 'http://x.test/mcp?key=1', headers, queued: 12 })
    expect(traffic.row(seq)).toMatchObject({ kind: 'http', method: 'GET', name: '/mcp · x.test · goes on after 41', status: 'pending' })
    const relay = { connect: 1, send: 0.5, wait: 2 }
    const type: [string, string][] = [['content-type', 'text/event-stream']]
    traffic.append(get, { kind: 'status', status: 200, statusText: 'OK', headers: type, relay })
    expect(traffic.row(seq)).toMatchObject({ status: 'open', tone: 'ok' })
    const before = traffic.total
    traffic.append(get, { kind: 'sign', retry: 3000 })
    traffic.append(get, { kind: 'frame', text: '', id: '42' })
    traffic.append(get, { kind: 'sign', comment: 'keep-alive' })
    expect(traffic.total).toBe(before)
    expect(traffic.exchange(get)).toMatchObject({ queued: 12, relay, place: { id: '42', retry: 3000 } })
    expect(traffic.exchange(get)!.words).toMatchObject([{ retry: 3000 }, { id: '42' }, { comment: 'keep-alive' }])
    traffic.append(get, { kind: 'closed' })
    expect(traffic.row(seq)).toMatchObject({ status: 'closed', tone: 'plain', ms: expect.any(Number) })
  })

  test('broken JSON keeps its text and its reason', () => {
    const traffic = ticking()
    const seq = reply(traffic, post(traffic, { id: 1, method: 'ping' }), '{"id":1,')
    expect(traffic.message(seq)).toMatchObject({
      row: { kind: 'garbled' },
      text: '{"id":1,',
      why: expect.stringContaining('half a message'),
    })
    expect(rows(traffic)[0]!.status).toBe('no answer')
  })

  test('an exchange that failed, and one that we gave up', () => {
    const traffic = ticking()
    traffic.append(post(traffic, { id: 1, method: 'ping' }), { kind: 'failed', why: 'refused' })
    traffic.append(post(traffic, { id: 2, method: 'ping' }), { kind: 'failed', why: 'closed', ours: true })
    expect(rows(traffic).map((row) => [row.kind, row.status])).toEqual([
      ['request', 'failed'],
      ['http', 'failed'],
      ['request', 'given up'],
    ])
  })

  test('the exchange is told whole', () => {
    const traffic = ticking()
    const exchange = post(traffic, { id: 1, method: 'ping' })
    const seq = reply(traffic, exchange, '{"id":1,"result":{}}')
    expect(traffic.message(seq)!.http).toMatchObject({
      method: 'POST',
      url: 'http://x/mcp',
      requestHeaders: [['a', 'b']],
      requestBody: '{"id":1,"method":"ping"}',
      status: 200,
      responseHeaders: JSON_TYPE,
      end: 'closed',
      rowCount: 2,
    })
    expect(traffic.exchange(99)).toBeNull()
  })
})

test('side events are rows, and the end of a process leaves nothing pending', () => {
  const traffic = ticking()
  traffic.append(0, { kind: 'start', text: 'node x.js' })
  post(traffic, { id: 1, method: 'ping' })
  traffic.append(0, { kind: 'stderr', text: 'oops\n' })
  traffic.append(0, { kind: 'noise', text: 'Listening on 3000', why: 'not JSON' })
  traffic.append(0, { kind: 'exit', code: 1, signal: null })
  expect(rows(traffic).map((row) => [row.kind, row.name, row.status])).toEqual([
    ['start', 'node x.js', ''],
    ['request', '', 'no answer'],
    ['stderr', 'oops', ''],
    ['noise', 'Listening on 3000', 'not a message'],
    ['exit', 'Process exited with code 1', 'code 1'],
  ])
  expect(traffic.window({ ...ALL, only: 'console' }).count).toBe(4)
  expect(traffic.consoleLines).toBe(4)
})

test('as many lines are counted as the console shows, also of those that are dropped', () => {
  const traffic = ticking(20_000)
  const said: WireFact[] = [
    { kind: 'start', text: 'node x.js' },
    { kind: 'stderr', text: 'oops' },
    { kind: 'noise', text: 'Listening', why: 'not JSON' },
    { kind: 'note', fault: 'crlf', text: 'lines end with CR LF' },
    { kind: 'frame', text: '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"a"}}' },
    { kind: 'frame', text: '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}' },
    { kind: 'exit', code: 0, signal: null },
  ]
  for (let at = 0; at < 700; at += 1) traffic.append(0, said[at % said.length]!)
  expect(traffic.dropped).toBeGreaterThan(100)
  expect(traffic.consoleLines).toBe(traffic.window({ ...ALL, only: 'console' }).count)
  traffic.clear()
  expect(traffic.consoleLines).toBe(0)
})

test('a process that never ran did not exit', () => {
  const traffic = ticking()
  traffic.append(0, { kind: 'exit', code: null, signal: null })
  traffic.append(0, { kind: 'exit', code: null, signal: null, text: 'There is no file /x' })
  expect(rows(traffic).map((row) => [row.name, row.status, row.tone])).toEqual([
    ['No process ran, or its end was not seen', 'no exit code', 'bad'],
    ['There is no file /x', 'no exit code', 'bad'],
  ])
})

test('a log message has its level for a status, and the console leaves out what is below one', () => {
  const traffic = ticking()
  for (const level of ['debug', 'info', 'warning', 'error', 'odd'])
    traffic.append(1, { kind: 'frame', text: `{"method":"notifications/message","params":{"level":"${level}","data":"x"}}` })
  traffic.append(0, { kind: 'stderr', text: 'beside' })
  expect(rows(traffic).map((row) => `${row.status} ${row.tone}`)).toEqual([
    'debug plain',
    'info plain',
    'warning warn',
    'error bad',
    'odd plain',
    ' plain',
  ])
  const console = (level: 'debug' | 'warning') => traffic.window({ ...ALL, only: 'console', level }).rows.map((row) => row.status)
  expect(console('debug')).toHaveLength(6)
  expect(console('warning')).toEqual(['warning', 'error', 'odd', ''])
})

test('the late end of an earlier run leaves the new one alone', () => {
  const traffic = ticking()
  traffic.append(0, { kind: 'start', text: 'again' })
  const exchange = post(traffic, { id: 1, method: 'ping' })
  traffic.append(0, { kind: 'exit', code: 0, signal: null, earlier: true })
  reply(traffic, exchange, '{"id":1,"result":{}}')
  expect(rows(traffic).map((row) => row.status)).toEqual(['', 'ok', 'code 0', 'ok'])
})

test('what was appended comes back as it went in', () => {
  const traffic = ticking()
  const facts: WireFact[] = [
    { kind: 'start', text: 's' },
    { kind: 'sent', method: 'GET', url: 'u', headers: [['x', 'ü\0']] },
    { kind: 'status', status: 200, statusText: 'OK', headers: [] },
    { kind: 'frame', text: '{"method":"é😀"}', event: 'message', id: '', retry: 3 },
    { kind: 'frame', text: 'x' },
    { kind: 'closed' },
    { kind: 'failed', why: 'w', ours: true },
    { kind: 'noise', text: 'n', why: 'y' },
    { kind: 'stderr', text: 'e' },
    { kind: 'exit', code: null, signal: 'SIGKILL' },
    { kind: 'exit', code: 0, signal: null, earlier: true },
    { kind: 'judged', row: 2, status: 'open', tone: 'plain' },
    { kind: 'body', text: 'b'.repeat(2_000_000) },
  ]
  for (const fact of facts) traffic.append(7, fact)
  const events = [...traffic.events()]
  expect(events.map(({ seq: _s, at: _a, exchange: _e, ...fact }) => fact)).toEqual(facts)
})

describe('windows', () => {
  test('one row is found by its seq, filtered or not, with its neighbours around', () => {
    const traffic = ticking()
    const seqs = Array.from({ length: 2800 }, (_, i) => traffic.append(0, { kind: 'stderr', text: i % 2 === 0 ? `even ${i}` : `odd ${i}` }))
    const around = seqs[1801]!
    const whole = traffic.window({ filter: '', tail: false, from: 0, size: 5, around })
    expect(whole).toMatchObject({ from: 1799, rows: [{}, {}, { seq: around }, {}, {}] })
    // Not among those that match: the next one is.
    expect(traffic.window({ filter: 'even', tail: false, from: 0, size: 3, around })).toMatchObject({
      from: 900,
      rows: [{}, { name: 'even 1802' }, {}],
    })
    expect(traffic.window({ filter: '', tail: false, from: 0, size: 4, around: seqs[2799]! })).toMatchObject({ from: 2796 })
    expect(traffic.window({ filter: '', tail: false, from: 0, size: 4, around: 1 }).from).toBe(0)
  })

  function flood(traffic: Traffic, count: number, from = 0): void {
    for (let n = from; n < from + count; n++)
      traffic.append(1, {
        kind: 'frame',
        text: `{"method":"notifications/message","params":{"level":"info","data":"line ${n}${n % 10 === 0 ? ' NEEDLE' : ''}"}}`,
      })
  }

  test('at the end, and anywhere', () => {
    const traffic = ticking()
    flood(traffic, 10_000)
    expect(traffic.window({ filter: '', tail: true, from: 0, size: 3 }).rows.map((row) => row.name)).toEqual([
      'info line 9997',
      'info line 9998',
      'info line 9999',
    ])
    expect(traffic.window({ filter: '', tail: false, from: 5000, size: 2 })).toMatchObject({
      from: 5000,
      count: 10_000,
      rows: [{ seq: 5001 }, {}],
    })
    expect(traffic.window({ filter: '', tail: false, from: 20_000, size: 2 }).rows).toEqual([])
  })

  test('filtered in slices, without case, then only what is new', () => {
    const traffic = ticking()
    flood(traffic, 60_000)
    const query: RowQuery = { filter: 'needle', tail: true, from: 0, size: 1 }
    expect(traffic.window(query)).toMatchObject({ scanning: true, count: 300 })
    expect(traffic.window(query)).toMatchObject({ scanning: true, count: 5300 })
    expect(traffic.window(query)).toMatchObject({ scanning: false, count: 6000, total: 60_000 })
    flood(traffic, 10, 60_000)
    expect(traffic.window(query)).toMatchObject({ scanning: false, count: 6001, rows: [{ name: 'info line 60000 NEEDLE' }] })
  })

  test('a filter sees a status that changes later', () => {
    const traffic = ticking()
    const exchange = post(traffic, { id: 1, method: 'ping' })
    const query: RowQuery = { ...ALL, filter: 'PENDING' }
    expect(traffic.window(query).count).toBe(1)
    reply(traffic, exchange, '{"id":1,"result":{}}')
    expect(traffic.window(query).count).toBe(0)
    expect(traffic.window({ ...ALL, filter: 'ok' }).count).toBe(2)
  })

  test('a filter beyond ASCII, and kinds', () => {
    const traffic = ticking()
    traffic.append(0, { kind: 'stderr', text: 'GRÜSSE' })
    traffic.append(0, { kind: 'stderr', text: 'hello' })
    flood(traffic, 1)
    expect(traffic.window({ ...ALL, filter: 'grüsse' }).rows).toMatchObject([{ name: 'GRÜSSE' }])
    expect(traffic.window({ ...ALL, kinds: ['notification'] }).count).toBe(1)
  })

  test('the oldest goes first, and the count is told', () => {
    const traffic = ticking(100_000)
    const query: RowQuery = { filter: 'needle', tail: true, from: 0, size: 10 }
    traffic.append(1, { kind: 'sent', method: 'GET', url: 'u', headers: [] })
    flood(traffic, 300)
    expect(traffic.window(query).count).toBe(30)
    flood(traffic, 1700, 300)
    const { total, dropped, count, rows } = traffic.window({ filter: '', tail: false, from: 0, size: 1 })
    // The request that opened the stream is the first of them.
    expect(total + dropped).toBe(2001)
    expect(total).toBeGreaterThan(300)
    expect(total).toBeLessThan(1000)
    expect(count).toBe(total)
    expect(rows[0]!.name).toBe(`info line ${dropped - 1}`)
    const filtered = traffic.window(query)
    expect(filtered.count).toBe(Math.floor(1999 / 10) - Math.ceil((dropped - 1) / 10) + 1)
    expect(filtered.rows.at(-1)!.name).toBe('info line 1990 NEEDLE')
  })

  test('an exchange that has ended goes whole', () => {
    const traffic = ticking(20_000)
    for (let id = 1; id <= 100; id++)
      reply(traffic, post(traffic, { id, method: 'ping' }), `{"id":${id},"result":{"x":"${'y'.repeat(100)}"}}`)
    const first = traffic.window({ filter: '', tail: false, from: 0, size: 1 }).rows[0]!
    expect(first.kind).toBe('request')
    expect(traffic.dropped).toBeGreaterThan(100)
    expect(traffic.exchange(1)).toBeNull()
    expect(traffic.exchange(100)!.rows).toHaveLength(2)
  })

  test('clear empties, and numbers go on', () => {
    const traffic = ticking()
    flood(traffic, 5000)
    traffic.clear()
    expect(traffic.window(ALL)).toMatchObject({ count: 0, total: 0 })
    flood(traffic, 1)
    expect(rows(traffic)).toMatchObject([{ seq: 5001 }])
  })

  test('one that was read while it was empty shows all that comes', () => {
    const traffic = ticking()
    expect([...traffic.events()]).toEqual([])
    flood(traffic, 10)
    expect(rows(traffic)).toHaveLength(10)
    expect([...traffic.events(8)].map(({ seq }) => seq)).toEqual([9, 10])
  })

  test('listeners hear of changes until they leave', () => {
    const traffic = ticking()
    let heard = 0
    const leave = traffic.subscribe(() => (heard += 1))
    flood(traffic, 2)
    leave()
    flood(traffic, 1)
    expect(heard).toBe(2)
  })
})

test('what is written in one go came at one time, and what follows later came later', async () => {
  const traffic = createTraffic()
  const at = (text: string): number => traffic.row(traffic.append(0, { kind: 'stderr', text }))!.at
  const first = at('a')
  const until = performance.now() + 2
  while (performance.now() < until);
  expect(at('b')).toBe(first)
  await Promise.resolve()
  expect(at('c')).toBeGreaterThanOrEqual(first + 2)
})

test('requests that nobody answers are remembered up to a number, the newest', () => {
  const traffic = createTraffic()
  const send = (id: number) =>
    traffic.append(traffic.open(), {
      kind: 'sent',
      method: 'POST',
      url: 'http://x.test/',
      headers: [],
      body: `{"jsonrpc":"2.0","id":${id},"method":"a"}`,
    })
  const first = send(1)
  for (let id = 2; id <= 50_001; id += 1) send(id)
  const answer = (id: number) => traffic.append(traffic.open(), { kind: 'frame', text: `{"jsonrpc":"2.0","id":${id},"result":{}}` })
  expect(traffic.row(answer(1))).toMatchObject({ status: 'answers no request' })
  expect(traffic.row(first)).toMatchObject({ status: 'pending' })
  expect(traffic.row(answer(50_001))).toMatchObject({ status: 'ok' })
  expect(traffic.row(answer(2))).toMatchObject({ status: 'ok' })
})
