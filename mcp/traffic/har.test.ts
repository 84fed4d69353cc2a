import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { closeAfterEach, talk } from '../testing/talk.ts'
import { writeHar } from './har.ts'
import { RecordReader } from './record-format.ts'

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
  const har = JSON.parse(writeHar(traffic, { name: 'l', version: '1' }, undefined)) as { log: { entries: Entry[] } }
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

const reopened = (text: string): RecordReader => {
  const reader = new RecordReader(1e8)
  for (const line of text.split('\n')) reader.take(line)
  reader.end()
  return reader
}
const said = (traffic: ReturnType<typeof createTraffic>) => {
  const { rows } = traffic.window({ filter: '', tail: false, from: 0, size: 1000 })
  return rows.map(({ seq, direction, kind, method, status }) => [direction, kind, method, status, traffic.message(seq)!.text]).sort()
}

test('a conversation that was saved as HAR opens with every message, and all that was around it', async () => {
  const { session, traffic } = await talk({}, {})
  await session.request('tools/list')
  await session.request('tools/call', { name: 'echo', arguments: { message: 'hi' } }).catch(() => undefined)
  await session.close()
  const { header, faults, traffic: again } = reopened(writeHar(traffic, { name: 'l', version: '1' }, undefined))
  expect(faults).toEqual([])
  expect(header).toMatchObject({ target: { kind: 'http', url: expect.stringContaining('http') } })
  // An exchange that is still open has no end in HAR.
  expect(said(again).filter(([, kind]) => kind !== 'http')).toEqual(said(traffic).filter(([, kind]) => kind !== 'http'))
  const sent = [...again.events(0, new Set(['sent']))].map((event) => event.kind === 'sent' && event.headers)
  expect(sent).toEqual([...traffic.events(0, new Set(['sent']))].map((event) => event.kind === 'sent' && event.headers))
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
