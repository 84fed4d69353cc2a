// Authorization through the engine's port: a refusal while connecting and under way, refresh, more scopes, sign out, and a page that
// leaves and comes back.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import type { Kept } from '#mcp/auth/kept.ts'
import { fakeGuarded, type Guarded, type GuardedOptions } from '#mcp/testing/fake-authorization.ts'
import { fakeServer } from '#mcp/testing/fake-server.ts'
// Loaded ahead: on a busy machine it takes longer than a test waits.
import './engine-auth.ts'
import type { ConnectSettings } from './engine-messages.ts'
import { closePages, command, http, page, program, recorded, SETTINGS } from './engine-test-page.ts'

afterEach(closePages)
// The engine fetches these when they are wanted: on a busy machine that alone may take a test's whole time.
beforeAll(() => Promise.all([import('./engine-connection.ts'), import('./engine-auth.ts')]), 60_000)

const PAGE = { mode: 'url', url: 'https://bank.test/login', elicitationId: 'e', message: 'Log in at the bank' }
const AUTH = { redirectUri: 'http://127.0.0.1:6274/callback' }

interface Opened {
  it: ReturnType<typeof page>
  server: Guarded
  flow(): FlowState
  connecting: Promise<unknown>
  /** Waits for the login page, logs in, and hands the answer over as /callback does. */
  login(): Promise<void>
}

function start(
  options: GuardedOptions = {},
  settings: Partial<ConnectSettings> = {},
  more: { server?: Guarded; kept?: Kept[] } = {},
): Opened {
  const server = more.server ?? fakeGuarded(options)
  const it = page({ fetch: server.fetch, proxy: false, ...(more.kept === undefined ? {} : { kept: more.kept }) })
  const flow = (): FlowState => {
    const last = it.heard.findLast((one) => one.kind === 'auth')
    if (last === undefined) throw new Error('Nothing was told of authorization yet')
    return last.flow
  }
  const connecting = it.call('connect', 'c', 'c', http({ url: server.url, via: 'direct' }), {
    ...SETTINGS,
    ...settings,
    auth: { ...AUTH, ...settings.auth },
  })
  connecting.catch(() => undefined)
  let last = ''
  return {
    it,
    server,
    flow,
    connecting,
    async login() {
      const open = (): string => it.heard.findLast((one) => one.kind === 'auth')?.flow.open?.url ?? ''
      await it.until(() => open() !== '' && open() !== last)
      last = open()
      expect(await it.call('authAnswer', server.login(last))).toBe('c')
    },
  }
}

const keptBy = (it: ReturnType<typeof page>): Kept[] => it.heard.findLast((one) => one.kind === 'keep')?.kept ?? []

