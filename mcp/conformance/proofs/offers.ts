// For tests: tools, resources, prompts and content, as they should be and with one flaw.
import type { Json } from '../../json.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import type { Revision } from '../../dialect/revisions.ts'
import type { WireFact } from '../../wire-event.ts'
import { begun, proof, type Proof } from './proof.ts'

const M = '2026-07-28'
const R = '2025-11-25'
type Obj = { [key: string]: Json }
const ALL = { tools: {}, resources: {}, prompts: {} }
const cached = { ttlMs: 0, cacheScope: 'public' }
const tool: Obj = { name: 'a', description: 'Does a.', inputSchema: { type: 'object' } }
const asked = (method: string, result: Obj, revision: Revision = R, capabilities: Obj = ALL): Talk =>
  begun(revision, capabilities).ask(method, {}, { result: revision === M ? { ...cached, ...result } : result })
const tools = (change: Obj, revision: Revision = R, capabilities: Obj = ALL): Talk =>
  asked('tools/list', { tools: [{ ...tool, ...change }] }, revision, capabilities)
const input = (inputSchema: Json, revision: Revision = R): Talk => tools({ inputSchema }, revision)
const called = (result: Obj, revision: Revision = R, capabilities: Obj = ALL): Talk =>
  begun(revision, capabilities).ask('tools/call', { name: 'a' }, { result: { content: [], ...result } })
const content = (block: Json): Talk => called({ content: [block] })
const text = (value: string) => ({ type: 'text', text: value })
const resources = (change: Obj): Talk => asked('resources/list', { resources: [{ uri: 'a://b', name: 'b', ...change }] })
const read = (change: Obj): Talk => asked('resources/read', { contents: [{ uri: 'a://b', mimeType: 'text/plain', text: 'x', ...change }] })
const templates = (change: Obj): Talk =>
  asked('resources/templates/list', { resourceTemplates: [{ uriTemplate: 'a://{b}', name: 'b', ...change }] })
const prompts = (change: Obj): Talk => asked('prompts/list', { prompts: [{ name: 'a', ...change }] })
const prompt = (change: Obj): Talk => asked('prompts/get', { messages: [{ role: 'user', content: text('x'), ...change }] })
const error = (code: number): Reply => ({ error: { code, message: 'None' } })
const without = (name: string): Obj => Object.fromEntries(Object.entries(tool).filter(([one]) => one !== name))
const PNG = 'iVBORw0KGgoAAAANSUhEUgAA'
const missing = (revision: Revision, reply: Reply): Talk =>
  begun(revision, ALL).ask('resources/read', { uri: 'loupe-no-such-scheme://x' }, reply)
const noTool = (reply: Reply): Talk => begun(R, ALL).ask('tools/call', { name: 'loupe-no-such-tool' }, reply)
const noPrompt = (reply: Reply): Talk => begun(R, ALL).ask('prompts/get', { name: 'loupe-no-such-prompt' }, reply)

/** The same list to a client of the newer revision, and to one of the older. */
const twoRevisions = (type: string): Talk => {
  const talk = input({ type: 'object', properties: { a: { type } } })
  const older = input({ type: 'object', properties: { a: { type } } }, '2025-06-18')
  for (const { seq: _seq, at: _at, exchange, ...fact } of older.events)
    talk.fact(exchange === 0 ? 0 : exchange + 100, fact.kind === 'start' ? { ...fact, text: 'Checks: again' } : (fact as WireFact))
  return talk
}

