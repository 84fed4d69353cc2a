// For tests: tasks, as they should be and with one flaw.
import type { Json } from '../../json.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const META = 'io.modelcontextprotocol/'
const EXTENSION = `${META}tasks`
const error = (code: number, data?: Json): Reply => ({ error: { code, message: 'No', ...(data === undefined ? {} : { data }) } })
const told = (method: string, params: Obj = {}): Obj => ({ jsonrpc: '2.0', method, params })
const done = { result: { content: [{ type: 'text', text: 'Done' }] } }
const ALL: Obj = { sampling: { tools: {}, context: {} }, elicitation: {}, roots: {} }
const ELICITATION: Obj = {
  method: 'elicitation/create',
  params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} } },
}
const RANDOM = '786512e2-9e0d-44bd-8f29-789f320fe840'
const DATE = '2025-11-25T10:30:00Z'
const task = (status: string, more: Obj = {}): Obj => ({
  taskId: RANDOM,
  status,
  createdAt: DATE,
  lastUpdatedAt: DATE,
  ttl: 60_000,
  ...more,
})
const TASKS: Obj = { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } }, tools: {} }
const tasks = (more: Obj = {}): Talk =>
  begun(R, TASKS).ask('tools/call', { name: 'a', task: { ttl: 60_000 }, ...more }, { result: { task: task('working') } })
const got = (talk: Talk, status: string, more: Obj = {}): Talk => talk.ask('tasks/get', { taskId: RANDOM }, { result: task(status, more) })
const related = (taskId: string): Obj => ({ _meta: { [`${META}related-task`]: { taskId } } })
const outcome = (more: Obj): Reply => ({ result: { content: [], ...related(RANDOM), ...more } })

const extended = (declares = true): Talk => {
  const talk = new Talk(M)
  talk.offered = declares ? { extensions: { [EXTENSION]: {} } } : {}
  return talk.greet({ tools: {}, extensions: { [EXTENSION]: {} } })
}
const flat = (status: string, more: Obj = {}): Obj => ({
  taskId: RANDOM,
  status,
  createdAt: DATE,
  lastUpdatedAt: DATE,
  ttlMs: 60_000,
  ...more,
})
const started = (more: Obj = {}, declares = true): Talk =>
  extended(declares).ask('tools/call', { name: 'a' }, { result: flat('working', { resultType: 'task', ...more }) })
const state = (talk: Talk, status: string, more: Obj = {}): Talk =>
  talk.ask('tasks/get', { taskId: RANDOM }, { result: flat(status, more) })