describe('while connecting', () => {
  it('case 113: a 401 begins the flow by its status, and the connection waits for the person', async () => {
    const { it, server, flow, connecting, login } = start()
    await it.until(() => it.heard.some((one) => one.kind === 'auth' && one.flow.status === 'waiting'))
    expect(flow()).toMatchObject({ status: 'waiting', at: 'authorization', holds: true })
    expect(it.state().status).toBe('connecting')
    await login()
    await connecting
    await it.until(() => it.state()?.status === 'connected')
    await it.until(() => flow().steps.find(({ id }) => id === 'use')!.state === 'done')
    expect(flow()).toMatchObject({ status: 'authorized', holds: false })
    // A refusal that was answered is no fault; requests beside the conversation are told by their path.
    it.say({ kind: 'view', view: 1, connection: 'c', query: { filter: '', tail: false, from: 0, size: 50 } })
    await it.until(() => it.windows.has(1))
    const { rows } = it.windows.get(1)!
    expect(rows.filter(({ tone }) => tone === 'bad')).toEqual([])
    expect(
      rows
        .filter(({ method, direction }) => method === 'authorization' && direction === 'out')
        .map(({ name, status }) => `${name} ${status}`),
    ).toEqual([
      'GET /.well-known/oauth-protected-resource/a/mcp · mcp.test HTTP 200',
      'GET /.well-known/oauth-authorization-server · as.test HTTP 200',
      'POST /register · as.test HTTP 201',
      'POST /token · as.test HTTP 200',
    ])
    // AUT-04: with every request.
    const after = server.carried.slice(server.carried.findIndex((one) => one.includes('Bearer')))
    expect(after.every((one) => one.includes('Bearer access-token-'))).toBe(true)
  })

  it('case 119: an open server is never asked for anything else', async () => {
    const server = fakeServer()
    const urls: string[] = []
    const it = page({ fetch: (request) => (urls.push(request.url), server.fetch(request)), proxy: false })
    await it.call('connect', 'c', 'c', http({ via: 'direct' }), SETTINGS)
    expect(new Set(urls)).toEqual(new Set(['http://server.test/mcp']))
    expect(it.heard.some((one) => one.kind === 'auth')).toBe(false)
  })

  it.each([['none'], ['bearer']] as const)('the mode %s never probes', async (mode) => {
    const { it, server, connecting } = start({}, { auth: { mode } })
    await expect(connecting).rejects.toMatchObject({ kind: 'http', code: 401 })
    expect(server.asked).toEqual([])
    expect(it.heard.some((one) => one.kind === 'auth')).toBe(false)
  })

  it.each([
    [{ mode: 'basic', user: 'a', password: 'ü' }, 'Basic YTrDvA=='],
    [{ mode: 'api-key', key: 'k', keyHeader: 'Authorization' }, 'k'],
  ] as const)('%j sends its header', async (auth, header) => {
    const { server, connecting } = start({}, { auth })
    await expect(connecting).rejects.toMatchObject({ code: 401 })
    expect(server.carried[0]).toBe(`initialize ${header}`)
    expect(server.asked).toEqual([])
  })

  it('what stops the flow fails the connection with that; once mended, it connects by itself', async () => {
    const { it, flow, connecting, login } = start({ metadata: { code_challenge_methods_supported: undefined } })
    await expect(connecting).rejects.toMatchObject({ code: 401, data: { code: 'AUTHORIZATION' } })
    await it.until(() => it.heard.some((one) => one.kind === 'auth' && one.flow.status === 'failed'))
    expect(flow()).toMatchObject({ status: 'failed', at: 'server-metadata' })
    await it.call('authorize', 'c', { do: 'run', from: 'server-metadata', settings: { ...AUTH, waive: ['pkce-unknown'] } })
    await login()
    await it.until(() => it.state().status === 'connected')
  })

  it('cancelling gives the login up', async () => {
    const { it, connecting } = start()
    await it.until(() => it.heard.some((one) => one.kind === 'auth' && one.flow.status === 'waiting'))
    await it.call('disconnect', 'c')
    await expect(connecting).rejects.toMatchObject({ kind: 'cancelled' })
  })

  it('an own Authorization header is a person’s choice: no flow', async () => {
    const server = fakeGuarded()
    const it = page({ fetch: server.fetch, proxy: false })
    await expect(it.call('connect', 'c', 'c', http({ url: server.url, via: 'direct', bearer: 'wrong' }), SETTINGS)).rejects.toMatchObject({
      code: 401,
    })
    expect(server.asked).toEqual([])
  })
})

it('a stream that was refused before the login is opened after it', async () => {
  const guarded = fakeGuarded({ fake: { listens: true } })
  // Open until a list is wanted, and its stream guarded from the start.
  const lax: Guarded = {
    ...guarded,
    async fetch(request) {
      const body = request.method === 'POST' && request.url === guarded.url ? await request.clone().text() : ''
      return /"method":"(?:initialize|notifications)/.test(body) ? guarded.mcp.fetch(request) : guarded.fetch(request)
    },
  }
  const { it, connecting, login } = start({}, {}, { server: lax })
  await connecting
  await it.until(() => it.state()?.facts?.listening === 'none')
  const call = it.call('request', 'c', 'tools/list', undefined, {})
  await login()
  await call
  await it.until(() => it.state()?.facts?.listening === 'open')
})

