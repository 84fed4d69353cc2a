// For tests: the envelope, as it should be and with one flaw.
import type { Json } from '../../json.ts'
import { begun, proof, type Proof } from './proof.ts'

const M = '2026-07-28'
const ok = { content: [] }
const listed = (extra: { [key: string]: Json } = {}) => ({
  tools: [{ name: 'a', description: 'Does a.', inputSchema: { type: 'object' } }],
  ...extra,
})
const TOOLS = { tools: {} }
const call = (reply: Parameters<ReturnType<typeof begun>['ask']>[2], revision: '2025-11-25' | '2026-07-28' | '2025-03-26' = '2025-11-25') =>
  begun(revision, TOOLS).ask('tools/call', { name: 'a' }, reply)
const error = (code: number, message = 'Bad arguments') => ({ error: { code, message } })

const LOG = { level: 'info', data: 'x', taskId: '1', status: 'working' }

export const JSON_RPC_PROOFS: readonly Proof[] = [
  proof('JR-01', (version) => call({ message: { ...version, id: 2, result: ok } }), { jsonrpc: '2.0' }, { jsonrpc: '1.0' }),
  // Before 2025-11-25, too, an error over a pipe names what it answers.
  proof(
    'JR-02',
    (id: Json | undefined) =>
      begun('2025-06-18', { tools: {} }, true).ask(
        'tools/list',
        {},
        {
          message: { jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error: { code: -32603, message: 'No' } },
        },
      ),
    2,
    undefined,
  ),
  proof('JR-02', (id: Json) => call({ message: { jsonrpc: '2.0', id, result: ok } }), 2, '2'),
  proof(
    'JR-02',
    (ids: Json[]) => {
      const talk = begun('2025-11-25', {}, true)
      for (const id of ids) talk.fact(0, { kind: 'noise', text: JSON.stringify({ jsonrpc: '2.0', id, result: ok }), why: 'its id is none' })
      return talk
    },
    [],
    [{ n: 4 }],
  ),
  proof(
    'JR-03',
    (more: { [key: string]: Json }) => call({ message: { jsonrpc: '2.0', id: 2, result: ok, ...more } }),
    {},
    { error: { code: 1, message: 'x' } },
  ),
  // What has an id and a result is an answer, whatever else it has.
  proof(
    'JR-03',
    (more: { [key: string]: Json }) => call({ message: { jsonrpc: '2.0', id: 2, result: ok, ...more } }),
    {},
    { method: 'tools/call' },
  ),
  proof(
    'JR-03',
    (more: { [key: string]: Json }) => call({ message: { jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'Bad' }, ...more } }),
    {},
    { method: null },
  ),
  proof('JR-04', (code: Json) => call({ message: { jsonrpc: '2.0', id: 2, error: { code, message: 'Bad' } } }), -32602, 1.5),
  proof('JR-05', (message) => call(error(-32603, message)), 'It failed', `It failed ${'so '.repeat(400)}`),
  proof(
    'JR-06',
    (id: Json) => begun('2025-11-25').says({ jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id, method: 'ping' }),
    2,
    1,
  ),
  // Over a pipe a request with an id that is none is no line of a banner.
  ...[null, 1.5, {}].map((odd: Json) =>
    proof(
      'JR-06',
      (id: Json) => {
        const talk = begun('2025-11-25', {}, true)
        talk.says({ jsonrpc: '2.0', id: 1, method: 'ping' })
        if (id === 2) return talk.says({ jsonrpc: '2.0', id, method: 'ping' })
        talk.fact(0, { kind: 'noise', text: JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }), why: 'its id is none' })
        return talk
      },
      2 as Json,
      odd,
    ),
  ),
  proof(
    'JR-07',
    (text: string) => {
      const talk = begun('2025-11-25', { logging: {} }, true)
      if (text.includes('"id"')) talk.fact(0, { kind: 'noise', text, why: 'its id is none' })
      else talk.says(JSON.parse(text) as Json)
      return talk
    },
    '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}',
    '{"jsonrpc":"2.0","id":null,"method":"notifications/message","params":{"level":"info","data":1}}',
  ),
  proof(
    'JR-07',
    (more: { [key: string]: Json }) =>
      begun('2025-11-25', { tools: { listChanged: true } }).says({ jsonrpc: '2.0', method: 'notifications/tools/list_changed', ...more }),
    {},
    { id: 9 },
  ),
  proof(
    'JR-19',
    (id: { [key: string]: Json }) =>
      call({ message: { jsonrpc: '2.0', ...id, error: { code: -32602, message: 'Bad' } } }).ask(
        '',
        {},
        { message: { jsonrpc: '2.0', error: { code: -32700, message: 'No JSON' } } },
        { whole: '{', status: 400 },
      ),
    { id: 2 },
    {},
  ),
  proof(
    'JR-20',
    (resultType: Json) =>
      call(
        {
          message: {
            jsonrpc: '2.0',
            id: 2,
            result: { ...ok, resultType, _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'server', version: '1' } } },
          },
        },
        M,
      ),
    'complete',
    null,
  ),
  proof('JR-21', (resultType: Json) => call({ result: { ...ok, resultType } }, M), 'complete', 'half'),
  proof('JR-22', (code) => call(error(code), M), -32602, -32002),
  proof('JR-23', (code) => call(error(code), M), -32602, -32050),
  proof('JR-24', (code) => call(error(code), M), 1234, -32001),
  proof('JR-25', (name) => call({ result: { ...ok, _meta: { [name]: 1 } } }), 'example.com/a', '-x/a'),
  proof('JR-26', (name) => call({ result: { ...ok, _meta: { [name]: 1 } } }), 'example.com/a', 'io.modelcontextprotocol/made-up'),
  {
    id: 'JR-27',
    keeps: () => call({ result: ok }),
    breaks: () => {
      const talk = call({ result: ok })
      talk.fact(3, { kind: 'note', fault: 'not-utf-8', text: 'The reply holds bytes that are not UTF-8' })
      return talk
    },
  },
  proof(
    'JR-28',
    (description: Json) =>
      begun('2025-11-25', TOOLS).ask(
        'tools/list',
        {},
        { result: { tools: [{ name: 'a', inputSchema: { type: 'object' }, description }] } },
      ),
    'Does a.',
    7,
  ),
  ...[
    ['notifications/message', 'notifications/mesage'],
    ['notifications/tools/list_changed', 'notifications/tools/listChanged'],
    ['com.example/changed', 'tools/list_changed'],
    ['com.example/changed', ''],
    ['notifications/tasks', 'notifications/example'],
  ].map(([good = '', bad = '']) =>
    proof(
      'JR-29',
      (method) => begun('2025-11-25', { logging: {}, tools: { listChanged: true } }).says({ jsonrpc: '2.0', method, params: LOG }),
      good,
      bad,
    ),
  ),
  proof('JR-29', (more: { [key: string]: Json }) => call({ result: { ...ok, ...more } }, '2025-03-26'), {}, { structuredContent: {} }),
  ...[
    '{"jsonrpc":"2.0","id":2,"id":2,"result":{"content":[]}}',
    '{"jsonrpc":"2.0","id":2,"result":{"content":[],"a":{"b":1,"\\u0062":2}}}',
  ].map((text) => proof('JR-31', (whole) => call({ text: whole }), '{"jsonrpc":"2.0","id":2,"result":{"content":[]}}', text)),
  proof(
    'JR-31',
    (text) => begun('2025-03-26', TOOLS).ask('tools/call', { name: 'a' }, { text }),
    '[{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"\\"a\\":1,\\"a\\":2"}]}}]',
    '[{"jsonrpc":"2.0","id":2,"result":{"content":[],"content":[]}}]',
  ),
  proof(
    'BA-07',
    (message: Json) => begun('2025-11-25', TOOLS).ask('tools/list', {}, { message }),
    { jsonrpc: '2.0', id: 2, result: listed() },
    [{ jsonrpc: '2.0', id: 2, result: listed() }],
  ),
  proof(
    'BA-08',
    (others: Json[]) =>
      begun('2025-03-26', { logging: {} }).ask('ping', {}, { message: [{ jsonrpc: '2.0', id: 2, result: {} }, ...others] }),
    [],
    [{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'x' } }],
  ),
  proof(
    'SX-03',
    (stack) => call({ error: { code: -32603, message: 'It failed', data: { stack } } }),
    'none',
    'No\n    at run (/srv/a.js:1:2)',
  ),
]
