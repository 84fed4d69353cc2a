// For tests: eras, subscriptions, requests that are odd, as they should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const OLD = '2025-06-18'
const META = 'io.modelcontextprotocol/'
const error = (code: number, data?: Json): Reply => ({ error: { code, message: 'No', ...(data === undefined ? {} : { data }) } })
const tool = (name: string, more: Obj = {}): Obj => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
})
const tools = (...names: string[]): { result: Obj } => ({
  result: { tools: names.map((name) => tool(name)), ttlMs: 0, cacheScope: 'public' },
})
const legacyTools = (...names: string[]): { result: Obj } => ({ result: { tools: names.map((name) => tool(name)) } })
const told = (method: string, params: Obj = {}): Obj => ({ jsonrpc: '2.0', method, params })
const CHANGED = told('notifications/tools/list_changed')
/** Two conversations of a run of checks. */
const twice = (first: Talk, second: (talk: Talk) => void): Talk => {
  first.fact(0, { kind: 'start', text: 'Checks: server' })
  second(first.greet(first.capabilities))
  return first
}
const asked = (method: string, reply: Reply, params: Obj, capabilities: Obj, revision: Revision = R, more = {}): Talk =>
  begun(revision, capabilities).ask(method, params, reply, more)
const subscribable: Obj = { resources: { subscribe: true } }
const text = (one: string): { result: Obj } => ({ result: { contents: [{ uri: 'a://b', mimeType: 'text/plain', text: one }] } })
const cachedText = (one: string): { result: Obj } => ({ result: { ...text(one).result, ttlMs: 0, cacheScope: 'public' } })
const subscribed = (): Talk => begun(R, subscribable).ask('resources/subscribe', { uri: 'a://b' }, { result: {} })
const ack = (granted: Obj, id: Json = 5): Obj =>
  told('notifications/subscriptions/acknowledged', { notifications: granted, _meta: { [`${META}subscriptionId`]: id } })
const ofListen = (method: string, params: Obj = {}, id: Json = 5): Obj =>
  told(method, { ...params, _meta: { [`${META}subscriptionId`]: id } })
