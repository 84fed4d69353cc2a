import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeProxy, type FakeProxyOptions } from '../testing/fake-proxy.ts'
import { openTunnel, type Tunnel, type TunnelState } from './tunnel.ts'

const open: Tunnel[] = []
afterEach(() => {
  for (const tunnel of open.splice(0)) tunnel.close()
})

function dig(options: Partial<FakeProxyOptions> = {}, token = 't') {
  const states: TunnelState[] = []
  const proxy = fakeProxy({ token: 't', ...options })
  const tunnel = openTunnel({ makeSocket: proxy.makeSocket, token, onState: (state) => states.push(state) })
  open.push(tunnel)
  return { proxy, tunnel, states }
}

const echo = async (request: Request): Promise<Response> =>
  new Response(`${request.method} ${await request.text()}`, { status: 201, headers: { 'x-a': request.headers.get('x-a') ?? '' } })

describe('fetch', () => {
  test('carries method, headers, body and answer', async () => {
    const { tunnel } = dig({ hosts: { 'http://h.test': echo } })
    await tunnel.ready(1000)
    const response = await tunnel.fetch(new Request('http://h.test/x', { method: 'POST', headers: { 'X-A': 'é' }, body: 'body' }))
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([201, 'é', 'POST body'])
    expect(await (await tunnel.fetch(new Request('http://h.test/x'))).text()).toBe('GET ')
  })

  test('a status without a body has none', async () => {
    const { tunnel } = dig({ hosts: { 'http://h.test': async () => new Response(null, { status: 204 }) } })
    await tunnel.ready(1000)
    expect((await tunnel.fetch(new Request('http://h.test/', { method: 'DELETE' }))).status).toBe(204)
  })

  test('a refusal names its code', async () => {
    const { tunnel } = dig()
    await tunnel.ready(1000)
    await expect(tunnel.fetch(new Request('http://nobody.test/'))).rejects.toMatchObject({
      kind: 'unreachable',
      message: 'Nothing listens at nobody.test.',
      data: { code: 'ECONNREFUSED' },
    })
  })

  test('an abort reaches the other side, before and after the headers', async () => {
    let aborted = 0
    const hang = (request: Request): Promise<Response> => {
      request.signal.addEventListener('abort', () => (aborted += 1))
      return request.url.endsWith('stream') ? Promise.resolve(new Response(new ReadableStream())) : new Promise(() => {})
    }
    const { tunnel, proxy } = dig({ hosts: { 'http://h.test': hang } })
    await tunnel.ready(1000)
    for (const path of ['early', 'stream']) {
      const control = new AbortController()
      const fetching = tunnel.fetch(new Request(`http://h.test/${path}`, { signal: control.signal }))
      const reading = path === 'stream' ? fetching.then((response) => response.text()) : fetching
      if (path === 'stream') await fetching
      else await vi.waitFor(() => expect(proxy.fetched).toHaveLength(1))
      control.abort()
      await expect(reading).rejects.toThrow()
    }
    await vi.waitFor(() => expect(aborted).toBe(2))
  })
})

test('a lost proxy fails what was under way, and is dialled again', async () => {
  const { tunnel, proxy, states } = dig({
    hosts: { 'http://h.test': () => new Promise(() => {}) },
    programs: { p: () => ({ line: () => {} }) },
  })
  await tunnel.ready(1000)
  const exits: unknown[] = []
  tunnel.spawn(
    { command: 'p', args: [], env: {} },
    { started() {}, lines() {}, errorLines() {}, overlong() {}, exited: (exit) => exits.push(exit) },
  )
  const fetching = tunnel.fetch(new Request('http://h.test/'))
  const asking = new Promise((resolve) => setTimeout(() => resolve(proxy.drop(true)), 10))
  await expect(fetching).rejects.toMatchObject({ data: { code: 'NO_PROXY' } })
  await asking
  expect(exits).toMatchObject([{ code: null, error: { code: 'NO_PROXY' } }])
  await expect(tunnel.fetch(new Request('http://h.test/'))).rejects.toMatchObject({ data: { code: 'NO_PROXY' } })
  proxy.up()
  await tunnel.ready(3000)
  expect(states.map((state) => state.kind)).toEqual(expect.arrayContaining(['open', 'lost', 'open']))
})

test('a proxy that was never there is not waited for, and taken when it comes', async () => {
  const { tunnel, proxy, states } = dig()
  proxy.drop(true)
  await expect(tunnel.ready(60_000)).rejects.toMatchObject({ data: { code: 'NO_PROXY' } })
  expect(states.at(-1)).toMatchObject({ kind: 'lost', never: true })
  proxy.up()
  await vi.waitFor(() => expect(tunnel.state.kind).toBe('open'), { timeout: 3000 })
})

test('a wrong token is not tried again', async () => {
  const { tunnel } = dig({}, 'wrong')
  await expect(tunnel.ready(5000)).rejects.toMatchObject({ message: 'The proxy of Loupe is not reachable: Wrong token' })
  expect(tunnel.state).toEqual({ kind: 'lost', why: 'Wrong token' })
})

test('a preflight is answered', async () => {
  const { tunnel } = dig({ preflight: (url, headers) => ({ reached: false, code: url, message: headers.join() }) })
  await tunnel.ready(1000)
  expect(await tunnel.preflight({ url: 'u', origin: 'o', method: 'POST', headers: ['a', 'b'] })).toEqual({
    reached: false,
    code: 'u',
    message: 'a,b',
  })
})

test('a line that the proxy did not keep is told by its start and its length', async () => {
  const { tunnel } = dig({ programs: { p: (_, child) => ({ line: () => child.pour('{"a":', 300_000_000) }) } })
  await tunnel.ready(1000)
  const told: [string, number][] = []
  const child = tunnel.spawn(
    { command: 'p', args: [], env: {} },
    { started() {}, lines() {}, errorLines() {}, overlong: (start, bytes) => told.push([start, bytes]), exited() {} },
  )
  child.write('go')
  await vi.waitFor(() => expect(told).toEqual([['{"a":', 300_000_000]]))
})
