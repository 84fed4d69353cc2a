// Judging in the engine: while a connection is used, and in a run of its own.
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, type FakeOptions } from '#mcp/testing/fake-server.ts'
import { createTraffic } from '#mcp/traffic.ts'
import type { CheckMarks, RunPart } from './check-state.ts'
import { judgeLive } from './engine-judge.ts'
import { askQuiet } from './engine-quiet.ts'
import { closePages, http, page, SETTINGS } from './engine-test-page.ts'

afterEach(() => {
  vi.useRealTimers()
  return closePages()
})

async function connected(fake: FakeOptions = {}) {
  const it = page({ proxy: false, fetch: fakeServer({ sessions: true, ...fake }).fetch })
  await it.call('connect', 'c', 'one', http({ via: 'direct' }), SETTINGS)
  const found = (): CheckMarks[] => it.heard.flatMap((one) => (one.kind === 'findings' && one.connection === 'c' ? [one.found] : []))
  return { ...it, found }
}

test('a message that breaks a rule is marked, counted, and told in words', async () => {
  const it = await connected({ flaws: ['wrong-id-type'] })
  void it.call('request', 'c', 'tools/list', undefined, {}).catch(() => {})
  await it.until(() => it.found().some(({ counts }) => counts.fail > 0))
  const [seq, mark] = it.found().flatMap(({ marks }) => marks)[0]!
  expect(mark).toBe('fail')
  // Each rule is told once, however often it is broken.
  expect(it.found().at(-1)!.rules).toContain('JR-02')
  expect(await it.call('message', 'c', seq)).toMatchObject({ row: { direction: 'in' } })
  const checks = await it.call('checks', 'c')
  expect(checks.find(({ id }) => id === 'JR-02')).toMatchObject({ outcome: 'fail', broken: 1, findings: [{ seq }] })
  expect(checks.find(({ id }) => id === 'LC-01')).toMatchObject({ outcome: 'pass' })
  expect(checks.find(({ id }) => id === 'PR-01')).toMatchObject({ outcome: 'skipped', reason: 'No answer to prompts/list was seen.' })
})

test('a list filtered by a rule takes a message up when its finding comes, without another message', async () => {
  const it = await connected({ flaws: ['wrong-id-type'] })
  it.say({ kind: 'view', view: 1, connection: 'c', query: { filter: 'rule:JR-02', tail: false, from: 0, size: 10 } })
  void it.call('request', 'c', 'tools/list', undefined, {}).catch(() => {})
  await it.until(() => it.windows.get(1)?.count === 1)
})

test('what the record holds stays told after a reconnect, and goes when it is emptied', async () => {
  const it = await connected({ flaws: ['wrong-id-type'] })
  void it.call('request', 'c', 'tools/list', undefined, {}).catch(() => {})
  await it.until(() => it.found().some(({ counts }) => counts.fail > 0))
  await it.call('connect', 'c', 'one', http({ via: 'direct' }), SETTINGS)
  const ofRule = async () => (await it.call('checks', 'c')).find(({ id }) => id === 'JR-02')
  await vi.waitFor(async () => expect(await ofRule()).toMatchObject({ outcome: 'fail', broken: 1, earlier: { broken: 1 } }))
  expect(it.found().at(-1)).toMatchObject({ broken: 1, rules: ['JR-02'] })
  await it.call('clear', 'c')
  await it.until(() => it.found().at(-1)!.rules.length === 0)
  expect(it.found().at(-1)).toMatchObject({ broken: 0, counts: { fail: 0, warn: 0, info: 0 } })
  expect(await ofRule()).toMatchObject({ broken: 0 })
})

test('a run plays in conversations of its own, and its record opens beside', async () => {
  const it = await connected()
  await it.until(() => it.state() !== undefined)
  const states = await it.call('runChecks', 'c', {})
  expect(it.state()).toMatchObject({ status: 'connected' })
  expect(states.find(({ id }) => id === 'SE-06')).toMatchObject({ outcome: 'pass', record: 'c-checks' })
  // At once: what is told of it does not wait until it was judged by itself.
  expect(await it.call('checkStory', 'c-checks')).toMatchObject({ transport: 'streamable-http' })
  await it.until(() => it.states.has('c-checks'))
  expect(it.state('c-checks')).toMatchObject({ name: 'Checks of one', status: 'closed' })
  const [seq] = states.find(({ id }) => id === 'SE-06')!.good
  expect(await it.call('message', 'c-checks', seq!)).toBeDefined()
  await it.call('forget', 'c-checks')
})

