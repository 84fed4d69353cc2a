// For tests: what is sent in order to provoke, answered as it should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { Talk, type AskOptions, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const OLD = '2025-03-26'
const TOOLS = { tools: {} }
const URI = 'a://b'
const error = (code: number, data?: Json): Reply => ({ error: { code, message: 'No', ...(data === undefined ? {} : { data }) } })
const list = { result: { tools: [] as Json[] } }
const cached = { result: { tools: [] as Json[], ttlMs: 0, cacheScope: 'public' } }
const both = (revision: Revision): { result: Obj } => (revision === M ? cached : list)
/** A request that was made up, and its reply. */
const sent = (name: string, reply: Reply | undefined, revision: Revision = R, more: AskOptions = {}, params: Obj = {}): Talk =>
  begun(revision, TOOLS).ask('tools/list', params, reply, { id: `loupe-${name}`, ...more })
const must = (id: string, name: string, revision: Revision = R, code = -32602, more: AskOptions = {}): Proof =>
  proof(id, (reply: Reply) => sent(name, reply, revision, more), both(revision), error(code))
const mustNot = (id: string, name: string, good: Reply, revision: Revision = R, more: AskOptions = {}): Proof =>
  proof(id, (reply: Reply) => sent(name, reply, revision, more), good, both(revision))

const greeting = (change: Obj = {}): Obj => ({ protocolVersion: R, capabilities: {}, clientInfo: { name: 'a', version: '1' }, ...change })
const greeted = { result: { protocolVersion: R, capabilities: {}, serverInfo: { name: 'a', version: '1' } } }
/** An array, and what comes back. */
const array = (members: Json[], answers: Json[] | undefined, status = 200): Talk => {
  const talk = begun(OLD, TOOLS)
  return talk.http('POST', status, {
    sent: writeJson(members),
    replyHeaders: answers === undefined ? [] : [['content-type', 'application/json']],
    ...(answers === undefined ? {} : { body: writeJson(answers) }),
  })
}
const ping = (id: string): Obj => ({ jsonrpc: '2.0', id, method: 'ping' })
const pong = (id: string): Obj => ({ jsonrpc: '2.0', id, result: {} })
const notice: Obj = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'x' } }
/** Several at once, and how many are answered. */
const together = (name: string, of: number, answered: number, talk: Talk): Talk => {
  const all = Array.from({ length: of }, (_, index) => `loupe-${name}-${index}`)
  const modern = { _meta: { 'io.modelcontextprotocol/protocolVersion': M, 'io.modelcontextprotocol/clientCapabilities': {} } }
  const own = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'server', version: '1' } } }
  const exchanges = all.map((id) => talk.send(writeJson({ jsonrpc: '2.0', id, method: 'tools/list', params: talk.modern ? modern : {} })))
  for (const [index, exchange] of exchanges.slice(0, answered).entries()) {
    const text = writeJson({ jsonrpc: '2.0', id: all[index]!, result: { ...both(talk.revision).result, ...(talk.modern ? own : {}) } })
    if (!talk.pipe) talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'application/json']] })
    talk.fact(exchange, talk.pipe ? { kind: 'frame', text } : { kind: 'body', text })
    talk.fact(exchange, { kind: 'closed' })
  }
  return talk
}
const reads = (id: string, name: string, good: Reply, bad: Reply, status?: number, revision: Revision = R): Proof => ({
  id,
  keeps: () => begun(revision, { resources: {} }).ask('resources/read', { uri: URI }, good, { id: `loupe-${name}` }),
  breaks: () =>
    begun(revision, { resources: {} }).ask('resources/read', { uri: URI }, bad, {
      id: `loupe-${name}`,
      ...(status === undefined ? {} : { status }),
    }),
})
const contents = { result: { contents: [{ uri: URI, mimeType: 'text/plain', text: 'x' }] } }
const prompted = { result: { messages: [] as Json[] } }
const listened = (params: Obj, answer: Reply | undefined, acknowledged: boolean, id: string): Talk => {
  const talk = begun(M, { tools: { listChanged: true } }).ask('subscriptions/listen', params, answer, {
    id,
    stream: true,
    end: acknowledged ? 'open' : 'closed',
    during: acknowledged
      ? [
          {
            jsonrpc: '2.0',
            method: 'notifications/subscriptions/acknowledged',
            params: { notifications: {}, _meta: { 'io.modelcontextprotocol/subscriptionId': id } },
          },
        ]
      : [],
  })
  // What is acknowledged stays open, until we have seen enough.
  if (acknowledged) talk.fact(talk.events.at(-1)?.exchange ?? 0, { kind: 'failed', why: 'seen', ours: true })
  return talk
}