export const OFFER_PROOFS: readonly Proof[] = [
  // The pairs of the catalogue report both.
  proof('TL-01', (one: Obj) => asked('tools/list', { tools: [one] }), tool, without('inputSchema'), { also: ['TL-02'] }),
  proof('TL-02', input, { type: 'object' }, { type: 'string' }),
  proof('TL-03', (one: Obj) => asked('tools/list', { tools: [one] }), tool, without('description')),
  proof('TL-04', (name) => asked('tools/list', { tools: [tool, { ...tool, name }] }), 'b', 'a'),
  // A tool without a name has no name to be written otherwise.
  proof('TL-05', (name) => tools({ name }), 'a', '', { by: 'TL-01' }),
  proof('TL-05', (name) => tools({ name }), 'a.b-c_1', 'a b'),
  proof('TL-06', (annotations: Obj) => tools({ annotations }), { readOnlyHint: true }, { audience: ['user'] }),
  proof('TL-07', (destructiveHint) => tools({ annotations: { readOnlyHint: true, destructiveHint } }), false, true),
  proof('TL-08', (type) => tools({ outputSchema: { type } }), 'object', 'array'),
  proof('TL-09', (outputSchema: Json) => tools({ outputSchema }, M), { type: 'array' }, 'text'),
  proof('TL-10', (type) => input({ type: 'object', properties: { a: { type } } }), 'string', 'str'),
  proof('TL-10', (a: Obj) => input({ type: 'object', properties: { a } }), { exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: true }),
  proof('TL-10', (a: Obj) => input({ type: 'object', properties: { a } }), { prefixItems: [{}] }, { items: [{}] }),
  proof('TL-10', (a: Obj) => input({ type: 'object', properties: { a } }), { $ref: '#' }, { $ref: '#/$defs/a' }),
  // The root is another rule's to tell.
  proof('TL-10', (type) => input({ type }), 'object', 'str', { by: 'TL-02' }),
  proof('TL-11', (a: Obj) => input({ type: 'object', properties: { a } }, '2025-06-18'), { items: [{}] }, { items: [] }),
  // Told once, however many revisions are spoken.
  proof('TL-11', twoRevisions, 'string', 'str', { by: 'TL-10' }),
  proof('TL-11', (type) => input({ type: 'object', properties: { a: { type } } }, '2025-06-18'), 'string', 'str'),
  proof('TL-12', ($ref) => input({ type: 'object', properties: { a: { $ref } }, $defs: { b: {} } }, M), '#/$defs/b', 'https://x.test/a'),
  proof(
    'TL-13',
    (count) =>
      input(
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: count }, (_, at) => [`property-${at}`, { type: 'string', description: 'x'.repeat(100) }]),
          ),
        },
        M,
      ),
    3,
    1000,
  ),
  proof(
    'TL-14',
    (names: string[]) =>
      asked('tools/list', { tools: [tool, { ...tool, name: 'b' }] }, M).ask(
        'tools/list',
        {},
        { result: { ...cached, tools: names.map((name) => ({ ...tool, name })) } },
      ),
    ['a', 'b'],
    ['b', 'a'],
  ),
  proof('TL-15', (taskSupport) => tools({ execution: { taskSupport } }), 'optional', 'maybe'),
  proof('TL-16', (execution: Obj) => tools({ execution }, M), {}, { taskSupport: 'optional' }),
  proof('TL-17', (additionalProperties) => input({ type: 'object', additionalProperties }), false, true),
  proof('TL-18', (name) => input({ type: 'object', properties: { a: {} }, required: [name] }), 'a', 'b'),
  proof('TL-19', (description) => tools({ description }), 'Does a.', 'Does\u202E a.'),
  proof('TL-20', (title: Json) => tools({ title }), 'A', 1),
  proof('TC-01', (isError: Json) => called({ isError }), false, 'no'),
  proof('TC-02', content, text('x'), { type: 'video' }),
  proof('TC-03', (code) => noTool(error(code)), -32602, -32603),
  proof('TC-09', (value) => called({ structuredContent: { a: 1 }, content: [text(value)] }), '{"a":1}', 'one'),
  proof('TC-10', (structuredContent: Json) => called({ structuredContent, content: [text('{}')] }), {}, [1]),
  proof('TC-11', content, { type: 'resource_link', uri: 'a://b', name: 'b' }, { type: 'resource_link', uri: 'a://b' }),
  proof(
    'TC-12',
    (capabilities: Obj) => called({ content: [{ type: 'resource', resource: { uri: 'a://b', text: 'x' } }] }, R, capabilities),
    ALL,
    { tools: {} },
  ),
  proof('RE-01', (one: Obj) => asked('resources/list', { resources: [one] }), { uri: 'a://b', name: 'b' }, { uri: 'a://b' }),
  proof('RE-02', (size: Json) => resources({ size }), 3, -1),
  proof('RE-03', (uri) => resources({ uri }), 'a://b%20c', 'a://b c'),
  proof(
    'RE-04',
    (uri) =>
      asked('resources/list', {
        resources: [
          { uri: 'a://b', name: 'b' },
          { uri, name: 'c' },
        ],
      }),
    'a://c',
    'a://b',
  ),
  proof('RE-05', (priority) => resources({ annotations: { priority } }), 0.5, 2),
  proof('RE-06', (more: Obj) => read(more), {}, { blob: 'AAAA' }),
  proof('RE-07', (blob) => asked('resources/read', { contents: [{ uri: 'a://b', mimeType: 'image/png', blob }] }), 'AAAA', 'A-A'),
  proof('RE-08', (mimeType: Json) => read({ mimeType }), 'text/plain', null),
  proof('RE-09', (mimeType) => read({ mimeType }), 'text/html', 'image/png'),
  proof('RE-10', (code) => missing(R, error(code)), -32002, -32603),
  proof('RE-11', (code) => missing(M, error(code)), -32602, -32603),
  proof('RE-12', (reply: Reply) => missing(M, reply), error(-32602), { result: { contents: [], ...cached } }),
  proof(
    'RT-01',
    (one: Obj) => asked('resources/templates/list', { resourceTemplates: [one] }),
    { uriTemplate: 'a://{b}', name: 'b' },
    { uriTemplate: 'a://{b}' },
  ),
  proof('RT-02', (uriTemplate) => templates({ uriTemplate }), 'a://{b,c}/{+d}{?e*}', 'a://{b'),
  proof('RT-05', (description: Json) => templates({ description }), 'x', 7),
  proof(
    'RT-06',
    (reply: Reply) => begun(R, ALL).ask('resources/templates/list', {}, reply),
    { result: { resourceTemplates: [] } },
    error(-32601),
  ),
  proof('PR-01', (name: Json) => asked('prompts/list', { prompts: [{ name: 'a' }, { name }] }), 'b', 'a'),
  proof('PR-02', (one: Json) => prompts({ arguments: [one] }), { name: 'b' }, 'b'),
  proof('PR-03', (title: Json) => prompts({ title }), 'A', 1),
  proof('PR-04', (description: Json) => asked('prompts/get', { messages: [], description }), 'x', 1),
  proof('PR-05', (type) => prompt({ content: { type, text: 'x' } }), 'text', 'hologram'),
  proof('PR-05', (value: Json) => prompt({ content: { type: 'text', text: value } }), 'x', 7),
  proof('PR-05', (role) => prompt({ role }), 'user', 'system'),
  proof('PR-06', (code) => noPrompt(error(code)), -32602, -32603),
  proof(
    'PR-09',
    (mimeType: Json) => prompt({ content: { type: 'resource', resource: { uri: 'a://b', text: 'x', mimeType } } }),
    'text/plain',
    null,
  ),
  proof('CN-01', (mimeType) => content({ type: 'image', data: PNG, mimeType }), 'image/png', 'image/jpeg'),
  proof('CN-02', (data) => content({ type: 'audio', data, mimeType: 'audio/mpeg' }), 'AAAA', '?'),
  proof('CN-03', (priority) => content({ ...text('x'), annotations: { priority } }), 1, 7),
  proof('CN-04', (src) => tools({ icons: [{ src }] }), 'data:image/png;base64,AAAA', 'file:///a.png'),
  proof('CN-07', (value) => content(text(value)), 'x', `ghp_${'a'.repeat(36)}`),
]