export const TASK_PROOFS: readonly Proof[] = [
  proof('TK-01', (list: Json) => begun(R, { tasks: { list } }), {}, true),
  proof(
    'TK-02',
    (status) => begun(R, TASKS).ask('tools/call', { name: 'a', task: {} }, { result: { task: task(status) } }),
    'working',
    'busy',
  ),
  proof('TK-06', (then) => got(got(tasks(), 'completed'), then), 'completed', 'working'),
  proof('TK-07', (id) => tasks().ask('tasks/result', { taskId: RANDOM }, { result: { content: [], ...related(id) } }), RANDOM, 'other'),
  proof('TK-08', (code) => begun(R, TASKS).ask('tasks/get', { taskId: 'loupe-no-such-task' }, error(code)), -32602, -32603),
  proof('TK-09', (status) => tasks().ask('tasks/cancel', { taskId: RANDOM }, { result: task(status) }), 'cancelled', 'working'),
  proof('TK-10', (reply: Reply) => got(tasks(), 'completed').ask('tasks/cancel', { taskId: RANDOM }, reply), error(-32602), {
    result: task('cancelled'),
  }),
  proof('TK-11', (all: Json[]) => tasks().ask('tasks/list', {}, { result: { tasks: all } }), [task('working')], []),
  proof(
    'TK-12',
    (id) => {
      const talk = new Talk(R)
      talk.offered = ALL
      talk.greet(TASKS).ask('tools/call', { name: 'a', task: {} }, { result: { task: task('working') } })
      return talk.says({
        jsonrpc: '2.0',
        id: 1,
        method: 'elicitation/create',
        params: { message: 'Which?', requestedSchema: { type: 'object', properties: {} }, ...related(id) },
      })
    },
    RANDOM,
    'other',
  ),
  proof(
    'TK-13',
    (status) => got(tasks(), status).ask('tasks/result', { taskId: RANDOM }, outcome({ isError: true })),
    'failed',
    'completed',
  ),
  proof(
    'TK-14',
    (taskId) => begun(R, TASKS).ask('tools/call', { name: 'a', task: {} }, { result: { task: task('working', { taskId }) } }),
    RANDOM,
    'task-7',
  ),
  proof('TK-15', (more: Obj) => got(tasks(), 'working', more), {}, related(RANDOM)),
  proof(
    'TK-16',
    (status) =>
      got(tasks({ _meta: { progressToken: 't' } }), status).says(told('notifications/progress', { progressToken: 't', progress: 1 })),
    'working',
    'completed',
  ),
  proof('XE-01', (reply: Reply) => extended(false).ask('tools/call', { name: 'a' }, reply), done, {
    result: flat('working', { resultType: 'task' }),
  }),
  proof(
    'XE-02',
    (status) => extended().ask('tools/call', { name: 'a' }, { result: flat(status, { resultType: 'task' }) }),
    'working',
    'busy',
  ),
  proof('XE-03', (reply: Reply) => started().ask('tasks/get', { taskId: RANDOM }, reply), { result: flat('working') }, error(-32602)),
  proof('XE-04', (more: Obj) => state(started(), 'completed', more), { result: { content: [] } }, {}),
  proof('XE-05', (code) => extended().ask('tasks/get', { taskId: 'loupe-no-such-task' }, error(code)), -32602, -32603),
  proof('XE-06', (code) => extended(false).ask('tasks/get', { taskId: 'x' }, error(code, { requiredCapabilities: {} })), -32021, -32602),
  proof(
    'XE-07',
    (more: Obj) => started().ask('tasks/update', { taskId: RANDOM, inputResponses: { a: {} } }, { result: more }),
    {},
    { status: 'working' },
  ),
  proof(
    'XE-08',
    (reply: Reply) => started().ask('tasks/update', { taskId: RANDOM, inputResponses: { 'loupe-nobody': {} } }, reply),
    { result: {} },
    error(-32602),
  ),
  proof(
    'XE-09',
    (message) =>
      state(state(started(), 'input_required', { inputRequests: { a: ELICITATION } }), 'input_required', {
        inputRequests: { a: { ...ELICITATION, params: { message, requestedSchema: { type: 'object', properties: {} } } } },
      }),
    'Which?',
    'How many?',
  ),
  proof('XE-10', (reply: Reply) => started().ask('tasks/cancel', { taskId: RANDOM }, reply), { result: {} }, error(-32602)),
  proof(
    'XE-11',
    (status) => state(started(), status, { result: { content: [], isError: true }, error: { code: 1, message: 'No' } }),
    'completed',
    'failed',
  ),
  proof('XE-12', (reply: Reply) => extended().ask('tasks/list', {}, reply), error(-32601), { result: { tasks: [] } }),
  proof('XE-13', (more: Obj) => begun(M, { extensions: { [EXTENSION]: {} }, ...more }), {}, { tasks: {} }),
  proof(
    'XE-14',
    (reply: Reply) =>
      started().ask('tasks/get', { taskId: RANDOM }, reply, {
        headers: [
          ['MCP-Protocol-Version', M],
          ['Mcp-Method', 'tasks/get'],
          ['Mcp-Name', 'other'],
        ],
      }),
    error(-32020),
    { result: flat('working') },
  ),
  proof(
    'XE-15',
    (id) => {
      const talk = started()
      const tag = { [`${META}subscriptionId`]: 5 }
      return talk.ask('subscriptions/listen', { notifications: { taskIds: [RANDOM] } }, undefined, {
        id: 5,
        stream: true,
        during: [
          told('notifications/subscriptions/acknowledged', { notifications: { taskIds: [RANDOM] }, _meta: tag }),
          told('notifications/tasks', { ...flat('working'), taskId: id, _meta: tag }),
        ],
        end: 'open',
      })
    },
    RANDOM,
    'other',
  ),
  proof('XE-16', (taskId) => started({ taskId }), RANDOM, 'task-7'),
]
