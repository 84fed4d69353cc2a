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
