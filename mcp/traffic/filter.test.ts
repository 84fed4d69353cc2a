import { describe, expect, test } from 'vitest'
import { createTraffic, type Traffic } from '../traffic.ts'
import type { RowQuery } from '../traffic-row.ts'
import { concerned, parseFilter } from './filter.ts'

function sample(): Traffic {
  let time = 0
  const traffic = createTraffic({ now: () => (time += 50) })
  const send = (exchange: number, message: object) =>
    traffic.append(exchange, { kind: 'sent', method: 'STDIN', url: 'stdio:', headers: [], body: JSON.stringify(message) })
  const say = (exchange: number, message: object) => traffic.append(exchange, { kind: 'frame', text: JSON.stringify(message) })
  const [ping, call, failing] = [traffic.open(), traffic.open(), traffic.open()]
  send(ping, { id: 1, method: 'ping' })
  say(ping, { id: 1, result: {} })
  send(call, { id: 'a', method: 'tools/call', params: { name: 'shopping', arguments: { text: 'Two words, "quoted"' } } })
  say(call, { method: 'notifications/progress', params: { progress: 1 } })
  say(call, { id: 'a', result: { content: [{ text: 'x'.repeat(3000) }] } })
  send(failing, { id: 17, method: 'tools/call', params: { name: 'broken' } })
  say(failing, { id: 17, error: { code: -32602, message: 'no such thing' } })
  traffic.append(0, { kind: 'stderr', text: 'warning: ping' })
  return traffic
}

const match = (traffic: Traffic, filter: string, more: Partial<RowQuery> = {}) =>
  traffic.window({ filter, tail: false, from: 0, size: 100, ...more }).rows.map(({ seq }) => seq)

