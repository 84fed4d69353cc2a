// For tests: progress, logs, pages, subscriptions and the rest, as they should be and with one flaw.
import type { Json } from '../../json.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

const M = '2026-07-28'
const R = '2025-11-25'
type Obj = { [key: string]: Json }
const META = 'io.modelcontextprotocol/'
const TOOLS = { tools: {} }
const cached = { ttlMs: 0, cacheScope: 'public' }
const told = (method: string, params: Obj): Obj => ({ jsonrpc: '2.0', method, params })
const error = (code: number): Reply => ({ error: { code, message: 'No' } })
const progress = (...values: number[]) => values.map((one) => told('notifications/progress', { progressToken: 't', progress: one }))
const call = (during: Json[], after: Json[] = [], revision: '2025-11-25' | '2026-07-28' = R, declared: Obj = TOOLS): Talk =>
  begun(revision, declared).ask('tools/call', { name: 'a', _meta: { progressToken: 't' } }, { result: { content: [] } }, { during, after })
const page =
  (result: Obj, cursor?: string) =>
  (talk: Talk): Talk =>
    talk.ask('tools/list', cursor === undefined ? {} : { cursor }, { result: { tools: [], ...cached, ...result } })
const log = (params: Obj): Talk => begun(R, { logging: {} }).says(told('notifications/message', params))
const completion = (one: Obj): Talk => begun(R, { completions: {} }).ask('completion/complete', {}, { result: { completion: one } })
const listen = (during: Json[]): Talk =>
  begun(M, { tools: { listChanged: true }, logging: {} }).ask(
    'subscriptions/listen',
    { notifications: { toolsListChanged: true } },
    undefined,
    { id: 5, during, stream: true, end: 'open' },
  )
const ofListen = (method: string, id: Json = 5): Obj => told(method, { _meta: { [`${META}subscriptionId`]: id } })
const ack = told('notifications/subscriptions/acknowledged', {
  notifications: { toolsListChanged: true },
  _meta: { [`${META}subscriptionId`]: 5 },
})
const wants = (result: Obj, method = 'tools/call', offered: Obj = { roots: {} }): Talk => {
  const talk = new Talk(M)
  talk.offered = offered
  return talk.greet({ tools: {}, completions: {} }).ask(method, { name: 'a' }, { result: { resultType: 'input_required', ...result } })
}
const asks = (method: string, params: Obj): Talk => {
  const talk = new Talk(R)
  talk.offered = { sampling: {}, elicitation: {} }
  return talk.greet().says({ jsonrpc: '2.0', id: 1, method, params })
}
const form = (field: Obj, name = 'colour'): Talk =>
  asks('elicitation/create', { message: 'Which?', requestedSchema: { type: 'object', properties: { [name]: field } } })

const ELICITATION: Obj = {
  method: 'elicitation/create',
  params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
}