export const PROBE_PROOFS: readonly Proof[] = [
  proof(
    'JR-10',
    (code) =>
      sent('cut', { message: { jsonrpc: '2.0', id: null, error: { code, message: 'No' } } }, OLD, {
        whole: '{"jsonrpc":"2.0","id":"loupe-cut",',
      }),
    -32700,
    -32603,
  ),
  proof(
    'JR-14',
    (reply: Reply) => begun(R, TOOLS).ask('', {}, reply, { whole: '{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}', id: 1.5 }),
    error(-32600),
    list,
  ),
  proof(
    'JR-18',
    (code) =>
      begun(R).ask('', {}, undefined, {
        whole: '{"jsonrpc":"2.0","id":"loupe-never-asked","result":{}}',
        status: code,
        replyHeaders: [['content-type', 'text/plain']],
      }),
    202,
    500,
  ),
  proof(
    'JR-30',
    (id: Json) =>
      begun(M).ask('tools/list', {}, { message: { jsonrpc: '2.0', id, error: { code: -32601, message: 'No' } } }, { id: 5, status: 404 }),
    5,
    null,
  ),
  proof(
    'BA-01',
    (answers: Json[]) => array([ping('loupe-batch-two-1'), ping('b')], answers),
    [pong('loupe-batch-two-1'), pong('b')],
    [pong('b')],
  ),
  proof('BA-02', (status) => array([notice, notice], undefined, status), 202, 400),
  proof(
    'BA-03',
    (answers: Json[]) => array([ping('loupe-batch-mixed'), notice], answers),
    [pong('loupe-batch-mixed')],
    [pong('loupe-batch-mixed'), pong('loupe-batch-mixed')],
  ),
  proof(
    'BA-05',
    (answer: Json) =>
      array([{ jsonrpc: '2.0', id: 'loupe-batch-greeting', method: 'initialize', params: greeting({ protocolVersion: OLD }) }], [answer]),
    { jsonrpc: '2.0', id: 'loupe-batch-greeting', error: { code: -32600, message: 'No' } },
    { jsonrpc: '2.0', id: 'loupe-batch-greeting', result: { ...greeted.result, protocolVersion: OLD } },
  ),
  proof('HT-21', (answered) => together('three', 3, answered, begun(R, TOOLS)), 3, 2),
  proof('ST-10', (answered) => together('five', 5, answered, begun(M, TOOLS, true)), 5, 4),
  must('HT-30', 'extra'),
  // What fails whatever its length tells nothing of the long one.
  {
    id: 'ST-07',
    keeps: () => begun(R, TOOLS, true).ask('tools/list', {}, error(-32603)).ask('ping', {}, { result: {} }, { id: 'loupe-large' }),
    breaks: () => begun(R, TOOLS, true).ask('tools/list', {}, list).ask('tools/list', {}, error(-32603), { id: 'loupe-large' }),
  },
  proof('ST-07', (reply: Reply) => begun(R, TOOLS, true).ask('tools/list', {}, reply, { id: 'loupe-large' }), list, error(-32603)),
  proof('SX-01', (status) => sent('heavy', undefined, R, { status, replyHeaders: [['content-type', 'text/plain']] }), 413, 500),
  must('HD-09', 'odd-case', M, -32020),
  must('HD-11', 'blanks', M, -32020),
  must('HD-19', 'param', M, -32020),
  proof(
    'HD-18',
    (reply: Reply) =>
      begun(M, TOOLS).ask('tools/call', { name: 'a' }, reply, {
        id: 'loupe-invalid-param',
        headers: [
          ['MCP-Protocol-Version', M],
          ['Mcp-Method', 'tools/call'],
          ['Mcp-Name', 'a'],
          ['Mcp-Param-A', 'ü'],
        ],
      }),
    error(-32020),
    { result: { content: [] } },
  ),
  proof(
    'LC-06',
    (reply: Reply) => new Talk(R, true).ask('ping', {}, reply, { id: 'loupe-early-ping' }).greet(),
    { result: {} },
    error(-32000),
  ),
  proof(
    'LC-08',
    (code) => new Talk(R).ask('initialize', { protocolVersion: R }, error(code), { id: 'loupe-lacks' }).greet(),
    -32602,
    -32603,
  ),
  proof(
    'LC-09',
    (status) =>
      begun(R).ask('initialize', greeting(), status === 200 ? greeted : undefined, {
        id: 'loupe-again',
        status,
        replyHeaders: status === 200 ? [] : [['content-type', 'text/plain']],
      }),
    200,
    500,
  ),
  proof('LC-14', (reply: Reply) => begun(R).ask('initialize', greeting(), reply, { id: 'loupe-return' }), greeted, error(-32000)),
  proof('DV-11', (reply: Reply) => sent('types', reply, M, { status: 200 }), error(-32602), cached),
  must('DV-12', 'first', M, -32600),
  reads('DV-23', 'elsewhere', { result: { ...contents.result, ttlMs: 0, cacheScope: 'public' } }, error(-32603), undefined, M),
  must('DV-24', 'woven', M, -32603),
  must('DV-26', 'trace', M, -32603),
  must('PA-05', 'page', M, -32603),
  mustNot('LG-07', 'verbose', error(-32602), M),
  must('CM-05', 'context', R, -32603),
  reads('RT-03', 'template-plain', contents, error(-32603)),
  reads('RT-04', 'template-odd', contents, {
    result: { contents: [{ uri: URI, mimeType: 'text/plain', text: 'root:x:0:0:root:/root:/bin/sh' }] },
  }),
  proof(
    'PR-10',
    (status) =>
      begun(R, { prompts: {} }).ask('prompts/get', { name: 'a', arguments: { b: '<b>' } }, status === 200 ? prompted : undefined, {
        id: 'loupe-markup',
        status,
        replyHeaders: status === 200 ? [] : [['content-type', 'text/plain']],
      }),
    200,
    500,
  ),
  proof(
    'TC-07',
    (text) =>
      begun(R, TOOLS).ask(
        'tools/call',
        { name: 'a', arguments: { b: "'" } },
        { result: { content: [{ type: 'text', text }], isError: true } },
        { id: 'loupe-odd-call' },
      ),
    'b is no number',
    'SQLSTATE[42000]: near ...',
  ),
  proof(
    'LS-11',
    (acknowledged: boolean) => listened({}, acknowledged ? undefined : error(-32602), acknowledged, 'loupe-listen-none'),
    false,
    true,
  ),
]
