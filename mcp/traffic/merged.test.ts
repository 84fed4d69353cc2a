import { describe, expect, test } from 'vitest'
import { createTraffic, type Traffic } from '../traffic.ts'
import type { RowQuery } from '../traffic-row.ts'
import { activityAcross, Merged, type Member } from './merged.ts'
import { seqOf, ticketOf } from './tickets.ts'

/** Records with clocks that the test sets. */
function records(...names: string[]) {
  const clock = { now: 0 }
  const all = new Map<string, Member>()
  const open = (name: string, memoryLimit?: number): Traffic => {
    const traffic = createTraffic({ now: () => clock.now, ...(memoryLimit === undefined ? {} : { memoryLimit }) })
    all.set(name, { traffic, id: name, name: `${name} server` })
    return traffic
  }
  names.forEach((name) => open(name))
  const across = ['a', 'b', 'c']
  const merged = new Merged((connection) => all.get(connection))
  const ask = (more: Partial<RowQuery> = {}) => merged.window({ filter: '', tail: false, from: 0, size: 1000, across, ...more })
  /** A line of `name` at a time. */
  const say = (name: string, at: number, text = `${name}${at}`) => {
    clock.now = at
    return all.get(name)!.traffic.append(0, { kind: 'stderr', text })
  }
  const shown = (more: Partial<RowQuery> = {}) => ask(more).rows.map(({ name }) => name)
  return { all, open, ask, say, shown, clock }
}

