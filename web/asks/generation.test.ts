// A provider writes while a person may write too: the person's words stay, whatever comes.
import { beforeEach, expect, test, vi } from 'vitest'
import { formPrompt, formValues } from '#mcp/provider/elicitation.ts'
import { acceptAsk, useDesk } from '../session/asks.ts'
import { attachEngine, type EnginePort } from '../session/engine.ts'
import type { FromEngine, PendingAsk, ToEngine } from '../session/engine-messages.ts'
import { changeDraft, useAskDrafts } from './ask-drafts.ts'
import { startGeneration, takeBack } from './generation.ts'

const provider = { id: 'p', name: 'box', kind: 'compatible', url: 'http://x.test/v1', model: 'm', variable: '' } as const
const SCHEMA = { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } }
let port: EnginePort
let asked: Extract<ToEngine, { kind: 'call' }>[]
let aborted: number

beforeEach(() => {
  asked = []
  aborted = 0
  port = {
    onmessage: null,
    postMessage(message: ToEngine) {
      if (message.kind === 'call') asked.push(message)
      if (message.kind === 'abort') aborted += 1
    },
  }
  attachEngine(port, { token: '', origin: '', proxy: false, memoryLimit: 0 })
  useDesk.setState({ asks: [] })
})

const hear = (message: FromEngine): void => port.onmessage?.({ data: message } as MessageEvent<FromEngine>)
const part = (text: string): void => hear({ kind: 'part', id: asked.at(-1)!.id, part: { text, toolUses: 0 } })
const done = (text: string): void =>
  hear({
    kind: 'return',
    id: asked.at(-1)!.id,
    value: { result: { role: 'assistant', content: { type: 'text', text }, model: 'm' }, notes: [] },
  })
const textNow = (key: string): unknown => useAskDrafts.getState().drafts.get(key)?.content

function ask(key: string, method: string, params: PendingAsk['params']): PendingAsk {
  const made: PendingAsk = { key, connection: 'x', connectionName: 'x', method, params, exchange: 1, seq: 1, at: 0 }
  acceptAsk(made)
  return made
}

test('what is typed while a provider writes stops it, and stays', async () => {
  const made = ask('a', 'sampling/createMessage', {})
  const written = startGeneration(made, provider, {})
  part('Hello')
  changeDraft('a', { rejection: 'not this' })
  part('Hello, I')
  expect(textNow('a')).toEqual([{ type: 'text', text: 'Hello, I' }])
  changeDraft('a', { content: [{ type: 'text', text: 'Hello, you' }] })
  part('Hello, I am')
  done('Hello, I am a model')
  expect(await written).toBeUndefined()
  expect(textNow('a')).toEqual([{ type: 'text', text: 'Hello, you' }])
  expect(aborted).toBe(1)
})

test('what stood there before it wrote can be had back', async () => {
  const made = ask('b', 'sampling/createMessage', {})
  changeDraft('b', { content: [{ type: 'text', text: 'my own words' }] })
  const written = startGeneration(made, provider, {})
  done('its words')
  await written
  expect(textNow('b')).toEqual([{ type: 'text', text: 'its words' }])
  takeBack('b')
  expect(textNow('b')).toEqual([{ type: 'text', text: 'my own words' }])
})

test('a form is filled in by the values that it wrote, unless the person went on', async () => {
  const params = { message: 'Who?', requestedSchema: SCHEMA }
  const made = ask('c', 'elicitation/create', params)
  let written = startGeneration(made, provider, params)
  expect(asked.at(-1)!.args[0]).toMatchObject({ params: formPrompt(params) })
  done('Sure!\n```json\n{"name": "Ada", "age": 36}\n```')
  expect((await written)?.values).toEqual({ name: 'Ada', age: 36 })
  const { form } = useAskDrafts.getState().drafts.get('c')!
  expect(JSON.stringify(form)).toContain('Ada')
  written = startGeneration(made, provider, params)
  changeDraft('c', { form: { ...form } })
  done('{"name":"Bob"}')
  expect(await written).toBeUndefined()
  expect(JSON.stringify(useAskDrafts.getState().drafts.get('c')!.form)).toContain('Ada')
  written = startGeneration(made, provider, params)
  done('I would rather not.')
  expect(await written).toBeUndefined()
})

test.each<[string, unknown]>([
  ['{"a":9007199254740993}', { a: 9007199254740993n }],
  ['[1]', expect.stringContaining('no JSON object')],
  ['{a}', expect.stringContaining('no JSON')],
])('what a model wrote is read: %s', (text, values) => expect(formValues({ content: [{ type: 'text', text }] })).toEqual(values))

test('with its ask, a provider is stopped', async () => {
  const made = ask('d', 'sampling/createMessage', {})
  const written = startGeneration(made, provider, {})
  useDesk.setState({ asks: [] })
  await vi.waitFor(() => expect(aborted).toBe(1))
  expect(await written).toBeUndefined()
})
