// For tests: calls of a tool that was lent, as they should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const META = 'io.modelcontextprotocol/'
const text = (words: string): Json => [{ type: 'text', text: words }]
const done: Reply = { result: { content: text('Done') } }
const error = (code: number): Reply => ({ error: { code, message: 'No' } })
const TASKS: Obj = { tools: {}, tasks: { requests: { tools: { call: {} } } } }
/** A tool is listed, and called. */
const listed = (tool: Obj, revision: Revision = R, capabilities: Obj = { tools: {} }): Talk =>
  begun(revision, capabilities).ask(
    'tools/list',
    {},
    {
      result: {
        tools: [{ name: 'a', description: 'Does a', inputSchema: { type: 'object', properties: {} }, ...tool }],
        ...(revision === M ? { ttlMs: 0, cacheScope: 'private' } : {}),
      },
    },
  )
const called = (talk: Talk, id: string, reply: Reply, params: Obj = {}, status?: number): Talk =>
  talk.ask('tools/call', { name: 'a', arguments: {}, ...params }, reply, { id: `loupe-${id}`, ...(status === undefined ? {} : { status }) })
const structured = (value: Json): Talk =>
  called(listed({ outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } }), 'x', {
    result: { content: text(writeJson(value)), structuredContent: value },
  })
const header = (id: string) => (reply: Reply) => called(listed({}, M), id, reply, {}, 'error' in reply ? 400 : 200)
const logs = (level: string): Talk =>
  begun(R, { logging: {}, tools: {} }, true)
    .ask('logging/setLevel', { level: 'error' }, { result: {} })
    .ask('tools/call', { name: 'a' }, done, {
      during: [{ jsonrpc: '2.0', method: 'notifications/message', params: { level, data: 1 } }],
    })
const modernLogs = (levels: string[]): Talk =>
  begun(M, { logging: {}, tools: {} }).ask('tools/call', { name: 'a', _meta: { [`${META}logLevel`]: 'warning' } }, done, {
    during: levels.map((level) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { level, data: 1 } })),
  })
const cancelled = (late: boolean): Talk => {
  const talk = begun(M, { tools: {} }, true)
  const envelope = { [`${META}protocolVersion`]: M, [`${META}clientCapabilities`]: {} }
  const exchange = talk.send(
    writeJson({
      jsonrpc: '2.0',
      id: 'loupe-cancelled',
      method: 'tools/call',
      params: { name: 'a', _meta: { ...envelope, progressToken: 'p' } },
    }),
  )
  talk.tell('notifications/cancelled', { requestId: 'loupe-cancelled', _meta: envelope }).wait(500)
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }
  if (late) talk.fact(exchange, { kind: 'frame', text: writeJson(progress) })
  return talk
}
const STREAM: [string, string][] = [
  ['content-type', 'text/event-stream'],
  ['x-accel-buffering', 'no'],
]
const left = (goesOn: boolean): Talk => {
  const talk = begun(M, { tools: {} })
  const envelope = { [`${META}protocolVersion`]: M, [`${META}clientCapabilities`]: {}, progressToken: 'p' }
  const sent = writeJson({ jsonrpc: '2.0', id: 'loupe-left', method: 'tools/call', params: { name: 'a', _meta: envelope } })
  const exchange = talk.send(sent)
  talk.fact(exchange, {
    kind: 'status',
    status: 200,
    statusText: '',
    headers: STREAM,
  })
  talk.fact(exchange, { kind: 'failed', why: 'left', ours: true })
  if (goesOn) {
    const other = talk.send(writeJson({ jsonrpc: '2.0', id: 'b', method: 'tools/list', params: { _meta: envelope } }))
    talk.fact(other, {
      kind: 'status',
      status: 200,
      statusText: '',
      headers: STREAM,
    })
    talk.fact(other, {
      kind: 'frame',
      text: writeJson({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } }),
    })
  }
  return talk
}
const resumed = (revision: Revision, frames: Json[]): Talk => {
  const talk = begun(revision, { tools: {} })
  const exchange = talk.send(writeJson({ jsonrpc: '2.0', id: 'loupe-left', method: 'tools/call', params: { name: 'a' } }))
  talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  talk.fact(exchange, { kind: 'frame', text: '', id: 'e1' })
  talk.fact(exchange, { kind: 'failed', why: 'left', ours: true })
  return talk.http('GET', 200, { headers: [['Last-Event-ID', 'e1']], frames, bare: true, frame: { id: 'e2' } })
}
const ANSWER: Json = { jsonrpc: '2.0', id: 'loupe-left', result: { content: text('Done') } }

