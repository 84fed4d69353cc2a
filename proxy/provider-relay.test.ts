// Models asked through the relay, at an endpoint of our own on loopback: what is asked, what is read, and where keys go.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Json } from '#mcp/json.ts'
import { generate, listModels } from '#mcp/provider/provider.ts'
import type { Order, Provider, Sofar } from '#mcp/provider/speech.ts'
import { chooseFilling } from '#mcp/transport/exact-headers.ts'
import { createMasker } from './provider-relay.ts'
import { relayFetch } from './relay-fetch.ts'
import { startModelServer, type ModelServer } from './testing/model-server.ts'

let server: ModelServer
const SECRET = 'sk-test-0123456789abcdef'

beforeEach(async () => {
  server = await startModelServer()
  process.env.LOUPE_TEST_KEY = SECRET
})
afterEach(() => {
  server.close()
  delete process.env.LOUPE_TEST_KEY
})

const filling = (request: Request): Promise<Response> => {
  chooseFilling(request)
  return relayFetch(request)
}

const PARAMS: Json = {
  systemPrompt: 'Be brief.',
  messages: [
    { role: 'user', content: { type: 'text', text: 'hi' } },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'u1', name: 'look', input: { where: 'down' } }] },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: 'u1', content: [{ type: 'text', text: 'a floor' }], isError: true }] },
    { role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'AA==' } },
  ],
  maxTokens: 9,
  temperature: 0.5,
  stopSequences: ['END'],
  tools: [{ name: 'look', inputSchema: { type: 'object' } }],
  toolChoice: { mode: 'required' },
  includeContext: 'thisServer',
}

function ask(
  model: string,
  more: Partial<Provider> = {},
  { key = '${LOUPE_TEST_KEY}', params = PARAMS, signal = new AbortController().signal } = {},
) {
  const parts: Sofar[] = []
  const order: Order = { provider: { kind: 'compatible', url: server.url, model, ...more }, key, params }
  return { parts, answer: generate(order, filling, signal, (part) => parts.push({ ...part })) }
}

test('a chat completion is asked for with all that the request says, and its stream is read as it comes', async () => {
  const { parts, answer } = ask('small')
  expect(await answer).toEqual({
    result: { role: 'assistant', content: { type: 'text', text: 'Hello, I am small. ' }, model: 'small', stopReason: 'endTurn' },
    notes: ['“includeContext” is “thisServer”: no context is added.'],
  })
  expect(parts[0]).toEqual({ text: 'Hello', toolUses: 0 })
  const { path, headers, body } = server.asked[0]!
  expect([path, headers.authorization]).toEqual(['/v1/chat/completions', `Bearer ${SECRET}`])
  expect(body).toEqual({
    model: 'small',
    stream: true,
    max_tokens: 9,
    temperature: 0.5,
    stop: ['END'],
    tool_choice: 'required',
    tools: [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }],
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'u1', type: 'function', function: { name: 'look', arguments: '{"where":"down"}' } }],
      },
      { role: 'tool', tool_call_id: 'u1', content: 'a floor' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } }] },
    ],
  })
})

test('OpenAI’s own API is told the limit by its newer name, and tool uses come in pieces', async () => {
  expect((await ask('tools', { kind: 'openai' }).answer).result).toMatchObject({
    content: { type: 'tool_use', id: 'call-1', name: 'look', input: { where: 'up' } },
    stopReason: 'toolUse',
  })
  expect(server.asked[0]!.body).toMatchObject({ max_completion_tokens: 9 })
})

test('Anthropic’s messages are asked for and read as they are', async () => {
  const { answer } = ask('haiku', { kind: 'anthropic', url: server.url.replace('/v1', '') })
  expect((await answer).result).toEqual({
    role: 'assistant',
    content: [
      { type: 'text', text: 'Let me look.' },
      { type: 'tool_use', id: 'use-1', name: 'look', input: { where: 'up' } },
    ],
    model: 'haiku',
    stopReason: 'toolUse',
  })
  const { path, headers, body } = server.asked[0]!
  expect([path, headers['x-api-key'], headers['anthropic-version']]).toEqual(['/v1/messages', SECRET, '2023-06-01'])
  expect(body).toMatchObject({ system: 'Be brief.', max_tokens: 9, stop_sequences: ['END'], tool_choice: { type: 'any' } })
})

