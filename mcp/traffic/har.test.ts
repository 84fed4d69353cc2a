import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { closeAfterEach, talk } from '../testing/talk.ts'
import { writeHar } from './har.ts'
import { RecordReader } from './record-format.ts'
import type { Target } from '../transport/target.ts'
import { redactorFor } from './redact.ts'

closeAfterEach()

/** One exchange whose stamps are told, as HAR has it. */
function entry(queued: number | undefined, relay: { connect: number; send: number; wait: number } | undefined) {
  let time = 1000
  const traffic = createTraffic({ now: () => time })
  traffic.append(1, {
    kind: 'sent',
    method: 'GET',
    url: 'http://a.test/mcp?x=1',
    headers: [],
    ...(queued === undefined ? {} : { queued }),
  })
  time = 1100
  traffic.append(1, {
    kind: 'status',
    status: 200,
    statusText: 'OK',
    headers: [['content-type', 'text/event-stream']],
    ...(relay === undefined ? {} : { relay }),
  })
  traffic.append(1, { kind: 'sign', retry: 3000 })
  traffic.append(1, { kind: 'frame', text: '{"a":1}', id: '7' })
  traffic.append(1, { kind: 'sign', comment: 'keep-alive' })
  time = 1160
  traffic.append(1, { kind: 'closed' })
  const har = JSON.parse([...writeHar(traffic, { name: 'l', version: '1' }, undefined)].join('')) as { log: { entries: Entry[] } }
  return har.log.entries[0]!
}
interface Entry {
  startedDateTime: string
  time: number
  timings: { [name: string]: number }
  response: { content: { text: string } }
}

test('the times of an exchange are those that were measured, and add up', () => {
  const { timings, time, startedDateTime, response } = entry(20, { connect: 5, send: 1, wait: 90 })
  expect(timings).toEqual({ blocked: 24, dns: -1, connect: 5, ssl: -1, send: 1, wait: 90, receive: 60 })
  expect(time).toBe(180)
  expect(startedDateTime).toBe(new Date(980).toISOString())
  expect(response.content.text).toBe('retry: 3000\n\nid: 7\ndata: {"a":1}\n\n: keep-alive\n\n')
})

test('what nobody measured is not made up', () => {
  const { timings, time } = entry(undefined, undefined)
  expect(timings).toEqual({ blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: 100, receive: 60 })
  expect(time).toBe(160)
})

test('it says how many messages are gone, also when it is opened and written once more', () => {
  const traffic = createTraffic({ dropped: 3 })
  const about = { name: 'x', target: { kind: 'http', url: '', headers: [], via: 'auto' } satisfies Target, savedAt: 0 }
  traffic.append(1, { kind: 'sent', method: 'GET', url: 'http://a.test/mcp', headers: [] })
  const written = (from: typeof traffic): string => [...writeHar(from, { name: 'l', version: '1' }, undefined, about)].join('')
  const { log } = JSON.parse(written(traffic)) as { log: { comment?: string } }
  expect(log.comment).toContain('The first 3 messages of this record are gone')
  expect(JSON.parse(written(reopened(written(traffic)).traffic)).log.comment).toBe(log.comment)
  expect(JSON.parse(written(createTraffic())).log.comment).toBeUndefined()
})

const reopened = (text: string): RecordReader => {
  const reader = new RecordReader(1e8)
  for (const line of text.split('\n')) reader.take(line)
  reader.end()
  return reader
}
const URL_ = 'http://a.test/mcp'
const TARGET: Target = { kind: 'http', url: URL_, headers: [], bearer: 'top-secret', via: 'direct' }
const shown = (traffic: ReturnType<typeof createTraffic>) => {
  const { rows } = traffic.window({ filter: '', tail: false, from: 0, size: 1000 })
  return rows.map(({ seq }) => traffic.message(seq))
}

test('a conversation that was saved as HAR opens with every message, and all that was around it', async () => {
  const { session, traffic } = await talk({}, {})
  await session.request('tools/list')
  await session.request('tools/call', { name: 'echo', arguments: { message: 'hi' } }).catch(() => undefined)
  await session.close()
  const { header, faults, traffic: again } = reopened([...writeHar(traffic, { name: 'l', version: '1' }, undefined)].join(''))
  expect(faults).toEqual([])
  expect(header).toMatchObject({ target: { kind: 'http', url: expect.stringContaining('http') } })
  expect(shown(again)).toEqual(shown(traffic))
  const sent = [...again.events(0, new Set(['sent']))].map((event) => event.kind === 'sent' && event.headers)
  expect(sent).toEqual([...traffic.events(0, new Set(['sent']))].map((event) => event.kind === 'sent' && event.headers))
})

