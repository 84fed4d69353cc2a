// For tests: what is around messages, as it should be and with one flaw.
import type { Json } from '../../json.ts'
import { Talk } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

const M = '2026-07-28'
const R = '2025-11-25'
const TOOLS = { tools: {} }
const list = { result: { tools: [] as never[] } }
const cached = { result: { tools: [] as never[], ttlMs: 0, cacheScope: 'public' } }
const session: [string, string] = ['Mcp-Session-Id', 'abc']
const inSession = (): Talk => new Talk(R).greet(TOOLS, {}, { replyHeaders: [['mcp-session-id', 'abc']] })
const version: [string, string] = ['MCP-Protocol-Version', R]
/** A request whose reply has nothing but its status. */
const status = (talk: Talk, whole: string, code: number, headers: [string, string][] = []): Talk =>
  talk.ask('', {}, undefined, { whole, status: code, headers, replyHeaders: [['content-type', 'text/plain']] })

export const HTTP_PROOFS: readonly Proof[] = [
  proof('HT-01', (code) => begun(R).http('GET', code), 405, 200),
  proof('HT-02', (code) => new Talk(R).greet().tell('notifications/initialized', {}, code), 202, 200),
  proof('HT-03', (code) => begun(R).says({ jsonrpc: '2.0', id: 1, method: 'ping' }).answer(1, {}, code), 202, 200),
  proof(
    'HT-04',
    (type) => begun(R, TOOLS).ask('tools/list', {}, list, { replyHeaders: [['content-type', type]] }),
    'application/json',
    'text/html',
  ),
  proof('HT-05', (code) => status(begun(R), '{"jsonrpc":"2.0","method":42}', code), 400, 202),
  {
    id: 'HT-11',
    keeps: () => at('https://example.com/mcp'),
    breaks: () => at('http://example.com/mcp'),
  },
  proof(
    'HT-12',
    (after: Json[]) =>
      begun('2025-03-26').ask(
        '',
        {},
        { message: { jsonrpc: '2.0', id: 7, result: {} } },
        {
          whole: '[{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0","id":8,"method":"ping"}]',
          stream: true,
          after,
        },
      ),
    [{ jsonrpc: '2.0', id: 8, result: {} }],
    [],
  ),
  proof(
    'HT-16',
    (late) =>
      begun(R, TOOLS)
        .ask('tools/list', {}, late ? undefined : list, { status: 200, end: 'open', stream: true })
        .says(...(late ? [{ jsonrpc: '2.0', id: 2, result: { tools: [] } }] : [{ jsonrpc: '2.0', id: 7, method: 'ping' }])),
    false,
    true,
  ),
  proof(
    'HT-19',
    (code) => status(begun(R), '{"jsonrpc":"2.0","id":9,"method":"ping"}', code, [['MCP-Protocol-Version', '1900-01-01']]),
    400,
    404,
  ),
  proof(
    'HT-20',
    (code) =>
      begun(R).ask('ping', {}, code === 200 ? { result: {} } : undefined, {
        status: code,
        replyHeaders: code === 200 ? [] : [['content-type', 'text/plain']],
      }),
    200,
    500,
  ),
  proof(
    'HT-22',
    (event: string | undefined) =>
      begun(R, TOOLS).ask('tools/list', {}, list, { stream: true, events: event === undefined ? {} : { event } }),
    undefined,
    'answer',
  ),
  // An older client is spoken to by this transport, too.
  proof(
    'HT-22',
    (text: string | undefined) =>
      begun('2024-11-05', TOOLS).ask('tools/list', {}, list, { stream: true, ...(text === undefined ? {} : { after: [text] }) }),
    undefined,
    '[DONE]',
  ),
  ...['[DONE]', 'ping', '[]'].map((last) =>
    proof(
      'HT-22',
      (text: string | undefined) =>
        begun(R, TOOLS).ask('tools/list', {}, list, { stream: true, ...(text === undefined ? {} : { after: [text] }) }),
      undefined,
      last,
    ),
  ),
  proof('HT-24', (code) => status(begun(R), '{"jsonrpc":"2.0","method":"x"}', code, [['Content-Type', 'text/plain']]), 415, 202),
  proof(
    'HT-29',
    (buffering) => begun(M, TOOLS).ask('tools/list', {}, cached, { stream: true, replyHeaders: [['x-accel-buffering', buffering]] }),
    'no',
    'yes',
  ),
  proof('SE-02', (id) => new Talk(R).greet(TOOLS, {}, { replyHeaders: [['mcp-session-id', id]] }), 'abc', 'a b'),
  proof('SE-04', (code) => status(inSession(), '{"jsonrpc":"2.0","id":9,"method":"ping"}', code, [version]), 400, 404),
  proof('SE-05', (code) => inSession().http('DELETE', code, { headers: [session] }), 405, 500),
  proof(
    'SE-06',
    (code) =>
      status(inSession().http('DELETE', 200, { headers: [session] }), '{"jsonrpc":"2.0","id":9,"method":"ping"}', code, [session, version]),
    404,
    400,
  ),
  proof(
    'SE-07',
    (code) => status(inSession(), '{"jsonrpc":"2.0","id":9,"method":"ping"}', code, [['Mcp-Session-Id', 'loupe-no-such-session'], version]),
    404,
    400,
  ),
  proof(
    'SE-12',
    (headers: [string, string][]) => begun(M, TOOLS).ask('tools/list', {}, cached, { replyHeaders: headers }),
    [],
    [['mcp-session-id', 'x']],
  ),
  proof(
    'RS-01',
    (id) =>
      begun(R, TOOLS)
        .ask('tools/list', {}, list, { stream: true, events: { id: '1' } })
        .ask('tools/list', {}, list, { stream: true, events: { id } }),
    '2',
    '1',
  ),
  proof('RS-08', (events: { id?: string }) => begun(M, TOOLS).ask('tools/list', {}, cached, { stream: true, events }), {}, { id: '1' }),
  {
    id: 'ST-01',
    keeps: () => begun(R, TOOLS, true),
    breaks: () => {
      const talk = begun(R, TOOLS, true)
      talk.fact(0, { kind: 'noise', text: 'Server started', why: 'no JSON' })
      return talk
    },
  },
  {
    id: 'ST-02',
    keeps: () => begun(R, TOOLS, true),
    breaks: () => {
      const talk = begun(R, TOOLS, true)
      talk.fact(0, { kind: 'note', fault: 'broken-lines', text: 'The last 3 lines are one message' })
      return talk
    },
  },
  proof(
    'ST-08',
    (method: string | undefined) =>
      method === undefined ? begun(M, TOOLS, true) : begun(M, TOOLS, true).says({ jsonrpc: '2.0', id: 1, method }),
    undefined,
    'ping',
  ),
  {
    id: 'ST-08',
    keeps: () => begun(M, TOOLS, true),
    breaks: () => {
      const talk = begun(M, TOOLS, true)
      talk.fact(0, { kind: 'noise', text: '{"jsonrpc":"2.0","id":null,"method":"ping"}', why: 'its id is none' })
      return talk
    },
  },
  // One cause, whichever is seen first; the MUST tells of it.
  proof(
    'SE-06',
    (code) => {
      const made = status(inSession(), '{"jsonrpc":"2.0","id":8,"method":"ping"}', code, [
        ['Mcp-Session-Id', 'loupe-no-such-session'],
        version,
      ])
      return status(made.http('DELETE', 200, { headers: [session] }), '{"jsonrpc":"2.0","id":9,"method":"ping"}', code, [session, version])
    },
    404,
    400,
  ),
  proof(
    'MS-01',
    (during: { jsonrpc: string; id: number; method: string }[]) => begun(M, TOOLS).ask('tools/list', {}, cached, { stream: true, during }),
    [],
    [{ jsonrpc: '2.0', id: 1, method: 'ping' }],
  ),
  proof(
    'MS-03',
    (after: { jsonrpc: string; method: string }[]) => begun(M, TOOLS).ask('tools/list', {}, cached, { stream: true, after }),
    [],
    [{ jsonrpc: '2.0', method: 'com.example/x' }],
  ),
]

function at(url: string): Talk {
  const talk = begun(R)
  for (const event of talk.events) if (event.kind === 'sent') Object.assign(event, { url, headers: [['Authorization', 'x']] })
  return talk
}
