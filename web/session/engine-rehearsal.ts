// Calls of a made-up server, by HTTP and over a pipe, read into records that nobody sees. An engine that has read little has
// none of its code compiled: the first call of a person would wait for that, and the more the more it brings.
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import { connect } from '#mcp/session.ts'
import type { ConnectOptions } from '#mcp/session-types.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { eachText } from '#mcp/transport/each-text.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'

/** How many messages each call brings, one call after the other: after the last, all code that a message meets is compiled. */
const CALLS = [10, 200, 400]
const MEMORY = 4 * 1024 * 1024
const GREETING = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {}, logging: {} },
  serverInfo: { name: 'rehearsal', version: '0' },
}

/** Milliseconds between two parts, none of them longer than a few. */
const PAUSE = 16

/** Asks for nothing outside. @throws McpError */
export async function rehearse(pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))): Promise<void> {
  const encoder = new TextEncoder()
  const pipe = stdioHandler({
    onSide() {},
    write: (line) =>
      void queueMicrotask(() =>
        eachText(
          encoder.encode(
            replies(line)
              .map((reply) => `${reply}\n`)
              .join(''),
          ),
          pipe.line,
          pipe.run,
        ),
      ),
  })
  for (const way of [
    { url: 'http://rehearsal.invalid/mcp', fetch: overHttp },
    { url: 'stdio:rehearsal', fetch: pipe.fetch },
  ])
    await play(way, pause)
}

async function play(way: Pick<ConnectOptions, 'url' | 'fetch'>, pause: () => Promise<unknown>): Promise<void> {
  const traffic = createTraffic({ memoryLimit: MEMORY })
  const session = await connect({
    ...way,
    traffic,
    clientInfo: { name: 'rehearsal', version: '0' },
    capabilities: {},
    onAsk: async () => ({ kind: 'error', code: -32601, message: 'Nobody is asked in a rehearsal' }),
    onNotice() {},
    deafToLogs: true,
  })
  for (const count of CALLS) {
    await pause()
    await session.request('tools/call', { name: 'rehearsal', arguments: { count } })
    traffic.window({ filter: '', tail: true, from: 0, size: 40 })
  }
  await session.close()
}

async function overHttp(request: Request): Promise<Response> {
  if (request.method !== 'POST') return new Response(null, { status: 405 })
  const events = replies(await request.text()).map((reply) => `data: ${reply}\n\n`)
  if (events.length === 0) return new Response(null, { status: 202 })
  return new Response(events.join(''), { headers: { 'Content-Type': 'text/event-stream' } })
}

/** What the made-up server says to a message. */
function replies(text: string): string[] {
  const message = parseJson(text)
  if (!isObject(message) || message.id === undefined) return []
  const { id, method, params } = message
  const count = method === 'tools/call' && isObject(params) && isObject(params.arguments) ? Number(params.arguments.count) : 0
  const result: Json = method === 'initialize' ? GREETING : { content: [{ type: 'text', text: 'The rehearsal is over' }] }
  return [...Array.from({ length: count }, (_, at) => log(at)), JSON.stringify({ jsonrpc: '2.0', id, result })]
}

function log(at: number): string {
  const params = { level: 'info', logger: 'rehearsal', data: `line ${at} of a log that is about as long as they are` }
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params })
}
