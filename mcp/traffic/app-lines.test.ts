import { expect, test } from 'vitest'
import { createJudge } from '../conformance/judge.ts'
import { RULES } from '../conformance/rules.ts'
import { createTraffic } from '../traffic.ts'
import type { HttpTarget } from '../transport/target.ts'
import { RecordReader, writeRecord } from './record-format.ts'
import { redactorFor } from './redact.ts'
import { writeReport } from './report.ts'

const TARGET: HttpTarget = { kind: 'http', url: 'http://server.test/mcp', headers: [], via: 'auto' }

function talked() {
  let now = 1_764_000_000_000
  const traffic = createTraffic({ now: () => (now += 5) })
  const app = (way: 'to' | 'from', message: unknown, why?: string): number =>
    traffic.append(0, { kind: 'app', way, app: 'ui://a', text: JSON.stringify(message), ...(why === undefined ? {} : { why }) })
  // Of the wire, and of the same id: the two are nothing to each other.
  traffic.append(1, { kind: 'sent', method: 'POST', url: TARGET.url, headers: [], body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' })
  app('from', { jsonrpc: '2.0', id: 1, method: 'ui/initialize', params: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl' } })
  app('to', { jsonrpc: '2.0', id: 1, result: { protocolVersion: '2026-01-26' } })
  app('from', { jsonrpc: '2.0', id: 2, method: 'ui/open-link', params: { url: 'javascript:1' } })
  app('to', { jsonrpc: '2.0', id: 2, error: { code: -32000, message: 'Not opened' } })
  app('from', { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { width: 7 } })
  app('from', { jsonrpc: '2.0', id: 9, result: {} }, 'It answers nothing that was asked.')
  app('from', 'hello')
  app('to', { jsonrpc: '2.0', id: 'host-1', method: 'ui/resource-teardown', params: {} })
  return traffic
}

const rowsOf = (traffic: ReturnType<typeof talked>, filter = '') => traffic.window({ filter, tail: false, from: 0, size: 100 }).rows

test('what an app and its host say is a kind of its own, whose answers find their requests', () => {
  const rows = rowsOf(talked(), 'kind:app')
  expect(rows.map(({ direction, method, name, status, tone, ms, peer }) => [direction, method, name, status, tone, ms, peer])).toEqual([
    ['in', 'ui/initialize', '', 'ok', 'ok', 5, 3],
    ['out', 'ui/initialize', '', 'ok', 'ok', 5, 2],
    ['in', 'ui/open-link', 'javascript:1', 'error -32000', 'bad', 5, 5],
    ['out', 'ui/open-link', 'Not opened', 'error -32000', 'bad', 5, 4],
    ['in', 'ui/notifications/size-changed', '7 × ·', '', 'plain', undefined, undefined],
    ['in', '', '', 'ok', 'warn', undefined, undefined],
    ['in', '', '"hello"', 'not a message', 'warn', undefined, undefined],
    ['out', 'ui/resource-teardown', '', '', 'plain', undefined, undefined],
  ])
  const wire = rowsOf(talked(), '-kind:app')
  expect(wire).toMatchObject([{ method: 'tools/list', status: 'pending' }])
  expect(talked().message(7)?.why).toBe('It answers nothing that was asked.')
})

test('it is saved and opened, without secrets, and stands in a report', () => {
  const traffic = talked()
  const text = [...writeRecord(traffic, { savedAt: 0, name: 't', target: TARGET }, redactorFor(traffic, TARGET))].join('')
  expect(text).not.toContain('eyJhbGciOiJIUzI1NiJ9')
  const reader = new RecordReader(1e8)
  for (const line of text.split('\n')) reader.take(line)
  expect(reader.faults).toEqual([])
  const [saved, here] = [rowsOf(reader.traffic as ReturnType<typeof talked>), rowsOf(traffic)]
  const shape = (rows: typeof here) => rows.map(({ seq, kind, method, status, tone, peer }) => [seq, kind, method, status, tone, peer])
  expect(shape(saved)).toEqual(shape(here))
  expect([...writeReport(traffic, [2], { name: 't', target: TARGET, by: 'x' }, undefined)].join('')).toContain('← app: ui/initialize')
})

test('only the rules about views hear of it', () => {
  const judge = createJudge(RULES)
  for (const event of talked().events()) if (event.kind === 'app') judge.take(event)
  judge.end()
  const heard = judge.standings().filter(({ looked }) => looked > 0)
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.filter(({ rule }) => !rule.id.startsWith('AP-'))).toEqual([])
})

test('an id beyond all safe integers pairs like any other', () => {
  const traffic = createTraffic()
  const app = (way: 'to' | 'from', text: string) => traffic.append(0, { kind: 'app', way, app: 'ui://a', text })
  const asked = app('from', '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ui/open-link","params":{}}')
  app('to', '{"jsonrpc":"2.0","id":12345678901234567890,"result":{}}')
  expect(traffic.row(asked)).toMatchObject({ id: '12345678901234567890', status: 'ok', peer: 2 })
})
