// For tests: envelopes, headers and arguments as headers, as they should be and with one flaw.
import type { Json } from '../../json.ts'
import { writeJson } from '../../json.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

const M = '2026-07-28'
type Obj = { [key: string]: Json }
const META = 'io.modelcontextprotocol/'
const ALL = { tools: {}, resources: {} }
const full: Obj = { [`${META}protocolVersion`]: M, [`${META}clientCapabilities`]: {}, [`${META}clientInfo`]: { name: 'a', version: '1' } }
const without = (name: string): Obj => Object.fromEntries(Object.entries(full).filter(([key]) => key !== `${META}${name}`))
const list: Reply = { result: { tools: [], ttlMs: 0, cacheScope: 'public' } }
const error = (code: number): Reply => ({ error: { code, message: 'No' } })
const bare = (params: Obj | undefined, reply: Reply): Talk =>
  begun(M, ALL).ask('', {}, reply, {
    id: 9,
    whole: writeJson({ jsonrpc: '2.0', id: 9, method: 'tools/list', ...(params === undefined ? {} : { params }) }),
  })
const headers = (change: { [name: string]: string | undefined }): [string, string][] =>
  Object.entries({ 'MCP-Protocol-Version': M, 'Mcp-Method': 'tools/list', ...change }).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, value]],
  )
/** A request whose headers are wrong, and whether that is noticed. */
const listed =
  (change: { [name: string]: string | undefined }) =>
  (noticed: boolean): Talk =>
    begun(M, ALL).ask('tools/list', { _meta: full }, noticed ? error(-32020) : list, {
      headers: headers(change),
      status: noticed ? 400 : 200,
    })
const read =
  (name: string | undefined) =>
  (noticed: boolean): Talk =>
    begun(M, ALL).ask(
      'resources/read',
      { uri: 'a://b', _meta: full },
      noticed ? error(-32020) : { result: { contents: [], ttlMs: 0, cacheScope: 'public' } },
      {
        headers: headers({ 'Mcp-Method': 'resources/read', 'Mcp-Name': name }),
        status: noticed ? 400 : 200,
      },
    )
const tool = (properties: Obj): Talk =>
  begun(M, ALL).ask(
    'tools/list',
    { _meta: full },
    {
      result: {
        tools: [{ name: 'a', description: 'Does a.', inputSchema: { type: 'object', properties } }],
        ttlMs: 0,
        cacheScope: 'public',
      },
    },
    { headers: headers({}) },
  )
const text = (header: Json, more: Obj = {}): Obj => ({ region: { type: 'string', 'x-mcp-header': header, ...more } })
const batch =
  (whole: string, revision: '2025-03-26' | '2025-11-25') =>
  (status: number): Talk =>
    begun(revision).ask('', {}, undefined, { whole, status, replyHeaders: [['content-type', 'application/json']] })

export const MODERN_PROOFS: readonly Proof[] = [
  proof('DV-07', (reply: Reply) => bare({ _meta: without('protocolVersion') }, reply), error(-32602), list),
  proof('DV-08', (reply: Reply) => bare({ _meta: without('clientCapabilities') }, reply), error(-32602), list),
  proof('DV-09', (reply: Reply) => bare(undefined, reply), error(-32600), list),
  proof('DV-10', (reply: Reply) => begun(M, ALL).ask('tools/list', { _meta: without('clientInfo') }, reply), list, error(-32602)),
  proof('DV-17', (reply: Reply) => begun(M, ALL).ask('ping', {}, reply), error(-32601), { result: {} }),
  proof('DV-19', (code) => begun(M, ALL).http('GET', code, { headers: [['MCP-Protocol-Version', M]] }), 405, 404),
  proof('HD-01', listed({ 'MCP-Protocol-Version': undefined }), true, false),
  proof('HD-02', listed({ 'MCP-Protocol-Version': '2025-11-25' }), true, false),
  proof('HD-03', listed({ 'Mcp-Method': undefined }), true, false),
  proof('HD-04', listed({ 'Mcp-Method': 'prompts/list' }), true, false),
  proof('HD-10', listed({ 'Mcp-Method': 'TOOLS/LIST' }), true, false),
  proof('HD-05', read(undefined), true, false),
  proof('HD-06', read('a://c'), true, false),
  proof('HD-07', read(`=?base64?${btoa('a://b')}?=`), false, true),
  proof('HD-08', read('=?base64?%%%?='), true, false),
  proof('BA-06', batch('[{"jsonrpc":"2.0","id":9,"method":"ping"}]', '2025-11-25'), 400, 200),
  proof('BA-04', batch('[]', '2025-03-26'), 400, 200),
  proof('XH-01', (header) => tool(text(header)), 'Region', ''),
  proof('XH-02', (header) => tool(text(header)), 'Region', 'A B'),
  proof('XH-03', (header) => tool({ ...text('Region'), zone: { type: 'string', 'x-mcp-header': header } }), 'Zone', 'region'),
  proof('XH-04', (type) => tool(text('Region', { type })), 'string', 'number'),
  proof('XH-05', (properties: Obj) => tool(properties), text('Region'), {
    all: { type: 'array', items: { type: 'string', 'x-mcp-header': 'Region' } },
  }),
  proof('XH-06', (maximum) => tool({ size: { type: 'integer', 'x-mcp-header': 'Size', maximum } }), 10, 1e300),
  proof('XH-07', (name) => tool({ [name]: { type: 'string', 'x-mcp-header': 'X' } }), 'region', 'password'),
]
