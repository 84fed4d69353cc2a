// For tests: HTTP as good servers have it that look as if they had a flaw, each beside one that has it.
import type { Json } from '../../json.ts'
import { Talk } from '../../testing/record.ts'
import { greeted, init } from './greetings.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const TOOLS = { tools: {} }
const list = { result: { tools: [] as Json[] } }
const JSON_TYPE: [string, string] = ['content-type', 'application/json']
const version: [string, string] = ['MCP-Protocol-Version', R]
const session = (id: string): [string, string] => ['Mcp-Session-Id', id]
const inSession = (): Talk => new Talk(R).greet(TOOLS, {}, { replyHeaders: [['mcp-session-id', 'abc']] })
const progress = (value: number, token: Json = 't'): Obj => ({
  jsonrpc: '2.0',
  method: 'notifications/progress',
  params: { progressToken: token, progress: value },
})
const later = (talk: Talk, ms: number): Talk => {
  talk.events.at(-1)!.at += ms
  return talk
}
const brokenOff = (talk: Talk, ms: number): Talk => {
  talk.fact(talk.events.at(-1)!.exchange, { kind: 'failed', why: 'done', ours: true })
  return later(talk, ms)
}
/** A greeting that is answered by a stream, and begins the session of this name. */
const streamed = (talk: Talk, id: string, name: string, event: string): Talk => {
  const exchange = talk.send(init(id))
  talk.fact(exchange, {
    kind: 'status',
    status: 200,
    statusText: '',
    headers: [
      ['content-type', 'text/event-stream'],
      ['mcp-session-id', name],
    ],
  })
  talk.fact(exchange, { kind: 'frame', text: '', id: `${event}-0` })
  talk.fact(exchange, { kind: 'frame', text: greeted(id), id: `${event}-1` })
  talk.fact(exchange, { kind: 'closed' })
  return talk
}
const listening = (acknowledged: boolean): Talk => {
  const ack: Obj = {
    jsonrpc: '2.0',
    method: 'notifications/subscriptions/acknowledged',
    params: { notifications: {}, _meta: { 'io.modelcontextprotocol/subscriptionId': 5 } },
  }
  const talk = begun(M, TOOLS).ask('subscriptions/listen', { notifications: {} }, undefined, {
    id: 5,
    during: acknowledged ? [ack] : [],
    stream: true,
    end: 'open',
  })
  return brokenOff(talk, 2500)
}
/** The stream of the first request is taken up; then comes what it brought, or the answer of the second as well. */
const replayed = (ids: string[]): Talk => {
  const talk = inSession()
  for (const [id, event] of [
    [11, 'a'],
    [12, 'b'],
  ] as const) {
    const exchange = talk.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' }), { headers: [session('abc'), version] })
    talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
    talk.fact(exchange, { kind: 'frame', text: '', id: `${event}-0` })
    talk.fact(exchange, { kind: 'frame', text: JSON.stringify({ jsonrpc: '2.0', id, ...list }), id: `${event}-1` })
    talk.fact(exchange, { kind: 'closed' })
  }
  talk.http('GET', 200, { headers: [['Last-Event-ID', 'a-0'], session('abc'), version], frames: [], bare: true })
  const closed = talk.events.pop()!
  for (const id of ids)
    talk.fact(closed.exchange, {
      kind: 'frame',
      text: id === 'b-0' ? '{}' : JSON.stringify({ jsonrpc: '2.0', id: id === 'a-1' ? 11 : 12, ...list }),
      id,
    })
  talk.fact(closed.exchange, { kind: 'closed' })
  return talk
}
/** A call whose progress comes on its own stream, and where it is told twice, on that of a GET as well. */
const told = (twice: boolean): Talk => {
  const talk = begun(R, TOOLS)
  const frame = (exchange: number, text: string): number => talk.fact(exchange, { kind: 'frame', text })
  talk.http('GET', 200, { frames: [] })
  const { exchange: get } = talk.events.pop()!
  const call = talk.send('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","_meta":{"progressToken":"t"}}}')
  talk.fact(call, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  talk.fact(call, { kind: 'frame', text: '', id: 'own' })
  talk.fact(call, { kind: 'frame', text: JSON.stringify(progress(1)), id: 'own-1' })
  if (twice) frame(get, JSON.stringify(progress(1)))
  frame(call, '{"jsonrpc":"2.0","id":7,"result":{"content":[]}}')
  talk.fact(call, { kind: 'closed' })
  // Who takes the stream up hears it again.
  return talk.http('GET', 200, { headers: [['Last-Event-ID', 'own']], frames: [progress(1)], frame: { id: 'own-1' }, bare: true })
}
const preflight = (origin: string): Talk =>
  begun(R).http('OPTIONS', 204, {
    headers: [
      ['Origin', 'http://localhost:6274'],
      ['Access-Control-Request-Method', 'POST'],
      ['Access-Control-Request-Headers', 'content-type'],
    ],
    replyHeaders: [
      ['access-control-allow-origin', origin],
      ['access-control-allow-headers', 'content-type'],
    ],
  })
/** An answer of ours that comes when its session was ended, or while it lives. */
const answered = (ended: boolean): Talk => {
  const reply = (id: number, code: number): Talk =>
    talk.http('POST', code, { sent: JSON.stringify({ jsonrpc: '2.0', id, result: {} }), headers: [session('abc'), version] })
  const talk = inSession().says({ jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: 2, method: 'ping' })
  reply(1, 202)
  if (ended) talk.http('DELETE', 204, { headers: [session('abc'), version] })
  return reply(2, 404)
}

export const HTTP_TWINS: readonly Proof[] = [
  proof('HT-01', (code) => begun(R).http('GET', code), 405, 500),
  proof('HT-03', answered, true, false),
  // The reply to a verb that means nothing is no message.
  proof('HT-25', (code) => begun(R).http('PUT', code, { body: '{"error":"no"}', replyHeaders: [JSON_TYPE] }), 405, 200),
  proof('HT-27', preflight, 'http://localhost:6274', 'https://other.example'),
  proof(
    'HT-20',
    (code) => inSession().http('POST', code, { sent: '{"jsonrpc":"2.0","id":"loupe-1","method":"ping"}', headers: [session('abc')] }),
    404,
    400,
  ),
  proof(
    'HT-22',
    (cut) => {
      const talk = begun(R, TOOLS).ask('tools/list', {}, list, { stream: true, end: 'open' })
      const { exchange } = talk.events.at(-1)!
      if (cut) talk.fact(exchange, { kind: 'note', fault: 'cut-event', text: 'The stream ended within its last event' })
      talk.fact(exchange, { kind: 'closed' })
      return talk
    },
    false,
    true,
  ),
  // What another stream brought comes again, and is no message besides: one fault.
  proof('RS-05', replayed, ['a-1'], ['a-1', 'b-0']),
  proof('HT-18', told, false, true, { also: ['HT-17'] }),
  // Ids hold within one session.
  proof('RS-01', (name) => streamed(streamed(new Talk(R), '1', 'one', 's'), '2', name, 's'), 'two', 'one', { also: ['SE-03'] }),
  proof('RS-05', replayed, ['a-1'], ['a-1', 'b-1']),
  proof('LS-01', listening, true, false),
  proof(
    'MS-03',
    (ms) =>
      brokenOff(
        begun(M, TOOLS).ask('tools/list', {}, { result: { tools: [], ttlMs: 0, cacheScope: 'public' } }, { stream: true, end: 'open' }),
        ms,
      ),
    10,
    5000,
  ),
]
