// For tests: what comes of answers to what a server asks, and of requests sent again, as it should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { INVALID, MANY_ROUNDS, NARROW } from '../rules/replies.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const META = 'io.modelcontextprotocol/'
const done: Obj = { content: [{ type: 'text', text: 'Done' }] }
const failed: Obj = { content: [{ type: 'text', text: 'No' }], isError: true }
const ABLE: Obj = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }
const FORM: Obj = { message: 'Which?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } }
const SAMPLING: Obj = { messages: [{ role: 'user', content: { type: 'text', text: 'x' } }], maxTokens: 5 }

/** A call during which the server asks, each time with our answer; `result` undefined: it is never answered. */
const asking = (
  asks: [method: string, params: Obj, answer: Json][],
  result: Obj | undefined,
  args: Obj = {},
  offered: Obj = ABLE,
): Talk => {
  const talk = new Talk(R)
  talk.offered = offered
  talk.greet({ tools: {} })
  const exchange = talk.send(writeJson({ jsonrpc: '2.0', id: 'c', method: 'tools/call', params: { name: 'a', arguments: args } }))
  talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  talk.fact(exchange, { kind: 'frame', text: '', id: 'x' })
  for (const [index, [method, params, answer]] of asks.entries()) {
    talk.fact(exchange, {
      kind: 'frame',
      text: writeJson({ jsonrpc: '2.0', id: index, method, ...(Object.keys(params).length > 0 ? { params } : {}) }),
    })
    talk.http('POST', 202, { sent: writeJson({ jsonrpc: '2.0', id: index, result: answer }) })
  }
  if (result !== undefined) talk.fact(exchange, { kind: 'frame', text: writeJson({ jsonrpc: '2.0', id: 'c', result }) })
  talk.fact(exchange, result === undefined ? { kind: 'failed', why: 'cut', ours: true } : { kind: 'closed' })
  return talk
}
const noes = (count: number): Talk =>
  asking(
    Array.from({ length: count }, () => ['elicitation/create', FORM, { action: 'decline' }]),
    failed,
  )
const loop = (count: number): Talk =>
  asking(
    Array.from({ length: count }, (_, index) => [
      'sampling/createMessage',
      SAMPLING,
      { role: 'assistant', content: [{ type: 'tool_use', id: `t${index}`, name: 'a', input: {} }], model: 'm', stopReason: 'toolUse' },
    ]),
    done,
  )
const able = { [`${META}clientCapabilities`]: ABLE }
/** A probe of the newer era, with what came of it. */
const again = (id: string) => (reply: Reply) =>
  begun(M, { tools: {} }).ask('tools/call', { name: 'a', arguments: {}, _meta: able }, reply, { id: `loupe-${id}` })
const wants: Reply = { result: { resultType: 'input_required', inputRequests: { a: { method: 'elicitation/create', params: FORM } } } }
const error: Reply = { error: { code: -32602, message: 'No' } }
const ok: Reply = { result: done }

export const REPLY_PROOFS: readonly Proof[] = [
  proof('CF-06', loop, 3, MANY_ROUNDS + 1),
  proof(
    'CF-09',
    (result: Obj) => asking([['roots/list', {}, { roots: [{ uri: NARROW }] }]], result, { path: '/etc/hostname' }),
    failed,
    done,
  ),
  proof('CF-14', noes, 1, 5),
  // A no, after which nothing comes.
  {
    id: 'CF-14',
    keeps: () => noes(1),
    breaks: () => asking([['elicitation/create', FORM, { action: 'decline' }]], undefined),
  },
  proof(
    'CF-15',
    (result: Obj) => asking([['elicitation/create', FORM, { action: 'accept', content: { a: 7, [INVALID]: true } }]], result),
    failed,
    done,
  ),
  proof(
    'CP-09',
    (offered: Obj) =>
      asking(
        [['elicitation/create', { mode: 'url', message: 'Go', url: 'https://a.test/', elicitationId: 'e' }, { action: 'accept' }]],
        done,
        {},
        offered,
      ),
    ABLE,
    { elicitation: { form: {} } },
  ),
  proof('MR-05', again('retry-proper'), ok, error),
  proof('MR-06', again('retry-altered'), error, ok),
  proof('MR-07', again('retry-missing'), wants, error),
  proof('MR-08', again('retry-extra'), ok, error),
  proof('MR-09', again('retry-malformed'), error, ok),
  proof('MR-10', again('retry-elsewhere'), error, ok),
  proof(
    'MR-11',
    (reply: Reply) =>
      begun(M, { tools: {} })
        .ask('tools/call', { name: 'a', _meta: able }, { result: { resultType: 'input_required', requestState: 's1gned-0paque-state' } })
        .wait(7_200_000)
        .ask('tools/call', { name: 'a', requestState: 's1gned-0paque-state', _meta: able }, reply),
    error,
    ok,
  ),
  proof('MR-12', again('retry-over'), ok, error),
  proof('DV-13', (reply: Reply) => begun(M, { tools: {} }).ask('tools/call', { name: 'a' }, reply, { id: 'loupe-bare-call' }), ok, wants),
]