/** A subscription that stays open, and is ended by us. */
const listen = (capabilities: Obj, wanted: Obj, messages: Json[], then: (talk: Talk) => void = () => {}, id: Json = 5): Talk => {
  const talk = begun(M, capabilities)
  talk.ask('subscriptions/listen', { notifications: wanted }, undefined, { id, stream: true, during: messages, end: 'open' })
  const { exchange } = talk.events.at(-1)!
  then(talk)
  talk.fact(exchange, { kind: 'failed', why: 'done', ours: true })
  return talk
}
const LISTED: Obj = { tools: { listChanged: true } }
const INIT: Obj = { protocolVersion: R, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
const prompt = { name: 'a', arguments: [{ name: 'b', required: true }] }
const needs = (reply: Reply, revision: Revision): Talk =>
  begun(revision, { tools: {} })
    .ask(
      'tools/list',
      {},
      {
        result: {
          tools: [tool('a', { inputSchema: { type: 'object', properties: { b: { type: 'string', description: 'x' } }, required: ['b'] } })],
        },
      },
    )
    .ask('tools/call', { name: 'a', arguments: {} }, reply)
const isError = { result: { content: [{ type: 'text', text: 'b is missing' }], isError: true } }
const done = { result: { content: [{ type: 'text', text: 'Done' }] } }
const icon = (talk: Talk, src: string): Talk =>
  talk.ask('tools/list', {}, { result: { tools: [tool('a', { icons: [{ src, mimeType: 'image/png' }] })] } })

const secure = (talk: Talk): Talk => {
  for (const event of talk.events) if (event.kind === 'sent') event.url = event.url.replace(/^http:/, 'https:')
  return talk
}

export const CHANGE_PROOFS: readonly Proof[] = [
  proof(
    'LC-13',
    (method) => {
      const talk = new Talk(OLD)
      talk.offered = { elicitation: {} }
      return talk
        .greet()
        .says({ jsonrpc: '2.0', id: 1, method, params: { message: 'x', requestedSchema: { type: 'object', properties: {} } } })
    },
    'elicitation/create',
    'tasks/get',
  ),
  proof(
    'DV-01',
    (reply: Reply) => begun(M).ask('tools/call', { name: 'a' }, error(-32602)).ask('server/discover', {}, reply),
    { result: { supportedVersions: [M], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'public' } },
    error(-32601),
  ),
  proof(
    'DV-24',
    (words: string) => {
      const talk = begun(M, { resources: {} }).ask('resources/read', { uri: 'a://b' }, cachedText('one'), { id: 'loupe-both-new-0' })
      talk.fact(0, { kind: 'start', text: 'Checks: server' })
      const exchange = talk.send(writeJson({ jsonrpc: '2.0', id: 1, method: 'initialize', params: INIT }), { headers: [] })
      const result = { protocolVersion: R, capabilities: { resources: {} }, serverInfo: { name: 'a', version: '1' } }
      talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'application/json']] })
      talk.fact(exchange, { kind: 'body', text: writeJson({ jsonrpc: '2.0', id: 1, result }) })
      talk.fact(exchange, { kind: 'closed' })
      const read = talk.send(writeJson({ jsonrpc: '2.0', id: 'loupe-both-old-0', method: 'resources/read', params: { uri: 'a://b' } }), {
        headers: [],
      })
      talk.fact(read, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'application/json']] })
      talk.fact(read, { kind: 'body', text: writeJson({ jsonrpc: '2.0', id: 'loupe-both-old-0', ...text(words) }) })
      talk.fact(read, { kind: 'closed' })
      return talk
    },
    'one',
    'another',
  ),
  proof('DV-06', (reply: Reply) => asked('tools/list', reply, {}, { tools: {} }, M), tools(), error(-32022)),
  proof(
    'DV-14',
    (data: Json) => asked('tools/call', error(-32021, data), { name: 'a' }, { tools: {} }, M),
    { requiredCapabilities: { sampling: {} } },
    {},
  ),
  proof('DV-16', (status) => asked('tools/list', error(-32601), {}, {}, M, { status }), 404, 200),
  proof(
    'DV-18',
    (data: Json) =>
      begun(M).ask('initialize', INIT, error(-32602, data), {
        id: 9,
        whole: JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'initialize', params: INIT }),
        headers: [],
        status: 400,
      }),
    { supported: [M] },
    null,
  ),
  proof(
    'DV-20',
    (name) => twice(begun(M, { tools: {} }).ask('tools/list', {}, tools('a')), (talk) => talk.ask('tools/list', {}, tools(name))),
    'a',
    'b',
  ),
  proof(
    'DV-21',
    (name) =>
      begun(M, { tools: {} })
        .ask('tools/list', {}, tools('a'))
        .ask('server/discover', {}, { result: { supportedVersions: [M], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'public' } })
        .ask('tools/list', {}, tools(name)),
    'a',
    'b',
  ),
  proof(
    'DV-22',
    (name) => begun(M, { tools: {} }).ask('tools/list', {}, tools('a')).ask('tools/list', {}, tools(name), { id: 'loupe-other-client' }),
    'a',
    'b',
  ),
  proof(
    'DV-27',
    (answered: boolean) => {
      const talk = new Talk(R, true)
      const exchange = talk.send(
        JSON.stringify({ jsonrpc: '2.0', id: 'd', method: 'server/discover', params: { _meta: { [`${META}protocolVersion`]: M } } }),
      )
      if (answered) talk.fact(exchange, { kind: 'frame', text: '{"jsonrpc":"2.0","id":"d","error":{"code":-32601,"message":"No"}}' })
      if (answered) talk.fact(exchange, { kind: 'closed' })
      return talk.greet()
    },
    true,
    false,
  ),
  proof(
    'SX-06',
    (reply: Reply) => twice(begun(R, { tools: {} }).ask('tools/list', {}, legacyTools('a')), (talk) => talk.ask('tools/list', {}, reply)),
    legacyTools('a'),
    error(-32603),
  ),
  proof('SU-01', (reply: Reply) => asked('resources/subscribe', reply, { uri: 'a://b' }, subscribable), { result: {} }, error(-32603)),
  // Where no subscription comes about, nothing is said of what hangs on it.
  proof(
    'SU-01',
    (reply: Reply) =>
      asked('resources/subscribe', reply, { uri: 'a://b' }, subscribable)
        .ask('resources/unsubscribe', { uri: 'a://b' }, reply)
        .ask('resources/subscribe', { uri: 'loupe-no-such-scheme://a' }, 'error' in reply ? reply : error(-32002)),
    { result: {} },
    error(-32603),
  ),
  proof(
    'SU-01',
    (value: Json) => asked('resources/subscribe', { message: { jsonrpc: '2.0', id: 2, result: value } }, { uri: 'a://b' }, subscribable),
    {},
    null,
  ),
  proof(
    'SU-02',
    (tells: boolean) => {
      const talk = subscribed().ask('resources/read', { uri: 'a://b' }, text('one'))
      if (tells) talk.says(told('notifications/resources/updated', { uri: 'a://b' }))
      return talk.ask('resources/read', { uri: 'a://b' }, text('two'))
    },
    true,
    false,
  ),
  proof(
    'SU-03',
    (late: boolean) => {
      const talk = subscribed().ask('resources/unsubscribe', { uri: 'a://b' }, { result: {} })
      return late ? talk.says(told('notifications/resources/updated', { uri: 'a://b' })) : talk
    },
    false,
    true,
  ),
  proof('SU-05', (reply: Reply) => asked('resources/subscribe', reply, { uri: 'loupe-no-such-scheme://a' }, subscribable), error(-32002), {
    result: {},
  }),
  proof(
    'SU-06',
    (tells: boolean) => {
      const talk = begun(R, LISTED).ask('tools/list', {}, legacyTools('a'))
      if (tells) talk.says(CHANGED)
      return talk.ask('tools/list', {}, legacyTools('a', 'b'))
    },
    true,
    false,
  ),
  proof(
    'SU-07',
    (resources: Obj) => asked('resources/list', { result: { resources: [{ uri: 'a://log', name: 'log' }] } }, {}, { resources }),
    { subscribe: true },
    {},
  ),
  proof(
    'LS-03',
    (granted: Obj) => listen(LISTED, { toolsListChanged: true, promptsListChanged: true }, [ack(granted)]),
    { toolsListChanged: true },
    { promptsListChanged: true },
  ),
  proof(
    'LS-04',
    (method) =>
      listen({ tools: { listChanged: true }, prompts: { listChanged: true } }, { toolsListChanged: true }, [
        ack({ toolsListChanged: true }),
        ofListen(method),
      ]),
    'notifications/tools/list_changed',
    'notifications/prompts/list_changed',
  ),
  proof(
    'LS-05',
    (tells: boolean) => {
      const talk = begun(M, LISTED).ask('tools/list', {}, tools('a'))
      talk.ask('subscriptions/listen', { notifications: { toolsListChanged: true } }, undefined, {
        id: 5,
        stream: true,
        during: [ack({ toolsListChanged: true }), ...(tells ? [ofListen('notifications/tools/list_changed')] : [])],
        end: 'open',
      })
      return talk.ask('tools/call', { name: 'a' }, done).ask('tools/list', {}, tools('a', 'b'))
    },
    true,
    false,
  ),
  proof(
    'LS-06',
    (tells: boolean) => {
      const talk = begun(M, subscribable).ask('resources/read', { uri: 'a://b' }, cachedText('one'))
      talk.ask('subscriptions/listen', { notifications: { resourceSubscriptions: ['a://b'] } }, undefined, {
        id: 5,
        stream: true,
        during: [
          ack({ resourceSubscriptions: ['a://b'] }),
          ...(tells ? [ofListen('notifications/resources/updated', { uri: 'a://b' })] : []),
        ],
        end: 'open',
      })
      return talk.ask('resources/read', { uri: 'a://b' }, cachedText('two'))
    },
    true,
    false,
  ),
  proof(
    'LS-07',
    (ok: boolean) =>
      listen(LISTED, { toolsListChanged: true }, [ack({ toolsListChanged: true })], (talk) => {
        if (ok)
          talk.ask('subscriptions/listen', { notifications: {} }, undefined, { id: 6, stream: true, during: [ack({}, 6)], end: 'open' })
        else talk.ask('subscriptions/listen', { notifications: {} }, error(-32603), { id: 6 })
      }),
    true,
    false,
  ),
  proof(
    'LS-09',
    (id: Json) =>
      begun(M, LISTED).ask(
        'subscriptions/listen',
        { notifications: {} },
        {
          message: {
            jsonrpc: '2.0',
            id: 5,
            result: {
              resultType: 'complete',
              _meta: { [`${META}subscriptionId`]: id, [`${META}serverInfo`]: { name: 'server', version: '1' } },
            },
          },
        },
        { id: 5, stream: true, during: [ack({})] },
      ),
    5,
    6,
  ),
  proof(
    'LS-12',
    (late: boolean) =>
      listen(LISTED, { toolsListChanged: true }, [ack({ toolsListChanged: true })], (talk) => {
        talk.tell('notifications/cancelled', { requestId: 5 })
        if (late) talk.fact(2, { kind: 'frame', text: JSON.stringify(ofListen('notifications/tools/list_changed')) })
      }),
    false,
    true,
  ),
  proof('RE-13', (reply: Reply) => asked('resources/read', reply, { uri: '' }, { resources: {} }), error(-32602), text('x')),
  proof(
    'RE-14',
    (reply: Reply) => asked('resources/read', reply, { uri: 'file:///a/../../etc/passwd' }, { resources: {} }),
    error(-32002),
    { result: { contents: [{ uri: 'file:///a/../../etc/passwd', mimeType: 'text/plain', text: 'root:x:0:0' }] } },
  ),
  proof(
    'RE-15',
    (status) =>
      asked('resources/list', { result: { resources: [{ uri: 'https://example.com/a', name: 'a' }] } }, {}, { resources: {} }).http(
        'HEAD',
        status,
        { url: 'https://example.com/a' },
      ),
    200,
    404,
  ),
  proof(
    'RE-16',
    (scope: Obj) =>
      asked('resources/read', { result: { ...text('x').result, ttlMs: 0, ...scope } }, { uri: 'a://b' }, { resources: {} }, M),
    { cacheScope: 'public' },
    {},
  ),
  proof(
    'PR-07',
    (reply: Reply) =>
      begun(R, { prompts: {} })
        .ask('prompts/list', {}, { result: { prompts: [prompt] } })
        .ask('prompts/get', { name: 'a' }, reply),
    error(-32602),
    { result: { messages: [] } },
  ),
  proof('PR-08', (reply: Reply) => asked('prompts/get', reply, { name: 'a', arguments: { b: 7 } }, { prompts: {} }), error(-32602), {
    result: { messages: [] },
  }),
  proof('TC-04', (reply: Reply) => asked('tools/call', reply, { arguments: {} }, { tools: {} }), error(-32602), isError),
  proof('TC-05', (reply: Reply) => needs(reply, OLD), isError, done),
  proof('TC-06', (reply: Reply) => needs(reply, R), isError, error(-32602)),
  proof('CN-05', (src) => secure(icon(begun(R, { tools: {} }), src)), 'https://server.test/a.png', 'https://other.test/a.png'),
  proof(
    'CN-06',
    (type) =>
      icon(begun(R, { tools: {} }), 'data:image/png;base64,AAAA')
        .ask('tools/list', {}, { result: { tools: [tool('a', { icons: [{ src: 'https://server.test/a.png' }] })] } })
        .http('GET', 200, { url: 'https://server.test/a.png', replyHeaders: [['content-type', type]] }),
    'image/png',
    'text/html',
    { also: ['CN-05'], silent: 'CN-05' },
  ),
]