describe('under way', () => {
  async function connected(options: GuardedOptions = {}, settings: Partial<ConnectSettings> = {}): Promise<Opened> {
    const opened = start(options, settings)
    await opened.login()
    await opened.connecting
    return opened
  }

  it('an expired token is refreshed within the call, once for all calls', async () => {
    const { it, server } = await connected({ refresh: 'rotate' })
    server.spoil()
    const answers = await Promise.all([1, 2, 3].map(() => it.call('request', 'c', 'tools/list', undefined, {})))
    expect(answers).toHaveLength(3)
    expect(server.to('/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')).toHaveLength(1)
  })

  it('is refreshed before it expires', async () => {
    const { it, server } = await connected({ refresh: true, lifetime: 0 })
    const before = server.carried.length
    await it.call('request', 'c', 'ping', undefined, {})
    expect(server.to('/token').at(-1)!.form.get('grant_type')).toBe('refresh_token')
    expect(server.carried.slice(before)).toHaveLength(1)
  })

  it('of one that lives twenty seconds nothing is refreshed at each request', async () => {
    const { it, server } = await connected({ refresh: true, lifetime: 20 })
    for (let time = 0; time < 3; time += 1) await it.call('request', 'c', 'ping', undefined, {})
    expect(server.to('/token').filter(({ form }) => form.get('grant_type') === 'refresh_token')).toEqual([])
  })

  it('an authorization server that is not well costs the call, not the refresh token and no login', async () => {
    const server = fakeGuarded({ refresh: 'rotate' })
    let ill = false
    const fetch: Guarded['fetch'] = (request) =>
      ill && request.url.endsWith('/token') ? Promise.resolve(new Response('busy', { status: 503 })) : server.fetch(request)
    const { it, connecting, login, flow } = start({}, {}, { server: { ...server, fetch } })
    await login()
    await connecting
    server.spoil()
    ill = true
    await expect(it.call('request', 'c', 'tools/list', undefined, {})).rejects.toMatchObject({
      advice: expect.stringContaining('HTTP 503'),
    })
    await it.until(() => flow().status === 'failed')
    ill = false
    await it.call('request', 'c', 'tools/list', undefined, {})
    expect(server.to('/authorize')).toEqual([])
  })

  it('what another page of this browser did with the tokens holds here too', async () => {
    const { it, server, flow } = await connected({ refresh: 'rotate' }, { auth: { ...AUTH, storage: 'local' } })
    const [kept] = keptBy(it)
    it.say({ kind: 'kept', kept: [{ ...kept!, tokens: { ...kept!.tokens!, access: 'from-another-page' } }] })
    await it.until(() => flow().token !== undefined)
    await it.call('request', 'c', 'ping', undefined, {}).catch(() => undefined)
    expect(server.carried.join()).toContain('from-another-page')
    it.say({ kind: 'kept', kept: [] })
    await it.until(() => flow().token === undefined)
  })

  it('without a refresh token the person logs in again, and the call goes on', async () => {
    const { it, server, login } = await connected()
    server.spoil()
    const call = it.call('request', 'c', 'tools/list', undefined, {})
    await login()
    await expect(call).resolves.toMatchObject({ result: {} })
  })

  it('A11-10, A11-11, case 117: more scopes are asked for together with the old ones, once, with leave', async () => {
    const { it, server, flow, login } = await connected({ needs: { 'tools/call': ['files:write'] }, challenge: 'Bearer scope="read"' })
    const call = it.call('request', 'c', 'tools/call', { name: 'x', arguments: {} }, {})
    call.catch(() => undefined)
    await it.until(() => flow().stepUp !== undefined)
    expect(flow().stepUp).toMatchObject({ during: 'tools/call x', wants: ['files:write'], asks: ['read', 'files:write'] })
    await it.call('authorize', 'c', { do: 'decide', go: true })
    await login()
    await call.catch((error: unknown) => expect(error).not.toMatchObject({ code: 403 }))
    expect(server.to('/token')).toHaveLength(2)
  })

  it('A11-12: what was granted and is not enough is a permanent failure', async () => {
    const { it, server, flow, login } = await connected({
      needs: { 'tools/call': ['never'] },
      grants: (scopes) => scopes.filter((one) => one !== 'never'),
    })
    const call = it.call('request', 'c', 'tools/call', { name: 'x', arguments: {} }, {})
    call.catch(() => undefined)
    await it.until(() => flow().stepUp !== undefined)
    await it.call('authorize', 'c', { do: 'decide', go: true })
    await login()
    await expect(call).rejects.toMatchObject({ code: 403, advice: expect.stringMatching(/asked for already/) as string })
    await expect(it.call('request', 'c', 'tools/call', { name: 'x', arguments: {} }, {})).rejects.toMatchObject({ code: 403 })
    expect(server.to('/token')).toHaveLength(2)
  })

  it('declining fails the call, and nothing is asked', async () => {
    const { it, server, flow } = await connected({ needs: { 'tools/call': ['w'] } })
    const call = it.call('request', 'c', 'tools/call', { name: 'x', arguments: {} }, {})
    call.catch(() => undefined)
    await it.until(() => flow().stepUp !== undefined)
    await it.call('authorize', 'c', { do: 'decide', go: false })
    await expect(call).rejects.toMatchObject({ code: 403 })
    expect(server.to('/token')).toHaveLength(1)
  })

  it('case 115: after signing out no header is sent, and nothing is kept', async () => {
    const { it, server } = await connected({ refresh: true })
    await it.call('authorize', 'c', { do: 'sign-out', revoke: true })
    expect(server.revoked).toHaveLength(2)
    expect(keptBy(it).every(({ tokens }) => tokens === undefined)).toBe(true)
    const before = server.carried.length
    it.call('request', 'c', 'ping', undefined, {}).catch(() => undefined)
    await it.until(() => server.carried.length > before)
    expect(server.carried[before]).toBe('ping ')
  })

  it('case 115: what is forgotten is gone, from the list and from where it was stored', async () => {
    const { it, flow } = await connected({ refresh: true }, { auth: { storage: 'local' } })
    await it.until(() => flow().kept.length === 1)
    const { key } = flow().kept[0]!
    await it.call('authorize', 'c', { do: 'sign-out', revoke: false })
    expect(flow().kept.map(({ token, refresh, clientId }) => [token, refresh, clientId !== undefined])).toEqual([[false, false, true]])
    await it.call('authorize', 'c', { do: 'forget', key })
    await it.until(() => flow().kept.length === 0)
    expect(it.heard.findLast((one) => one.kind === 'keep')).toMatchObject({ kept: [], gone: [key] })
  })

  it('another place for tokens holds at once: they are stored there, and nowhere else', async () => {
    const { it, login, connecting } = start()
    await login()
    await connecting
    const move = async (storage: 'local' | 'memory') => {
      await it.call('authorize', 'c', { do: 'settings', settings: { ...AUTH, storage } })
      return it.heard.findLast((one) => one.kind === 'keep')
    }
    const moved = await move('local')
    expect(moved?.storage).toBe('local')
    expect(moved?.kept[0]?.tokens).toBeDefined()
    expect((await move('memory'))?.storage).toBe('memory')
  })

  it('a conversation beside it, as for the checklist, carries the token too', async () => {
    const { it } = await connected()
    const steps = await it.call('doctor', 'c')
    expect(steps.find(({ id }) => id === 'initialize' || id === 'greeting')?.state ?? 'ok').not.toBe('bad')
    expect(JSON.stringify(steps)).not.toMatch(/HTTP 401/)
  })

  it('ELI-20: a page that the server wants visited, be it a login, changes nothing of the token and asks nobody for another', async () => {
    const { it, server } = await connected({
      fake: { answers: { 'tools/call': async (_, turn) => ({ got: await turn.ask(1, 'elicitation/create', PAGE), content: [] }) } },
    })
    const [asked, token] = [server.asked.length, server.carried.at(-1)]
    const call = it.call('request', 'c', 'tools/call', { name: 'x', arguments: {} }, {})
    await it.until(() => it.heard.some((one) => one.kind === 'ask'))
    const { ask } = it.heard.find((one) => one.kind === 'ask')!
    it.say({ kind: 'answer', ask: ask.key, reply: { kind: 'result', result: { action: 'accept' } } })
    expect((await call).result).toMatchObject({ got: { action: 'accept' } })
    await it.call('request', 'c', 'ping', undefined, {})
    expect(server.carried.at(-1)?.split(' ').slice(1)).toEqual(token?.split(' ').slice(1))
    expect(server.asked).toHaveLength(asked)
  })

  it('giving up while the login page waits fails what held for it, and the page is told that nothing waits', async () => {
    const { it, connecting, flow } = start()
    await it.until(() => it.heard.some((one) => one.kind === 'auth' && one.flow.status === 'waiting'))
    await it.call('authorize', 'c', { do: 'decide', go: false })
    await expect(connecting).rejects.toMatchObject({ code: 401, advice: 'The login was given up.' })
    await it.until(() => flow().status === 'closed')
    expect(flow()).toMatchObject({ holds: false, gaveUp: true })
    expect(flow().open).toBeUndefined()
  })

  it('giving up counts at once, though the token endpoint is silent and hears of no abort', async () => {
    const server = fakeGuarded()
    const fetch: Guarded['fetch'] = (request) => (request.url.endsWith('/token') ? new Promise(() => {}) : server.fetch(request))
    const { it, connecting, flow } = start({}, {}, { server: { ...server, fetch } })
    const open = (): string => it.heard.findLast((one) => one.kind === 'auth')?.flow.open?.url ?? ''
    await it.until(() => open() !== '')
    void it.call('authAnswer', server.login(open()))
    await it.until(
      () => flow().at === 'token' && flow().status === 'running' && flow().steps.find(({ id }) => id === 'token')!.trips.length > 0,
    )
    await it.call('authorize', 'c', { do: 'decide', go: false })
    await expect(connecting).rejects.toMatchObject({ code: 401, advice: 'The login was given up.' })
    await it.until(() => flow().status === 'closed')
  })

  it('client credentials take no person', async () => {
    const { connecting, it } = start({}, { auth: { mode: 'client-credentials', clientId: 'm', clientSecret: 's' } })
    await connecting
    await it.until(() => it.state()?.status === 'connected')
  })

  it('DPoP: the token goes with a proof for each request', async () => {
    const proofs: string[] = []
    const guarded = fakeGuarded({ nonce: 'n' })
    const seen: Guarded = { ...guarded, fetch: (request) => (proofs.push(request.headers.get('dpop') ?? ''), guarded.fetch(request)) }
    const { connecting, login, server } = start({}, { auth: { dpop: true } }, { server: seen })
    await login()
    await connecting
    expect(server.carried.at(-1)).toMatch(/DPoP access-token/)
    expect(new Set(proofs.filter((one) => one !== '')).size).toBe(proofs.filter((one) => one !== '').length)
  })
})

