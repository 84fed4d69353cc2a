import { describe, expect, test } from 'vitest'
import { parseJson } from '#mcp/json.ts'
import { acceptAsk, dropAsk, openAsk, useDesk } from '../session/asks.ts'
import { attachEngine } from '../session/engine.ts'
import type { PendingAsk, ToEngine } from '../session/engine-messages.ts'
import { blankDraft, changeDraft, draftOf, reply, samplingResult, undecide, useAskDrafts } from './ask-drafts.ts'
import { readElicitation, readSampling } from './ask-read.ts'

describe('elicitation', () => {
  test('a page to visit carries its address, and what is odd about it', () => {
    const read = (url: string) => readElicitation({ mode: 'url', message: 'Sign in', url, elicitationId: 'e' })
    expect(read('https://example.test/a')).toEqual({
      mode: 'url',
      message: 'Sign in',
      url: 'https://example.test/a',
      elicitationId: 'e',
      notes: [],
    })
    expect(read('javascript:alert(1)').notes).toEqual(['This is not an http(s) address: it is not opened.'])
    expect(readElicitation({ mode: 'url', message: 'Sign in' })).toMatchObject({ url: '', notes: [expect.stringContaining('not opened')] })
  })

  test('a missing mode is a form; fields for secrets are told', () => {
    const ask = readElicitation({
      message: 'Log in',
      requestedSchema: { type: 'object', properties: { user: { type: 'string' }, apiKey: { type: 'string' } } },
    })
    expect(ask).toMatchObject({ mode: 'form', notes: ['“apiKey” looks like a secret. Servers must not ask for secrets in a form.'] })
    expect(readElicitation(null).notes).toHaveLength(2)
  })
})

describe('sampling', () => {
  test('content may be one block or a list; further members are kept', () => {
    const ask = readSampling(
      parseJson(
        '{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image","mimeType":"image/png","data":"AA=="}]},{"role":"user","content":{"type":"text","text":"b"}}],"maxTokens":10,"xNew":1}',
      ),
    )
    expect(ask.messages.map(({ content }) => content.map(({ kind }) => kind))).toEqual([['text', 'image'], ['text']])
    expect(ask.settings).toEqual([
      { name: 'maxTokens', value: 10 },
      { name: 'xNew', value: 1 },
    ])
    expect(ask.notes).toEqual([])
  })

  test('an answer carries a stop reason only when one is chosen', () => {
    const draft = { ...blankDraft('m'), content: [{ type: 'text', text: 'hi' }] }
    expect(samplingResult(draft)).toEqual({ role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm', stopReason: 'endTurn' })
    expect(samplingResult({ ...draft, stopReason: '' })).not.toHaveProperty('stopReason')
    expect(draftOf(samplingResult(draft))).toEqual({ role: 'assistant', content: draft.content, model: 'm', stopReason: 'endTurn' })
  })
})

test('what was written for an ask that was taken away is there when the same is asked again, and for no other', () => {
  const ask = (key: string, message: string): PendingAsk => ({
    key,
    connection: 'x',
    connectionName: 'x',
    method: 'elicitation/create',
    params: { message, limit: 9007199254740993n },
    exchange: 1,
    seq: 1,
    at: 0,
  })
  const textOf = (key: string) => useAskDrafts.getState().drafts.get(key)?.rejection
  acceptAsk(ask('1', 'name?'))
  changeDraft('1', { rejection: 'half an ans' })
  dropAsk('1', 'The call was cancelled')
  expect(textOf('1')).toBeUndefined()
  acceptAsk(ask('2', 'age?'))
  expect(textOf('2')).toBeUndefined()
  acceptAsk(ask('3', 'name?'))
  expect(textOf('3')).toBe('half an ans')
  acceptAsk(ask('4', 'name?'))
  expect(textOf('4')).toBeUndefined()
})

test('answers of one round wait for each other, and a refusal does not', () => {
  const said: ToEngine[] = []
  attachEngine(
    { postMessage: (message) => void said.push(message), onmessage: null },
    { token: '', origin: '', proxy: false, memoryLimit: 0 },
  )
  const answers = () => said.flatMap((message) => (message.kind === 'answer' ? [message.ask] : []))
  const make = (key: string, id: string, size: number): PendingAsk => ({
    key,
    connection: 'x',
    connectionName: 'x',
    method: 'elicitation/create',
    params: {},
    exchange: 1,
    seq: 1,
    at: 0,
    round: { id, size, name: key },
  })
  const yes = { kind: 'result', result: { action: 'accept' } } as const
  const [a, b, c] = [make('a', '1', 2), make('b', '1', 2), make('c', '2', 2)]
  for (const ask of [a, b, c]) acceptAsk(ask)
  openAsk('a')
  reply(a, yes, 'approved')
  expect([answers(), useDesk.getState().open]).toEqual([[], 'b'])
  undecide('a')
  reply(b, yes, 'approved')
  expect(answers()).toEqual([])
  reply(a, yes, 'approved')
  expect(answers()).toEqual(['b', 'a'])
  reply(c, { kind: 'error', code: -1, message: 'no' }, 'rejected')
  expect(answers()).toEqual(['b', 'a', 'c'])
})

test('thousands of asks at once come and go, and what was begun for one of them is taken up again', () => {
  const ask = (n: number, key = `many ${n}`): PendingAsk =>
    ({
      key,
      connection: 'many',
      connectionName: 'many',
      method: 'elicitation/create',
      params: { n },
      exchange: 0,
      seq: n,
      at: 0,
    }) as PendingAsk
  // Something is left over from another ask, so that each is looked at.
  acceptAsk(ask(-1))
  changeDraft('many -1', { model: 'left over' })
  dropAsk('many -1', 'taken back')
  for (let n = 0; n < 4000; n += 1) acceptAsk(ask(n))
  acceptAsk(ask(-1, 'many again'))
  expect(useAskDrafts.getState().drafts.get('many again')?.model).toBe('left over')
  expect(useDesk.getState().asks.filter(({ connection }) => connection === 'many')).toHaveLength(4001)
  useDesk.setState({ asks: [], withdrawn: [] })
})
