import { expect, test } from 'vitest'
import { McpError } from './errors.ts'
import { problemOf, type Evidence } from './problem.ts'
import { silent } from './session/failure.ts'
import { exitError } from './transport/exit-error.ts'

function problem(error: unknown, more: Partial<Evidence> = {}) {
  return problemOf({ error, what: 'http://x.test/mcp', kind: 'http', via: 'proxy', proxy: true, stderr: [], noise: [], ...more })
}
const net = (code: string) => new McpError('unreachable', `failed with ${code}`, { data: { code } })

test.each([
  ['ECONNREFUSED', 'refused'],
  ['ENOTFOUND', 'dns'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['ETIMEDOUT', 'time-out'],
  ['BLOCKED', 'blocked'],
  ['ECONNRESET', 'network'],
  ['NO_PROXY', 'no-proxy'],
])('%s is called %s', (code, name) => {
  expect(problem(net(code))).toMatchObject({
    code: name,
    happened: `failed with ${code}`,
    tried: 'Connect to http://x.test/mcp through the proxy',
  })
})

test('what a browser hides is told apart by whether there is a proxy to ask', () => {
  const hidden = new McpError('unreachable', 'Failed to fetch')
  expect(problem(hidden, { via: 'direct' })).toMatchObject({ code: 'cors', title: 'The browser blocked the request' })
  expect(problem(hidden, { via: 'direct', proxy: false }).todo.join()).toContain('node dist/loupe.js')
})

test('HTTP refusals carry their status and the advice of the session', () => {
  expect(problem(new McpError('http', 'm', { code: 401, advice: 'a', exchange: 4 }))).toEqual({
    code: 'http-401',
    title: 'The server wants to know who you are',
    tried: 'Connect to http://x.test/mcp through the proxy',
    happened: 'm',
    todo: ['a'],
    exchange: 4,
  })
  const tried = new McpError('http', 'm', { code: 401, advice: 'a', data: { code: 'AUTHORIZATION' } })
  expect(problem(tried)).toMatchObject({ code: 'http-401', title: 'Authorization did not succeed', todo: ['a'], authorization: true })
  expect(problem(new McpError('http', 'answered with a web page instead', { code: 200 }))).toMatchObject({
    code: 'html',
    title: 'A web page answered',
  })
  expect(problem(new McpError('http', 'm', { code: 599 })).title).toBe('The server failed')
})

test('a revision that nobody shares', () => {
  expect(problem(new McpError('rpc', 'm', { data: { answered: '1', requested: '2' } })).code).toBe('version')
})

test('a process that ended, by its code and its last words', () => {
  const stdio = { kind: 'stdio' as const, what: 'node x.js', via: undefined }
  expect(problem(exitError({ code: 1, signal: null }), { ...stdio, stderr: ["Error: Cannot find module '/x.js'"] })).toMatchObject({
    code: 'exited',
    tried: 'Start node x.js',
    title: 'A file is missing',
    happened: 'The server process exited with code 1',
  })
  expect(problem(exitError({ code: null, signal: 'SIGKILL' }), stdio)).toMatchObject({ title: 'The process was killed' })
  expect(problem(exitError({ code: 0, signal: null }), { ...stdio, noise: ['Server listening on 3000'] })).toMatchObject({
    code: 'exited',
    title: 'The server prints text where messages belong',
    happened: 'The server process exited with code 0. It wrote to stdout: Server listening on 3000',
  })
  const missing = exitError({ code: null, signal: null, error: { code: 'ENOENT', message: 'No nope', path: ['/a', '/b'] } })
  expect(problem(missing, stdio)).toMatchObject({
    code: 'not-found',
    happened: 'No nope',
    todo: [expect.any(String), expect.stringContaining('/a:/b')],
  })
})

test('anything else still is a problem', () => {
  expect(problem(new Error('odd'))).toMatchObject({ code: 'unknown', happened: 'odd' })
})

test('a process that a signal ended is not told to stay up', () => {
  const stdio = { kind: 'stdio' as const, what: 'node x.js', via: undefined }
  for (const exit of [
    { code: null, signal: 'SIGSEGV' },
    { code: 139, signal: null },
  ]) {
    const { title, todo } = problem(exitError(exit), stdio)
    expect(title).toBe('The process crashed')
    expect(todo.join()).toContain('SIGSEGV')
    expect(todo.join()).not.toContain('stays up')
  }
  expect(problem(exitError({ code: 1, signal: null }), { ...stdio, stderr: ['a', 'no database', ''] })).toMatchObject({
    title: 'The process ended',
    happened: 'The server process exited with code 1. It said: no database',
  })
})

test('a reply that ended is no time-out, an empty one no web page, and a closed connection says what to do', () => {
  const ended = silent('initialize', 3, undefined)
  expect(problem(ended)).toMatchObject({ code: 'no-answer', exchange: 3 })
  expect(problem(ended).todo.join()).not.toContain('time limit')
  expect(problem(new McpError('silent', 'initialize got no answer within 60 s'))).toMatchObject({ code: 'time-out' })
  expect(problem(new McpError('http', 'x answered initialize with an empty HTTP 202 reply', { code: 202 }))).toMatchObject({
    code: 'no-answer',
    title: 'The reply is empty',
  })
  expect(problem(new McpError('http', 'x answered initialize with something that is no MCP message', { code: 200 })).code).toBe(
    'no-message',
  )
  expect(problem(net('ECONNRESET')).todo.join()).toContain('log of the server')
  expect(problem(net('EODD')).todo).toHaveLength(1)
})

test('a server that asks for patience is busy, whatever the form of its refusal', () => {
  const retryAt = Date.now() + 60_000
  for (const error of [
    new McpError('http', 'busy', { status: 503, code: 503, retryAt }),
    new McpError('rpc', 'Being mended', { status: 503, code: -32000, retryAt }),
  ])
    expect(problemOf({ error, what: 'http://x', kind: 'http', proxy: true, stderr: [], noise: [] })).toMatchObject({
      code: 'http-503',
      title: 'The server is busy or being mended',
      retryAt,
    })
})

test('while a server asks to wait, a clock says for how long, and no sentence that grows old does', () => {
  const busy = new McpError('http', 'm', { code: 429, status: 429, advice: 'it asks to wait 6 seconds', retryAt: Date.now() + 6000 })
  expect(problem(busy).todo).toEqual(['Reconnect when the wait that the server asked for is over.'])
})

test('words beside the first message are named as such, and no era is advised', () => {
  const beside = silent('server/discover', 1, 'text before the message, without a line break between')
  expect(problem(beside, { kind: 'stdio' })).toMatchObject({ code: 'prints-text', todo: [expect.stringContaining('stdout')] })
})