describe('several records as one', () => {
  test('stand in order of time, as they grow', () => {
    const { say, shown, ask } = records('a', 'b')
    say('a', 1)
    say('b', 2)
    expect(shown()).toEqual(['a1', 'b2'])
    say('b', 3)
    say('a', 3)
    say('a', 4)
    expect(shown()).toEqual(['a1', 'b2', 'a3', 'b3', 'a4'])
    expect(ask({ tail: true, size: 2 })).toMatchObject({ count: 5, total: 5, from: 3, rows: [{ name: 'b3' }, { name: 'a4' }] })
  })

  test('say of each row which record it is of, and where it stands there', () => {
    const { say, ask } = records('a', 'b')
    say('a', 1)
    say('b', 2)
    expect(ask().rows.map(({ connection, seq }) => [connection, seq, seqOf(seq)])).toEqual([
      ['a', 1, 1],
      ['b', ticketOf(1, 1), 1],
    ])
  })

  test('lead from a request to its answer in the same record', () => {
    const { all, ask } = records('a', 'b')
    const { traffic } = all.get('b')!
    const exchange = traffic.open()
    traffic.append(exchange, {
      kind: 'sent',
      method: 'STDIN',
      url: 'stdio:',
      headers: [],
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    traffic.append(exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}' })
    traffic.append(exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":1,"result":{}}' })
    const [request, progress, answer] = ask().rows
    expect([request?.peer, answer?.peer]).toEqual([answer?.seq, request?.seq])
    expect([progress?.of, request?.under]).toEqual([request?.seq, 2])
    expect(ask({ threads: [] }).rows.map(({ seq }) => seq)).toEqual([request?.seq])
    expect(ask({ threads: [request!.seq] }).count).toBe(3)
    // A thread of the other record with the same number is another.
    expect(ask({ threads: [seqOf(request!.seq)] }).count).toBe(1)
    expect(ask({ threads: [], filter: 'kind:notification' })).toMatchObject({
      count: 2,
      hits: 1,
      rows: [{ seq: request!.seq, beside: true, hits: 1 }, { seq: progress!.seq }],
    })
  })

  test('take in rows that come late at their time', () => {
    const { say, shown } = records('a', 'b')
    say('a', 10)
    say('a', 20)
    expect(shown()).toEqual(['a10', 'a20'])
    say('b', 5)
    say('b', 15)
    say('b', 20)
    say('b', 30)
    expect(shown()).toEqual(['b5', 'a10', 'b15', 'a20', 'b20', 'b30'])
  })

  test('keep the order of a record whose clock goes back, however it was read', () => {
    const { say, shown } = records('a', 'b')
    say('a', 10)
    expect(shown()).toEqual(['a10'])
    say('a', 4)
    say('a', 20)
    shown()
    say('b', 8)
    const order = ['b8', 'a10', 'a4', 'a20']
    expect(shown()).toEqual(order)
    expect(shown({ filter: 'kind:stderr' })).toEqual(order)
  })

  test('read bit by bit are the same as read at once', () => {
    const { say, shown } = records('a', 'b', 'c')
    let random = 7
    const next = (below: number) => (random = (random * 16807) % 2147483647) % below
    for (let step = 0; step < 400; step++) {
      say('abc'[next(3)]!, next(100), String(step))
      if (next(5) === 0) shown()
    }
    const bitByBit = shown()
    expect(bitByBit).toHaveLength(400)
    expect(shown({ filter: 'kind:stderr' })).toEqual(bitByBit)
  })

  test('are filtered by each record’s own filter, and by connection', () => {
    const { say, shown, ask } = records('a', 'b')
    say('a', 1, 'apple')
    say('b', 2, 'apple')
    say('b', 3, 'pear')
    expect(shown({ filter: 'apple' })).toEqual(['apple', 'apple'])
    expect(shown({ filter: 'connection:b' })).toEqual(['apple', 'pear'])
    expect(shown({ filter: '-connection:b' })).toEqual(['apple'])
    expect(shown({ filter: 'connection:"B server" -apple' })).toEqual(['pear'])
    expect(shown({ filter: 'connection:a connection:b' })).toEqual([])
    expect(ask({ filter: 'connection:nowhere' })).toMatchObject({ count: 0, total: 3, scanning: false })
    expect(shown({ between: [2, 2] })).toEqual(['apple'])
    expect(shown({ seqs: [ticketOf(1, 2), 1] })).toEqual(['apple', 'pear'])
  })

  test('follow a row that turns out otherwise', () => {
    const { all, ask, say } = records('a', 'b')
    const { traffic } = all.get('a')!
    const exchange = traffic.open()
    traffic.append(exchange, {
      kind: 'sent',
      method: 'STDIN',
      url: 'stdio:',
      headers: [],
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    say('b', 2)
    const found = (filter: string) => ask({ filter }).rows.map(({ kind }) => kind)
    expect(found('status:pending')).toEqual(['request'])
    expect(found('status:ok')).toEqual([])
    traffic.append(exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":1,"result":{}}' })
    expect(found('status:pending')).toEqual([])
    expect(found('status:ok')).toEqual(['request', 'result'])
  })

  test('go on when one is cleared, goes away, or comes anew', () => {
    const { all, open, say, shown, ask } = records('a', 'b')
    say('a', 1)
    say('b', 2)
    say('a', 3)
    expect(shown()).toHaveLength(3)
    all.get('a')!.traffic.clear()
    expect(shown()).toEqual(['b2'])
    expect(shown({ filter: 'b' })).toEqual(['b2'])
    say('a', 4)
    expect(shown()).toEqual(['b2', 'a4'])
    all.delete('b')
    expect(ask()).toMatchObject({ count: 1, total: 1 })
    open('b')
    say('b', 0)
    open('c')
    say('c', 9)
    expect(shown()).toEqual(['b0', 'a4', 'c9'])
  })

  test('lose what a record drops to stay within memory', () => {
    const { open, say, ask, all } = records('a')
    open('b', 20_000)
    say('a', 0)
    for (let at = 1; at <= 400; at++) {
      say('b', at)
      if (at % 7 === 0) ask()
    }
    const { count, dropped, rows, total } = ask()
    expect(dropped).toBeGreaterThan(0)
    expect(rows.map(({ name }) => name)).toEqual([
      'a0',
      ...all
        .get('b')!
        .traffic.window({ filter: '', tail: false, from: 0, size: 400 })
        .rows.map(({ name }) => name),
    ])
    expect([count, total, count + dropped]).toEqual([rows.length, rows.length, 401])
  })

  test('bring a row asked for into the middle', () => {
    const { say, ask } = records('a', 'b')
    for (let at = 0; at < 50; at++) say('ab'[at % 2]!, at)
    const window = ask({ around: ticketOf(1, 10), size: 5 })
    expect(window).toMatchObject({ from: 17, around: { row: ticketOf(1, 10), at: 19 } })
    expect(window.rows[2]).toMatchObject({ name: 'b19', connection: 'b' })
    // One that the filter leaves out: the next of its record.
    expect(ask({ filter: '-b19', around: ticketOf(1, 10), size: 1 }).rows[0]).toMatchObject({ name: 'b21' })
    expect(ask({ around: ticketOf(1, 99), size: 1 }).around).toEqual({ row: ticketOf(1, 99), at: 50 })
  })

  test('of a hundred thousand rows each are read whole, piece by piece', () => {
    const { all, ask, clock } = records('a', 'b')
    for (let at = 0; at < 200_000; at++) {
      clock.now = at
      all.get('ab'[at % 2]!)!.traffic.append(0, { kind: 'stderr', text: at % 50_000 === 0 ? 'rare' : 'line' })
    }
    const whole = (more: Partial<RowQuery>) => {
      let window = ask(more)
      for (let turns = 0; window.scanning; turns++) {
        expect(turns).toBeLessThan(20)
        window = ask(more)
      }
      return window
    }
    expect(whole({ tail: true, size: 2 })).toMatchObject({ count: 200_000, rows: [{ at: 199_998 }, { at: 199_999 }] })
    const window = whole({ filter: 'rare' })
    expect(window.rows.map(({ at }) => at)).toEqual([0, 50_000, 100_000, 150_000])
  })

  test('have their activity counted over one time', () => {
    const { all, say } = records('a', 'b')
    say('a', 0)
    say('b', 50)
    say('b', 99)
    say('a', 100)
    const traffics = [...all.values()].map(({ traffic }) => traffic)
    expect(activityAcross(traffics, 2)).toMatchObject({ from: 0, to: 100, counts: [1, 3] })
    expect(activityAcross([createTraffic()], 2)).toBeNull()
  })
})
