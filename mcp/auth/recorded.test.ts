import { expect, test } from 'vitest'
import { fakeGuarded, type GuardedOptions } from '../testing/fake-authorization.ts'
import { createTraffic, type Traffic } from '../traffic.ts'
import { createWire } from '../wire.ts'
import { createCourier } from './courier.ts'
import { Flow } from './flow.ts'
import { Keyring } from './keyring.ts'
import { recordedFlow } from './recorded.ts'

const CALL = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } })

/** A refused call, a login and the call once more, as they stand in a record. */
async function recorded(
  options: GuardedOptions = {},
): Promise<{ traffic: Traffic; url: string; ask(token?: string): Promise<void>; flow: Flow }> {
  const it = fakeGuarded(options)
  const traffic = createTraffic()
  const wire = createWire(it.fetch, traffic)
  const ask = async (token?: string): Promise<void> => {
    const headers: [string, string][] = [['Content-Type', 'application/json']]
    if (token !== undefined) headers.push(['Authorization', `Bearer ${token}`])
    await wire.send({ method: 'POST', url: it.url, headers, body: CALL }, {}).ended
  }
  await ask()
  const courier = createCourier(() => ({ direct: it.fetch, first: 'direct' }), traffic, it.url)
  const flow = new Flow(
    { server: it.url, origin: 'http://127.0.0.1:6274', courier, keyring: new Keyring(), spoken: () => undefined, onChange: () => {} },
    {},
  )
  await flow.run()
  const { open } = flow.state()
  if (open !== undefined) await flow.run('callback', undefined, it.login(open.url))
  return { traffic, url: it.url, ask, flow }
}

const told = (traffic: Traffic, url: string) => recordedFlow(traffic.events(), url, '2025-11-25')
const stepsOf = (traffic: Traffic, url: string) =>
  Object.fromEntries(told(traffic, url)!.steps.map(({ id, state, says }) => [id, `${state}: ${says}`]))

test('a login is read back from what crossed the wire, step by step, and holds no secret', async () => {
  const { traffic, url, ask, flow } = await recorded({ refresh: 'rotate' })
  expect(stepsOf(traffic, url).use).toBe('waiting: The record ends before it is used')
  const { access, refresh } = flow.tokens!
  await ask(access)
  expect(stepsOf(traffic, url)).toEqual({
    challenge: 'done: The server asks for a token',
    'resource-metadata': 'done: Found at mcp.test',
    issuer: 'done: as.test',
    'server-metadata': 'done: Found at as.test',
    registration: 'done: Registered dynamically',
    authorization: 'done: A person logged in; what they saw is in no record',
    callback: 'done: A code came back',
    token: 'done: A token was issued',
    use: 'done: The server took it',
  })
  const state = told(traffic, url)!
  expect(state).toMatchObject({ status: 'authorized', resource: url, redirectUri: 'http://127.0.0.1:6274/callback', mode: 'oauth' })
  expect(state.steps[0]!.facts[0]).toEqual({ name: 'Refused', value: 'tools/call x with HTTP 401' })
  for (const secret of [access, refresh!, 'code-2-of-this-test']) expect(JSON.stringify(state)).not.toContain(secret)
})

test('a renewal stands beside the login that it follows, and another login takes its place', async () => {
  const { traffic, url, flow, ask } = await recorded({ refresh: 'rotate' })
  await ask(flow.tokens!.access)
  await flow.run('refresh')
  expect(stepsOf(traffic, url)).toMatchObject({ refresh: 'done: The token was refreshed', token: 'done: A token was issued' })
  await ask('spoilt')
  await flow.run('challenge', 'server-metadata')
  expect(stepsOf(traffic, url)).toMatchObject({ 'server-metadata': 'done: Found at as.test', token: 'waiting: ' })
})

test('where it stopped it shows why', async () => {
  const { traffic, url } = await recorded({ registration: () => ({ status: 400, body: { error: 'invalid_redirect_uri' } }) })
  expect(told(traffic, url)).toMatchObject({ status: 'failed', at: 'registration' })
  expect(stepsOf(traffic, url).registration).toBe('failed: as.test: invalid_redirect_uri')
})

test('a record without any has none', () => {
  expect(told(createTraffic(), 'https://mcp.test/mcp')).toBeUndefined()
})