describe('the filter', () => {
  test.each([
    ['', [1, 2, 3, 4, 5, 6, 7, 8]],
    ['method:tools/call', [3, 5, 6, 7]],
    ['method:TOOLS dir:out', [3, 6]],
    ['status:error', [6, 7]],
    ['-status:error method:tools/call', [3, 5]],
    ['status:-32602', [6, 7]],
    ['status:ok kind:request', [1, 3]],
    ['kind:answer', [2, 5, 7]],
    ['kind:process', [8]],
    ['>90ms', [3, 5]],
    ['<60ms', [1, 2, 6, 7]],
    ['>=2kb', [5]],
    ['id:17', [6, 7]],
    ['id:a', [3, 5]],
    ['#4', [4]],
    ['-#4 kind:notification', []],
    ['#99', []],
    ['name:shop', [3, 5]],
    ['ping', [1, 2, 3, 5, 8]],
    // By what it is, not by what it mentions.
    ['-"ping" kind:request', [6]],
    ['-method:ping -stderr', [3, 4, 5, 6, 7]],
    ['"two words"', [3]],
    ['two words', [3]],
    ['name:"such thing"', [7]],
    // An error has words for a name; what failed is found by its name all the same.
    ['name:broken', [6, 7]],
    ['name:broken kind:answer', [7]],
    ['"say \\"no', []],
    ['"unfinished', []],
    ['{"progress":1}', [4]],
    ['http://nowhere', []],
    ['localhost:3000', []],
  ] as [string, number[]][])('%s', (filter, seqs) => {
    const found = match(sample(), filter)
    expect(found).toEqual(seqs)
  })

  test('a range of time', () => {
    const traffic = sample()
    const between: [number, number] = [traffic.row(2)!.at, traffic.row(4)!.at]
    expect(match(traffic, '', { between })).toEqual([2, 3, 4])
    expect(match(traffic, 'dir:in', { between })).toEqual([2, 4])
  })

  test('rows chosen by hand', () => {
    expect(match(sample(), '', { seqs: [7, 3, 99] })).toEqual([3, 7])
    expect(match(sample(), 'dir:in', { seqs: [7, 3], threads: [] })).toEqual([7])
  })

  test('what cannot be looked for is named, and the rest counts', () => {
    expect(parseFilter('by:them').faults).toEqual([{ term: 'by:them', why: expect.stringContaining('you, loupe') }])
    expect(parseFilter('dir:up kind:pigeon ping').faults).toEqual([
      { term: 'dir:up', why: expect.stringContaining('out, in') },
      { term: 'kind:pigeon', why: expect.stringContaining('request') },
    ])
    expect(match(sample(), 'dir:up method:ping')).toEqual([1, 2])
  })

  test('a name that is none is not taken for text, but an address is', () => {
    const faults = (text: string) => parseFilter(text).faults.map(({ term }) => term)
    expect(faults('localhost:3000'), 'a host with its port is text').toEqual([])
    expect(faults('foo:bar -a:b time:19:24 level:loud')).toEqual(['foo:bar', '-a:b', 'time:19:24', 'level:loud'])
    expect(parseFilter('foo:bar').faults[0]!.why).toMatch(/put it in quotes/)
    expect(faults('http://x "a:b" warning: 19:24 {"a":1}')).toEqual([])
  })

  test('what a server logs, and from a level on', () => {
    const traffic = sample()
    for (const level of ['info', 'error', 'alert']) {
      const text = JSON.stringify({ method: 'notifications/message', params: { level, data: 'x' } })
      traffic.append(0, { kind: 'frame', text })
    }
    expect(match(traffic, 'kind:log')).toEqual([8, 9, 10, 11])
    expect(match(traffic, 'level:error')).toEqual([10, 11])
    expect(match(traffic, 'kind:log -level:error')).toEqual([8, 9])
  })

  test('rows with findings, also those that are found later', () => {
    const traffic = sample()
    expect(match(traffic, 'kind:finding')).toEqual([])
    traffic.blame(3, 'JR-28', true)
    traffic.blame(4, 'JR-29', false)
    expect(match(traffic, 'kind:finding')).toEqual([3])
    expect(match(traffic, 'rule:jr')).toEqual([3, 4])
  })

  test('names connections, which a record does not know: who shows it asks first', () => {
    expect(parseFilter('connection:"Old build" -connection:c').terms).toEqual([
      { kind: 'connection', text: 'old build', not: false },
      { kind: 'connection', text: 'c', not: true },
    ])
    const all = [
      { id: 'demo', name: 'Demo' },
      { id: 'demo-2', name: 'Demo 2' },
      { id: 'old', name: 'Old build' },
    ]
    const left = (filter: string) => concerned(filter, all).map(({ id }) => id)
    expect(left('ping'), 'none is named').toEqual(['demo', 'demo-2', 'old'])
    expect(left('Connection:dem')).toEqual(['demo', 'demo-2'])
    expect(left('connection:demo'), 'one is called so').toEqual(['demo'])
    expect(left('connection:demo-2')).toEqual(['demo-2'])
    expect(left('connection:"LD b"')).toEqual(['old'])
    const tapped = [
      { id: 'node', name: 'node x.js', own: 'weather' },
      { id: 'node-2', name: 'node x.js', own: 'files' },
    ]
    expect(concerned('connection:files', [...all, ...tapped])).toEqual([tapped[1]])
    expect(concerned('connection:eat', [...all, ...tapped])).toEqual([tapped[0]])
    expect(concerned('connection:demo', [{ id: 'x', name: 'y', own: 'demo' }, ...all]), 'what it is called here comes first').toEqual([
      all[0],
    ])
    expect(left('-connection:demo ping')).toEqual(['demo-2', 'old'])
    expect(left('-connection:demo connection:dem')).toEqual(['demo-2'])
    expect([left('connection:x'), left('connection:old connection:demo')]).toEqual([[], []])
    expect(match(sample(), 'connection:x method:ping')).toEqual([1, 2])
    expect(match(sample(), '-connection:x method:ping')).toEqual([1, 2])
  })

  test('follows what rows turn out to be', () => {
    const traffic = createTraffic()
    const exchange = traffic.open()
    traffic.append(exchange, { kind: 'sent', method: 'STDIN', url: 'stdio:', headers: [], body: '{"id":1,"method":"ping"}' })
    expect([match(traffic, 'status:pending'), match(traffic, 'status:error')]).toEqual([[1], []])
    traffic.append(exchange, { kind: 'frame', text: '{"id":1,"error":{"code":1,"message":"m"}}' })
    expect([match(traffic, 'status:pending'), match(traffic, 'status:error')]).toEqual([[], [1, 2]])
  })
})

