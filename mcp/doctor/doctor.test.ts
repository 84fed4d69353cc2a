import { describe, expect, test } from 'vitest'
import { fakeServer, type FakeOptions } from '../testing/fake-server.ts'
import type { FetchHandler } from '../fetch-handler.ts'
import { chosenHeaders } from '../transport/exact-headers.ts'
import { stdioHandler } from '../transport/stdio.ts'
import type { HttpTarget, Target } from '../transport/target.ts'
import type { ReachAnswer } from '../transport/tunnel-frames.ts'
import { examine } from './doctor.ts'
import { linesOf, markdownOf, verdictOf } from './report.ts'
import type { Patient, StepReport } from './step.ts'

const http = (more: Partial<HttpTarget> = {}): HttpTarget => ({
  kind: 'http',
  url: 'http://server.test/mcp',
  headers: [],
  via: 'auto',
  transport: 'http',
  ...more,
})
const reached: ReachAnswer = { dns: { ms: 1, addresses: ['192.0.2.1'] }, tcp: [{ address: '192.0.2.1', ms: 2 }] }

function patient(fetch: FetchHandler, more: Partial<Patient> = {}): Patient {
  return {
    target: http(),
    era: 'legacy',
    origin: 'http://127.0.0.1:4664',
    clientInfo: { name: 't', version: '0' },
    limit: 2000,
    signal: new AbortController().signal,
    probes: {
      reach: () => Promise.resolve(reached),
      preflight: () => Promise.resolve({ reached: true, status: 404, headers: [], ms: 3 }),
      open: () => Promise.resolve({ fetch, end: () => Promise.resolve() }),
    },
    ...more,
  }
}
const states = (reports: StepReport[]) => Object.fromEntries(reports.map(({ id, state }) => [id, state]))
const step = (reports: StepReport[], id: string) => reports.find((one) => one.id === id)!

test('a server that is well passes every step, and its session is ended', async () => {
  const server = fakeServer({ sessions: true, listens: false })
  const told: string[] = []
  const reports = await examine(patient(server.fetch), ({ id, state }) => told.push(`${id} ${state}`))
  expect(states(reports)).toEqual({
    address: 'ok',
    dns: 'ok',
    tcp: 'ok',
    preflight: 'warn',
    status: 'ok',
    'content-type': 'ok',
    authorization: 'ok',
    era: 'ok',
    handshake: 'ok',
    lists: 'ok',
    stream: 'ok',
    guard: 'skipped',
  })
  expect(told.slice(0, 2)).toEqual(['address running', 'address ok'])
  const asked = server.seen.map(({ method, message }) => String(message?.method ?? method))
  expect(asked.sort()).toEqual(['DELETE', 'GET', 'initialize', 'notifications/initialized', 'tools/list'])
})

test('a preflight that is refused matters only where the page must go directly', async () => {
  const { fetch } = fakeServer()
  const direct = await examine(patient(fetch, { target: http({ via: 'direct' }) }))
  expect(step(direct, 'preflight')).toMatchObject({ state: 'bad', snippet: { text: expect.stringContaining('mcp-session-id') } })
  expect(step(direct, 'lists').state).toBe('ok')
})

test('nothing listens: what comes after TCP is not reached, and no conversation is begun', async () => {
  let opened = 0
  const fault = { code: 'ECONNREFUSED', message: 'Nothing listens there' }
  const reports = await examine(
    patient(() => Promise.reject(new Error('not to be called')), {
      probes: {
        reach: () => Promise.resolve({ ...reached, tcp: [{ address: '192.0.2.1', ms: 1, fault }] }),
        open: () => Promise.reject(new Error(`opened ${++opened}`)),
      },
    }),
  )
  expect(step(reports, 'tcp')).toMatchObject({ state: 'bad', evidence: ['192.0.2.1: ECONNREFUSED'] })
  expect(reports.slice(3).every(({ state, says }) => state === 'not-reached' && says.includes('TCP'))).toBe(true)
  expect(opened).toBe(0)
})

test('a certificate that is not trusted is told with what it says of itself', async () => {
  const reports = await examine(
    patient(fakeServer().fetch, {
      target: http({ url: 'https://server.test/mcp' }),
      probes: {
        ...patient(fakeServer().fetch).probes,
        reach: () =>
          Promise.resolve({
            ...reached,
            tls: {
              ms: 4,
              protocol: 'TLSv1.3',
              cipher: 'X',
              certificate: { subject: 'server.test', issuer: 'Nobody', validFrom: 0, validTo: 1, names: '' },
              fault: { code: 'CERT_HAS_EXPIRED', message: 'It has expired.' },
            },
          }),
      },
    }),
  )
  expect(step(reports, 'tls')).toMatchObject({ state: 'bad', says: 'It has expired.' })
  expect(step(reports, 'tls').evidence).toContain('certificate of server.test, issued by Nobody')
  expect(step(reports, 'status').state).toBe('not-reached')
})

