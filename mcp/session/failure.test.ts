import { expect, test } from 'vitest'
import { McpError } from '../errors.ts'
import { createTraffic } from '../traffic.ts'
import { createWire, type End } from '../wire.ts'
import { httpFailure, unreachable, type Situation } from './failure.ts'

const situation: Situation = {
  method: 'tools/call',
  url: 'http://x.test/mcp',
  greeting: 'initialize',
  session: false,
  sessions: true,
  settled: true,
}
const ended = (more: Partial<End>): End => ({ exchange: 1, status: 429, headers: new Headers(), form: 'empty', seq: 0, text: '', ...more })
const busy = (more: Partial<End>) => httpFailure(ended(more), situation).advice

test('how long a busy server asks to wait, and why that is not known', () => {
  expect(busy({ headers: new Headers({ 'retry-after': '6' }) })).toContain('wait 6 seconds')
  expect(busy({ headers: new Headers({ 'retry-after': 'soon' }) })).toContain('“soon”, which is neither a number of seconds nor a date')
  expect(busy({})).toBe('The server is busy: try again later.')
  expect(busy({ filtered: true })).toContain('Access-Control-Expose-Headers: Retry-After')
})

test('of a web page that refuses, its words are told, and where credentials are given in the page and in a shell', () => {
  const text =
    '<!DOCTYPE html>\n<html>\n<style>p { color: red }</style><script>alert(1)</script><title>Error</title>\n<pre>Cannot POST /</pre>'
  expect(httpFailure(ended({ status: 404, form: 'html', text }), situation).message).toBe(
    'http://x.test/mcp answered tools/call with HTTP 404: Error Cannot POST /',
  )
  const open = httpFailure(ended({ status: 404, form: 'html', text: `<script>${'<script>'.repeat(9)}` }), situation).message
  expect(open).toBe('http://x.test/mcp answered tools/call with HTTP 404')
  expect(httpFailure(ended({ status: 401, text: 'a token' }), situation).advice).toContain('in the connection settings, or with -H')
})

test('a reply across origins is known to hide headers', async () => {
  const reply = Object.defineProperty(new Response('', { status: 429 }), 'type', { value: 'cors' })
  const wire = createWire(async () => reply, createTraffic())
  const end = await wire.send({ method: 'POST', url: 'http://x.test/mcp', headers: [], body: '{}' }).ended
  expect(busy(end)).toContain('CORS')
})

test.each([
  ['the browser', new TypeError('network error')],
  ['the proxy', new McpError('unreachable', 'incorrect header check', { data: { code: 'Z_DATA_ERROR' } })],
])('an answer that breaks off was reached, says %s', (_, error) => {
  const failure = unreachable(ended({ status: 200, failure: { why: error.message, error, ours: false } }), situation)
  expect(failure).toMatchObject({ kind: 'silent', data: { code: 'BROKEN' }, advice: expect.stringContaining('calling again may help') })
})

test('a server that was not reached, a process that ended and a proxy that is gone are what they are', () => {
  const of = (error: Error, status: number, url = situation.url) =>
    unreachable(ended({ status, failure: { why: error.message, error, ours: false } }), { ...situation, url })
  expect(of(new TypeError('failed'), 0).kind).toBe('unreachable')
  expect(of(new McpError('unreachable', 'gone', { data: { code: 'NO_PROXY' } }), 200).data).toEqual({ code: 'NO_PROXY' })
  expect(of(new McpError('unreachable', 'exited', { data: { code: 1, signal: null } }), 200, 'stdio:x').kind).toBe('unreachable')
})

test('secrets of the address are in nothing that is told of a failure, and who put a password there is told what to do', () => {
  const url = 'http://me:hunter2@x.test/mcp?api_key=k-1&page=2'
  const why = `Request cannot be constructed from a URL that includes credentials: ${url}`
  const refused = unreachable(ended({ status: 0, failure: { why, error: new TypeError(why), ours: false } }), { ...situation, url })
  const told = [
    refused,
    httpFailure(ended({ status: 500 }), { ...situation, url }),
    httpFailure(ended({ status: 302 }), { ...situation, url }),
    unreachable(ended({ status: 200, failure: { why: 'cut', error: new TypeError('cut'), ours: false } }), { ...situation, url }),
  ]
  for (const { message } of told) {
    expect(message).toMatch(/http:\/\/\S*x\.test\/mcp\?api_key=••••&page=2/)
    expect(message).not.toMatch(/hunter2|k-1/)
  }
  expect(refused.advice).toContain('Basic')
})