describe('threads', () => {
  const post = (traffic: Traffic, message: object) => {
    const exchange = traffic.open()
    traffic.append(exchange, { kind: 'sent', method: 'POST', url: 'http://x', headers: [], body: JSON.stringify(message) })
    return exchange
  }
  const frame = (traffic: Traffic, exchange: number, message: object) =>
    traffic.append(exchange, { kind: 'frame', text: JSON.stringify(message) })

  test('fold progress, logs, the answer and an ask with its reply under their call', () => {
    const traffic = createTraffic()
    const call = post(traffic, { id: 1, method: 'tools/call', params: { name: 'a' } })
    frame(traffic, call, { method: 'notifications/progress', params: { progress: 1 } })
    frame(traffic, call, { id: 1, method: 'sampling/createMessage', params: {} })
    post(traffic, { id: 1, result: { role: 'assistant' } })
    frame(traffic, call, { id: 1, result: {} })
    traffic.append(0, { kind: 'stderr', text: 'beside' })
    const other = post(traffic, { id: 2, method: 'tools/list' })
    post(traffic, { method: 'notifications/cancelled', params: { requestId: 2 } })
    frame(traffic, other, { method: 'notifications/message', params: { level: 'info', data: 'x' } })
    expect(match(traffic, '', { threads: [] })).toEqual([1, 6, 7])
    expect(match(traffic, '', { threads: [1] })).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(traffic.row(1)).toMatchObject({ under: 4 })
    expect(traffic.row(4)).toMatchObject({ of: 1 })
    expect(traffic.row(7)).toMatchObject({ under: 2 })
  })

  test('fold a request that was sent again with input', () => {
    const traffic = createTraffic()
    const first = post(traffic, { id: 1, method: 'tools/call', params: { name: 'a' } })
    frame(traffic, first, { id: 1, result: { resultType: 'input_required', inputRequests: {}, requestState: 's' } })
    const again = post(traffic, { id: 2, method: 'tools/call', params: { name: 'a', inputResponses: {}, requestState: 's' } })
    frame(traffic, again, { id: 2, result: {} })
    post(traffic, { id: 3, method: 'tools/call', params: { name: 'a' } })
    expect(match(traffic, '', { threads: [] })).toEqual([1, 5])
    expect(traffic.row(1)).toMatchObject({ under: 3 })
  })

  /** Two calls with logs under them, side by side, and a line beside. */
  const calls = () => {
    const traffic = createTraffic()
    const log = (exchange: number, data: string) =>
      frame(traffic, exchange, { method: 'notifications/message', params: { level: 'info', data } })
    const [one, two] = [1, 2].map((id) => post(traffic, { id, method: 'tools/call', params: { name: 'a' } })) as [number, number]
    log(two, 'needle')
    log(one, 'hay')
    log(one, 'needle')
    frame(traffic, two, { id: 2, result: { content: [] } })
    traffic.append(0, { kind: 'stderr', text: 'needle' })
    return { traffic, one, log }
  }
  const look = (traffic: Traffic, filter: string, more: Partial<RowQuery> = {}) => {
    const { rows, count, hits } = traffic.window({ filter, tail: false, from: 0, size: 100, threads: [], ...more })
    return { seqs: rows.map(({ seq }) => seq), count, hits, rows }
  }

  test('open to what a filter looks for in them, under a head that stands beside it', () => {
    const { traffic, one, log } = calls()
    expect(look(traffic, 'needle')).toMatchObject({ seqs: [1, 2, 3, 5, 7], count: 5, hits: 3 })
    expect(look(traffic, 'needle').rows.map(({ beside, hits }) => [beside, hits])).toEqual([
      [true, 1],
      [true, 1],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(look(traffic, 'needle', { threads: [1] }), 'one that a person closed').toMatchObject({ seqs: [1, 2, 3, 7], hits: 3 })
    log(one, 'needle too')
    expect(look(traffic, 'needle')).toMatchObject({ seqs: [1, 2, 3, 5, 7, 8], hits: 4, rows: [{ hits: 2 }, {}, {}, {}, {}, {}] })
    expect(look(traffic, 'needle', { threads: [1] })).toMatchObject({ seqs: [1, 2, 3, 7], hits: 4, rows: [{ hits: 2 }, {}, {}, {}] })
    expect(look(traffic, 'method:tools/call'), 'a head that matches').toMatchObject({ seqs: [1, 2, 6], hits: 3 })
    expect(look(traffic, 'method:tools/call').rows[0]).not.toHaveProperty('beside')
  })

  test('stay folded where something is only left out, and say how much is inside', () => {
    const { traffic } = calls()
    expect(look(traffic, '-hay')).toMatchObject({ seqs: [1, 2, 7], hits: 6, rows: [{ hits: 1 }, { hits: 2 }, {}] })
    const kinds = look(traffic, '', { kinds: ['notification'] })
    expect(kinds).toMatchObject({ seqs: [1, 2], hits: 3, rows: [{ hits: 2, beside: true }, { hits: 1 }] })
    expect(look(traffic, '', { kinds: ['notification'], threads: [1] })).toMatchObject({ seqs: [1, 2, 4, 5], hits: 3 })
    const at = traffic.row(3)!.at
    expect(look(traffic, '', { between: [at, at] }).seqs[0], 'a time in which the call was under way').toBe(1)
  })

  test('a head comes late among what was found before, and goes with what was inside', () => {
    const traffic = createTraffic()
    const exchanges = Array.from({ length: 200 }, (_, id) => post(traffic, { id, method: 'tools/call', params: { name: 'a' } }))
    expect(look(traffic, 'status:error')).toMatchObject({ seqs: [], hits: 0 })
    const fail = (at: number) => frame(traffic, exchanges[at]!, { id: at, error: { code: 1, message: 'm' } })
    const expected: number[] = []
    for (const at of [150, 20, 199, 0, 77]) {
      expected.push(at + 1, fail(at))
      expect(look(traffic, 'kind:failure')).toMatchObject({ seqs: expected.toSorted((a, b) => a - b), hits: expected.length / 2 })
    }
    // What was pending is not: head and answer stay where they are, each once.
    expect(look(traffic, 'status:error')).toMatchObject({ seqs: expected.toSorted((a, b) => a - b), hits: 10 })
    expect(look(traffic, 'status:pending')).toMatchObject({ count: 195, hits: 195 })
    fail(5)
    expect(look(traffic, 'status:pending')).toMatchObject({ count: 194, hits: 194 })
    expect(look(traffic, 'status:error').seqs).toEqual([...expected, 6, 206].toSorted((a, b) => a - b))
  })

  test('one whose head is no more shows what is left of it', () => {
    const traffic = createTraffic({ memoryLimit: 60_000 })
    const call = post(traffic, { id: 1, method: 'tools/call', params: { name: 'a' } })
    frame(traffic, call, { method: 'notifications/message', params: { level: 'info', data: 'needle' } })
    expect(look(traffic, '')).toMatchObject({ seqs: [1], hits: 2 })
    while (traffic.dropped === 0) frame(traffic, call, { method: 'notifications/message', params: { level: 'info', data: 'needle' } })
    const left = look(traffic, 'needle', { size: 10_000 })
    expect(left).toMatchObject({ count: traffic.total, hits: traffic.total })
    expect(look(traffic, '', { size: 10_000 }).seqs).toEqual(left.seqs)
  })

  test('a subscription folds nothing away, nor does what begins with no request of ours', () => {
    const traffic = createTraffic()
    const listen = post(traffic, { id: 1, method: 'subscriptions/listen', params: {} })
    frame(traffic, listen, { method: 'notifications/tools/list_changed' })
    expect(match(traffic, '', { threads: [] })).toEqual([1, 2])
  })
})
