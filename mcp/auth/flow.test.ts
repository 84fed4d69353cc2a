// The flow against a fake resource and authorization server: the rules of each revision, by the ids of the requirements.
import { describe, expect, it } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { fakeGuarded, type Guarded, type GuardedOptions } from '../testing/fake-authorization.ts'
import { createCourier } from './courier.ts'
import { Flow } from './flow.ts'
import type { Step } from './flow-state.ts'
import type { StepId } from './step-id.ts'
import { Keyring } from './keyring.ts'
import type { AuthSettings } from './settings.ts'
import { canonicalUri } from './well-known.ts'
import type { Revision } from '../dialect/revisions.ts'

interface Made {
  flow: Flow
  it: Guarded
  keyring: Keyring
  step(id: StepId): Step
  /** Logs in and hands the answer over, changed first where a test wants that. */
  login(change?: (url: URL) => void): Promise<void>
}

function make(options: GuardedOptions = {}, settings: AuthSettings = {}, more: { revision?: Revision; keyring?: Keyring } = {}): Made {
  const it = fakeGuarded(options)
  const { keyring = new Keyring(), revision } = more
  const flow = new Flow(
    {
      server: it.url,
      origin: 'http://127.0.0.1:6274',
      courier: createCourier(() => ({ direct: it.fetch, first: 'direct' }), createTraffic(), it.url),
      keyring,
      spoken: () => revision,
      onChange: () => {},
    },
    settings,
  )
  const step = (id: StepId): Step => flow.state().steps.find((one) => one.id === id)!
  return {
    flow,
    it,
    keyring,
    step,
    async login(change) {
      const back = new URL(it.login(flow.state().open!.url))
      change?.(back)
      await flow.run('callback', undefined, back.href)
    },
  }
}

const refusal = (header?: string) => ({
  status: 401,
  filtered: false,
  exchange: 1,
  during: 'initialize',
  ...(header === undefined ? {} : { header }),
})
const paths = (it: Guarded): string[] => it.asked.map(({ method, url }) => `${method} ${url.replace('https://', '')}`)

