import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'

function noisy(rows: number, memoryLimit = 1e9) {
  const traffic = createTraffic({ memoryLimit })
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x'.repeat(200) } })
  const seqs = Array.from({ length: rows }, () => traffic.append(0, { kind: 'frame', text }))
  return { traffic, seqs }
}

const seen = ({ traffic }: ReturnType<typeof noisy>, query: { filter?: string; seqs?: number[] }) =>
  traffic.window({ filter: '', tail: false, from: 0, size: 100, ...query }).rows.map(({ seq }) => seq)

test('how many rows broke a rule and are no more is known, and which of some events are', () => {
  const { traffic, seqs } = noisy(10, 100_000)
  for (const seq of seqs) traffic.blame(seq, 'JR-28', true)
  traffic.blame(seqs[0]!, 'LG-07', true)
  expect(traffic.gone('JR-28', seqs)).toEqual({ messages: 0, seqs: [] })
  while (traffic.dropped < 10) traffic.append(0, { kind: 'stderr', text: 'x'.repeat(1000) })
  expect(traffic.gone('JR-28', [seqs[0]!, seqs[9]!, seqs[9]! + traffic.total])).toEqual({ messages: 10, seqs: [seqs[0], seqs[9]] })
  expect(traffic.gone('LG-07', [])).toEqual({ messages: 1, seqs: [] })
  traffic.clear()
  expect(traffic.gone('JR-28', [])).toEqual({ messages: 0, seqs: [] })
})

test('rows are found by the rules that they break, however late it is found that they do', () => {
  const it = noisy(10)
  const { traffic, seqs } = it
  expect(seen(it, { filter: 'rule:JR' })).toEqual([])
  traffic.blame(seqs[3]!, 'JR-28', true)
  traffic.blame(seqs[3]!, 'LG-07', true)
  traffic.blame(seqs[5]!, 'JR-02', false)
  traffic.blame(seqs[5]!, 'JR-02', false)
  expect(seen(it, { filter: 'rule:JR' })).toEqual([seqs[3], seqs[5]])
  expect(seen(it, { filter: 'rule:jr-28' })).toEqual([seqs[3]])
  expect(seen(it, { filter: '-rule:JR' })).toHaveLength(8)
  // A remark is no breach.
  expect(seen(it, { filter: 'kind:finding' })).toEqual([seqs[3]])
  expect(seen(it, { filter: 'kind:finding', seqs: [seqs[3]!, seqs[5]!] })).toEqual([seqs[3]])
  expect(traffic.broken).toBe(1)
  expect(traffic.blamedFor(seqs[3]!)).toEqual(['JR-28', 'LG-07'])
  expect(traffic.blamedFor(seqs[4]!)).toEqual([])
  const { counts, warned } = traffic.activity(4)!
  const sum = (parts: number[]) => parts.reduce((all, one) => all + one, 0)
  expect([sum(counts), sum(warned)]).toEqual([10, 1])
})

test('what is dropped or cleared is no longer counted', () => {
  const it = noisy(2000, 100_000)
  const { traffic, seqs } = it
  for (const seq of seqs) traffic.blame(seq, 'LG-07', true)
  expect(traffic.dropped).toBeGreaterThan(0)
  expect(traffic.broken).toBe(traffic.total)
  const { broken } = traffic
  const text = JSON.stringify({ jsonrpc: '2.0', method: 'a', params: { data: 'x'.repeat(20_000) } })
  traffic.append(0, { kind: 'frame', text })
  expect(traffic.broken).toBeLessThan(broken)
  expect(traffic.broken).toBe(traffic.total - 1)
  traffic.clear()
  expect(traffic.broken).toBe(0)
})
