import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'

test('an error that was logged is a warning; a failure and a broken MUST are bad; each row counts once', () => {
  let now = 1000
  const traffic = createTraffic({ now: () => (now += 1) })
  const exchange = traffic.open()
  const ask = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const request = traffic.append(exchange, { kind: 'sent', method: 'STDIN', url: 'stdio:x', headers: [], body: ask })
  const log = '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"error","data":"x"}}'
  traffic.append(exchange, { kind: 'frame', text: log })
  const faulty = traffic.append(exchange, { kind: 'frame', text: log })
  traffic.append(exchange, { kind: 'frame', text: 'no json' })
  const found = () => {
    const { counts, bad, warned } = traffic.activity(1)!
    return [counts, bad, warned].map(([sum]) => sum)
  }
  expect(found()).toEqual([4, 1, 2])
  traffic.blame(faulty, 'A', true, true)
  traffic.blame(request, 'B', true)
  expect(found()).toEqual([4, 2, 2])
})

test('within a time that is given, what lies outside of it is left out, and its ends belong to it', () => {
  let now = 1000
  const traffic = createTraffic({ now: () => now })
  for (now of [1000, 2000, 2500, 2999, 3000, 4000]) traffic.append(0, { kind: 'stderr', text: 'x' })
  expect(traffic.activity(2, [2000, 3000])).toMatchObject({ from: 2000, to: 3000, counts: [1, 3] })
  expect(traffic.activity(2, [5000, 6000])).toMatchObject({ from: 5000, to: 6000, counts: [0, 0] })
  expect(traffic.activity(3)).toMatchObject({ from: 1000, to: 4000, counts: [1, 3, 2] })
})
