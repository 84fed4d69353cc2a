// Nine pairs, one for each topic of the catalogue's fixtures: what must pass, and what must be reported under these ids and no others.
import { expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { Talk, type Reply } from '../testing/record.ts'
import { createJudge } from './judge.ts'
import { RULES } from './rules.ts'

type Obj = { [key: string]: Json }
const R = '2025-03-26'
const HELLO: Obj = { protocolVersion: R, capabilities: {}, clientInfo: { name: 'a', version: '1' } }
const GREETED: Reply = { result: { protocolVersion: R, capabilities: {}, serverInfo: { name: 'a', version: '1' } } }
const DONE: Reply = { result: { content: [{ type: 'text', text: 'Done' }] } }
const CAPABILITIES: Obj = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: {} }
const TOOL: Obj = {
  name: 'a',
  description: 'Does a',
  inputSchema: { type: 'object', properties: { b: { type: 'string', description: 'x' } }, required: ['b'] },
}
const begun = (): Talk => new Talk(R).greet(CAPABILITIES)
const list = (method: string, member: string, item: Json): Talk => begun().ask(method, {}, { result: { [member]: [item] } })
const sampling = (offered: Obj): Talk => {
  const talk = new Talk(R)
  talk.offered = offered
  return talk.greet().says({
    jsonrpc: '2.0',
    id: 1,
    method: 'sampling/createMessage',
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }], maxTokens: 10 },
  })
}
const noticed = (answered: boolean): Talk => {
  const talk = begun()
  if (!answered) return talk.says({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
  return talk.http('POST', 200, {
    sent: '{"jsonrpc":"2.0","method":"notifications/loupe-unknown"}',
    replyHeaders: [['content-type', 'application/json']],
    body: '{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"No"}}',
  })
}

const PAIRS: [topic: string, passes: () => Talk, reported: () => Talk, ids: string[]][] = [
  [
    'framing',
    () => new Talk(R).ask('initialize', HELLO, GREETED, { id: 0 }),
    () => new Talk(R).ask('', {}, GREETED, { id: 0, whole: JSON.stringify({ id: 0, method: 'initialize', params: HELLO }) }),
    ['JR-11'],
  ],
  ['lifecycle', begun, () => new Talk(R).ask('tools/call', { name: 'a' }, DONE).greet(CAPABILITIES), ['LC-05']],
  ['capabilities', begun, () => new Talk(R).greet().ask('tools/call', { name: 'a' }, DONE), ['CP-02']],
  [
    'tools',
    () => list('tools/list', 'tools', TOOL),
    () => list('tools/list', 'tools', { name: 'a', description: 'Does a' }),
    ['TL-01', 'TL-02'],
  ],
  [
    'resources',
    () => list('resources/list', 'resources', { uri: 'a://b', name: 'b', description: 'x', mimeType: 'text/plain' }),
    () => list('resources/list', 'resources', { name: 'b', mimeType: 'text/plain' }),
    ['RE-01', 'RE-03'],
  ],
  [
    'prompts',
    () =>
      list('prompts/list', 'prompts', {
        name: 'a',
        arguments: [
          { name: 'b', description: 'x', required: true },
          { name: 'c', description: 'y', required: false },
        ],
      }),
    () => list('prompts/list', 'prompts', { name: 'a', arguments: ['b', 'c'] }),
    ['PR-02'],
  ],
  ['sampling', () => sampling({ sampling: {} }), () => sampling({}), ['CF-01']],
  [
    'errors',
    () => begun().ask('loupe/no-such-method', {}, { error: { code: -32601, message: 'No', data: { method: 'x' } } }),
    () => begun().ask('loupe/no-such-method', {}, { result: { ok: false } }),
    ['JR-17'],
  ],
  ['notifications', () => noticed(false), () => noticed(true), ['JR-08']],
]

function reported(talk: Talk): string[] {
  const judge = createJudge(RULES)
  for (const event of talk.events) judge.take(event)
  judge.end()
  return judge
    .standings()
    .filter(({ outcome }) => outcome !== 'pass' && outcome !== 'skipped')
    .map(({ rule }) => rule.id)
    .sort()
}

test.each(PAIRS)('%s', (_topic, passes, breaks, ids) => {
  expect(reported(passes())).toEqual([])
  expect(reported(breaks())).toEqual(ids)
})
