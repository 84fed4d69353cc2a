// Limits as the page meets them: a clock to watch, more time to give, answers that come too late, servers that ask for patience.
import { afterEach, expect, test } from 'vitest'
import { fakeServer } from '#mcp/testing/fake-server.ts'
import { closePages, command, http, page, program, SETTINGS } from './engine-test-page.ts'

afterEach(closePages)

const never = () => new Promise<never>(() => {})

test('a call can be given more time, and its answer after that is told as late', async () => {
  let answer = (): void => {}
  const slow = program({ answers: { 'tools/call': never } }, (message, say) => {
    if (message.method === 'tools/call') answer = () => say(`{"jsonrpc":"2.0","id":${String(message.id)},"result":{"content":[]}}`)
  })
  const it = page({ proxy: { programs: { node: slow } } })
  await it.call('connect', 'c', 'C', command('node'), SETTINGS)
  const id = it.nextId()
  const call = it.call('request', 'c', 'tools/call', { name: 'x' }, { limits: { idle: 300, total: 0 } })
  const clocks = () => it.heard.filter((one) => one.kind === 'clock')
  await it.until(() => clocks().length > 0)
  expect(clocks()[0]).toMatchObject({ id, clock: { held: false, limits: { idle: 300, total: 0 } } })
  it.say({ kind: 'more', id })
  await it.until(() => clocks().length > 1)
  await expect(call).rejects.toMatchObject({ kind: 'silent', data: { code: 'LIMIT', limit: 'idle', ms: 300 } })
  answer()
  await it.until(() => it.heard.some((one) => one.kind === 'late'))
  expect(it.heard.find((one) => one.kind === 'late')).toMatchObject({ id, late: { answer: { result: { content: [] } } } })
})

test('what is large of a late answer stays with the engine, as of any other', async () => {
  let answer = (): void => {}
  const long = 'line\\n'.repeat(80_000)
  const slow = program({ answers: { 'tools/call': never } }, (message, say) => {
    if (message.method !== 'tools/call') return
    answer = () => say(`{"jsonrpc":"2.0","id":${String(message.id)},"result":{"content":[{"type":"text","text":"${long}"}]}}`)
  })
  const it = page({ proxy: { programs: { node: slow } } })
  await it.call('connect', 'c', 'C', command('node'), SETTINGS)
  const id = it.nextId()
  await expect(it.call('request', 'c', 'tools/call', { name: 'x' }, { limits: { idle: 20, total: 0 } })).rejects.toThrow()
  answer()
  await it.until(() => it.heard.some((one) => one.kind === 'late'))
  const late = it.heard.find((one) => one.kind === 'late')
  const held = { parts: [{ pointer: '/content/0/text', kind: 'text', length: 400_000 }] }
  expect(late).toMatchObject({ id, late: { answer: { held } } })
  expect(JSON.stringify(late).length).toBeLessThan(10_000)
})

test('limits that are changed while connected hold for the next request', async () => {
  const it = page({ proxy: { hosts: { 'http://server.test': fakeServer({ listens: false, answers: { 'tools/list': never } }).fetch } } })
  await it.call('connect', 'c', 'C', http({ via: 'proxy' }), SETTINGS)
  await it.call('adjust', 'c', { ...SETTINGS, timeouts: { ...SETTINGS.timeouts, list: 20 } })
  await expect(it.call('request', 'c', 'tools/list', undefined, {})).rejects.toMatchObject({ data: { code: 'LIMIT', ms: 20 } })
})

test('an attempt to connect shows its clock, and can be given more time', async () => {
  const it = page({ proxy: { hosts: { 'http://server.test': fakeServer({ answers: { initialize: never } }).fetch } } })
  const settings = { ...SETTINGS, timeouts: { ...SETTINGS.timeouts, connect: 300 } }
  const connecting = it.call('connect', 'c', 'C', http({ via: 'proxy' }), settings)
  connecting.catch(() => {})
  await it.until(() => it.state()?.clock !== undefined)
  const before = it.state().clock!.at
  await it.call('keepConnecting', 'c')
  await it.until(() => (it.state().clock?.at ?? 0) >= before)
  await expect(connecting).rejects.toMatchObject({ kind: 'silent' })
  await it.until(() => it.state().status === 'failed')
  expect(it.state().clock).toBeUndefined()
})

test('a busy server is not connected to again before it wants to be, and a call of it is not repeated', async () => {
  const server = fakeServer({ listens: false, sessions: true })
  let busy = false
  let refused = 0
  const host = (request: Request): Promise<Response> => {
    if (!busy) return server.fetch(request)
    refused += 1
    return Promise.resolve(new Response('busy', { status: 503, headers: { 'retry-after': '3600' } }))
  }
  const it = page({ proxy: { hosts: { 'http://server.test': host } } })
  await it.call('connect', 'c', 'C', http({ via: 'proxy' }), { ...SETTINGS, waitForServer: true })
  busy = true
  await expect(it.call('request', 'c', 'tools/call', { name: 'x' }, {})).rejects.toMatchObject({
    code: 503,
    retryAt: expect.toSatisfy((at: number) => Math.abs(at - Date.now() - 3_600_000) < 60_000),
  })
  expect(refused).toBe(1)
  expect(it.state().status).toBe('connected')
  // The session is lost as well: the first attempt to open another is told to wait, and the next is an hour away.
  busy = false
  server.forget()
  await expect(it.call('request', 'c', 'ping', undefined, {})).rejects.toMatchObject({ code: 404 })
  busy = true
  await it.until(() => (it.state().waiting?.attempt ?? 0) === 2)
  expect(it.state().waiting!.nextAt - Date.now()).toBeGreaterThan(3_000_000)
  expect(it.state().problem).toMatchObject({ code: 'http-503', retryAt: expect.any(Number) })
})
