import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { writeHar } from './har.ts'

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
