// The first flood of a page would be read at half the pace of the second: what runs often is compiled once it has run often. So
// a small flood is read beforehand, out of nowhere into a record that is thrown away, while nobody waits for anything.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import { connect } from '#mcp/session.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'

/** Parts of a flood, and messages in each: as many as are read within a few milliseconds. */
const PARTS = 12
const PART = 250
/** Milliseconds between two parts, for all others. */
const REST = 10

/** `piped`: as over stdio, else as over HTTP. Resolves with the number of rows that were made. */
export async function rehearse(piped: boolean): Promise<number> {
  const traffic = createTraffic()
  const session = await connect({
    url: piped ? 'stdio:rehearsal' : 'http://rehearsal.invalid/mcp',
    fetch: piped ? childOf() : serverOf(),
    traffic,
    clientInfo: { name: 'rehearsal', version: '0' },
    capabilities: {},
    onAsk: () => new Promise(() => {}),
    onNotice: () => {},
  })
  await session.request('tools/call', { name: 'flood' })
  await session.close()
  return traffic.window({ filter: '', tail: true, from: 0, size: 20 }).total
}

function replyTo(id: Json, method: Json | undefined): string {
  const greeting = { protocolVersion: '2025-06-18', capabilities: { logging: {} }, serverInfo: { name: 'rehearsal', version: '0' } }
  return writeJson({ jsonrpc: '2.0', id, result: method === 'initialize' ? greeting : { content: [] } })
}

function log(part: number, at: number): string {
  const data = `line ${part * PART + at} of a log that is about as long as they are, and longer than some`
  return `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"rehearsal","data":"${data}"}}`
}

function serverOf(): (request: Request) => Promise<Response> {
  return async (request) => {
    const message = request.method === 'POST' ? parseJson(await request.text()) : null
    if (!isObject(message)) return new Response(null, { status: 405 })
    const { id, method } = message
    if (id === undefined) return new Response(null, { status: 202 })
    if (method !== 'tools/call') return new Response(replyTo(id, method), { headers: { 'content-type': 'application/json' } })
    const encoder = new TextEncoder()
    let part = 0
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await rest()
        const texts = part < PARTS ? Array.from({ length: PART }, (_, at) => log(part, at)) : [replyTo(id, method)]
        controller.enqueue(encoder.encode(texts.map((text) => `data: ${text}\n\n`).join('')))
        if (part++ === PARTS) controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
}

function childOf(): (request: Request) => Promise<Response> {
  const handler = stdioHandler({ write: (line) => void speak(parseJson(line)), onSide: () => {} })
  async function speak(message: Json): Promise<void> {
    if (!isObject(message) || message.id === undefined) return
    await rest()
    for (let part = 0; message.method === 'tools/call' && part < PARTS; part++) {
      for (let at = 0; at < PART; at++) handler.line(log(part, at))
      await rest()
    }
    handler.line(replyTo(message.id, message.method))
  }
  return handler.fetch
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST))
}
