// The checklist through the engine: over the proxy, without it, and for a command.
import { afterEach, expect, test } from 'vitest'
import type { StepReport } from '#mcp/doctor/step.ts'
import { fakeServer } from '#mcp/testing/fake-server.ts'
import { closePages, command, http, page, program, recorded, SETTINGS } from './engine-test-page.ts'

afterEach(closePages)

const states = (steps: StepReport[]) => Object.fromEntries(steps.map(({ id, state }) => [id, state]))

test('steps come as they begin and end, and the checklist leaves the connection alone', async () => {
  const server = fakeServer({ sessions: true })
  const it = page({ proxy: { hosts: { 'http://server.test': server.fetch } } })
  await it.call('connect', 'c', 'one', http({ via: 'proxy', transport: 'http' }), SETTINGS)
  const steps = await it.call('doctor', 'c')
  expect(states(steps)).toMatchObject({ dns: 'ok', tcp: 'ok', status: 'ok', handshake: 'ok', lists: 'ok', stream: 'ok' })
  const told = it.heard.flatMap((message) => (message.kind === 'part' ? [message.part as StepReport] : []))
  expect(told.map(({ id, state }) => `${id} ${state}`).slice(0, 4)).toEqual(['address running', 'address ok', 'dns running', 'dns ok'])
  expect(it.state().status).toBe('connected')
  expect(await recorded(it)).not.toContain('tools/list')
  // Its own, and those that came of asking with a foreign Host and Origin.
  expect(server.seen.filter(({ method }) => method === 'DELETE')).toHaveLength(3)
})

test('a server that nobody hears: the steps say where it ends', async () => {
  const fault = { code: 'ECONNREFUSED', message: 'Nothing listens there' }
  const reach = () => ({ dns: { ms: 1, addresses: ['127.0.0.1'] }, tcp: [{ address: '127.0.0.1', ms: 1, fault }] })
  const it = page({ proxy: { reach } })
  await expect(it.call('connect', 'c', 'one', http(), SETTINGS)).rejects.toMatchObject({ kind: 'unreachable' })
  expect(states(await it.call('doctor', 'c'))).toMatchObject({ tcp: 'bad', status: 'not-reached', lists: 'not-reached' })
})

test('without a proxy the page says what it cannot look at, and does the rest', async () => {
  const it = page({ proxy: false, fetch: fakeServer().fetch })
  await it.call('connect', 'c', 'one', http({ via: 'direct' }), SETTINGS)
  expect(states(await it.call('doctor', 'c'))).toMatchObject({ dns: 'skipped', tcp: 'skipped', preflight: 'skipped', handshake: 'ok' })
})

test('a command: a copy of it is started and ended', async () => {
  const it = page({ proxy: { programs: { serve: program() } } })
  await it.call('connect', 'c', 'one', command('serve'), SETTINGS)
  expect(states(await it.call('doctor', 'c'))).toEqual({ process: 'ok', era: 'ok', handshake: 'ok', lists: 'ok' })
  expect(it.proxy.spawned).toHaveLength(2)
})
