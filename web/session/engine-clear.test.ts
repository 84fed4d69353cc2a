// Clear, and its undoing, as the page has them of the engine.
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, type FakeOptions } from '#mcp/testing/fake-server.ts'
import { UNDO_FOR } from './engine-clear.ts'
// What takes its time to be made ready is, before anything is waited for.
import './engine-judge.ts'
import './engine-keeper.ts'
import { closePages, http, page, SETTINGS } from './engine-test-page.ts'
import { memoryStore } from './record-store.ts'

afterEach(() => {
  vi.useRealTimers()
  return closePages()
})

async function connected(fake: FakeOptions = {}, more: Parameters<typeof page>[0] = {}) {
  const it = page({ proxy: false, fetch: fakeServer({ sessions: true, ...fake }).fetch, ...more })
  await it.call('connect', 'c', 'one', http({ via: 'direct' }), SETTINGS)
  it.say({ kind: 'view', view: 1, connection: 'c', query: { filter: '', tail: false, from: 0, size: 1000 } })
  const found = () => it.heard.flatMap((one) => (one.kind === 'findings' ? [one.found] : [])).at(-1)
  return { ...it, rows: () => it.windows.get(1)?.rows ?? [], found }
}

test('what was cleared is back with its findings, before what came since, and comes back after a reload', async () => {
  const store = memoryStore()
  const it = await connected({ flaws: ['wrong-id-type'] }, { store, tab: { id: 'tab', returning: false } })
  void it.call('request', 'c', 'tools/list', undefined, {}).catch(() => {})
  await it.until(() => (it.found()?.counts.fail ?? 0) > 0 && it.found()?.behind === 0)
  await vi.waitFor(async () => expect(await it.call('keptSize')).toBeGreaterThan(0), { timeout: 5000 })
  const { counts, rules, broken } = it.found()!
  const before = it.rows()
  await it.call('clear', 'c')
  await it.until(() => it.state().cleared === before.length && it.rows().length === 0)
  expect(it.found()).toMatchObject({ counts: { fail: 0 }, broken: 0 })
  expect(await it.call('keptSize')).toBe(0)
  await it.call('notify', 'c', 'notifications/x', {})
  await it.until(() => it.rows().length > 0)
  expect(await it.call('undoClear', 'c')).toBe(true)
  await it.until(() => it.rows().length > before.length)
  expect(it.rows().slice(0, before.length)).toEqual(before)
  expect(it.rows().at(-1)).toMatchObject({ method: 'notifications/x' })
  await it.until(() => it.found()?.broken === broken)
  expect(it.found()).toMatchObject({ counts, rules, broken, missed: 0 })
  await it.until(() => it.state().messages === it.rows().length && it.state().cleared === undefined)
  expect(await it.call('undoClear', 'c')).toBe(false)

  await vi.waitFor(async () => expect(await it.call('keptSize')).toBeGreaterThan(0), { timeout: 5000 })
  const again = await connected({}, { store, tab: { id: 'tab', returning: true } })
  await again.until(() => again.rows().length > it.rows().length)
  // What was under way is lost with the page.
  const crossed = (rows: ReturnType<typeof it.rows>) => rows.map(({ seq, at, method }) => [seq, at, method])
  expect(crossed(again.rows()).slice(0, it.rows().length)).toEqual(crossed(it.rows()))
})

test('after a while it is let go, and the page is told', async () => {
  const it = await connected()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await it.call('clear', 'c')
  await vi.advanceTimersByTimeAsync(UNDO_FOR - 1000)
  await it.call('message', 'c', 1) // a turn of the port
  expect(it.state().cleared).toBeGreaterThan(0)
  await vi.advanceTimersByTimeAsync(2000)
  await it.call('message', 'c', 1)
  expect(it.state().cleared).toBeUndefined()
  expect(await it.call('undoClear', 'c')).toBe(false)
})