describe('discovery', () => {
  it('A11-01, case 109: asks the URL of the challenge, then the path inserted, then the root', async () => {
    const made = make({
      documents: {
        'https://mcp.test/named': 404,
        'https://mcp.test/.well-known/oauth-protected-resource/a/mcp': 404,
        'https://mcp.test/.well-known/oauth-protected-resource': {
          resource: 'https://mcp.test/a/mcp',
          authorization_servers: ['https://as.test'],
        },
      },
    })
    made.flow.refused(refusal('Bearer resource_metadata="https://mcp.test/named"'))
    await made.flow.run(undefined, 'resource-metadata')
    expect(made.step('resource-metadata').trips.map(({ url, status }) => [url, status])).toEqual([
      ['https://mcp.test/named', 404],
      ['https://mcp.test/.well-known/oauth-protected-resource/a/mcp', 404],
      ['https://mcp.test/.well-known/oauth-protected-resource', 200],
    ])
    expect(made.step('resource-metadata').flaws.map(({ code }) => code)).toEqual(['challenge-url-dead'])
  })

  it('a web page where a document should be, as single-page applications answer to everything, is passed over, and told', async () => {
    const page = '<!doctype html><title>App</title>'
    const made = make({
      documents: {
        'https://mcp.test/.well-known/oauth-protected-resource/a/mcp': page,
        'https://mcp.test/.well-known/oauth-protected-resource': {
          resource: 'https://mcp.test/a/mcp',
          authorization_servers: ['https://as.test'],
        },
        'https://as.test/.well-known/oauth-authorization-server': page,
        'https://as.test/.well-known/openid-configuration': {
          issuer: 'https://as.test',
          authorization_endpoint: 'https://as.test/authorize?tenant=7',
          token_endpoint: 'https://as.test/token',
          registration_endpoint: 'https://as.test/register',
          code_challenge_methods_supported: ['S256'],
        },
      },
    })
    await made.flow.run()
    expect(made.step('resource-metadata').trips.map(({ tone }) => tone)).not.toContain('bad')
    expect(made.step('resource-metadata').trips[0]!.verdict).toMatch(/JSON|page/)
    expect(made.step('server-metadata').trips.map(({ status }) => status)).toEqual([200, 200])
    // What stands in the endpoint's own query stays.
    expect(made.flow.state().open!.url).toMatch(/^https:\/\/as\.test\/authorize\?tenant=7&response_type=code&/)
  })

  it('A06-03: refuses metadata that is about another resource, until a person says otherwise', async () => {
    const made = make({ prm: { resource: 'https://other.test/mcp' } })
    await made.flow.run()
    expect(made.flow.state()).toMatchObject({ status: 'failed', at: 'resource-metadata' })
    expect(made.step('resource-metadata').flaws[0]).toMatchObject({ code: 'resource-mismatch', waiver: 'resource-mismatch' })
    expect(made.it.to('as.test')).toEqual([])
    made.flow.change({ waive: ['resource-mismatch'] })
    await made.flow.run('resource-metadata')
    expect(made.flow.state()).toMatchObject({ status: 'waiting', at: 'authorization' })
  })

  it.each([
    ['https://as.test', ['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']],
    [
      'https://as.test/t/1',
      ['/.well-known/oauth-authorization-server/t/1', '/.well-known/openid-configuration/t/1', '/t/1/.well-known/openid-configuration'],
    ],
  ])('A11-02, A11-03: the order for the issuer %s', async (issuer, order) => {
    const made = make({ issuer, documents: { [`https://as.test${order[0]!}`]: 404, 'https://as.test/none': 404 } })
    await made.flow.run()
    expect(made.step('server-metadata').trips.map(({ url }) => url)).toEqual(order.map((path) => `https://as.test${path}`))
    expect(made.flow.state().at).toBe('server-metadata')
  })

  it('A26-01: throws metadata of another issuer away, also one that differs in a slash alone; before 2026-07-28 that is told', async () => {
    const wrong = make({ metadata: { issuer: 'https://evil.test' } })
    await wrong.flow.run()
    expect(wrong.flow.state()).toMatchObject({ status: 'failed', at: 'server-metadata' })
    expect(wrong.step('server-metadata').flaws[0]).toMatchObject({ code: 'issuer-mismatch', waiver: 'issuer-mismatch' })
    expect(wrong.it.to('/register')).toEqual([])
    const slash: GuardedOptions = { metadata: { issuer: 'https://as.test/' } }
    const lenient = make(slash, {}, { revision: '2025-11-25' })
    await lenient.flow.run()
    expect(lenient.flow.state().at).toBe('authorization')
    expect(lenient.step('server-metadata')).toMatchObject({ state: 'warned', flaws: [{ code: 'issuer-mismatch' }] })
    for (const more of [{}, { revision: '2026-07-28' as const }]) {
      const strict = make(slash, {}, more)
      await strict.flow.run()
      expect(strict.flow.state().at).toBe('server-metadata')
      expect(strict.step('server-metadata').flaws[0]!.mend).toMatch(/slash/)
    }
  })

  it.each([
    ['2025-06-18', undefined, 'authorization'],
    ['2025-11-25', undefined, 'server-metadata'],
    ['2026-07-28', ['plain'], 'server-metadata'],
    ['2026-07-28', ['plain', 'S256'], 'authorization'],
  ] as const)('AUT-09: in %s with %j stops at %s', async (revision, methods, at) => {
    const made = make(
      { metadata: { code_challenge_methods_supported: methods === undefined ? undefined : [...methods] } },
      {},
      { revision },
    )
    await made.flow.run()
    expect(made.flow.state().at).toBe(at)
    if (at === 'server-metadata') {
      made.flow.change({ waive: ['pkce-unknown'] })
      await made.flow.run('server-metadata')
      expect(made.flow.state().at).toBe('authorization')
    }
  })

  it('A03-01 to A03-03, A03-06: without any metadata goes on as in 2025-03-26, with its default endpoints', async () => {
    const made = make({ documents: { 'https://mcp.test/.well-known/oauth-protected-resource/a/mcp': 404 } })
    await made.flow.run()
    expect(paths(made.it)).toEqual([
      'GET mcp.test/.well-known/oauth-protected-resource/a/mcp',
      'GET mcp.test/.well-known/oauth-protected-resource',
      'GET mcp.test/.well-known/oauth-authorization-server',
      'GET mcp.test/.well-known/openid-configuration',
      'POST mcp.test/register',
    ])
    expect(new URL(made.flow.state().open!.url).pathname).toBe('/authorize')
    expect(made.step('server-metadata').rules.map(({ id }) => id)).toContain('A03-03')
  })

  it('2025-03-26 chosen: no protected resource metadata, and no parameter resource', async () => {
    const made = make({}, { revision: '2025-03-26' })
    await made.flow.run()
    expect(made.it.to('oauth-protected-resource')).toEqual([])
    expect(new URL(made.flow.state().open!.url).searchParams.has('resource')).toBe(false)
  })

  it('A03-04, case 123: sends MCP-Protocol-Version, and asks again without it where CORS forbids it; both are in the record', async () => {
    const it = fakeGuarded()
    const traffic = createTraffic()
    const strict = (request: Request): Promise<Response> =>
      request.headers.has('mcp-protocol-version') ? Promise.reject(new TypeError('Failed to fetch')) : it.fetch(request)
    const courier = createCourier(() => ({ direct: strict, first: 'direct' }), traffic, it.url)
    const flow = new Flow({
      server: it.url,
      origin: undefined,
      courier,
      keyring: new Keyring(),
      spoken: () => '2025-11-25',
      onChange: () => {},
    })
    await flow.run(undefined, 'resource-metadata')
    const { trips } = flow.state().steps[1]!
    expect(trips.map(({ status }) => status)).toEqual([0, 200])
    expect(trips.map(({ requestHeaders }) => requestHeaders.some(([name]) => name === 'MCP-Protocol-Version'))).toEqual([true, false])
    expect([...traffic.events()].filter(({ kind }) => kind === 'sent')).toMatchObject([
      { aside: 'authorization' },
      { aside: 'authorization' },
    ])
  })

  it('BRW-04: where CORS keeps an answer from the page, the proxy asks; what carries a secret goes by the proxy at once', async () => {
    const it = fakeGuarded()
    const direct: string[] = []
    const closed = (request: Request): Promise<Response> => (
      direct.push(`${request.method} ${request.url}`),
      Promise.reject(new TypeError('Failed to fetch'))
    )
    const courier = createCourier(() => ({ direct: closed, proxy: it.fetch, first: 'direct' }), createTraffic(), it.url)
    const flow = new Flow({
      server: it.url,
      origin: 'http://127.0.0.1:1',
      courier,
      keyring: new Keyring(),
      spoken: () => undefined,
      onChange: () => {},
    })
    await flow.run()
    await flow.run('callback', undefined, it.login(flow.state().open!.url))
    expect(flow.state().status).toBe('authorized')
    expect(direct.every((one) => one.startsWith('GET '))).toBe(true)
    expect(flow.state().steps[1]!.trips.map(({ via, status }) => [via, status])).toEqual([
      ['direct', 0],
      ['direct', 0],
      ['proxy', 200],
    ])
  })

  it('A06-02: of several authorization servers the first is taken, or the one that a person chooses', async () => {
    const prm = { authorization_servers: ['https://as.test', 'https://as2.test'] }
    const made = make({ prm })
    await made.flow.run(undefined, 'issuer')
    expect(made.flow.memory.issuer).toBe('https://as.test')
    expect(made.step('issuer').edits[0]!.options).toHaveLength(2)
    made.flow.change({ issuer: 'https://as2.test' })
    await made.flow.run('issuer', 'issuer')
    expect(made.flow.memory.issuer).toBe('https://as2.test')
  })

  it.each([
    ['HTTPS://MCP.Test/a/mcp', 'https://mcp.test/a/mcp'],
    ['https://mcp.test/', 'https://mcp.test'],
    ['https://mcp.test/a/', 'https://mcp.test/a/'],
    ['https://u:p@mcp.test:443/a?b=c#d', 'https://mcp.test/a?b=c'],
  ])('A06-06: the canonical URI of %s is %s', (url, canonical) => expect(canonicalUri(url)).toBe(canonical))

  it('cases 174 and A26-07: a public server may not lead into a private network, and a change of the issuer is told', async () => {
    const inside = make({ prm: { authorization_servers: ['http://169.254.169.254/latest'] } })
    await inside.flow.run()
    expect(inside.flow.state().at).toBe('issuer')
    const named = make({ documents: { 'https://mcp.test/.well-known/oauth-protected-resource/a/mcp': 404 } })
    named.flow.refused(refusal('Bearer resource_metadata="http://10.0.0.1/latest"'))
    await named.flow.run(undefined, 'resource-metadata')
    expect(named.step('resource-metadata').trips[0]).toMatchObject({ status: 0, exchange: 0, tone: 'bad' })
    expect(named.it.to('10.0.0.1')).toEqual([])
    const keyring = new Keyring()
    keyring.change('https://mcp.test/a/mcp', 'https://former.test', { client: { id: 'old', how: 'dynamic', auth: 'none' } })
    const changed = make({}, {}, { keyring })
    await changed.flow.run()
    expect(changed.step('issuer').flaws.map(({ code }) => code)).toEqual(['issuer-changed'])
    expect(new URL(changed.flow.state().open!.url).searchParams.get('client_id')).not.toBe('old')
  })
})

