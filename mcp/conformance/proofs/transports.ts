// For tests: HTTP, sessions, old transports and processes, as they should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import type { HeaderList } from '../../wire-event.ts'
import { greeted, init, stream } from './greetings.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const TOOLS = { tools: {} }
const list = { result: { tools: [] as Json[] } }
const JSON_TYPE: [string, string] = ['content-type', 'application/json']
const EVIL: HeaderList = [['Origin', 'https://evil.example']]
const post = (
  talk: Talk,
  status: number,
  headers: HeaderList,
  more: { url?: string; body?: string; replyHeaders?: [string, string][]; sent?: string } = {},
): Talk => talk.http('POST', status, { sent: '{"jsonrpc":"2.0","id":7,"method":"ping"}', headers, replyHeaders: [JSON_TYPE], ...more })
const inSession = (id: string): Talk => new Talk(R).greet(TOOLS, {}, { replyHeaders: [['mcp-session-id', id]] })
const session = (id: string): [string, string] => ['Mcp-Session-Id', id]
const version: [string, string] = ['MCP-Protocol-Version', R]
const SCOPED: [string, string][] = [['www-authenticate', 'Bearer scope="a"']]
const pong = { body: '{"jsonrpc":"2.0","id":7,"result":{}}' }
/** Conversations at another address. */
const moved = (talk: Talk, url: string): Talk => {
  for (const event of talk.events) if (event.kind === 'sent' && event.url === 'http://server.test/mcp') event.url = url
  return talk
}
const greetAgain = (talk: Talk, id: string, index: number): Talk =>
  talk.http('POST', 200, { sent: init(`x${index}`), replyHeaders: [JSON_TYPE, ['mcp-session-id', id]], body: greeted(`x${index}`) })
const uuid = (index: number): string => `${index}a41c9e2-77b0-4d3a-9f5e-${index}86b0c2d4f1`
const PROGRESS = (token: Json): Obj => ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: 1 } })
const CHANGED: Obj = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }

const ended = (revision: Revision, signal: string | null): Talk => {
  const talk = begun(revision, TOOLS, true)
  talk.fact(0, { kind: 'note', fault: 'stdin-closed', text: 'We closed stdin' })
  talk.fact(0, { kind: 'exit', code: signal === null ? 0 : null, signal })
  return talk
}
const resumed = (id: string): Talk =>
  new Talk(R)
    .greet({ ...TOOLS, logging: {} })
    .ask('tools/list', {}, list, { stream: true, events: { id: '1' } })
    .ask('tools/list', {}, list, { stream: true, events: { id: '2' } })
    .http('GET', 200, { headers: [['Last-Event-ID', '1']], frames: [CHANGED], frame: { id }, bare: true })
