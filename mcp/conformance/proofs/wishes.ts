// For tests: what is asked of people, what runs beside requests, and tasks, as they should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const error = (code: number, data?: Json): Reply => ({ error: { code, message: 'No', ...(data === undefined ? {} : { data }) } })
const told = (method: string, params: Obj = {}): Obj => ({ jsonrpc: '2.0', method, params })
const done = { result: { content: [{ type: 'text', text: 'Done' }] } }
const tool = (more: Obj = {}): Obj => ({ name: 'a', description: 'Does a', inputSchema: { type: 'object', properties: {} }, ...more })
const ALL: Obj = { sampling: { tools: {}, context: {} }, elicitation: { form: {}, url: {} }, roots: {} }
/** The server asks of a client that can do all of it. */
const wants = (method: string, params: Obj, offered: Obj = ALL): Talk => {
  const talk = new Talk(R)
  talk.offered = offered
  return talk.greet({ tools: {} }).says({ jsonrpc: '2.0', id: 1, method, params })
}
const sampling = (more: Obj, offered: Obj = ALL): Talk =>
  wants('sampling/createMessage', { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 5, ...more }, offered)
const form = (field: Obj, message = 'Which?'): Talk =>
  wants('elicitation/create', { message, requestedSchema: { type: 'object', properties: { a: field } } })
/** A result that wants input. */
const wanting = (one: Obj, more: Obj = {}): Talk => {
  const talk = new Talk(M)
  talk.offered = ALL
  return talk
    .greet({ tools: {} })
    .ask('tools/call', { name: 'a' }, { result: { resultType: 'input_required', inputRequests: { a: one }, ...more } })
}
const ELICITATION: Obj = {
  method: 'elicitation/create',
  params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
}
const logging = (talk: Talk, count: number, method = 'notifications/message', params: Obj = { level: 'info', data: 1 }): Talk =>
  talk.says(
    ...Array.from({ length: count }, (_, index): Json =>
      method === 'ping' ? { jsonrpc: '2.0', id: `p${index}`, method } : told(method, params),
    ),
  )
const refusing = (answered: boolean): Talk => {
  const talk = new Talk(R)
  talk.offered = { sampling: {} }
  talk.greet({ tools: {} })
  const exchange = talk.send(writeJson({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'a' } }))
  talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  talk.fact(exchange, { kind: 'frame', text: '', id: 'x' })
  talk.fact(exchange, {
    kind: 'frame',
    text: writeJson({
      jsonrpc: '2.0',
      id: 1,
      method: 'sampling/createMessage',
      params: { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 5 },
    }),
  })
  talk.http('POST', 202, { sent: '{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"No"}}' })
  if (answered) talk.fact(exchange, { kind: 'frame', text: writeJson({ jsonrpc: '2.0', id: 'c', result: done.result }) })
  talk.fact(exchange, answered ? { kind: 'closed' } : { kind: 'failed', why: 'cut', ours: true })
  return talk
}
const turns = (...results: string[]): Talk =>
  sampling({
    messages: [
      { role: 'user', content: { type: 'text', text: 'x' } },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'a', input: {} }] },
      { role: 'user', content: results.map((toolUseId) => ({ type: 'tool_result', toolUseId, content: [] })) },
    ],
    tools: [],
  })
const progress = (token: Json, own: Json | undefined): Talk =>
  begun(R, { tools: {} }).ask('tools/call', { name: 'a', ...(own === undefined ? {} : { _meta: { progressToken: own } }) }, done, {
    during: [told('notifications/progress', { progressToken: token, progress: 1 })],
  })
const cancelled = (answered: boolean): Talk => {
  const talk = begun(R, { tools: {} }, true)
  const exchange = talk.send(writeJson({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'a' } }))
  talk.tell('notifications/cancelled', { requestId: 'c' }).wait(2000)
  if (answered) talk.fact(exchange, { kind: 'frame', text: writeJson({ jsonrpc: '2.0', id: 'c', result: done.result }) })
  return talk.ask('ping', {}, { result: {} })
}
const idle = (revision: typeof M | typeof R, ends: boolean): Talk => {
  const talk = begun(revision, { tools: {} }, true).tell('notifications/cancelled', { requestId: 'never' })
  if (ends) talk.fact(0, { kind: 'exit', code: 1, signal: null })
  return ends ? talk : talk.ask('tools/call', { name: 'a' }, done)
}
const completes = (values: Json, params: Obj, capabilities: Obj = { completions: {} }): Talk =>
  begun(R, capabilities).ask(
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'b', value: '' }, ...params },
    { result: { completion: { values } } },
  )
const page = (name: string, more: Obj = {}): Reply => ({ result: { tools: [tool({ name })], ...more } })
const listed = (name: string, ttlMs: number, scope = 'public'): Reply => ({ result: { tools: [tool({ name })], ttlMs, cacheScope: scope } })
const tokenOf = (token: string): [string, string][] => [
  ['Authorization', token],
  ['MCP-Protocol-Version', M],
  ['Mcp-Method', 'tools/list'],
]

const RANDOM = '786512e2-9e0d-44bd-8f29-789f320fe840'

