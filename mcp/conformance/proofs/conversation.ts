// For tests: greetings and declarations, as they should be and with one flaw.
import type { Json } from '../../json.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

const M = '2026-07-28'
const R = '2025-11-25'
type Obj = { [key: string]: Json }
const greeted = (change: Obj, capabilities: Obj = {}): Talk => new Talk(R).greet(capabilities, change)
const error = (code: number, data?: Json): Reply => ({ error: { code, message: 'No', ...(data === undefined ? {} : { data }) } })
const initialize = (version: string, reply: Reply): Talk =>
  new Talk(R).ask('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'a', version: '1' } }, reply)
const server = { capabilities: {}, serverInfo: { name: 'a', version: '1' } }
const info = { 'io.modelcontextprotocol/serverInfo': { name: 'server', version: '1' } }
const discover = (change: Obj): Talk => new Talk(M).greet({}, change)
const list = { tools: [] as Json[] }
/** A text that is sent as it is, and what comes back. */
const odd = (whole: string, reply: Reply, status = 200): Talk => begun(R, { tools: {} }).ask('', {}, reply, { whole, status })
const refused: Reply = { message: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid request' } } }
const served = (id: Json): Reply => ({ message: { jsonrpc: '2.0', id, result: { tools: [] } } })
const version = (reply: Reply, status = 400): Talk =>
  new Talk(M).greet().ask('server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '1900-01-01' } }, reply, { status })
const unknown = (reply: Reply, status = 200): Talk => begun(R).ask('loupe/no-such-method', {}, reply, { status })

export const CONVERSATION_PROOFS: readonly Proof[] = [
  proof('LC-01', (serverInfo: Json) => greeted({ serverInfo }), { name: 'a', version: '1' }, { name: 'a' }),
  proof(
    'LC-02',
    (answered) => {
      const talk = initialize('2025-06-18', { result: { protocolVersion: '2025-06-18', ...server } })
      talk.fact(0, { kind: 'start', text: 'Checks: again' })
      talk.ask(
        'initialize',
        { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
        { result: { protocolVersion: answered, ...server } },
      )
      return talk
    },
    '2025-06-18',
    '2025-03-26',
  ),
  proof('LC-03', (answered) => initialize('1999-01-01', { result: { protocolVersion: answered, ...server } }), R, '1999-01-01'),
  // A version that never was is supported by nobody, whatever was asked for.
  ...['2025-99-99', '2025-01-01', 'latest'].map((never) => ({
    id: 'LC-03',
    keeps: () => initialize('1999-01-01', { result: { protocolVersion: '2025-06-18', ...server } }),
    breaks: () => greeted({ protocolVersion: never }).ask('ping', {}, { result: {} }),
  })),
  proof('LC-04', (answered) => greeted({ protocolVersion: answered }).ask('ping', {}, { result: {} }), R, '2027-01-01'),
  proof('LC-04', (answered) => greeted({ protocolVersion: answered }).ask('ping', {}, { result: {} }), R, M),
  proof('LC-05', (reply: Reply) => new Talk(R).ask('tools/list', {}, reply).greet({ tools: {} }), error(-32002), { result: list }),
  proof(
    'LC-07',
    (method) => {
      const talk = new Talk(R)
      talk.offered = { roots: {} }
      talk.ask(
        'initialize',
        { protocolVersion: R, capabilities: { roots: {} }, clientInfo: { name: 'a', version: '1' } },
        { result: { protocolVersion: R, ...server } },
      )
      return talk.says({ jsonrpc: '2.0', id: 1, method }).tell('notifications/initialized')
    },
    'ping',
    'roots/list',
  ),
  proof('LC-10', (instructions: Json) => greeted({ instructions }), 'Ask nicely', 7),
  proof('LC-11', (tools: Json) => greeted({}, { tools }), {}, true),
  proof('LC-12', (title: Json) => greeted({ serverInfo: { name: 'a', version: '1', title } }), 'A', 1),
  proof('DV-02', (supportedVersions: Json) => discover({ supportedVersions }), [M], 'all'),
  proof(
    'DV-03',
    (name) =>
      discover({})
        .ask('tools/call', { name: 'a' }, { error: { code: -32601, message: 'x' } })
        .ask(
          'server/discover',
          {},
          {
            result: {
              supportedVersions: [M],
              capabilities: {},
              ttlMs: 0,
              cacheScope: 'public',
              _meta: { ...info, 'io.modelcontextprotocol/serverInfo': { name, version: '1' } },
            },
          },
        ),
    'server',
    'other',
  ),
  proof('DV-04', (supportedVersions: Json) => discover({ supportedVersions }), [M], [R]),
  proof('DV-05', (requested: Json) => version(error(-32022, { supported: [M], requested })), '1900-01-01', null),
  proof('DV-15', (code) => new Talk(M).greet().ask('loupe/no-such-method', {}, error(-32601), { status: code }), 404, 200),
  proof('DV-25', (name) => discover({ capabilities: { extensions: { [name]: {} } } }), 'io.example/a', 'a'),
  proof('JR-09', (code) => unknown(error(code)), -32601, -32602),
  proof('JR-13', (reply: Reply) => odd('{"jsonrpc":"2.0","id":null,"method":"tools/list"}', reply), refused, {
    message: { jsonrpc: '2.0', id: 'x', result: list },
  }),
  proof(
    'JR-11',
    (reply: Reply) => odd('{"id":9,"method":"tools/list"}', reply),
    { message: { jsonrpc: '2.0', id: 9, error: { code: -32600, message: 'Invalid' } } },
    served(9),
  ),
  proof('JR-12', (reply: Reply) => odd('{"jsonrpc":"2.0","id":9}', reply), refused, served(9)),
  proof(
    'JR-15',
    (id: Json) =>
      begun(R)
        .ask('ping', {}, { message: { jsonrpc: '2.0', id, result: {} } }, { id: 0 })
        .ask('ping', {}, { result: {} }, { id: '' }),
    0,
    '0',
  ),
  proof(
    'JR-16',
    (reply: Reply) => odd('{"jsonrpc":"2.0","id":9,"method":"tools/list","params":[]}', reply),
    { message: { jsonrpc: '2.0', id: 9, error: { code: -32602, message: 'Invalid' } } },
    served(9),
  ),
  proof('JR-17', (reply: Reply) => unknown(reply), error(-32601), { result: { ok: false } }),
  proof(
    'JR-08',
    (answered) => {
      const talk = begun(R)
      const exchange = talk.send('{"jsonrpc":"2.0","method":"notifications/loupe-unknown"}')
      talk.fact(exchange, {
        kind: 'status',
        status: answered ? 200 : 202,
        statusText: '',
        headers: answered ? [['content-type', 'application/json']] : [],
      })
      if (answered) talk.fact(exchange, { kind: 'body', text: '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"No"}}' })
      talk.fact(exchange, { kind: 'closed' })
      return talk
    },
    false,
    true,
  ),
  proof('CP-01', (reply: Reply) => begun(R, { tools: {} }).ask('tools/list', {}, reply), { result: list }, error(-32601)),
  proof('CP-02', (reply: Reply) => begun(R).ask('tools/list', {}, reply), error(-32601), { result: list }),
  proof(
    'CP-03',
    (capabilities: Obj) =>
      begun(R, capabilities).says({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }),
    { logging: {} },
    {},
  ),
  proof(
    'CP-04',
    (capabilities: Obj) => begun(R, capabilities).ask('completion/complete', {}, { result: { completion: { values: [] } } }),
    { completions: {} },
    {},
  ),
  proof('CP-04', (reply: Reply) => begun(R).ask('completion/complete', {}, reply), error(-32601), {
    result: { completion: { values: [] } },
  }),
  proof(
    'CP-05',
    (tools: Obj) => begun(R, { tools }).says({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' }),
    { listChanged: true },
    {},
  ),
  proof(
    'CP-06',
    (resources: Obj) =>
      begun(R, { resources })
        .ask('resources/subscribe', { uri: 'a:b' }, { result: {} })
        .says({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'a:b' } }),
    { subscribe: true },
    {},
    { also: ['SU-05'] },
  ),
  proof(
    'CF-01',
    (offered: Obj) => {
      const talk = new Talk(R)
      talk.offered = offered
      return talk.greet().says({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    },
    { roots: {} },
    {},
  ),
]