const later = (talk: Talk, ms: number): Talk => {
  const last = talk.events.at(-1)
  if (last !== undefined) last.at += ms
  return talk
}
const slow = (end: 'closed' | 'ours'): Talk => {
  const talk = begun(R, TOOLS).ask('tools/list', {}, list, { stream: true, end: 'open' })
  const { exchange } = talk.events.at(-1)!
  talk.fact(exchange, end === 'closed' ? { kind: 'closed' } : { kind: 'failed', why: 'done', ours: true })
  return later(talk, 5000)
}
const idle = (cut: boolean): Talk => {
  const talk = begun(M, TOOLS)
  const ack = {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: {}, _meta: { 'io.modelcontextprotocol/subscriptionId': 5 } },
  }
  talk.ask('subscriptions/listen', { notifications: {} }, undefined, { id: 5, stream: true, during: [ack], end: 'open' })
  const { exchange } = talk.events.at(-1)!
  talk.fact(exchange, cut ? { kind: 'failed', why: 'cut' } : { kind: 'failed', why: 'done', ours: true })
  return later(talk, cut ? 20_000 : 61_000)
}
const twoStreams = (twice: boolean): Talk => {
  const talk = begun(R, { logging: {} })
  const [one, other] = [stream(talk), stream(talk)]
  for (const each of [one, other]) talk.fact(each, { kind: 'frame', text: '', id: `begin-${each}` })
  talk.fact(one, { kind: 'frame', text: writeJson(CHANGED) })
  if (twice) talk.fact(other, { kind: 'frame', text: writeJson(CHANGED) })
  return talk
}
const progressOn = (where: 'own' | 'other' | 'get'): Talk => {
  const talk = begun(R, TOOLS)
  const exchange = talk.send(
    writeJson({ jsonrpc: '2.0', id: 'a', method: 'tools/call', params: { name: 'a', _meta: { progressToken: 't' } } }),
  )
  if (where === 'get') talk.says(PROGRESS('t'))
  else
    talk.ask(
      'tools/call',
      { name: 'b', _meta: { progressToken: 'u' } },
      { result: { content: [] } },
      { during: [PROGRESS(where === 'own' ? 'u' : 't')] },
    )
  talk.fact(exchange, { kind: 'failed', why: 'done', ours: true })
  return talk
}
export const TRANSPORT_PROOFS: readonly Proof[] = [
  proof('HT-06', (status) => post(begun('2025-06-18'), status, EVIL, status === 200 ? pong : {}), 400, 200),
  proof('HT-07', (status) => post(begun(R), status, EVIL), 403, 400),
  proof('HT-07', (status) => post(begun(R), status, [['Origin', 'null'], version]), 403, 200),
  proof(
    'HT-08',
    (status) => moved(post(begun(R), status, [['Host', 'evil.example'], version], status === 200 ? pong : {}), 'http://127.0.0.1:3000/mcp'),
    403,
    200,
  ),
  proof(
    'HT-09',
    (status) => moved(begun(R), 'http://127.0.0.1:3000/mcp').http('GET', status, { url: 'http://192.168.1.5:3000/mcp' }),
    0,
    405,
  ),
  {
    id: 'HT-10',
    keeps: () =>
      new Talk(R).http('POST', 401, {
        url: 'https://mcp.example.com/',
        sent: init(0),
        replyHeaders: [['www-authenticate', 'Bearer scope="a"']],
      }),
    breaks: () => moved(begun(R), 'https://mcp.example.com/'),
  },
  proof('HT-13', (end: 'closed' | 'ours') => slow(end), 'closed', 'ours'),
  proof('HT-14', (reply: Reply | undefined) => begun('2025-06-18', TOOLS).ask('tools/list', {}, reply, { stream: true }), list, undefined),
  proof('HT-15', progressOn, 'own', 'other'),
  proof('HT-17', (where: 'get' | 'log') => (where === 'get' ? progressOn('get') : begun(R, { logging: {} }).says(CHANGED)), 'log', 'get'),
  proof('HT-18', twoStreams, false, true),
  proof(
    'HT-23',
    (type) =>
      begun(R, TOOLS).ask('tools/list', {}, list, {
        headers: [['Accept', 'application/json']],
        replyHeaders: [['content-type', type]],
        stream: type !== 'application/json',
        bare: true,
      }),
    'application/json',
    'text/event-stream',
  ),
  proof('HT-25', (status) => begun(R).http('PUT', status), 405, 200),
  proof(
    'HT-27',
    (allowed) =>
      begun(R).http('OPTIONS', 204, {
        headers: [
          ['Origin', 'http://localhost:6274'],
          ['Access-Control-Request-Method', 'POST'],
          ['Access-Control-Request-Headers', 'content-type, mcp-session-id'],
        ],
        replyHeaders: [
          ['access-control-allow-origin', '*'],
          ['access-control-allow-headers', allowed],
        ],
      }),
    'Content-Type, Mcp-Session-Id',
    'Content-Type',
  ),
  proof(
    'HT-28',
    (exposed) =>
      new Talk(R).greet(
        TOOLS,
        {},
        {
          replyHeaders: [
            ['mcp-session-id', 'abc'],
            ['access-control-allow-origin', '*'],
            ['access-control-expose-headers', exposed],
          ],
        },
      ),
    'Mcp-Session-Id',
    'X-Other',
  ),
  proof('MS-05', idle, false, true),
  proof('MS-06', (status) => begun(M).tell('notifications/loupe-harmless', {}, status), 202, 200),
  proof('SE-01', (id) => inSession(id), 'abc', '', { by: 'SE-02' }),
  proof(
    'SE-03',
    (make: (index: number) => string) => [1, 2].reduce((talk, index) => greetAgain(talk, make(index), index), inSession(make(0))),
    uuid,
    (index: number) => `session-${index}`,
  ),
  proof('SE-08', (id) => greetAgain(inSession('abc').http('DELETE', 200, { headers: [session('abc')] }), id, 1), 'def', 'abc'),
  proof(
    'SE-09',
    (status) => post(inSession('abc'), 200, [session('abc'), version], pong).http('DELETE', status, { headers: [session('abc')] }),
    405,
    404,
  ),
  proof(
    'SE-10',
    (status) => post(protectedOne(), status, [session('abc'), version], status === 200 ? pong : { replyHeaders: SCOPED }),
    401,
    200,
  ),
  proof(
    'RS-02',
    (bare: true | undefined) =>
      begun(R, TOOLS).ask('tools/list', {}, list, { stream: true, headers: [version], ...(bare === undefined ? {} : { bare }) }),
    undefined,
    true,
  ),
  proof(
    'RS-03',
    (retry: number | undefined) => {
      const talk = begun(R, TOOLS)
      const exchange = talk.send('{"jsonrpc":"2.0","id":7,"method":"tools/list"}', { headers: [version] })
      talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
      talk.fact(exchange, { kind: 'frame', text: '', id: '7' })
      // A wait is said without any data, as a rule.
      if (retry !== undefined) talk.fact(exchange, { kind: 'sign', retry })
      talk.fact(exchange, { kind: 'closed' })
      return talk
    },
    1000,
    undefined,
  ),
  proof(
    'RS-04',
    (status) =>
      inSession('abc').http('GET', status, {
        headers: [['Last-Event-ID', '1'], session('abc')],
        ...(status === 200 ? { frames: [] } : {}),
      }),
    200,
    405,
  ),
  proof('RS-05', resumed, '3', '2'),
  proof(
    'RS-07',
    (status) => inSession('abc').http('GET', status, { headers: [['Last-Event-ID', 'loupe-bogus'], session('abc')] }),
    400,
    500,
  ),
  proof(
    'ST-03',
    (text) => {
      const talk = begun(R, TOOLS, true)
      talk.fact(0, { kind: 'stderr', text })
      return talk
    },
    'ready',
    'r\uFFFDady',
  ),
  proof('ST-04', (signal: string | null) => ended(R, signal), null, 'SIGTERM'),
  proof('ST-05', (signal: string | null) => ended(M, signal), null, 'SIGTERM'),
  {
    id: 'ST-06',
    keeps: () => ended(R, 'SIGTERM'),
    breaks: () => ended(R, 'SIGKILL'),
    silent: 'ST-04',
  },
  proof(
    'ST-12',
    (message) => begun(R, TOOLS, true).ask('tools/call', { name: 'a' }, { error: { code: -32000, message } }),
    'No key in the environment',
    'Log in: WWW-Authenticate: Bearer',
  ),
  proof('SX-02', (headers: [string, string][]) => post(begun(R), 429, [version], { replyHeaders: headers }), [['retry-after', '3']], []),
  proof(
    'SX-07',
    (to) =>
      moved(begun(R), 'https://server.test/mcp').http('GET', 307, { url: 'https://server.test/mcp', replyHeaders: [['location', to]] }),
    'https://server.test/',
    'http://server.test/',
  ),
  proof(
    'TC-13',
    (exit: boolean) => {
      const talk = begun(R, TOOLS, true)
      const exchange = talk.send('{"jsonrpc":"2.0","id":"loupe-burst-1","method":"tools/call","params":{"name":"a"}}')
      if (exit) talk.fact(0, { kind: 'exit', code: 1, signal: null })
      else talk.fact(exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":"loupe-burst-1","result":{"content":[]}}' })
      return talk
    },
    false,
    true,
  ),
]

/** A protected server that let us in with a token. */
function protectedOne(): Talk {
  const talk = new Talk(R)
  talk.http('POST', 401, { sent: init('y'), replyHeaders: SCOPED })
  return talk.greet(TOOLS, {}, { headers: [['Authorization', 'Bearer x']], replyHeaders: [['mcp-session-id', 'abc']] })
}
