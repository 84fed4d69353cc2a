import { afterEach, expect, test, vi } from 'vitest'
import { closePages, command, page, program, recorded, SETTINGS } from './engine-test-page.ts'

afterEach(closePages)

const logs = program(
  { capabilities: { logging: {} }, answers: { 'logging/setLevel': () => ({}) } },
  ({ method }) => void (method === 'ping' && (pings += 1)),
)
let pings = 0
const sent = async (it: ReturnType<typeof page>, method: string) =>
  (await recorded(it)).split('\n').filter((row) => row.includes(method) && row.includes('"sent"'))

test('the level of log messages is told to each new session', async () => {
  const it = page({ proxy: { programs: { node: logs } } })
  const connect = () => it.call('connect', 'c', 'C', command('node'), SETTINGS)
  await connect()
  await it.call('setLogLevel', 'c', 'error')
  await it.until(() => it.state().logLevel === 'error')
  expect(await sent(it, 'logging/setLevel')).toHaveLength(1)
  await it.call('disconnect', 'c')
  await it.until(() => it.state().status === 'closed' && it.state().logLevel === undefined)
  await connect()
  await it.until(() => it.state().logLevel === 'error')
  expect(await sent(it, 'logging/setLevel')).toHaveLength(2)
})

test('a keep-alive that is changed while connected holds at once', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const it = page({ proxy: { programs: { node: logs } } })
    await it.call('connect', 'c', 'C', command('node'), SETTINGS)
    pings = 0
    vi.advanceTimersByTime(5000)
    await it.call('adjust', 'c', { ...SETTINGS, keepAlive: 1000 })
    expect(await sent(it, '"ping')).toHaveLength(0)
    vi.advanceTimersByTime(1000)
    await vi.waitFor(() => expect(pings).toBe(1))
    await it.call('adjust', 'c', SETTINGS)
    vi.advanceTimersByTime(5000)
    await it.call('message', 'c', 1)
    expect(pings).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('what was subscribed to is subscribed to again when the process is started anew, and the page is told to look', async () => {
  const answers = { 'resources/subscribe': () => ({}), 'resources/unsubscribe': () => ({}) }
  const notes = program({ capabilities: { resources: { subscribe: true } }, answers }, ({ method }, _say, exit) => {
    if (method === 'tools/call') exit(1)
  })
  const it = page({ proxy: { programs: { node: notes } } })
  await it.call('connect', 'c', 'C', command('node'), { ...SETTINGS, waitForServer: true })
  for (const uri of ['a:1', 'a:2']) await it.call('subscribe', 'c', uri, true)
  await it.call('subscribe', 'c', 'a:1', false)
  await it.until(() => it.state().facts?.subscribed.join() === 'a:2')
  expect(it.heard.some(({ kind }) => kind === 'gap')).toBe(false)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    // One that died at its start would stay down.
    vi.setSystemTime(Date.now() + 60_000)
    await it.call('request', 'c', 'tools/call', { name: 'x' }, {}).catch(() => {})
    await it.until(() => it.state().generation === 2 && it.state().facts?.subscribed.join() === 'a:2')
  } finally {
    vi.useRealTimers()
  }
  expect(it.heard.find(({ kind }) => kind === 'gap')).toEqual({ kind: 'gap', connection: 'c', uris: ['a:2'] })
  expect((await recorded(it)).split('\n').filter((row) => row.includes('"gap"') && row.includes('one subscription'))).toHaveLength(1)
  // Another server under the same name is not asked for what the one before had.
  await it.call('connect', 'c', 'C', command('node', '--other'), SETTINGS)
  await it.call('request', 'c', 'ping', undefined, {})
  expect(it.state().facts?.subscribed).toEqual([])
})
