// Params that are no object: one rule says so, and none misses a member in them.
import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { createJudge, type Finding } from './judge.ts'
import { RULES } from './rules.ts'

function findingsOf(message: object): Finding[] {
  const traffic = createTraffic()
  const post = (body: object) => {
    const exchange = traffic.open()
    traffic.append(exchange, {
      kind: 'sent',
      method: 'STDIN',
      url: 'stdio:x',
      headers: [],
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
  }
  const say = (text: object) => traffic.append(0, { kind: 'frame', text: JSON.stringify({ jsonrpc: '2.0', ...text }) })
  const clientInfo = { name: 'a', version: '1' }
  post({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: { roots: {} }, clientInfo } })
  const capabilities = { tools: { listChanged: true }, logging: {} }
  say({ id: 1, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'b', version: '1' } } })
  post({ method: 'notifications/initialized' })
  const seq = say(message)
  const found: Finding[] = []
  const judge = createJudge(RULES, (finding) => found.push(finding))
  for (const event of traffic.events()) judge.take(event)
  return found.filter((one) => one.seq === seq)
}

test.each([
  ['notifications/message', ['info']],
  ['notifications/progress', [1, 5]],
  ['notifications/cancelled', [3, 'x']],
  ['notifications/tools/list_changed', 'all'],
  ['notifications/made_up', 'text'],
])('%s with the params %j', (method, params) => {
  expect(findingsOf({ method, params }).filter(({ rule }) => rule === 'JR-28')).toMatchObject([
    { rule: 'JR-28', outcome: 'warn', pointer: '/params', says: expect.stringContaining('"params": must be object, and is ') },
  ])
})

test('a request of the server, likewise; and nothing of what has none', () => {
  expect(findingsOf({ id: 7, method: 'ping', params: [1] })).toMatchObject([{ rule: 'JR-28', pointer: '/params' }])
  expect(findingsOf({ id: 7, method: 'ping' })).toEqual([])
  expect(findingsOf({ method: 'notifications/made_up' }).map(({ rule }) => rule)).not.toContain('JR-28')
})

test('a member of another type than its own is named, with what it must be', () => {
  expect(findingsOf({ method: 'notifications/message', params: { level: 'info', logger: 7, data: 'x' } })).toMatchObject([
    { rule: 'LG-04', pointer: '/params/logger' },
  ])
})