it('what was kept is used by a fresh engine, and refreshed there', async () => {
  const { it: first, server, connecting, login } = start({ refresh: true })
  await login()
  await connecting
  const kept = keptBy(first)
  server.spoil()
  const second = start({}, {}, { server, kept })
  await second.connecting
  expect(server.to('/register')).toHaveLength(1)
  expect(server.to('/token').at(-1)!.form.get('grant_type')).toBe('refresh_token')
})

it('AUT-15: a page that leaves for the login page comes back to a fresh engine', async () => {
  const { it: first, server, flow } = start()
  await first.until(() => first.heard.some((one) => one.kind === 'auth' && one.flow.status === 'waiting'))
  const left = await first.call('authLeave', 'c')
  const back = server.login(flow().open!.url)
  const second = page({ fetch: server.fetch, proxy: false })
  const target = http({ url: server.url, via: 'direct' })
  const returned = await second.call('authReturn', 'c', 'c', target, { ...SETTINGS, auth: AUTH }, left)
  const trips = (steps: FlowState['steps']) => steps.flatMap((step) => step.trips)
  expect(trips(flow().steps).every(({ exchange }) => exchange > 0)).toBe(true)
  // The numbers of the record that stayed behind would lead to other exchanges of the new one.
  expect(trips(returned.steps).map(({ exchange }) => exchange)).toEqual(trips(flow().steps).map(() => 0))
  expect(await second.call('authAnswer', back)).toBe('c')
  await second.call('connect', 'c', 'c', target, { ...SETTINGS, auth: AUTH })
  expect(server.carried.at(-1)).toMatch(/Bearer/)
})