test('what is found is told while a run goes on, and what a person agreed to is played alone', async () => {
  const it = await connected()
  await it.until(() => it.state() !== undefined)
  await it.call('runChecks', 'c', { only: ['PI-01'] })
  const parts = it.heard.flatMap((one) => (one.kind === 'part' ? [one.part as RunPart] : []))
  expect(parts.flatMap(({ states }) => states ?? []).find(({ id }) => id === 'LC-01')).toMatchObject({ outcome: 'pass', pending: true })
  const states = await it.call('runChecks', 'c', { consent: ['call'], pigs: { tool: { name: 'echo', arguments: {} } } })
  expect(states.find(({ id }) => id === 'PG-04')?.outcome).not.toBe('skipped')
  expect(states.find(({ id }) => id === 'PI-01')?.outcome).toBe('skipped')
  await it.call('forget', 'c-checks')
})

test("what is missing of a record is nobody's fault, where it was gone before and where it was dropped unread", async () => {
  const traffic = createTraffic({ memoryLimit: 100_000, dropped: 3 })
  const orphan = (id: number) => traffic.append(0, { kind: 'frame', text: `{"jsonrpc":"2.0","id":${id},"result":{}}` })
  orphan(1)
  const words: CheckMarks[] = []
  const judging = judgeLive(traffic, (found) => words.push(found))
  await vi.waitFor(() => expect(words.at(-1)).toMatchObject({ behind: 0, judged: 1, missed: 3 }))
  expect(words.at(-1)!.rules).toEqual([])
  traffic.append(0, { kind: 'start', text: 'again' })
  await vi.waitFor(() => expect(words.at(-1)).toMatchObject({ behind: 0, judged: 2 }))
  for (let at = 0; at < 100; at += 1) traffic.append(0, { kind: 'stderr', text: 'x'.repeat(2000) })
  orphan(2)
  await vi.waitFor(() => expect(words.at(-1)!.missed).toBeGreaterThan(3))
  await vi.waitFor(() => expect(words.at(-1)!.behind).toBe(0))
  expect(words.at(-1)!.rules).toEqual([])
  expect(judging.story().missing).toBeGreaterThan(50)
  traffic.clear()
  judging.clear()
  expect(words.at(-1)).toMatchObject({ missed: 0, broken: 0 })
  judging.stop()
})

test('a request that was emptied away before it was judged is there all the same: its answer breaks no rule', async () => {
  const traffic = createTraffic()
  const words: CheckMarks[] = []
  const judging = judgeLive(traffic, (found) => words.push(found))
  await vi.waitFor(() => expect(words.length + judging.checks().length).toBeGreaterThan(0))
  const exchange = traffic.open()
  traffic.append(exchange, {
    kind: 'sent',
    method: 'POST',
    url: 'http://x/mcp',
    headers: [],
    body: '{"jsonrpc":"2.0","id":4,"method":"ping"}',
  })
  traffic.clear()
  judging.clear()
  traffic.append(exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":4,"result":{}}' })
  await vi.waitFor(() => expect(words.at(-1)).toMatchObject({ behind: 0, judged: expect.any(Number) }))
  await judging.caughtUp({ tell: () => undefined })
  expect(judging.checks().filter(({ outcome }) => outcome === 'fail' || outcome === 'warn')).toEqual([])
  expect(judging.story().missing).toBeUndefined()
  judging.stop()
})

test('who waits for judging hears how far it is, and how much was left out when that took too long or was not waited for', async () => {
  const traffic = createTraffic()
  const judging = judgeLive(traffic, () => undefined)
  for (let at = 0; at < 5000; at += 1) traffic.append(0, { kind: 'stderr', text: 'x' })
  expect(await judging.caughtUp({ tell: () => undefined, now: true })).toBe(5000)
  let time = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (time += 1500))
  const told: number[] = []
  const left = await judging.caughtUp({ tell: (behind) => told.push(behind) })
  vi.restoreAllMocks()
  expect(left).toBeGreaterThan(0)
  expect(told.length).toBeGreaterThan(1)
  expect(told).toEqual([...told].sort((a, b) => b - a))
  expect(left).toBe(told.at(-1))
  expect(await judging.caughtUp({ tell: () => undefined })).toBe(0)
  judging.stop()
})

