// Authorization with a real provider and a real resource server, over real sockets: what stands against both is our engine, whole.
import { afterEach, beforeAll, afterAll, describe, expect, test } from 'vitest'
import { FlowAuthorizer } from '#mcp/auth/authorizer.ts'
import { createCourier } from '#mcp/auth/courier.ts'
import { Flow } from '#mcp/auth/flow.ts'
import { Keyring } from '#mcp/auth/keyring.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { connect } from '#mcp/session.ts'
import type { Session } from '#mcp/session-types.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { relayFetch } from './relay-fetch.ts'
import { logIn, startProvider, startResource, type RunningProvider, type RunningResource } from './testing/provider.ts'

let provider: RunningProvider
let resource: RunningResource
beforeAll(async () => {
  provider = await startProvider()
  resource = await startResource(provider)
})
afterAll(() => {
  provider.close()
  resource.close()
})

const sessions: Session[] = []
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((one) => one.close()))
  resource.trust(provider)
})

interface Person {
  flow: Flow
  authorizer: FlowAuthorizer
  session: Session
  logins: number
}

/** Connects, with a person who logs in whenever they are asked to, and allows every step-up. */
async function person(url: string, settings: AuthSettings = {}, keyring = new Keyring()): Promise<Person> {
  const traffic = createTraffic()
  const made = { logins: 0 } as Person
  let opened = ''
  const look = (): void => {
    made.authorizer?.changed()
    const { open, stepUp } = made.flow.state()
    if (stepUp !== undefined) made.authorizer.decide(true)
    if (open === undefined || open.url === opened) return
    opened = open.url
    made.logins += 1
    logIn(open.url, open.redirectUri).then(
      (back) => made.flow.run('callback', undefined, back),
      (error: unknown) => made.flow.run('callback', undefined, `?state=none&error=${String(error)}`),
    )
  }
  const courier = createCourier(() => ({ proxy: relayFetch, first: 'proxy' }), traffic, url)
  made.flow = new Flow(
    { server: url, origin: 'http://127.0.0.1:6274', courier, keyring, spoken: () => '2026-07-28', onChange: () => queueMicrotask(look) },
    settings,
  )
  made.authorizer = new FlowAuthorizer(made.flow, false)
  made.session = await connect({
    url,
    era: '2026-07-28',
    transport: 'http',
    fetch: relayFetch,
    traffic,
    authorizer: made.authorizer,
    clientInfo: { name: 'loupe', version: '0' },
    capabilities: {},
    onAsk: () => Promise.resolve({ kind: 'error', code: -1, message: 'no' }),
    onNotice: () => {},
  })
  sessions.push(made.session)
  return made
}

const say = (text: string) => ({ result: { content: [{ type: 'text', text }] } })
const call = (session: Session, name: string) => session.request('tools/call', { name, arguments: {} })

describe('one person', () => {
  test('logs in: found, registered, allowed, used; every step is done', async () => {
    const { session, flow, logins } = await person(resource.url)
    expect(await call(session, 'look')).toMatchObject(say('look is done'))
    expect(logins).toBe(1)
    const { steps, token, status } = flow.state()
    expect(status).toBe('authorized')
    expect(steps.filter(({ state }) => state !== 'done' && state !== 'warned').map(({ id, state, says }) => [id, state, says])).toEqual([])
    expect(token).toMatchObject({ refreshable: true, resource: resource.url })
    // RFC 9207: this provider promises iss and sends it.
    expect(steps.find(({ id }) => id === 'callback')!.decisions[0]!.rows[0]!.holds).toBe(true)
    const before = flow.tokens!.access
    await flow.run('refresh')
    expect(flow.tokens!.access).not.toBe(before)
  })

  test('whose token is gone in the middle: refreshed, and the call goes on', async () => {
    const { session, flow, logins } = await person(resource.url)
    await provider.spoil(flow.tokens!.access)
    expect(await call(session, 'look')).toMatchObject(say('look is done'))
    expect(flow.state().steps.find(({ id }) => id === 'refresh')).toMatchObject({ state: 'done' })
    expect(logins).toBe(1)
  })

  test('whose refresh token is gone too: logs in again, and the call goes on', async () => {
    const made = await person(resource.url)
    const { access, refresh } = made.flow.tokens!
    await provider.spoil(access)
    await provider.spoilRefresh(refresh!)
    expect(await call(made.session, 'look')).toMatchObject(say('look is done'))
    expect(made.logins).toBe(2)
  })

  test('who needs more for one tool: asked once, for old and new together', async () => {
    const made = await person(resource.url)
    expect(await call(made.session, 'write')).toMatchObject(say('write is done'))
    expect(made.logins).toBe(2)
    expect(made.flow.tokens!.asked!.split(' ')).toEqual(expect.arrayContaining(['read', 'files:write']))
    expect(await call(made.session, 'write')).toMatchObject(say('write is done'))
    expect(made.logins).toBe(2)
  })

  test('who signs out: the tokens are worth nothing any more', async () => {
    const { flow } = await person(resource.url)
    const { access } = flow.tokens!
    await flow.run('revoke')
    expect(flow.tokens).toBeUndefined()
    expect(await provider.find(access)).toBeUndefined()
  })
})

test('a token for another audience is refused, once, and the reason is told', async () => {
  const error = await person(resource.url, { resource: 'http://127.0.0.1:1/other' }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toMatchObject({ status: 401, advice: expect.stringMatching(/refuses a token that was just issued/) as string })
})

test('two servers with one issuer: one registration, and never one token', async () => {
  const second = await startResource(provider)
  try {
    const keyring = new Keyring()
    const registered = (): number => provider.asked.filter((one) => one === 'POST /reg').length
    const before = registered()
    const one = await person(resource.url, {}, keyring)
    const two = await person(second.url, {}, keyring)
    expect(registered()).toBe(before + 1)
    expect(one.flow.tokens!.access).not.toBe(two.flow.tokens!.access)
    expect(second.carried.some((header) => header.includes(one.flow.tokens!.access))).toBe(false)
    expect(resource.carried.some((header) => header.includes(two.flow.tokens!.access))).toBe(false)
  } finally {
    second.close()
  }
})

test('a server that changes its issuer: told, and nothing of the former one is used', async () => {
  const other = await startProvider()
  try {
    const keyring = new Keyring()
    const made = await person(resource.url, {}, keyring)
    const former = made.flow.memory.client!.id
    resource.trust(other)
    expect(await call(made.session, 'look')).toMatchObject(say('look is done'))
    expect(
      made.flow
        .state()
        .steps.find(({ id }) => id === 'issuer')!
        .flaws.map(({ code }) => code),
    ).toContain('issuer-changed')
    expect(made.flow.memory.client!.id).not.toBe(former)
    expect(other.asked).toContain('POST /reg')
    expect(made.flow.state().token!.issuer).toBe(other.issuer)
  } finally {
    other.close()
  }
})