test('a hint chooses among the models that a provider has, in the order of the hints', async () => {
  const params: Json = { messages: [], modelPreferences: { hints: [{ name: 'unknown' }, { name: 'large' }] } }
  const { result, notes } = await ask('small', { models: ['large-model'] }, { params }).answer
  expect(result.model).toBe('large-model')
  expect(notes).toEqual(['The hint “large” chose large-model.'])
  const order = { provider: { kind: 'compatible' as const, url: server.url, model: '' }, key: '' }
  expect(await listModels(order, filling, new AbortController().signal)).toEqual(['small', 'large-model'])
})

describe('what goes wrong says what', () => {
  test.each([
    ['refuses', 'http', 'refused with HTTP 401: Wrong API key: Bearer •••'],
    ['broken', 'silent', 'broke off in the middle of its answer'],
    ['stops', 'silent', 'ended its answer before it was done'],
    ['fails', 'http', 'out of memory'],
    ['page', 'garbled', 'answered with a web page'],
  ])('%s', async (model, kind, says) => {
    const error = await ask(model).answer.catch((error: unknown) => error)
    expect(error).toMatchObject({ kind, message: expect.stringContaining(says) })
    expect(String(error)).not.toContain(SECRET)
  })

  test('an address where nobody is, and none at all', async () => {
    await expect(ask('m', { url: 'http://127.0.0.1:1' }).answer).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(ask('m', { url: 'localhost' }).answer).rejects.toMatchObject({ kind: 'unsent' })
  })
})

test('an answer in one piece will do', async () => {
  expect((await ask('whole').answer).result).toMatchObject({ content: { text: 'In one piece.' }, stopReason: 'maxTokens' })
})

test('who cancels ends it at the provider too', async () => {
  const control = new AbortController()
  const { answer, parts } = ask('slow', {}, { signal: control.signal })
  answer.catch(() => {})
  await expect.poll(() => parts.length).toBe(1)
  control.abort()
  await expect(answer).rejects.toMatchObject({ kind: 'cancelled' })
  await server.left
})

describe('a key from the environment', () => {
  test('comes back masked, even where an answer repeats it', async () => {
    const { result } = await ask('echoes').answer
    expect(result.content).toEqual({ type: 'text', text: 'Hello, I am echoes. Bearer •••' })
  })

  test('that is not set, or would leave in the open, is not sent', async () => {
    const said = (promise: Promise<unknown>) => promise.catch((error: Error) => error.message)
    expect(await said(ask('small', {}, { key: '${LOUPE_NO_SUCH_KEY}' }).answer)).toContain('LOUPE_NO_SUCH_KEY is not set')
    expect(await said(ask('small', { url: 'http://models.test/v1' }).answer)).toContain('over https or to this machine alone')
    expect(server.asked).toEqual([])
  })

  test('is found where it is cut in two', () => {
    const masker = createMasker(['secret-key'])
    const pieces = ['a sec', 'ret-', 'key b se', 'c'].map((text) => Buffer.from(masker.take(Buffer.from(text))).toString())
    expect(pieces.join('') + Buffer.from(masker.rest()).toString()).toBe('a ••• b sec')
  })
})

test('a server’s own headers are filled where they are named, and an answer that repeats the secret is masked', async () => {
  const seen: unknown[] = []
  const there = createServer((request, response) => {
    seen.push([request.headers['x-mine'], request.headers['mcp-param-q']])
    response.end(`you said ${request.headers['x-mine']}`)
  })
  await new Promise<void>((resolve) => there.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(there.address() as AddressInfo).port}/`
  const request = new Request(url, { headers: { 'X-Mine': 'k ${LOUPE_TEST_KEY}', 'Mcp-Param-Q': '${LOUPE_TEST_KEY}' } })
  chooseFilling(request, ['X-Mine'])
  expect(await (await relayFetch(request)).text()).toBe('you said k •••')
  expect(seen).toEqual([[`k ${SECRET}`, '${LOUPE_TEST_KEY}']])
  const missing = new Request(url, { headers: { 'X-Mine': '${LOUPE_NOT_SET_ANYWHERE}' } })
  chooseFilling(missing, ['X-Mine'])
  await expect(relayFetch(missing)).rejects.toThrow('LOUPE_NOT_SET_ANYWHERE is not set where Loupe was started')
  there.close()
})