/** What HAR itself has no place for. */
function odd() {
  let time = 1000
  const traffic = createTraffic({ now: () => (time += 7.25) })
  const post = (exchange: number, body: string, more: object = {}) =>
    traffic.append(exchange, { kind: 'sent', method: 'POST', url: URL_, headers: [], body, ...more })
  const status = (exchange: number, type: string, more: object = {}) =>
    traffic.append(exchange, { kind: 'status', status: 200, statusText: 'OK', headers: [['content-type', type]], ...more })
  traffic.append(0, { kind: 'start', text: 'The page was loaded again' })
  traffic.append(9, { kind: 'sent', method: 'GET', url: 'http://login.test/.well-known/x', headers: [], aside: 'authorization' })
  status(9, 'application/json', { filtered: true })
  traffic.append(9, { kind: 'body', text: '{}' })
  traffic.append(9, { kind: 'closed' })
  // Judged by the session: the server is of the older era.
  const row = post(1, '{"jsonrpc":"2.0","id":1,"method":"server/discover"}', { queued: 3.5, by: 'loupe', why: 'which era' })
  status(1, 'application/json', { relay: { connect: 1, send: 1, wait: 2 } })
  traffic.append(1, { kind: 'body', text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}' })
  traffic.settle(row, 'older era', 'plain')
  time += 100
  traffic.append(1, { kind: 'closed' })
  // A stream that is open yet, beside others.
  traffic.append(2, { kind: 'sent', method: 'GET', url: URL_, headers: [] })
  status(2, 'text/event-stream')
  traffic.append(2, { kind: 'frame', text: '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]', id: '1', event: 'message' })
  traffic.append(0, { kind: 'app', way: 'from', app: 'ui://a', text: '{"jsonrpc":"2.0","method":"ui/open"}' })
  traffic.append(0, { kind: 'note', fault: 'gap', text: 'what was said meanwhile is lost' })
  // Broken off by us.
  post(3, '{"jsonrpc":"2.0","id":2,"method":"tools/list"}')
  traffic.append(3, { kind: 'failed', why: 'Broken off by this client: cancelled', ours: true })
  // No text that a stream could hold as it stands here.
  traffic.append(2, { kind: 'frame', text: 'a\rb', why: 'bytes that are no UTF-8' }, { kind: 'garbled', why: 'bytes that are no UTF-8' })
  traffic.append(2, { kind: 'sign', comment: 'alive' })
  // Read off the text of the stream, but for when each came.
  post(4, '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"a"}}')
  status(4, 'text/event-stream')
  traffic.append(4, { kind: 'sign', retry: 3000, id: '0' })
  traffic.append(4, { kind: 'frame', text: '{"jsonrpc":"2.0",\n"id":3,"result":{}}', id: '7', event: 'message' })
  traffic.append(4, { kind: 'sign', comment: 'bye' })
  traffic.append(4, { kind: 'closed' })
  return traffic
}

test('what HAR has no place for stands beside it, and comes back', () => {
  const traffic = odd()
  const about = { savedAt: 5000, name: 'mine', target: TARGET, notes: { 5: 'look' } }
  const text = [...writeHar(traffic, { name: 'l', version: '1' }, redactorFor(traffic, TARGET), about)].join('')
  const { header, faults, traffic: again } = reopened(text)
  expect(faults).toEqual([])
  expect(header).toMatchObject({ savedAt: 5000, name: 'mine', notes: { 5: 'look' }, redacted: [{ placeholder: 'REDACTED-1' }] })
  expect(text).not.toContain('top-secret')
  expect(shown(again)).toEqual(shown(traffic))
  expect([...again.events()]).toEqual([...traffic.events()])
  expect(again.exchange(2)!.end).toBeUndefined()
  expect(text.match(/"id\\?\\?\\?":3,\\?\\?\\?"result/g)).toHaveLength(1)
})

test('what stands beside HAR and does not fit it is passed over', () => {
  const about = { savedAt: 5000, name: 'mine', target: TARGET, notes: { 5: 'look' } }
  const har = JSON.parse([...writeHar(odd(), { name: 'l', version: '1' }, undefined, about)].join('')) as {
    log: { entries: { _events: object[] }[] }
  }
  har.log.entries.at(-1)!._events.push({ kind: 'frame', seq: 3, at: 'never' })
  const { traffic, faults, header } = reopened(JSON.stringify(har))
  expect(faults).toEqual([])
  expect(traffic.window({ filter: 'method:server/discover', tail: false, from: 0, size: 9 }).count).toBe(2)
  // It is still known what the record was; its numbers are not those of before.
  expect(header).toMatchObject({ name: 'mine', savedAt: 5000 })
  expect(header?.notes).toBeUndefined()
})

test('of what a browser saved, what is not of MCP is left out, and that is said', () => {
  const entry = (url: string, text: string | undefined, content: object) => ({
    startedDateTime: '2026-01-02T00:00:00.000Z',
    request: { method: text === undefined ? 'GET' : 'POST', url, headers: [{ name: ':path', value: '/' }], postData: { text } },
    response: { status: 200, headers: [], content },
    timings: { blocked: 5, wait: 10, receive: 1 },
  })
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const entries = [
    entry('http://a.test/logo.png', undefined, { mimeType: 'image/png', text: 'x' }),
    entry('http://a.test/mcp?k=1', ping, {
      mimeType: 'application/json',
      encoding: 'base64',
      text: btoa('{"jsonrpc":"2.0","id":1,"result":{}}'),
    }),
    entry('http://a.test/mcp', undefined, {
      mimeType: 'text/event-stream',
      text: 'retry: 5\n\nid: 7\ndata: {"jsonrpc":"2.0","method":"x"}\n\n',
    }),
  ]
  const { header, faults, traffic } = reopened(JSON.stringify({ log: { entries } }))
  expect(header?.name).toBe('a.test')
  expect(faults).toEqual([])
  expect(traffic.row(1)).toMatchObject({ kind: 'start', name: expect.stringContaining('one request in it went elsewhere') })
  const { rows } = traffic.window({ filter: '', tail: false, from: 0, size: 9 })
  expect(rows.slice(1).map(({ method, status, queued }) => [method, status, queued])).toEqual([
    ['ping', 'ok', 5],
    ['GET', 'HTTP 200', 5],
    ['ping', 'ok', undefined],
    ['x', '', undefined],
  ])
  expect(traffic.exchange(2)).toMatchObject({ place: { id: '7', retry: 5 }, requestHeaders: [] })
  expect(reopened(JSON.stringify({ log: { entries: entries.slice(0, 1) } })).faults[0]?.why).toContain('none of its 1 requests')
})