export const UTILITY_PROOFS: readonly Proof[] = [
  proof('PI-01', (reply: Reply) => begun(R).ask('ping', {}, reply), { result: {} }, error(-32601)),
  proof('PI-01', (result: Json) => begun(R).ask('ping', {}, { message: { jsonrpc: '2.0', id: 7, result } }, { id: 7 }), {}, 'pong'),
  proof('PG-02', (second) => call(progress(1, second)), 2, 1),
  proof('PG-03', (token) => call([told('notifications/progress', { progressToken: token, progress: 1 })]), 't', 'u'),
  // Tokens that nobody gave need not be one and the same.
  proof(
    'PG-03',
    (token) =>
      call([
        told('notifications/progress', { progressToken: token, progress: token === 't' ? 2 : 1 }),
        told('notifications/progress', { progressToken: token, progress: token === 't' ? 3 : 1 }),
      ]),
    't',
    'u',
  ),
  proof('PG-05', (count) => call(progress(...Array.from({ length: count }, (_, at) => at))), 5, 60),
  proof(
    'CA-03',
    (requestId) => begun(R).says({ jsonrpc: '2.0', id: 4, method: 'ping' }, told('notifications/cancelled', { requestId })),
    4,
    5,
  ),
  proof('LS-10', (requestId) => listen([ack, told('notifications/cancelled', { requestId })]), 5, 6),
  proof(
    'LG-01',
    (reply: Reply) => begun(R, { logging: {} }).ask('logging/setLevel', { level: 'alert' }, reply),
    { result: {} },
    error(-32602),
  ),
  proof('LG-02', (reply: Reply) => begun(R, { logging: {} }).ask('logging/setLevel', { level: 'verbose' }, reply), error(-32602), {
    result: {},
  }),
  proof('LG-04', (level) => log({ level, data: 'x' }), 'info', 'verbose'),
  proof('CM-01', (values: Json) => completion({ values }), ['a'], [{ value: 'a' }]),
  proof('CM-02', (count) => completion({ values: Array.from({ length: count }, () => 'a') }), 100, 101),
  proof(
    'CM-04',
    (reply: Reply) =>
      begun(R, { completions: {} }).ask('completion/complete', { ref: { type: 'ref/prompt', name: 'loupe-no-such-prompt' } }, reply),
    error(-32602),
    { result: { completion: { values: [] } } },
  ),
  proof('PA-01', (next: Obj) => page(next, 'p')(page({ nextCursor: 'p' })(begun(R, TOOLS))), {}, { nextCursor: 'p' }),
  proof(
    'PA-01',
    (reply: Reply) => page({ nextCursor: '' })(begun(R, TOOLS)).ask('tools/list', { cursor: '' }, reply),
    { result: { tools: [] } },
    error(-32602),
  ),
  proof('PA-02', (nextCursor: Json) => page({ nextCursor })(begun(R, TOOLS)), 'p', 2),
  proof('PA-03', (reply: Reply) => begun(R, TOOLS).ask('tools/list', { cursor: 'loupe-no-such-cursor' }, reply), error(-32602), {
    result: { tools: [] },
  }),
  proof(
    'CH-01',
    (change: Obj) => begun(M, TOOLS).ask('tools/list', {}, { result: { tools: [], cacheScope: 'public', ...change } }),
    { ttlMs: 0 },
    {},
  ),
  proof('CH-02', (ttlMs) => page({ ttlMs })(begun(M, TOOLS)), 1000, -1),
  proof('CH-03', (cacheScope) => page({ cacheScope }, 'p')(page({ nextCursor: 'p' })(begun(M, TOOLS))), 'public', 'private'),
  proof(
    'LS-01',
    (first: Obj) => listen([first, ofListen('notifications/tools/list_changed')]),
    ack,
    ofListen('notifications/tools/list_changed'),
  ),
  proof('LS-02', (id: Json) => listen([ack, ofListen('notifications/tools/list_changed', id)]), 5, '5'),
  proof(
    'LS-08',
    (method) =>
      listen([
        ack,
        method === ''
          ? ofListen('notifications/tools/list_changed')
          : told(method, { level: 'info', data: 1, _meta: { [`${META}subscriptionId`]: 5 } }),
      ]),
    '',
    'notifications/message',
  ),
  proof(
    'MS-02',
    (method) => call([told(method, { progressToken: 't', progress: 1 })], [], M, { tools: { listChanged: true } }),
    'notifications/progress',
    'notifications/tools/list_changed',
  ),
  proof(
    'SU-04',
    (uri) =>
      begun(R, { resources: { subscribe: true } })
        .ask('resources/subscribe', { uri: 'a://b' }, { result: {} })
        .says(told('notifications/resources/updated', { uri })),
    'a://b/c',
    'a://d',
  ),
  proof('MR-01', (method) => wants({ requestState: 'x' }, method), 'tools/call', 'completion/complete'),
  proof('MR-02', (result: Obj) => wants(result), { requestState: 'x' }, {}),
  proof(
    'MR-03',
    (more: Obj) => wants({ inputRequests: { a: { ...ELICITATION, ...more } } }, 'tools/call', { elicitation: {} }),
    {},
    { id: 1 },
  ),
  proof('MR-04', (offered: Obj) => wants({ inputRequests: { a: ELICITATION } }, 'tools/call', offered), { elicitation: {} }, {}),
  proof(
    'CF-02',
    (maxTokens: Json) => asks('sampling/createMessage', { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens }),
    10,
    'ten',
  ),
  proof('CF-10', (name) => form({ type: 'string' }, name), 'colour', 'password'),
  proof('CF-11', (type) => form({ type }), 'string', 'object'),
  proof(
    'CF-12',
    (message: Json) => asks('elicitation/create', { message, requestedSchema: { type: 'object', properties: {} } }),
    'Which?',
    7,
  ),
]
