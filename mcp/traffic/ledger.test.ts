import { expect, test } from 'vitest'
import { createTraffic, type Traffic } from '../traffic.ts'
import type { RowQuery } from '../traffic-row.ts'
import type { WireFact } from '../wire-event.ts'

const ALL: RowQuery = { filter: '', tail: false, from: 0, size: 1000 }

function ticking(memoryLimit?: number): Traffic {
  let time = 1000
  return createTraffic({ now: () => (time += 5), ...(memoryLimit === undefined ? {} : { memoryLimit }) })
}

const sent = (id: number, method: string): WireFact => ({
  kind: 'sent',
  method: 'POST',
  url: 'http://x/mcp',
  headers: [],
  body: JSON.stringify({ jsonrpc: '2.0', id, method }),
})
const frame = (message: object): WireFact => ({ kind: 'frame', text: JSON.stringify({ jsonrpc: '2.0', ...message }) })

/** A call of which half is said by then. */
function before(traffic: Traffic): { call: number; stream: number; asked: number } {
  const stream = traffic.open()
  traffic.append(stream, { kind: 'sent', method: 'GET', url: 'http://x/mcp', headers: [] })
  const done = traffic.open()
  traffic.append(done, sent(1, 'ping'))
  traffic.append(done, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'application/json']] })
  traffic.append(done, { kind: 'body', text: '{"jsonrpc":"2.0","id":1,"result":{}}' })
  traffic.append(done, { kind: 'closed' })
  const call = traffic.open()
  const asked = traffic.append(call, sent(2, 'tools/call'))
  traffic.append(call, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  traffic.append(call, frame({ method: 'notifications/progress', params: { progressToken: 2, progress: 1 } }))
  traffic.append(0, { kind: 'stderr', text: 'ärgerlich' })
  traffic.blame(asked, 'A-1', true, true)
  return { call, stream, asked }
}

function after(traffic: Traffic, { call, stream, asked }: ReturnType<typeof before>): void {
  traffic.append(call, { kind: 'frame', text: '[{"jsonrpc":"2.0","method":"a/b"},{"jsonrpc":"2.0","id":2,"result":{}}]' })
  traffic.settle(asked, 'odd', 'warn')
  traffic.blame(asked, 'A-2', false)
  traffic.append(call, { kind: 'closed' })
  traffic.append(stream, { kind: 'failed', why: 'reset' })
  const next = traffic.open()
  const ping = traffic.append(next, sent(3, 'ping'))
  traffic.blame(ping, 'A-1', true)
  traffic.append(0, { kind: 'stderr', text: 'later' })
}

function putBack(traffic: Traffic): boolean {
  const steps = traffic.putBack()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

const whole = (traffic: Traffic) => {
  const { rows } = traffic.window(ALL)
  return {
    rows,
    messages: rows.map(({ seq }) => traffic.message(seq)),
    blamed: rows.map(({ seq }) => traffic.blamedFor(seq)),
    breaking: traffic.breaking('A-1'),
    broken: traffic.broken,
    events: [...traffic.events()],
    folded: traffic.window({ ...ALL, threads: [] }).rows,
    found: traffic.window({ ...ALL, filter: 'ping' }).rows,
    activity: traffic.activity(7),
    consoleLines: traffic.consoleLines,
    total: traffic.total,
    dropped: traffic.dropped,
    newest: traffic.newest,
    open: traffic.open(),
  }
}

test('put back, a record is what it would be if it had never been emptied', () => {
  const plain = ticking()
  after(plain, before(plain))
  const traffic = ticking()
  const then = before(traffic)
  expect(traffic.window({ ...ALL, filter: 'ping' }).count).toBe(2)
  expect(traffic.clear()).toBe(true)
  expect(traffic.window(ALL)).toMatchObject({ count: 0, total: 0 })
  expect(traffic).toMatchObject({ aside: 6, broken: 0, consoleLines: 0 })
  after(traffic, then)
  expect(traffic.window(ALL).rows.some(({ seq }) => seq <= then.asked)).toBe(false)
  expect(putBack(traffic)).toBe(true)
  expect(whole(traffic)).toEqual(whole(plain))
  expect(traffic.aside).toBe(0)
  expect(putBack(traffic)).toBe(false)
})

test('the answer to a request that was emptied away is blamed for nothing, one that nobody asked for is', () => {
  const traffic = ticking()
  before(traffic)
  traffic.clear()
  for (const id of [2, 1, 7]) traffic.append(0, frame({ id, result: {} }))
  expect(traffic.window(ALL).rows.map(({ status, tone }) => [status, tone])).toEqual([
    ['request gone', 'plain'],
    ['answers no request', 'warn'],
    ['answers no request', 'warn'],
  ])
  traffic.clear()
  traffic.append(0, frame({ id: 2, result: {} }))
  expect(traffic.window(ALL).rows.map(({ status }) => status)).toEqual(['answers no request'])
})

test('what comes while it is put back is there, and who reads the record meanwhile reads on', () => {
  const traffic = ticking()
  const say = (text: string) => traffic.append(0, { kind: 'stderr', text })
  for (let at = 0; at < 10; at += 1) say(`old ${at}`)
  const read = traffic.follow()
  const late = traffic.follow()
  expect([...read.unread()]).toHaveLength(10)
  for (const _event of late.unread()) if (late.last === 4) break
  traffic.clear()
  for (let at = 0; at < 5; at += 1) say(`new ${at}`)
  expect([...read.unread()].map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15])
  const reading = traffic.events()[Symbol.iterator]()
  reading.next()
  const steps = traffic.putBack()
  steps.next()
  say('between')
  expect(putBack(traffic)).toBe(false)
  for (let step = steps.next(); step.done !== true; step = steps.next());
  expect(traffic.total).toBe(16)
  expect(traffic.window(ALL).rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
  expect([reading.next().value?.seq, reading.next().value?.seq]).toEqual([12, 13])
  expect([...read.unread()].map(({ seq }) => seq)).toEqual([16])
  expect(read.missed).toBe(0)
  // It had read nothing since.
  expect([...late.unread()].map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, at) => at + 5))
})

test('who had more to read when it was emptied, and read what came since, knows how much is missed', () => {
  const traffic = ticking()
  for (let at = 0; at < 10; at += 1) traffic.append(0, { kind: 'stderr', text: 'old' })
  const follower = traffic.follow()
  for (const _event of follower.unread()) if (follower.last === 4) break
  traffic.clear()
  traffic.append(0, { kind: 'stderr', text: 'new' })
  expect([...follower.unread()]).toHaveLength(1)
  putBack(traffic)
  expect(follower).toMatchObject({ missed: 6, behind: 0 })
})

test('what is kept aside counts for the memory, goes before anything that is shown, and with the next emptying', () => {
  const traffic = ticking(50_000)
  const say = (length: number) => traffic.append(0, { kind: 'stderr', text: 'x'.repeat(length) })
  say(30_000)
  traffic.clear()
  say(5000)
  expect(traffic).toMatchObject({ aside: 1, total: 1 })
  say(20_000)
  expect(traffic).toMatchObject({ aside: 0, total: 2, dropped: 0 })
  expect(putBack(traffic)).toBe(false)
  expect(traffic.clear()).toBe(true)
  // Pressed twice, it is emptied once.
  expect(traffic.clear()).toBe(false)
  expect(traffic.aside).toBe(2)
  say(1)
  traffic.clear()
  expect(traffic.aside).toBe(1)
  const steps = traffic.putBack()
  traffic.letGo()
  expect(steps.next()).toEqual({ done: true, value: false })
  expect(traffic).toMatchObject({ aside: 0, total: 0 })
})