describe('registration', () => {
  it.each([
    ['a client id that was entered', { clientId: 'mine' }, {}, 'mine'],
    [
      'a metadata document where the server takes it',
      { metadataDocument: 'https://me.test/c.json' },
      { client_id_metadata_document_supported: true },
      'https://me.test/c.json',
    ],
    ['dynamic registration where it does not', { metadataDocument: 'https://me.test/c.json' }, {}, 'client-1'],
  ] as const)('A11-04: %s', async (_, settings, metadata, id) => {
    const made = make({ metadata }, settings)
    await made.flow.run()
    expect(new URL(made.flow.state().open!.url).searchParams.get('client_id')).toBe(id)
    expect(made.step('registration').decisions[0]!.rows.filter(({ holds }) => holds)).toHaveLength(1)
  })

  it('case 111: without any way asks the person', async () => {
    const made = make({ metadata: { registration_endpoint: undefined } })
    await made.flow.run()
    expect(made.flow.state()).toMatchObject({ status: 'waiting', at: 'registration' })
    made.flow.change({ clientId: 'typed' })
    await made.flow.run('registration')
    expect(made.flow.state().at).toBe('authorization')
  })

  it('A11-05: a metadata document must be https with a path', async () => {
    for (const url of ['http://me.test/c', 'https://me.test/', 'https://me.test', 'javascript:1']) {
      const made = make(
        { metadata: { client_id_metadata_document_supported: true } },
        { metadataDocument: url, registration: 'metadata-document' },
      )
      await made.flow.run()
      expect(made.step('registration')).toMatchObject({ state: 'failed', flaws: [{ code: 'metadata-document-url' }] })
    }
  })

  it('AUT-11: a redirect URI that is neither https nor loopback is refused', async () => {
    const made = make({}, { redirectUri: 'http://inspector.test/callback' })
    await made.flow.run()
    expect(made.step('registration').flaws[0]!.code).toBe('redirect-uri')
    expect(made.it.to('/register')).toEqual([])
  })

  it('A26-08: does not try a client that another issuer gave', async () => {
    const made = make({}, { clientId: 'mine', clientIssuer: 'https://other.test', registration: 'pre-registered' })
    await made.flow.run()
    expect(made.step('registration')).toMatchObject({ state: 'failed', flaws: [{ code: 'client-of-another' }] })
  })

  it('A26-09, A26-12: registers as native on a loopback address, and for refresh tokens', async () => {
    const made = make()
    await made.flow.run()
    expect(JSON.parse(made.it.to('/register')[0]!.body)).toMatchObject({
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      redirect_uris: ['http://127.0.0.1:6274/callback'],
    })
    const web = make({}, { redirectUri: 'https://inspector.test/callback' })
    await web.flow.run()
    expect(JSON.parse(web.it.to('/register')[0]!.body)).toMatchObject({ application_type: 'web' })
  })

  it('A26-10: survives a refusal of the redirect URI and explains it', async () => {
    const made = make({ registration: () => ({ status: 400, body: { error: 'invalid_redirect_uri' } }) })
    await made.flow.run()
    const [flaw] = made.step('registration').flaws
    expect(flaw).toMatchObject({ code: 'invalid_redirect_uri' })
    expect(flaw!.mend).toMatch(/other spelling of the loopback address/)
  })

  it('A26-06: two servers of one issuer share a registration, and never a token', async () => {
    const keyring = new Keyring()
    const one = make({}, {}, { keyring })
    await one.flow.run()
    await one.login()
    const two = make({ server: 'https://second.test/mcp' }, {}, { keyring })
    await two.flow.run()
    expect(two.it.to('/register')).toEqual([])
    expect(two.flow.tokens).toBeUndefined()
    expect(keyring.get('https://second.test/mcp', 'https://as.test')?.tokens).toBeUndefined()
  })
})

