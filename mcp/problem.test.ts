import { expect, test } from 'vitest'
import { McpError } from './errors.ts'
import { likelyCause, problemOf, type Evidence } from './problem.ts'
import { exitError } from './transport/stdio.ts'

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
  expect(problem(hidden, { via: 'direct', proxy: false }).todo.join()).toContain('npx mcp-loupe')
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
  expect(problem(exitError({ code: null, signal: 'SIGKILL' }), stdio)).toMatchObject({ title: 'The process ended' })
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

test.each([
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /x", 'A module is missing'],
  ["ModuleNotFoundError: No module named 'mcp'", 'A module is missing'],
  ["python: can't open file '/x.py': [Errno 2] No such file or directory", 'A file is missing'],
  ['npm error 404  The requested resource could not be found\nnpm error code E404', 'The package does not exist'],
  ['SyntaxError: Unexpected token {', 'The runtime has the wrong version'],
  ['TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts"', 'The runtime has the wrong version'],
  ['Error: listen EADDRINUSE: address already in use :::3000', 'Its port is taken'],
  ['Usage: mcp-server-filesystem <allowed-directory>', 'The command wants other arguments'],
  ['PermissionError: [Errno 13] Permission denied', 'A right is missing'],
])('last words %j', (words, title) => {
  expect(likelyCause(words.split('\n'))?.title).toBe(title)
})

test('last words that say nothing', () => {
  expect(likelyCause(['Starting up', 'bye'])).toBeUndefined()
})