test('what was found in a message that was dropped since stays, and says that the message is gone', async () => {
  const traffic = createTraffic({ memoryLimit: 100_000 })
  const judging = judgeLive(traffic, () => undefined)
  const seq = traffic.append(0, { kind: 'frame', text: '{"jsonrpc":"1.0","method":"x"}' })
  const found = () => judging.checks().find(({ id }) => id === 'JR-01')!
  await vi.waitFor(() => expect(found()).toMatchObject({ broken: 1, findings: [{ seq }] }))
  expect(found()).not.toHaveProperty('gone')
  while (traffic.row(seq) !== undefined) traffic.append(0, { kind: 'stderr', text: 'x'.repeat(2000) })
  expect(found()).toMatchObject({ broken: 1, findings: [{ seq }], gone: { messages: 1, seqs: [seq] } })
  judging.stop()
})

test('a flood is read first, and judged to its last message after', async () => {
  const traffic = createTraffic()
  const words: CheckMarks[] = []
  const judging = judgeLive(traffic, (found) => words.push(found))
  const exchange = traffic.open()
  traffic.append(exchange, { kind: 'sent', method: 'STDIN', url: 'stdio:x', headers: [], body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })
  for (let at = 0; at < 20_000; at += 1)
    traffic.append(exchange, {
      kind: 'frame',
      text: `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":${at}}}`,
    })
  traffic.append(exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":"1","result":{}}' })
  await vi.waitFor(() => expect(words.at(-1)).toMatchObject({ behind: 0, missed: 0, judged: 20_002 }), { timeout: 10_000 })
  expect(words.some(({ behind }) => behind > 0)).toBe(true)
  expect(judging.checks().find(({ id }) => id === 'JR-02')).toMatchObject({ outcome: 'fail', broken: 1 })
  judging.stop()
})

test('what comes is judged after it was read: while it comes not at once, and in the end all the same', async () => {
  vi.useFakeTimers()
  // Rests that calls of the tests before asked for end by another clock.
  await vi.advanceTimersByTimeAsync(600_000)
  const traffic = createTraffic()
  const words: CheckMarks[] = []
  const judging = judgeLive(traffic, (found) => words.push(found))
  await vi.advanceTimersByTimeAsync(1)
  const say = (): void => void traffic.append(0, { kind: 'frame', text: '{"jsonrpc":"2.0","method":"notifications/message","params":{}}' })
  /** For so many rests of 30 ms. */
  const rests = async (count: number, messages: number): Promise<void> => {
    for (let rest = 0; rest < count; rest += 1) {
      for (let n = 0; n < messages; n += 1) say()
      await vi.advanceTimersByTimeAsync(30)
    }
  }
  const follower = traffic.follow()
  await rests(3, 1)
  expect(words.at(-1)?.judged ?? 0).toBe(0)
  await rests(10, 1)
  expect(words.at(-1)!.judged).toBeGreaterThan(0)
  // A flood is waited for longer, and not for ever.
  const before = words.at(-1)!.judged
  await rests(100, 700)
  expect(words.at(-1)!.judged).toBeLessThan(before + 20)
  await rests(130, 700)
  expect(words.at(-1)!.judged).toBeGreaterThan(before + 20)
  expect(follower.missed).toBe(0)
  judging.stop()
})

test('what waits for a quiet page is told as still to be checked', async () => {
  vi.useFakeTimers()
  await vi.advanceTimersByTimeAsync(600_000)
  const traffic = createTraffic()
  const words: CheckMarks[] = []
  const judging = judgeLive(traffic, (found) => words.push(found))
  await vi.advanceTimersByTimeAsync(1)
  askQuiet(2000)
  for (let at = 0; at < 40; at += 1) traffic.append(0, { kind: 'stderr', text: 'x' })
  await vi.advanceTimersByTimeAsync(500)
  expect(words.at(-1)).toMatchObject({ behind: 40, judged: 0 })
  await vi.advanceTimersByTimeAsync(3000)
  expect(words.at(-1)).toMatchObject({ behind: 0, judged: 40 })
  judging.stop()
})
