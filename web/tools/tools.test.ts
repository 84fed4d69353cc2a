import { describe, expect, test } from 'vitest'
import { parseJson, writeJson } from '#mcp/json.ts'
import { readTools } from '#mcp/model-read.ts'
import { assessDraft } from '../ui/SchemaForm/check.ts'
import { requestCommand } from '#mcp/traffic/request-command.ts'
import type { Facts } from '#mcp/session-types.ts'
import type { HttpTarget, Target } from '#mcp/transport/target.ts'
import { callHeaders, callMessage, callParams, curlText } from './request-text.ts'
import { assess, jsonText, NO_DRAFT, putBack, replaced, withDraft, withJson } from './tool-draft.ts'
import { leavesOut, notesOf, toolItems, toolSearch } from './tool-items.ts'

const plain = { pinned: [], recent: [], hint: 'all', changes: new Map() } as const

function tools(...names: string[]) {
  return readTools({ tools: names.map((name) => ({ name, inputSchema: { type: 'object', properties: { [`${name}_param`]: {} } } })) }).items
}

describe('the list', () => {
  test('two tools of one name stay two rows, in their places', () => {
    const list = readTools({
      tools: [
        { name: 'get', title: 'A', inputSchema: { type: 'object' } },
        { name: 'other', inputSchema: { type: 'object' } },
        { name: 'get', title: 'B', inputSchema: { type: 'object' } },
      ],
    }).items
    expect(toolItems(list, plain).map(({ index, title, note }) => [index, title, note])).toEqual([
      [0, 'A', '1 note'],
      [1, undefined, undefined],
      [2, 'B', '1 note'],
    ])
    expect(notesOf(list[0]!, list)[0]).toMatch(/same name/)
  })

  test('a tool with an app, and one for apps alone, say so', () => {
    const of = (name: string, ui: { [member: string]: string | string[] }) => ({ name, inputSchema: { type: 'object' }, _meta: { ui } })
    const list = readTools({
      tools: [of('draws', { resourceUri: 'ui://a' }), of('helps', { resourceUri: 'ui://a', visibility: ['app'] }), of('plain', {})],
    }).items
    expect(toolItems(list, plain).map(({ note }) => note)).toEqual(['app', 'for apps only', undefined])
  })

  test('many are grouped by their first word; pinned ones stand first', () => {
    const list = tools('a_1', 'b_1', 'a_2', 'b_2', 'c', 'd', 'e', 'f', 'g', 'h')
    expect(toolItems(list, { ...plain, pinned: ['b_2'] }).map(({ name, group }) => `${group}:${name}`)).toEqual([
      'pinned:b_2',
      'tools:c',
      'tools:d',
      'tools:e',
      'tools:f',
      'tools:g',
      'tools:h',
      'a:a_1',
      'a:a_2',
      'b:b_1',
    ])
  })

  test('one group over all has no heading', () => {
    const list = tools('a_1', 'b_1', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j')
    expect(toolItems(list, plain).some((item) => 'group' in item)).toBe(false)
    expect(
      toolItems(list, { ...plain, pinned: ['j'] })
        .map(({ group }) => group)
        .slice(0, 2),
    ).toEqual(['pinned', 'tools'])
  })

  test('what clients must leave out over HTTP stands last, struck out with the reason, and elsewhere like any other', () => {
    const inputSchema = { type: 'object', properties: { n: { type: 'number', 'x-mcp-header': 'N' } } }
    const list = readTools({
      tools: [
        { name: 'bad', inputSchema },
        { name: 'good', inputSchema: { type: 'object' } },
      ],
    }).items
    const why = expect.stringContaining('on a parameter of type "number"')
    expect(toolItems(list, { ...plain, strict: true })).toMatchObject([{ name: 'good' }, { name: 'bad', struck: why }])
    expect(toolItems(list, plain).map(({ name, struck }) => [name, struck])).toEqual([
      ['bad', undefined],
      ['good', undefined],
    ])
    expect(leavesOut({ era: 'modern', transport: 'streamable-http' })).toBe(true)
    expect(leavesOut({ era: 'modern', transport: 'stdio' }) || leavesOut({ era: 'legacy', transport: 'streamable-http' })).toBe(false)
  })

  test('a search finds letters in order, and parameters', () => {
    const list = tools('get_forecast', 'delete_station', 'list_stations')
    const search = toolSearch(list)
    const items = toolItems(list, plain)
    expect(search(items, 'gfor').map(({ name }) => name)).toEqual(['get_forecast'])
    expect(
      search(items, 'station')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['delete_station', 'list_stations'])
    expect(search(items, 'forecast_param').map(({ name }) => name)).toEqual(['get_forecast'])
    expect(search(items, 'zzz')).toEqual([])
  })

  test('a search whose work was done before, or half of it, finds the same', () => {
    const list = tools(...Array.from({ length: 3000 }, (_, at) => `tool_${at}`))
    const items = toolItems(list, plain)
    const search = toolSearch(list)
    const found = toolSearch(list)(items, 'tool_271')
    expect(found.length).toBeGreaterThan(5)
    search.prepare(0.1)
    expect(search(items, 'tool_271')).toEqual(found)
    while (search.prepare(1));
    expect(search(items, 'tool_271')).toEqual(found)
    expect(search.prepare(1)).toBe(false)
  })
})

describe('form and JSON in step', () => {
  const schema = parseJson('{"type":"object","properties":{"n":{"type":"integer"},"s":{"type":"string"}}}')

  test('the form follows the JSON, and the JSON the form', () => {
    const typed = withJson(NO_DRAFT, schema, '{"s":"x","n":9007199254740993}')
    expect(assess(typed, assessDraft(schema, typed.draft))).toEqual({ arguments: { s: 'x', n: 9007199254740993n }, problems: [] })
    const touched = withDraft(typed, { ...typed.draft, members: { ...typed.draft.members, s: { state: 'value', text: 'y' } } })
    expect(jsonText(schema, touched)).toBe('{\n  "s": "y",\n  "n": 9007199254740993\n}')
  })

  test('a broken draft is kept and cannot be sent', () => {
    const broken = withJson(withJson(NO_DRAFT, schema, '{"n":1}'), schema, '{"n":2,')
    expect(jsonText(schema, broken)).toBe('{"n":2,')
    expect(assess(broken, assessDraft(schema, broken.draft)).problems.map(({ level }) => level)).toEqual(['fatal'])
  })

  test('a number that no double holds is said, and is sent as it is written', () => {
    const text = '{"n":1e2,"m":1e400,"l":[1e400]}'
    const typed = withJson(NO_DRAFT, schema, text)
    const { arguments: sent, problems } = assess(typed, assessDraft(schema, typed.draft))
    expect(writeJson(sent)).toBe(text)
    expect(problems).toMatchObject([
      { at: '/m', level: 'bad', says: expect.stringContaining('1e400 is too large for a double') },
      { at: '/l', level: 'bad', says: expect.stringContaining('1e400 is too large for a double') },
    ])
    const formed = assessDraft(schema, withDraft(typed, { ...typed.draft }).draft)
    expect(writeJson(formed.arguments)).toBe(text)
  })

  test('a member that is there twice is said, whatever else is', () => {
    const both = withJson(NO_DRAFT, schema, '{"n":1,"s":"x","s":"y","m":1e400}')
    expect(assess(both, assessDraft(schema, both.draft)).problems.map(({ at, level }) => `${at} ${level}`)).toEqual(['/m bad', ' warn'])
    const typed = withJson(NO_DRAFT, schema, '{"n":-0,"s":"x","s":"y"}')
    const { arguments: sent, problems } = assess(typed, assessDraft(schema, typed.draft))
    expect(writeJson(sent)).toBe('{"n":-0,"s":"y"}')
    expect(problems).toMatchObject([{ level: 'warn', says: expect.stringContaining('“s” is there twice') }])
  })
})

test('a curl command leaves secrets out and survives quotes', () => {
  const target = { kind: 'http', url: 'http://localhost/mcp', headers: [{ name: 'X-Api-Key', value: 'k' }], via: 'auto' } as const
  const parts = { tool: { name: 't', inputSchema: { type: 'object' } }, args: { a: "it's" }, facts: undefined }
  const http = { ...target, headers: [...target.headers] }
  const text = curlText(http, callHeaders(http, parts), callMessage(parts), false)
  expect(text).toContain(`-H 'X-Api-Key: ••••'`)
  expect(text).toContain(`"it'\\''s"`)
})

test('no secret of a connection stands in a request that is shown or copied, unless it is asked for', () => {
  const headers = [{ name: 'X-Internal', value: 'hush-1' }]
  const http: HttpTarget = { kind: 'http', url: 'https://mcp.example/mcp?api_key=hush-2', headers, bearer: 'hush-3', via: 'auto' }
  const facts = { era: 'legacy', revision: '2025-11-25', sessionId: 'hush-4' } as unknown as Facts
  const parts = { tool: { name: 't', inputSchema: {} }, args: {}, facts }
  const sent = callHeaders(http, parts)
  expect(sent.filter(({ secret }) => secret).map(({ value }) => value)).toEqual(['hush-4', 'Bearer hush-3', 'hush-1'])
  const stdio: Target = { kind: 'stdio', command: 'node', args: ['--token', 'hush-5'], env: [{ name: 'KEY', value: 'hush-6' }] }
  const texts = (secrets: boolean) =>
    [
      curlText(http, sent, callMessage(parts), secrets),
      requestCommand(http, 'tools/call', callParams(parts), secrets),
      requestCommand(stdio, 'tools/call', callParams(parts), secrets),
    ].join('\n')
  expect(texts(false)).not.toMatch(/hush/)
  expect(new Set(texts(true).match(/hush-\d/g))).toEqual(new Set(['hush-1', 'hush-2', 'hush-3', 'hush-4', 'hush-5', 'hush-6']))
})

test('a loupe command says the same, and a person’s own _meta stands in all of them', () => {
  const parts = { tool: { name: 't', inputSchema: {} }, args: { a: "it's" }, facts: undefined, meta: { 'x/y': 9007199254740993n } }
  expect(writeJson(callMessage(parts))).toContain('"x/y":9007199254740993')
  const stdio = { kind: 'stdio', command: 'node', args: ['my server.js'], env: [{ name: 'KEY', value: 'k' }] } as const
  expect(requestCommand({ ...stdio, args: [...stdio.args], env: [...stdio.env] }, 'tools/call', callParams(parts), false)).toBe(
    `loupe request -e 'KEY=••••' tools/call '{"name":"t","arguments":{"a":"it'\\''s"},"_meta":{"x/y":9007199254740993}}' -- node 'my server.js'`,
  )
  expect(assess({ draft: {}, meta: '[1]' }, { arguments: {}, problems: [] }).problems).toMatchObject([{ level: 'fatal' }])
})

test('without a handshake the request says all, and its headers repeat it', () => {
  const inputSchema = { type: 'object', properties: { r: { type: 'string', 'x-mcp-header': 'Region' } } }
  const facts = {
    era: 'modern',
    revision: '2026-07-28',
    envelope: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  } as unknown as Facts
  const parts = { tool: { name: 'für', inputSchema }, args: { r: 'eu' }, facts }
  expect(callMessage(parts)).toMatchObject({
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', progressToken: 1 } },
  })
  const headers = callHeaders({ kind: 'http', url: 'http://localhost/mcp', headers: [], via: 'auto' }, parts)
  expect(Object.fromEntries(headers.map(({ name, value }) => [name, value]))).toMatchObject({
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': '=?base64?ZsO8cg==?=',
    'mcp-param-region': 'eu',
  })
})

test('what replaces all that was typed can be taken back, and that as well; limits of the tool stay', () => {
  const written = {
    draft: { members: { a: { state: 'value' as const, text: '1' } } },
    meta: '{"k":1}',
    tab: 'json' as const,
    limits: { call: 9 },
  }
  const refilled = replaced(written, { draft: {}, json: '{"a":2}' })
  expect(refilled).toMatchObject({ json: '{"a":2}', tab: 'json', limits: { call: 9 }, earlier: { draft: written.draft, meta: '{"k":1}' } })
  expect(refilled.meta).toBeUndefined()
  const back = putBack(refilled)
  expect(back).toEqual({ ...written, earlier: { draft: {}, json: '{"a":2}' } })
  expect(putBack(back)).toEqual(refilled)
  // Of a blank form there is nothing to put back.
  expect(replaced({ ...NO_DRAFT, tab: 'form' }, { draft: {}, json: '{}' })).toEqual({ draft: {}, json: '{}', tab: 'form' })
  expect(putBack(written)).toBe(written)
})