describe('the login page', () => {
  it('AUT-08, AUT-10, A06-05: sends S256, a state and the resource, in both requests', async () => {
    const made = make({ challenge: null })
    await made.flow.run()
    const { searchParams } = new URL(made.flow.state().open!.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      resource: 'https://mcp.test/a/mcp',
      response_type: 'code',
    })
    expect(searchParams.get('state')!.length).toBeGreaterThan(30)
    await made.login()
    expect(made.it.to('/token')[0]!.form.get('resource')).toBe('https://mcp.test/a/mcp')
    expect(made.flow.state()).toMatchObject({ status: 'authorized', token: { type: 'Bearer' } })
  })

  it.each([
    ['the challenge', 'Bearer scope="b a"', { scopes_supported: ['x'] }, 'b a'],
    ['the metadata', 'Bearer', { scopes_supported: ['x', 'y'] }, 'x y'],
    ['nothing', 'Bearer', {}, null],
  ])('A11-08: the scope comes from %s', async (_, header, prm, scope) => {
    const made = make({ prm })
    made.flow.refused(refusal(header))
    await made.flow.run()
    expect(new URL(made.flow.state().open!.url).searchParams.get('scope')).toBe(scope)
  })

  it('A26-12: adds offline_access only where the authorization server lists it', async () => {
    const listed = make({ metadata: { scopes_supported: ['x', 'offline_access'] } })
    await listed.flow.run()
    expect(new URL(listed.flow.state().open!.url).searchParams.get('scope')).toBe('offline_access')
    const not = make({ metadata: { scopes_supported: ['x'] } })
    await not.flow.run()
    expect(new URL(not.flow.state().open!.url).searchParams.get('scope')).toBeNull()
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'http://as.test/authorize', 'vscode://x', 'https:&calc'])(
    'CVE-2025-58444, CVE-2025-6514: never offers to open %s',
    async (at) => {
      const made = make({ metadata: { authorization_endpoint: at } })
      await made.flow.run()
      expect(made.flow.state()).toMatchObject({ status: 'failed', at: 'server-metadata' })
      expect(made.flow.state().open).toBeUndefined()
      const manual = make({}, { endpoints: { authorization: at } })
      await manual.flow.run()
      expect(manual.flow.state().open).toBeUndefined()
    },
  )

  it('a public server cannot have the browser sent to an address inside', async () => {
    const made = make({ metadata: { authorization_endpoint: 'http://127.0.0.1:8080/admin?x=1' } })
    await made.flow.run()
    expect(made.flow.state().at).toBe('server-metadata')
    expect(made.step('server-metadata').flaws[0]).toMatchObject({ code: 'private-endpoint' })
    made.flow.change({ endpoints: { authorization: 'http://127.0.0.1:8080/admin?x=1' } })
    await made.flow.run('server-metadata')
    expect(made.flow.state().open!.url).toMatch(/^http:\/\/127\.0\.0\.1:8080\/admin\?x=1&/)
  })

  it('giving up ends what runs, and a step that was under way waits again', async () => {
    const made = make()
    const running = made.flow.run()
    made.flow.close()
    await running
    expect(made.flow.state().steps.every(({ state }) => state !== 'running')).toBe(true)
    expect(made.flow.state().status).toBe('closed')
  })

  it('extra and omitted parameters, scope and resource by hand', async () => {
    const made = make(
      {},
      { scope: 'q', resource: '', extra: { authorization: [['audience', 'api']] }, omit: { authorization: ['code_challenge_method'] } },
    )
    await made.flow.run()
    const { searchParams } = new URL(made.flow.state().open!.url)
    expect([...searchParams.keys()].sort()).toEqual([
      'audience',
      'client_id',
      'code_challenge',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ])
  })
})