it('a token that a returning page was given, and that is refused at once, is neither renewed nor asked for again', async () => {
  const server = fakeGuarded({ refresh: true })
  const { it: first, flow } = start({}, {}, { server })
  await first.until(() => first.heard.some((one) => one.kind === 'auth' && one.flow.status === 'waiting'))
  const left = await first.call('authLeave', 'c')
  const back = server.login(flow().open!.url)
  const refusing: Guarded['fetch'] = (request) => {
    if (request.url === server.url) server.spoil()
    return server.fetch(request)
  }
  const second = page({ fetch: refusing, proxy: false })
  const target = http({ url: server.url, via: 'direct' })
  await second.call('authReturn', 'c', 'c', target, { ...SETTINGS, auth: AUTH }, left)
  expect(await second.call('authAnswer', back)).toBe('c')
  const connecting = second.call('connect', 'c', 'c', target, { ...SETTINGS, auth: AUTH })
  await expect(connecting).rejects.toMatchObject({ advice: expect.stringMatching(/refuses a token that was just issued/) as string })
  expect(server.to('/token')).toHaveLength(1)
})

it('a page that comes back from a login that failed says so before it asks for another', async () => {
  const { it: first, server, flow } = start()
  await first.until(() => first.heard.some((one) => one.kind === 'auth' && one.flow.status === 'waiting'))
  const left = await first.call('authLeave', 'c')
  const back = new URL(server.login(flow().open!.url))
  back.searchParams.delete('code')
  back.searchParams.set('error', 'access_denied')
  const second = page({ fetch: server.fetch, proxy: false })
  const target = http({ url: server.url, via: 'direct' })
  const settings = { ...SETTINGS, auth: AUTH }
  await second.call('authReturn', 'c', 'c', target, settings, left)
  expect(await second.call('authAnswer', back.href)).toBe('c')
  const told = () => second.heard.findLast((one) => one.kind === 'auth')?.flow
  await expect(second.call('connect', 'c', 'c', target, settings)).rejects.toMatchObject({ code: 401, data: { code: 'AUTHORIZATION' } })
  await second.until(() => told()?.status === 'failed')
  expect(told()).toMatchObject({ at: 'callback' })
  // What is known of the connection is told in a frame of its own.
  await second.until(() => second.state()?.problem !== undefined)
  expect(second.state().problem).toMatchObject({ authorization: true })
  // Once told, the next attempt begins another login.
  second.call('connect', 'c', 'c', target, settings).catch(() => undefined)
  await second.until(() => told()?.open !== undefined)
})

