import { expect, test } from 'vitest'
import { createTraffic, type Traffic } from '../traffic.ts'

function fill(traffic: Traffic, exchange: number, count: number): void {
  for (let at = 0; at < count; at += 1)
    traffic.append(exchange, { kind: 'frame', text: `{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"${at}"}}` })
}

test('a follower reads each event once, and knows how many rows are left', () => {
  const traffic = createTraffic()
  const follower = traffic.follow()
  fill(traffic, traffic.open(), 10)
  expect(follower.behind).toBe(10)
  let read = 0
  for (const _ of follower.unread()) if ((read += 1) === 4) break
  expect(follower.behind).toBe(6)
  for (const _ of follower.unread()) read += 1
  expect([read, follower.behind, follower.missed]).toEqual([10, 0, 0])
  traffic.append(traffic.open(), { kind: 'frame', text: '[{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","method":"b"}]' })
  expect(follower.behind).toBe(3)
  expect([...follower.unread()]).toHaveLength(1)
  expect(follower.behind).toBe(0)
})

test('what is dropped unread is counted, and the need for haste is told before', () => {
  const traffic = createTraffic({ memoryLimit: 200_000 })
  const late = traffic.follow()
  const diligent = traffic.follow()
  const exchange = traffic.open()
  while (!late.pressed && traffic.dropped === 0) {
    fill(traffic, exchange, 1)
    for (const _ of diligent.unread());
  }
  expect([late.pressed, diligent.pressed, traffic.dropped]).toEqual([true, false, 0])
  while (traffic.dropped === 0) {
    fill(traffic, exchange, 1)
    for (const _ of diligent.unread());
  }
  expect(late.missed).toBe(traffic.dropped)
  expect(diligent.missed).toBe(0)
})