export const WISH_PROOFS: readonly Proof[] = [
  proof('CF-03', (offered: Obj) => sampling({ includeContext: 'thisServer' }, offered), ALL, { sampling: {} }),
  proof('CF-04', (offered: Obj) => sampling({ tools: [] }, offered), ALL, { sampling: {} }),
  proof('CF-05', (ids: string[]) => turns(...ids), ['t'], ['u']),
  proof('CF-07', refusing, true, false),
  proof('CF-08', (offered: Obj) => wants('roots/list', {}, offered), ALL, { sampling: {} }, { by: 'CF-01' }),
  proof('CF-13', (value: Json) => form({ type: 'integer', default: value }), 7, 'seven'),
  proof(
    'CF-16',
    (url) => wants('elicitation/create', { mode: 'url', message: 'Log in', url, elicitationId: 'e' }),
    'https://a.test/login',
    'https://a.test/login?access_token=abc',
  ),
  proof('CF-17', (message) => form({ type: 'string' }, message), 'Which?', 'See https://a.test/terms'),
  proof(
    'CF-18',
    (id) =>
      wants('elicitation/create', { mode: 'url', message: 'Log in', url: 'https://a.test/', elicitationId: 'e' }).says(
        told('notifications/elicitation/complete', { elicitationId: id }),
      ),
    'e',
    'f',
  ),
  proof(
    'TC-15',
    (one: Obj) =>
      begun(R, { tools: {} }).ask(
        'tools/call',
        { name: 'a' },
        error(-32042, { elicitations: [{ mode: 'url', elicitationId: 'e', url: 'https://a.test/', message: 'Log in', ...one }] }),
      ),
    {},
    { mode: 'form' },
  ),
  proof(
    'CF-19',
    (more: Obj) => wanting({ ...ELICITATION, params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} }, ...more } }),
    {},
    { elicitationId: 'e' },
  ),
  proof('CF-20', (one: Obj) => wanting(one), ELICITATION, { method: 'roots/list' }),
  proof('MR-13', (requestState) => wanting(ELICITATION, { requestState }), 'c2lnbmVk', '{"password":"x"}'),
  proof(
    'CP-07',
    (tools: Obj) => begun(R, { tools }).says(told('notifications/tools/list_changed')),
    { listChanged: true },
    {},
    { by: 'CP-05' },
  ),
  proof(
    'CP-08',
    (asks: boolean) => {
      const talk = begun(R, { tools: {} }).ask('tools/call', { name: 'a' }, done)
      return asks ? talk.says({ jsonrpc: '2.0', id: 1, method: 'roots/list' }) : talk
    },
    false,
    true,
    { by: 'CF-01' },
  ),
  proof(
    'CP-10',
    (reply: Reply) =>
      begun(R, { completions: {} }).ask(
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'b', value: '' } },
        reply,
      ),
    { result: { completion: { values: [] } } },
    error(-32601),
  ),
  proof('PI-02', (count) => logging(begun(R), count, 'ping'), 2, 20),
  proof('LG-08', (count) => logging(begun(R, { logging: {} }), count), 5, 150),
  proof('PG-01', (token: Json) => progress(token, 7), 7, '7'),
  proof(
    'PG-04',
    (quiet: boolean) => (quiet ? begun(R, { tools: {} }).ask('tools/call', { name: 'a' }, done) : progress('t', undefined)),
    true,
    false,
  ),
  proof('CA-01', cancelled, false, true),
  proof('CA-02', (ends) => idle(R, ends), false, true),
  proof('CA-04', (ends) => idle(M, ends), false, true),
  proof(
    'CA-05',
    (as: Obj) => {
      const talk = new Talk(R)
      talk.offered = ALL
      return talk.greet({ tools: {} }).says(
        {
          jsonrpc: '2.0',
          id: 1,
          method: 'sampling/createMessage',
          params: { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 5, ...as },
        },
        told('notifications/cancelled', { requestId: 1 }),
      )
    },
    {},
    { task: { ttl: 5 } },
  ),
  proof(
    'LG-05',
    (quiet: boolean) =>
      begun(M, { tools: {}, logging: {} }).ask(
        'tools/call',
        { name: 'a' },
        done,
        quiet ? {} : { during: [told('notifications/message', { level: 'info', data: 1 })] },
      ),
    true,
    false,
  ),
  proof('CM-03', (values: Json) => completes(values, { ref: { type: 'ref/resource', uri: 'a://{b}' } }), ['x'], [{ value: 'x' }], {
    by: 'CM-01',
  }),
  proof('CM-06', (values: Json) => completes(values, { argument: { name: 'b', value: 'pa' } }), ['paris'], ['rome']),
  proof('SX-05', (values: Json) => completes(values, { argument: { name: 'b', value: '/etc/' } }), [], ['/etc/passwd']),
  proof(
    'PA-04',
    (name) =>
      begun(R, { tools: {} })
        .ask('tools/list', {}, page('a', { nextCursor: 'c' }))
        .ask('tools/list', { cursor: 'c' }, page('b'))
        .ask('tools/list', { cursor: 'c' }, page(name)),
    'b',
    'd',
  ),
  proof(
    'CH-04',
    (scope) =>
      begun(M, { tools: {} })
        .ask('tools/list', {}, listed('a', 0), { headers: tokenOf('Bearer x') })
        .ask('tools/list', {}, listed(scope === 'same' ? 'a' : 'b', 0), { headers: tokenOf('Bearer y') }),
    'same',
    'other',
  ),
  proof(
    'CH-05',
    (more: Obj) =>
      begun(M, { tools: {} })
        .ask('tools/list', {}, listed('a', 60_000))
        .ask('tools/list', {}, { result: { tools: [tool({ name: 'a', ...more })], ttlMs: 60_000, cacheScope: 'public' } }),
    {},
    { description: 'Does b.' },
  ),
  proof(
    'SX-04',
    (id: Json) =>
      begun(M, { tools: {} })
        .ask('tools/call', { name: 'a' }, { result: { content: [{ type: 'text', text: '{}' }], structuredContent: { cartId: id } } })
        .ask('tools/call', { name: 'b', arguments: { cart: id } }, done),
    RANDOM,
    7,
  ),
]
