import { expect, test, vi } from 'vitest'
import { rulesKey, type Rule } from '../session/ask-rules.ts'
import { acceptAsk, useDesk } from '../session/asks.ts'
import { attachEngine } from '../session/engine.ts'
import type { PendingAsk, ToEngine } from '../session/engine-messages.ts'
import { writeSetting } from '../ui/use-setting.ts'
import { useAskDrafts } from './ask-drafts.ts'
import { answerBy, replyAlways, ruleLike, useResting } from './rules.ts'

const sampling = { method: 'sampling/createMessage', params: { messages: [{ role: 'user', content: { type: 'text', text: 'say it' } }] } }
const form = (properties: { [name: string]: { type: string; default?: string } }, required: string[] = []) => ({
  method: 'elicitation/create',
  params: { message: 'm', requestedSchema: { type: 'object', properties, required } },
})

test.each<[string, Rule, { method: string; params: PendingAsk['params'] }, unknown]>([
  ['echo', { kind: 'echo' }, sampling, { kind: 'result', result: expect.objectContaining({ content: { type: 'text', text: 'say it' } }) }],
  ['decline', { kind: 'decline' }, sampling, { kind: 'error', code: -1, message: 'User rejected sampling request' }],
  ['fixed', { kind: 'fixed', result: '{"n":9007199254740993}' }, sampling, { kind: 'result', result: { n: 9007199254740993n } }],
  [
    'defaults',
    { kind: 'echo' },
    form({ a: { type: 'string', default: 'x' } }),
    { kind: 'result', result: { action: 'accept', content: { a: 'x' } } },
  ],
  ['decline of a form', { kind: 'decline' }, form({}), { kind: 'result', result: { action: 'decline' } }],
  ['defaults that are missing', { kind: 'echo' }, form({ a: { type: 'string' } }, ['a']), expect.stringContaining('defaults alone')],
  ['broken text', { kind: 'fixed', result: '{' }, sampling, expect.stringContaining('no JSON')],
  [
    'a page to visit',
    { kind: 'echo' },
    { method: 'elicitation/create', params: { mode: 'url', url: 'https://x.test', message: 'm' } },
    expect.stringContaining('put to you'),
  ],
])('%s', (_, rule, ask, answer) => expect(answerBy(rule, ask)).toEqual(answer))

test('a rule made of an answer answers the same form alone, and never a page to visit', () => {
  const ask = form({ name: { type: 'string' } })
  const made = ruleLike(ask, { kind: 'result', result: { action: 'accept', content: { name: 'x' } } })
  expect(answerBy(made, ask)).toEqual({ kind: 'result', result: { action: 'accept', content: { name: 'x' } } })
  expect(answerBy(made, form({ age: { type: 'integer' } }))).toEqual(expect.stringContaining('another form'))
  const visit = { method: 'elicitation/create', params: { mode: 'url', url: 'https://x.test', message: 'm' } }
  expect(answerBy(made, visit)).toEqual(expect.stringContaining('put to you'))
  const cancelled = ruleLike(ask, { kind: 'result', result: { action: 'cancel' } })
  expect(answerBy(cancelled, visit)).toEqual({ kind: 'result', result: { action: 'cancel' } })
  expect(ruleLike(ask, { kind: 'result', result: { action: 'decline' } })).toEqual({ kind: 'decline' })
  expect(ruleLike(sampling, { kind: 'error', code: -1, message: 'no' })).toEqual({ kind: 'decline' })
})

test('who answers “always like this” is not asked again', async () => {
  const said: ToEngine[] = []
  attachEngine(
    { postMessage: (message) => void said.push(message), onmessage: null },
    { token: '', origin: '', proxy: false, memoryLimit: 0 },
  )
  const ask = (key: string): PendingAsk => ({ ...sampling, key, connection: 'c', connectionName: 'always', exchange: 1, seq: 1, at: 0 })
  acceptAsk(ask('first'))
  replyAlways(ask('first'), { kind: 'result', result: { model: 'me' } }, 'approved')
  acceptAsk(ask('second'))
  await vi.waitFor(() => expect(said.filter(({ kind }) => kind === 'answer')).toHaveLength(2))
  expect(said.at(-1)).toMatchObject({ ask: 'second', by: 'always this answer', reply: { result: { model: 'me' } } })
})

test('a rule answers for its server alone, says that it did, and not without end', async () => {
  const said: ToEngine[] = []
  attachEngine(
    { postMessage: (message) => void said.push(message), onmessage: null },
    { token: '', origin: '', proxy: false, memoryLimit: 0 },
  )
  writeSetting(rulesKey('ruled'), { sampling: { kind: 'echo' } })
  const ask = (key: string, connectionName: string): void =>
    acceptAsk({ ...sampling, key, connection: connectionName, connectionName, exchange: 1, seq: 1, at: 0 })
  ask('free', 'other')
  for (let at = 0; at < 31; at++) ask(`r${at}`, 'ruled')
  await vi.waitFor(() => expect(said.filter(({ kind }) => kind === 'answer')).toHaveLength(30))
  expect(said.find((message) => message.kind === 'answer')).toMatchObject({ ask: 'r0', by: 'echo' })
  expect(useDesk.getState().asks.map(({ key }) => key)).toEqual(['free', 'r30'])
  expect(useAskDrafts.getState().answered[0]).toMatchObject({ how: 'approved by your rule: echo' })
  expect(useResting.getState().resting).toEqual([{ ask: 'r30', why: expect.stringContaining('rests') }])
})
