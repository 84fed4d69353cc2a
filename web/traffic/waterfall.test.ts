import { expect, test } from 'vitest'
import type { Row } from '#mcp/traffic-row.ts'
import { isWaiting, spanOf, waterfall } from './waterfall.ts'

function request(at: number, ms?: number): Row {
  return {
    seq: at,
    at,
    ms,
    kind: 'request',
    direction: 'out',
    method: 'm',
    name: '',
    id: '1',
    status: '',
    tone: 'ok',
    bytes: 1,
    exchange: 1,
  }
}

test('without pauses time is even', () => {
  const { at } = waterfall([request(0, 100), request(50, 150)])
  expect([0, 50, 100, 200].map(at)).toEqual([0, 0.25, 0.5, 1])
})

test('a long pause takes little room, and calls keep their proportions', () => {
  const { at } = waterfall([request(0, 100), request(60_000, 300)])
  const first = at(100) - at(0)
  const second = at(60_300) - at(60_000)
  expect(second / first).toBeCloseTo(3)
  expect(at(60_000) - at(100)).toBeLessThan(0.05)
  expect(at(60_300)).toBe(1)
})

test('nothing, and rows of one moment, lie within the whole', () => {
  expect(waterfall([]).at(5)).toBe(1)
  const { at } = waterfall([request(5), request(5)])
  expect(at(5)).toBe(0)
})

test('a bar has no end while an answer may come, and only then', () => {
  const waits = (status: string, ms?: number) => isWaiting({ ...request(1, ms), status })
  expect([waits('pending'), waits('waiting for you')]).toEqual([true, true])
  expect([waits('ok', 5), waits('cancelled'), waits('no answer')]).toEqual([false, false, false])
})

test('a call that waits as the last that happened has room for its bar, and the others keep their proportions', () => {
  const open = { ...request(100), status: 'pending' }
  const { at } = waterfall([request(0, 100), open])
  expect(1 - at(100)).toBeGreaterThan(0.1)
  expect(at(50) * 2).toBeCloseTo(at(100))
  expect(waterfall([open]).at(100)).toBe(0)
  expect(waterfall([request(0, 100)]).at(100)).toBe(1)
})

test('a stream has a bar that takes no time from the others, however long it is open; a request of a login is one like others', () => {
  const get: Row = { ...request(0, 3_600_000), kind: 'http', method: 'GET', status: 'closed' }
  const login: Row = { ...request(0, 100), kind: 'http', method: 'authorization' }
  expect([get, login, { ...get, direction: 'in' as const }].map(spanOf)).toEqual(['stream', 'request', undefined])
  const calls = [request(10, 100), request(60_000, 100)]
  const [alone, beside] = [waterfall(calls), waterfall([get, ...calls])]
  expect(beside.at(60_100) - beside.at(60_000)).toBeGreaterThan((alone.at(60_100) - alone.at(60_000)) * 0.9)
  expect(waterfall([login]).at(50)).toBe(0.5)
  const open: Row = { ...request(0), kind: 'http', method: 'GET', status: 'open' }
  expect(isWaiting(open)).toBe(true)
  expect(waterfall([...calls, open]).at(60_100)).toBe(1)
})