export const LENT_PROOFS: readonly Proof[] = [
  proof('TC-08', structured, { n: 1 }, { n: 'one' }),
  proof('TC-14', (reply: Reply) => called(begun(M, { tools: {} }), 'legacy-task', reply, { task: { ttl: 1 } }), done, error(-32602)),
  proof(
    'TC-16',
    (reply: Reply) =>
      called(listed({ inputSchema: { type: 'object', properties: {}, additionalProperties: false } }), 'more-argument', reply, {
        arguments: { b: 1 },
      }),
    error(-32602),
    done,
  ),
  proof(
    'TC-17',
    (words: string) =>
      called(called(listed({ annotations: { readOnlyHint: true } }), 'twice-1', done), 'twice-2', { result: { content: text(words) } }),
    'Done',
    'Twice',
  ),
  proof(
    'AP-06',
    (content: Json) => called(listed({ _meta: { ui: { resourceUri: 'ui://a' } } }), 'x', { result: { content } }),
    text('Done'),
    [{ type: 'image', data: btoa('\x89PNG\r\n\x1a\n'), mimeType: 'image/png' }],
  ),
  proof(
    'AP-07',
    (ms: number) => {
      const talk = begun(R, { tools: {} })
      const says = (message: Obj): number =>
        talk.fact(0, { kind: 'app', way: 'from', app: 'ui://a', text: writeJson({ jsonrpc: '2.0', ...message }) })
      says({ id: 1, method: 'ui/initialize', params: {} })
      talk.wait(ms)
      says({ method: 'ui/notifications/initialized' })
      return talk
    },
    100,
    20_000,
  ),
  proof('LG-03', logs, 'error', 'info'),
  proof('LG-06', modernLogs, [], ['debug']),
  proof('TK-03', (reply: Reply) => called(listed({}, R, TASKS), 'x', reply, { task: {} }), error(-32601), done),
  proof('TK-04', (reply: Reply) => called(listed({ execution: { taskSupport: 'required' } }, R, TASKS), 'x', reply), error(-32601), done),
  proof('TK-05', (reply: Reply) => called(called(listed({}), 'plain', done), 'task', reply, { task: {} }), done, error(-32602)),
  proof(
    'ST-11',
    (reply: Reply) => begun(M, { tools: {} }, true).ask('tools/list', {}, reply, { id: 'loupe-first' }),
    { result: { tools: [], ttlMs: 0, cacheScope: 'private' } },
    error(-32600),
    { by: 'DV-12' },
  ),
  proof('ST-09', cancelled, false, true),
  proof('MS-04', left, false, true, { silent: 'MS-04' }),
  proof('RS-06', (frames: Json[]) => resumed(R, frames), [ANSWER], []),
  proof('HT-26', (frames: Json[]) => resumed('2025-06-18', frames), [ANSWER], []),
  proof('HD-12', header('mirror-match'), done, error(-32020)),
  proof('HD-13', header('mirror-omitted'), error(-32020), done),
  proof('HD-14', header('mirror-differs'), error(-32020), done),
  proof('HD-15', header('mirror-absent'), done, error(-32020)),
  proof('HD-16', header('mirror-integer'), done, error(-32020)),
  proof('HD-17', header('mirror-text'), done, error(-32020)),
  proof('HD-20', header('mirror-sentinel'), done, error(-32020)),
]