it('the record holds each request, masked on the screen and out of exports', async () => {
  const { it, server, connecting, login } = start({ refresh: true })
  await login()
  await connecting
  const verifier = server.to('/token')[0]!.form.get('code_verifier')!
  const whole = await recorded(it)
  expect(whole).toContain(verifier)
  const clean = await (await it.call('export', 'c', { as: 'record', secrets: false, by: { name: 't', version: '0' } })).text()
  for (const secret of [verifier, 'access-token-3', 'refresh-token-3', 'code-2-of-this-test']) expect(clean).not.toContain(secret)
  const exchanges = [...whole.matchAll(/"exchange":(\d+),"kind":"sent"[^\n]*"aside"/g)].map((one) => Number(one[1]))
  expect(exchanges.length).toBeGreaterThan(2)
  for (const exchange of exchanges) {
    const detail = JSON.stringify(await it.call('exchange', 'c', exchange))
    expect(detail).not.toContain(verifier)
    expect(detail).not.toContain('access-token-3')
  }
  // Opened again, it shows what was done, and could do none of it.
  await it.call('openRecord', 'saved', 'one.jsonl', new Blob([clean]))
  const flow = await it.call('auth', 'saved')
  expect(flow).toMatchObject({ status: 'authorized', server: server.url })
  expect(flow?.steps.filter(({ trips }) => trips.length > 0).map(({ id, state }) => `${id} ${state}`)).toEqual([
    'resource-metadata done',
    'server-metadata done',
    'registration done',
    'token done',
  ])
  const trace = await (await it.call('authTrace', 'c')).text()
  expect(trace).not.toMatch(/access-token-3-of|refresh-token-3-of|code-2-of/)
})

it('STD-14: a process has none: its credentials come by the environment', async () => {
  const it = page({ proxy: { programs: { echo: program() } } })
  await it.until(() => it.heard.some((one) => one.kind === 'proxy' && one.state.kind === 'open'))
  await it.call('connect', 'c', 'c', command('echo'), SETTINGS)
  expect(await it.call('auth', 'c')).toBeNull()
  await expect(it.call('authorize', 'c', { do: 'run' })).rejects.toMatchObject({ kind: 'unsent' })
})

it('a page that comes back waits for its proxy before the code is used', async () => {
  const server = fakeGuarded()
  const hosts = { 'https://mcp.test': server.fetch, 'https://as.test': server.fetch }
  const first = page({ proxy: { hosts } })
  const target = http({ url: server.url, via: 'proxy' })
  first.call('connect', 'c', 'c', target, { ...SETTINGS, auth: AUTH }).catch(() => undefined)
  const flow = () => first.heard.findLast((one) => one.kind === 'auth')?.flow
  await first.until(() => flow()?.open !== undefined)
  const left = await first.call('authLeave', 'c')
  const back = server.login(flow()!.open!.url)
  const second = page({ proxy: { hosts } })
  // All at once, as after a load: the proxy has not answered yet.
  void second.call('authReturn', 'c', 'c', target, { ...SETTINGS, auth: AUTH }, left)
  expect(await second.call('authAnswer', back)).toBe('c')
  await second.call('connect', 'c', 'c', target, { ...SETTINGS, auth: AUTH })
  expect(server.to('/token')).toHaveLength(1)
  expect(server.to('/register')).toHaveLength(1)
})
