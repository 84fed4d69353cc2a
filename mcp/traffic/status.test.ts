// What the column of statuses says of requests that hold no message, and that the filter by it goes along when they turn.
import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import type { WireFact } from '../wire-event.ts'

/** A record whose events are ten milliseconds apart. */
function ticking() {
  let time = 0
  return createTraffic({ now: () => (time += 10) })
}
type Record = ReturnType<typeof ticking>
const matching = (traffic: Record, filter: string): number[] =>
  traffic.window({ filter, tail: false, from: 0, size: 9 }).rows.map(({ seq }) => seq)

function asked(method: string, more: object, status: number | undefined, type: string, end: WireFact) {
  const traffic = ticking()
  const seq = traffic.append(1, { kind: 'sent', method, url: 'http://a.test/x', headers: [], ...more })
  expect(matching(traffic, 'status:pending')).toEqual([seq])
  if (status !== undefined) traffic.append(1, { kind: 'status', status, statusText: '', headers: [['content-type', type]] })
  traffic.append(1, end)
  return { traffic, seq }
}
const ENDS = {
  closed: { kind: 'closed' },
  failed: { kind: 'failed', why: 'reset' },
  ours: { kind: 'failed', why: 'ours', ours: true },
} as const
const JSON_ = 'application/json'

test.each([
  [200, 'closed', 'HTTP 200', 'ok', 20],
  [302, 'closed', 'HTTP 302', 'warn', 20],
  [401, 'closed', 'HTTP 401', 'bad', 20],
  [404, 'closed', 'HTTP 404', 'warn', 20],
  [405, 'closed', 'HTTP 405', 'warn', 20],
  [500, 'closed', 'HTTP 500', 'bad', 20],
  [200, 'failed', 'failed', 'bad', 20],
  [undefined, 'failed', 'failed', 'bad', 10],
] as const)('of authorization: %s, then %s, is “%s” (%s)', (code, end, status, tone, ms) => {
  const { traffic, seq } = asked('GET', { aside: 'authorization' }, code, JSON_, ENDS[end])
  expect(traffic.row(seq)).toMatchObject({ kind: 'http', status, tone, ms })
  expect(matching(traffic, 'status:pending')).toEqual([])
  expect(matching(traffic, `status:"${status}"`)).toContain(seq)
})

test.each([
  ['GET', 200, 'text/event-stream', 'closed', 'closed', 'plain', 20],
  ['GET', 200, 'text/event-stream', 'ours', 'given up', 'plain', 20],
  ['GET', 200, 'text/event-stream', 'failed', 'failed', 'bad', 20],
  ['GET', undefined, '', 'failed', 'failed', 'bad', 10],
  ['GET', undefined, '', 'ours', 'given up', 'plain', 10],
  ['GET', 404, JSON_, 'closed', 'HTTP 404', 'warn', 20],
  ['GET', 405, JSON_, 'closed', 'HTTP 405', 'plain', 20],
  ['DELETE', 405, JSON_, 'closed', 'HTTP 405', 'plain', 20],
  ['DELETE', 200, JSON_, 'closed', 'HTTP 200', 'ok', 20],
  ['DELETE', 500, JSON_, 'closed', 'HTTP 500', 'bad', 20],
] as const)('a %s that was answered with %s (%s), then %s, is “%s” (%s)', (method, code, type, end, status, tone, ms) => {
  const { traffic, seq } = asked(method, {}, code, type, ENDS[end])
  expect(traffic.row(seq)).toMatchObject({ kind: 'http', method, status, tone, ms })
  expect(matching(traffic, 'status:pending')).toEqual([])
  expect(matching(traffic, `status:"${status}"`)).toContain(seq)
})