describe('the answer', () => {
  it.each([
    [true, 'https://as.test', 'done'],
    [true, undefined, 'failed'],
    [false, 'https://as.test', 'done'],
    [false, undefined, 'done'],
    [true, 'https://evil.test', 'failed'],
    [false, 'https://evil.test', 'failed'],
    [true, 'https://AS.test', 'failed'],
    [true, 'https://as.test/', 'failed'],
    [false, 'https://as.test:443', 'failed'],
  ])('A26-03, A26-04: promised %s, iss %s: %s', async (promised, iss, state) => {
    const made = make({
      metadata: { authorization_response_iss_parameter_supported: promised },
      ...(iss === undefined ? {} : { answer: { iss } }),
    })
    await made.flow.run()
    await made.login()
    expect(made.step('callback').state).toBe(state)
    expect(made.it.to('/token')).toHaveLength(state === 'done' ? 1 : 0)
    expect(made.step('callback').decisions[0]!.rows.filter(({ holds }) => holds)).toHaveLength(1)
  })

  it('A26-05: of an answer that may be another server’s nothing is shown', async () => {
    const made = make()
    await made.flow.run()
    await made.login((url) => {
      url.searchParams.delete('code')
      for (const [name, value] of [
        ['iss', 'https://evil.test'],
        ['error', 'call_me'],
        ['error_description', 'at evil.example'],
      ] as const)
        url.searchParams.set(name, value)
    })
    expect(JSON.stringify(made.step('callback'))).not.toMatch(/call_me|evil\.example/)
  })

  it.each([
    ['missing', (url: URL) => url.searchParams.delete('state')],
    ['another', (url: URL) => url.searchParams.set('state', 'x')],
  ])('AUT-10: a state that is %s is thrown away', async (_, change) => {
    const made = make()
    await made.flow.run()
    await made.login(change)
    expect(made.step('callback')).toMatchObject({ state: 'failed', flaws: [{ code: 'state-mismatch' }] })
    expect(made.it.to('/token')).toEqual([])
  })

  it.each(['iss', 'code'])('an answer that has %s twice is thrown away', async (name) => {
    const made = make()
    await made.flow.run()
    await made.login((url) => {
      url.searchParams.append(name, url.searchParams.get(name) ?? 'https://as.test')
      url.searchParams.append(name, 'https://evil.test')
    })
    expect(made.step('callback')).toMatchObject({ state: 'failed', flaws: [{ code: 'repeated-parameter' }] })
    expect(made.it.to('/token')).toEqual([])
  })

  it('AUT-15, case 121: parallel attempts keep their own verifier, and each counts once', async () => {
    const made = make()
    await made.flow.run()
    const first = made.it.login(made.flow.state().open!.url)
    await made.flow.run('authorization')
    await made.flow.run('callback', undefined, first)
    expect(made.flow.state().status).toBe('authorized')
    await made.flow.run('callback', undefined, first)
    expect(made.step('callback').flaws[0]!.code).toBe('state-mismatch')
  })

  it('an error is told with what to do about it', async () => {
    const made = make()
    await made.flow.run()
    await made.login((url) => {
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
    })
    expect(made.step('callback').flaws[0]).toMatchObject({ code: 'access_denied', mend: expect.stringMatching(/declined/) as string })
  })
})

