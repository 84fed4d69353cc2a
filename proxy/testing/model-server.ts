// A model's endpoint of the OpenAI kind on loopback, which streams, refuses, breaks off and dawdles as it is asked: by the
// name of the model. For tests of providers.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelServer {
  /** Base address, for chat completions and Anthropic's messages alike. */
  url: string
  /** What came, newest last. */
  asked: { path: string; headers: IncomingMessage['headers']; body: { [name: string]: unknown } }[]
  /** Lets a 'slow' answer go on. */
  go(): void
  /** Resolves when a client has gone in the middle of an answer. */
  left: Promise<void>
  close(): void
}

export async function startModelServer(): Promise<ModelServer> {
  const asked: ModelServer['asked'] = []
  let go = (): void => {}
  const going = new Promise<void>((resolve) => (go = resolve))
  let leave = (): void => {}
  const left = new Promise<void>((resolve) => (leave = resolve))
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const body = (text === '' ? {} : JSON.parse(text)) as { [name: string]: unknown }
    asked.push({ path: request.url ?? '', headers: request.headers, body })
    response.on('close', () => response.writableFinished || leave())
    if (request.method === 'GET') return void json(response, 200, { data: [{ id: 'small' }, { id: 'large-model' }] })
    if (request.url?.endsWith('/messages')) return void messages(response)
    await completions(response, String(body.model), String(request.headers.authorization), going)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    go,
    left,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function completions(response: ServerResponse, model: string, key: string, going: Promise<void>): Promise<void> {
  if (model === 'refuses') return json(response, 401, { error: { message: `Wrong API key: ${key}` } })
  if (model === 'page') return void response.setHeader('content-type', 'text/html').end('<title>Log in</title>')
  if (model === 'whole')
    return json(response, 200, { model, choices: [{ message: { content: 'In one piece.' }, finish_reason: 'length' }] })
  response.setHeader('content-type', 'text/event-stream')
  const say = (event: unknown): void => void response.write(`data: ${JSON.stringify(event)}\n\n`)
  const delta = (delta: unknown, finish_reason: string | null = null): void => say({ model, choices: [{ delta, finish_reason }] })
  if (model === 'tools') {
    delta({ tool_calls: [{ index: 0, id: 'call-1', function: { name: 'look', arguments: '{"wh' } }] })
    delta({ tool_calls: [{ index: 0, function: { arguments: 'ere":"up"}' } }] })
    delta({}, 'tool_calls')
    return void response.end('data: [DONE]\n\n')
  }
  delta({ role: 'assistant', content: 'Hello' })
  if (model === 'slow') await going
  // Only once what was said is on its way.
  if (model === 'broken') return void response.write(': \n\n', () => response.socket?.destroySoon())
  if (model === 'stops') return void response.end()
  if (model === 'fails') return void (say({ error: { message: 'out of memory' } }), response.end())
  delta({ content: `, I am ${model}. ${model === 'echoes' ? key : ''}` })
  delta({}, 'stop')
  response.end('data: [DONE]\n\n')
}

function messages(response: ServerResponse): void {
  response.setHeader('content-type', 'text/event-stream')
  const say = (event: { type: string }): void => void response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  const all: { type: string; [name: string]: unknown }[] = [
    { type: 'message_start', message: { model: 'haiku', content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'ping' },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me ' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'look.' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'use-1', name: 'look', input: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"where":' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"up"}' } },
    { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
    { type: 'message_stop' },
  ]
  all.forEach(say)
  response.end()
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.statusCode = status
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
}