const answering =
  (status: number, body: string, headers: { [name: string]: string } = {}): FetchHandler =>
  () =>
    Promise.resolve(new Response(body, { status, headers }))

test('a refused host brings the list of hosts to paste', async () => {
  const reports = await examine(patient(answering(403, 'Invalid Host header')))
  expect(step(reports, 'status')).toMatchObject({ state: 'bad', snippet: { text: expect.stringContaining("'server.test'") } })
  expect(step(reports, 'authorization').state).toBe('not-reached')
})

test('a challenge ends at authorization, and says whether a token was sent', async () => {
  const challenge = { 'www-authenticate': 'Bearer error="invalid_token"' }
  const without = await examine(patient(answering(401, '', challenge)))
  expect(step(without, 'authorization')).toMatchObject({
    state: 'bad',
    snippet: { text: expect.stringContaining('/.well-known/oauth-protected-resource/mcp') },
  })
  const target = http({ bearer: 'secret-token' })
  const refused = await examine(patient(answering(401, '', challenge), { target }))
  expect(step(refused, 'authorization').todo[0]).toContain('invalid_token')
  expect(markdownOf(target.url, refused)).not.toContain('secret-token')
})

test('where one may log in is looked for where the challenge says, and where it is agreed on', async () => {
  const url = 'http://server.test/mcp'
  const meta = { resource: url, authorization_servers: ['https://login.test'] }
  const asked: string[] = []
  const server =
    (challenge: string, places: { [path: string]: object | string }): FetchHandler =>
    async (request) => {
      const { pathname, host } = new URL(request.url)
      if (request.method !== 'GET') return new Response('', { status: 401, headers: { 'www-authenticate': challenge } })
      asked.push(`${host}${pathname}`)
      const found = places[pathname]
      return found === undefined
        ? new Response('no', { status: 404 })
        : new Response(typeof found === 'string' ? found : JSON.stringify(found))
    }
  const authorization = async (challenge: string, places: { [path: string]: object | string }) =>
    step(await examine(patient(server(challenge, places))), 'authorization')

  const named = await authorization('Bearer resource_metadata="/meta"', { '/meta': meta })
  expect(named.evidence).toContain('http://server.test/meta: found: https://login.test')
  expect(named.todo).toHaveLength(1)
  const agreed = await authorization('Bearer', { '/.well-known/oauth-protected-resource': { resource: 'http://other.test' } })
  expect(agreed.evidence).toContain('http://server.test/.well-known/oauth-protected-resource/mcp: HTTP 404')
  expect(agreed.todo).toEqual(
    expect.arrayContaining([expect.stringContaining('at least one'), expect.stringContaining('http://other.test')]),
  )
  asked.length = 0
  const elsewhere = await authorization('Bearer resource_metadata="http://169.254.169.254/latest"', {
    '/.well-known/oauth-protected-resource/mcp': 'x'.repeat(100_000),
  })
  expect(asked.every((place) => place.startsWith('server.test'))).toBe(true)
  expect(elsewhere.evidence).toEqual(
    expect.arrayContaining([expect.stringContaining('not asked'), expect.stringContaining('more than 64 kB')]),
  )
  expect(elsewhere.todo.at(-1)).toContain('No metadata')
})

describe('Host and Origin', () => {
  /** A server that looks at these headers, and how its sessions end. */
  function guarded(checks: string[], era: 'legacy' | 'modern' = 'legacy', url = 'http://127.0.0.1:3000/mcp') {
    const server = fakeServer({ sessions: era === 'legacy', listens: false, era })
    const exact: FetchHandler = (request) => {
      const headers = new Headers((chosenHeaders(request) ?? []).map(([name, value]): [string, string] => [name, value]))
      const foreign = checks.some((name) => headers.get(name)?.includes('rebinding.invalid'))
      if (foreign) return Promise.resolve(new Response('Forbidden', { status: 403 }))
      headers.delete('host')
      headers.delete('origin')
      const { method, signal } = request
      return request
        .text()
        .then((body) => server.fetch(new Request(request.url, { method, headers, signal, ...(body === '' ? {} : { body }) })))
    }
    const of = patient(server.fetch, { target: http({ url }), era })
    return { server, of: { ...of, probes: { ...of.probes, exact } } }
  }

  test.each([
    [['host', 'origin'], 'ok', 'are refused'],
    [['origin'], 'ok', 'A foreign Host is taken'],
    [[], 'warn', 'DNS rebinding'],
  ] as [string[], string, string][])('a local server that looks at %j', async (checks, state, words) => {
    const { server, of } = guarded(checks)
    expect(step(await examine(of), 'guard')).toMatchObject({ state, says: expect.stringContaining(words) })
    const verbs = server.seen.map(({ method, message }) => (method === 'POST' ? message?.method : method))
    expect(verbs.filter((verb) => verb === 'DELETE')).toHaveLength(verbs.filter((verb) => verb === 'initialize').length)
  })

  test('is no fault of a server on the open network, and is looked at in the newer era too', async () => {
    const { of } = guarded([], 'modern', 'http://server.test/mcp')
    expect(step(await examine(of), 'guard')).toMatchObject({ state: 'ok', snippet: { text: expect.stringContaining('server.test') } })
  })

  test('cannot be looked at without a proxy', async () => {
    expect(step(await examine(patient(fakeServer().fetch)), 'guard')).toMatchObject({ state: 'skipped' })
  })
})