describe('tokens', () => {
  it('a login page that was made before is gone once an earlier step runs again', async () => {
    const { flow } = make()
    await flow.run('challenge')
    expect(flow.state().open).toBeDefined()
    await flow.run('issuer', 'issuer')
    expect(flow.state().open).toBeUndefined()
  })

  it('a code is used once; running the step again says so', async () => {
    const made = make()
    await made.flow.run()
    await made.login()
    await made.flow.run('token', 'token')
    expect(made.step('token')).toMatchObject({ state: 'failed' })
  })

  it('RFC 6749 §6: refreshes with rotation and without, and forgets what is no longer good', async () => {
    const made = make({ refresh: 'rotate' })
    await made.flow.run()
    await made.login()
    const before = { ...made.flow.tokens! }
    await made.flow.run('refresh')
    expect(made.flow.tokens!.access).not.toBe(before.access)
    expect(made.flow.tokens!.refresh).not.toBe(before.refresh)
    made.flow.memory.tokens = before
    await made.flow.run('refresh')
    expect(made.step('refresh')).toMatchObject({ state: 'failed', flaws: [{ code: 'invalid_grant' }] })
    expect(made.flow.tokens!.refresh).toBeUndefined()
    const steady = make({ refresh: true })
    await steady.flow.run()
    await steady.login()
    const { refresh } = steady.flow.tokens!
    await steady.flow.run('refresh')
    expect(steady.flow.tokens!.refresh).toBe(refresh)
  })

  it('RFC 7009, case 115: signs out with both tokens revoked and nothing left', async () => {
    const made = make({ refresh: true })
    await made.flow.run()
    await made.login()
    const { access, refresh } = made.flow.tokens!
    await made.flow.run('revoke')
    expect(made.it.revoked).toEqual([refresh, access])
    expect(made.step('revoke')).toMatchObject({ state: 'done', says: 'Revoked' })
    expect(made.flow.tokens).toBeUndefined()
    expect(made.keyring.all.every(({ tokens }) => tokens === undefined)).toBe(true)
  })

  it.each([
    ['client_secret_basic', { clientSecret: 's%3A x' }],
    ['client_secret_post', { clientSecret: 's' }],
    ['private_key_jwt', { privateKey: '' }],
  ] as const)('AEX-01: client credentials by %s', async (method, secrets) => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const jwk = JSON.stringify(await crypto.subtle.exportKey('jwk', pair.privateKey))
    const own = 'privateKey' in secrets ? { privateKey: jwk } : secrets
    const made = make(
      { metadata: { token_endpoint_auth_methods_supported: [method] }, prm: { scopes_supported: ['m'] } },
      { mode: 'client-credentials', clientId: 'a:b', ...own },
    )
    await made.flow.run()
    expect(made.flow.state().status).toBe('authorized')
    expect(made.it.to('/register')).toEqual([])
    const { form, headers } = made.it.to('/token')[0]!
    expect(Object.fromEntries(form)).toMatchObject({ grant_type: 'client_credentials', resource: 'https://mcp.test/a/mcp', scope: 'm' })
    if (method === 'client_secret_basic') expect(atob(headers.get('authorization')!.slice(6))).toBe('a%3Ab:s%253A+x')
    if (method === 'client_secret_post') expect(form.get('client_secret')).toBe('s')
    if (method === 'private_key_jwt') {
      expect(form.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer')
      const [, claims = ''] = form.get('client_assertion')!.split('.')
      expect(JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))).toMatchObject({
        iss: 'a:b',
        sub: 'a:b',
        aud: 'https://as.test',
      })
    }
  })

  describe('AEX-02, enterprise-managed', () => {
    const IDP = 'https://idp.test'
    /** An unsigned JWT: whose signature it is, is for those to check who act on it. */
    const jwt = (claims: object): string =>
      ['{"alg":"none"}', JSON.stringify(claims), ''].map((part) => btoa(part).replaceAll('=', '')).join('.')

    function enterprise(idp: NonNullable<AuthSettings['idp']>, claims: (nonce: string) => object = () => ({})) {
      const forms: { [name: string]: string }[] = []
      const it = fakeGuarded()
      let nonce = ''
      const fetch = async (request: Request): Promise<Response> => {
        if (!request.url.startsWith(IDP)) return it.fetch(request)
        if (request.method === 'GET')
          return Response.json({ issuer: IDP, authorization_endpoint: `${IDP}/login`, token_endpoint: `${IDP}/token` })
        const form = Object.fromEntries(new URLSearchParams(await request.text()))
        forms.push(form)
        return form.grant_type === 'authorization_code'
          ? Response.json({ access_token: 'a', token_type: 'Bearer', id_token: jwt({ iss: IDP, aud: 'there', nonce, ...claims(nonce) }) })
          : Response.json({
              access_token: 'the.jag.here',
              issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
              token_type: 'N_A',
            })
      }
      const courier = createCourier(() => ({ direct: fetch, first: 'direct' }), createTraffic(), it.url)
      const flow = new Flow(
        { server: it.url, origin: undefined, courier, keyring: new Keyring(), spoken: () => undefined, onChange: () => {} },
        { mode: 'enterprise', clientId: 'c', clientSecret: 's', idp: { clientId: 'there', ...idp } },
      )
      const step = (id: StepId): Step => flow.state().steps.find((one) => one.id === id)!
      const logIn = async (): Promise<void> => {
        nonce = new URL(flow.state().open!.url).searchParams.get('nonce')!
        await flow.run('callback', undefined, it.login(flow.state().open!.url))
      }
      return { flow, it, forms, step, logIn }
    }

    it('an ID token becomes an ID-JAG at the identity provider, and that a token; nobody is sent anywhere', async () => {
      const { flow, it, forms } = enterprise({ tokenEndpoint: `${IDP}/token`, idToken: 'an.id.token' })
      await flow.run()
      expect(forms[0]).toMatchObject({
        grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
        requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
        audience: 'https://as.test',
        resource: 'https://mcp.test/a/mcp',
        subject_token: 'an.id.token',
        client_id: 'there',
      })
      expect(Object.fromEntries(it.to('/token')[0]!.form)).toMatchObject({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: 'the.jag.here',
      })
      expect(it.to('/authorize')).toEqual([])
      expect(flow.state()).toMatchObject({ status: 'authorized' })
      expect(flow.state().open).toBeUndefined()
    })

    it('without one a person logs in at the identity provider, from here; a step-up asks for no other login', async () => {
      const { flow, forms, step, logIn } = enterprise({ issuer: IDP })
      await flow.run()
      expect(flow.state()).toMatchObject({ status: 'waiting', at: 'sign-on' })
      expect(flow.state().open!.url).toContain(`${IDP}/login?`)
      await logIn()
      expect(flow.state().status).toBe('authorized')
      expect(step('sign-on').state).toBe('done')
      expect(forms.map(({ grant_type }) => grant_type)).toEqual(['authorization_code', 'urn:ietf:params:oauth:grant-type:token-exchange'])
      expect(forms[1]!.subject_token).toBe(flow.memory.idToken)
      await flow.run('identity')
      expect(forms).toHaveLength(3)
      expect(flow.state().status).toBe('authorized')
    })

    it.each(['nonce', 'iss', 'aud'])('an ID token whose %s is another’s is not used', async (claim) => {
      const { flow, step, logIn } = enterprise({ issuer: IDP }, () => ({ [claim]: 'other' }))
      await flow.run()
      await logIn()
      expect(flow.state()).toMatchObject({ status: 'failed', at: 'identity' })
      expect(step('identity').flaws.map(({ code }) => code)).toContain(`id-token-${claim}`)
    })

    it('with neither says both ways to one', async () => {
      const { flow, step } = enterprise({ tokenEndpoint: `${IDP}/token` })
      await flow.run()
      expect(flow.state()).toMatchObject({ status: 'waiting', at: 'identity' })
      expect(step('identity').flaws[0]!.mend).toMatch(/log in from here; or paste/)
    })
  })

  it('A26-13, AUT-05: goes on without a refresh token, and no token ever stands in a URL', async () => {
    const made = make()
    await made.flow.run()
    await made.login()
    expect(made.flow.state().token).toMatchObject({ refreshable: false })
    await made.flow.run('refresh')
    expect(made.step('refresh').state).toBe('skipped')
    expect(made.it.asked.every(({ url }) => !url.includes('access-token'))).toBe(true)
  })

  it('workload: the JWT of the platform is the grant, and a refusal is not tried in another way', async () => {
    const made = make({}, { mode: 'workload', assertion: 'a.b.c' })
    await made.flow.run()
    expect(Object.fromEntries(made.it.to('/token')[0]!.form)).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'a.b.c',
    })
    expect(made.flow.state().status).toBe('authorized')
  })

  it('RFC 9449: binds the token to a key, and takes the nonce of the server', async () => {
    const made = make({ nonce: 'n1' }, { dpop: true })
    await made.flow.run()
    expect(new URL(made.flow.state().open!.url).searchParams.get('dpop_jkt')).toMatch(/^[\w-]{43}$/)
    await made.login()
    expect(made.it.to('/token')).toHaveLength(2)
    expect(made.flow.tokens!.type).toBe('DPoP')
  })

  it('nothing that is shown, nor the trace, holds a secret', async () => {
    const made = make({ refresh: true }, { clientId: 'me', clientSecret: 'a-client-secret-of-mine' })
    await made.flow.run()
    const verifier = Object.values(made.flow.memory.attempts)[0]!.verifier
    const back = made.it.login(made.flow.state().open!.url)
    await made.flow.run('callback', undefined, back)
    const shown = JSON.stringify(made.flow.state())
    for (const secret of [
      made.flow.tokens!.access,
      made.flow.tokens!.refresh!,
      verifier,
      'a-client-secret-of-mine',
      new URL(back).searchParams.get('code')!,
    ])
      expect(shown).not.toContain(secret)
  })
})