test('a web page is told from a message', async () => {
  const reports = await examine(patient(answering(200, '<html>hello</html>', { 'content-type': 'text/html' })))
  expect(step(reports, 'content-type')).toMatchObject({ state: 'bad', says: 'A web page came instead of a message.' })
})

test('a wrong type and a stream refused in the wrong way are noticed', async () => {
  const server = fakeServer({ flaws: ['plain-type'] })
  const reports = await examine(patient((request) => (request.method === 'GET' ? answering(404, 'no')(request) : server.fetch(request))))
  expect(step(reports, 'content-type')).toMatchObject({ state: 'warn', snippet: { language: 'js' } })
  expect(step(reports, 'stream')).toMatchObject({ state: 'warn', snippet: { text: expect.stringContaining('405') } })
})

test('a list that is declared and fails is bad', async () => {
  const reports = await examine(patient(fakeServer({ capabilities: { tools: {}, prompts: {} } }).fetch))
  expect(step(reports, 'lists')).toMatchObject({ state: 'bad', todo: [expect.stringContaining('prompts/list')] })
})

test('both eras, over a URL', async () => {
  const reports = await examine(patient(fakeServer({ era: 'modern' }).fetch, { era: 'auto' }))
  expect(step(reports, 'era').says).toMatch(/^Modern/)
  expect(step(reports, 'stream').state).toBe('skipped')
})

const command: Target = { kind: 'stdio', command: 'serve', args: [], env: [] }

function process(fake: FakeOptions | null, noise: string[] = []): Patient {
  const server = fakeServer({ listens: false, pipe: true, ...fake })
  const handler = stdioHandler({
    write(line) {
      if (fake === null) return handler.exit({ code: 3, signal: null })
      void server.fetch(new Request('http://child/', { method: 'POST', body: line })).then(async (response) => {
        const text = await response.text()
        if (text !== '') handler.line(new TextEncoder().encode(text))
      })
    },
    onSide() {},
  })
  return patient(handler.fetch, {
    target: command,
    probes: {
      open: () =>
        Promise.resolve({
          fetch: handler.fetch,
          end: () => Promise.resolve(),
          process: () => ({ pid: 7, stderr: ['on the way'], noise, ...(fake === null ? { exit: 'exited with code 3' } : {}) }),
        }),
    },
  })
}

test('a process: its start, the handshake, the lists', async () => {
  const reports = await examine(process({}, ['Server ready!']))
  expect(states(reports)).toEqual({ process: 'warn', era: 'ok', handshake: 'ok', lists: 'ok' })
  expect(step(reports, 'process')).toMatchObject({ snippet: { text: expect.stringContaining('console.error') } })
  const gone = await examine(process(null))
  expect(step(gone, 'process')).toMatchObject({ state: 'bad', evidence: ['pid 7', 'exited with code 3', 'stderr: on the way'] })
  expect(verdictOf(gone)).toContain('It fails at: Process.')
})

test('the report cannot be led astray by what a server says', async () => {
  const reports = await examine(patient(answering(500, '```\n# gone |\u001b[31m')))
  const text = markdownOf('http://user:pw@server.test/mcp?key=secret', reports)
  expect(text).toContain('# http://server.test/mcp?…')
  for (const hidden of ['secret', 'pw@', '\u001b']) expect(text).not.toContain(hidden)
  expect(text).not.toMatch(/^# gone/m)
  expect(linesOf(step(reports, 'status'))).not.toContain('\u001b')
})

test('an abort leaves the rest, and nothing open', async () => {
  const stop = new AbortController()
  const reports = await examine(patient(fakeServer().fetch, { signal: stop.signal }), ({ id }) => id === 'dns' && stop.abort())
  expect(states(reports)).toMatchObject({ address: 'ok', preflight: 'not-reached', lists: 'not-reached' })
})
