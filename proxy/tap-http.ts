// A server's URL tapped: listens on this machine alone and passes each request on, byte for byte, with what comes back.
import { pipeline } from 'node:stream'
import { createServer, request as plainRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as tlsRequest } from 'node:https'
import { eventStream } from '#mcp/transport/event-stream.ts'
import { read } from '#mcp/jsonrpc.ts'
import type { Stamp } from '#mcp/traffic/tap.ts'
import { isBlocked, refusal } from './addresses.ts'
import { explainNet } from './net-errors.ts'
import { agentFor, tlsOptions } from './outgoing.ts'
import { decoderFor } from './relay.ts'
import type { Printer } from './request.ts'

/** Belong to one connection. */
const OWN = /^(?:connection|keep-alive|proxy-connection|transfer-encoding|upgrade|host)$/i

/** Passes on until `stop`; resolves to the exit code. */
export async function tapHttp(url: string, port: number, stamp: Stamp, print: Printer, stop: AbortSignal): Promise<number> {
  const target = new URL(url)
  const server = createServer((request, response) => {
    const host = request.headers.host?.replace(/:\d+$/, '') ?? ''
    // Else a page of any site could reach the server under a name of its own.
    if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/i.test(host))
      return void response.writeHead(403).end('This is asked for on this machine alone.\n')
    passOn(request, response, target, stamp)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', resolve)
    })
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    print.error(`loupe tap: ${taken ? `port ${port} is taken: choose another with --port.` : (error as Error).message}\n`)
    return 1
  }
  const address = server.address()
  const local = new URL(url)
  local.protocol = 'http:'
  local.username = ''
  local.password = ''
  local.hostname = '127.0.0.1'
  local.port = String(typeof address === 'object' && address !== null ? address.port : port)
  print.out(`${local.href}\n`)
  await new Promise<void>((resolve) => {
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })
  server.closeAllConnections()
  server.close()
  return 0
}

function passOn(request: IncomingMessage, response: ServerResponse, target: URL, stamp: Stamp): void {
  const exchange = stamp.open()
  // What is asked of us is asked of the server: another path and query too, as an authorization server's metadata.
  const there = new URL(request.url ?? '/', target)
  there.protocol = target.protocol
  there.host = target.host
  const headers = pairs(request.rawHeaders).filter(([name]) => !OWN.test(name))
  const chunks: Buffer[] = []
  let noted = false
  const note = (): void => {
    if (noted) return
    noted = true
    const body = Buffer.concat(chunks).toString()
    const shown = pairs(request.rawHeaders)
    const sent = { kind: 'sent' as const, method: request.method ?? 'GET', url: there.href, headers: shown }
    stamp.fact(exchange, body === '' ? sent : { ...sent, body }, membersIn(body))
  }
  const fail = (error: unknown): void => {
    note()
    const { message } = explainNet(error, there.href)
    stamp.fact(exchange, { kind: 'failed', why: message })
    if (response.headersSent) response.destroy()
    else response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`${message}\n`)
  }
  if (isBlocked(there.hostname)) return fail(refusal(there.hostname))
  const secure = there.protocol === 'https:'
  let outgoing: ReturnType<typeof plainRequest>
  try {
    const options = { method: request.method, agent: agentFor(there.href), ...(secure ? tlsOptions() : {}) }
    outgoing = (secure ? tlsRequest : plainRequest)(there, options)
    for (const [name, values] of grouped(headers)) outgoing.setHeader(name, values.length === 1 ? values[0]! : values)
  } catch (error) {
    return fail(error)
  }
  let over = false
  outgoing.on('error', (error) => !over && fail(error))
  outgoing.on('response', (answer) => {
    const given = pairs(answer.rawHeaders)
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, given.filter(([name]) => !OWN.test(name)).flat())
    response.flushHeaders()
    answer.pipe(response)
    setImmediate(() => {
      note()
      stamp.fact(exchange, { kind: 'status', status: answer.statusCode ?? 0, statusText: answer.statusMessage ?? '', headers: given })
    })
    const hear = listener(answer, exchange, stamp)
    // Passed on as it is encoded, written down as it reads.
    const decoder = decoderFor((answer.headers['content-encoding'] ?? '').trim().toLowerCase())
    if (decoder !== undefined) pipeline(answer, decoder, () => {})
    const source = decoder ?? answer
    source.on('data', (chunk: Buffer) => setImmediate(() => hear.chunk(chunk)))
    answer.on('close', () => void (over = true))
    source.on('close', () => setImmediate(() => hear.end(answer.complete)))
    answer.on('error', () => response.destroy())
  })
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => setImmediate(note))
  request.pipe(outgoing)
  response.on('close', () => {
    if (!response.writableFinished) outgoing.destroy()
  })
}

/** Writes down a body: the events of a stream one by one, all else whole. */
function listener(answer: IncomingMessage, exchange: number, stamp: Stamp): { chunk(bytes: Buffer): void; end(whole: boolean): void } {
  const end = (whole: boolean): void =>
    stamp.fact(exchange, whole ? { kind: 'closed' } : { kind: 'failed', why: 'the connection was closed in the middle of the answer' })
  if (!/^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '')) {
    const chunks: Buffer[] = []
    return {
      chunk: (bytes) => void chunks.push(bytes),
      end(whole) {
        const text = Buffer.concat(chunks).toString()
        if (text !== '') stamp.fact(exchange, { kind: 'body', text }, membersIn(text))
        end(whole)
      },
    }
  }
  const decoder = new TextDecoder()
  const events = eventStream(
    ({ data, ...rest }) => stamp.fact(exchange, { kind: 'frame', text: data, ...rest }, membersIn(data)),
    (sign) => stamp.fact(exchange, { kind: 'sign', ...sign }),
  )
  return { chunk: (bytes) => events.feed(decoder.decode(bytes, { stream: true })), end }
}

function pairs(raw: string[]): [string, string][] {
  return Array.from({ length: raw.length >> 1 }, (_, at): [string, string] => [raw[2 * at]!, raw[2 * at + 1]!])
}

function grouped(headers: [string, string][]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, value] of headers) {
    const key = [...found.keys()].find((one) => one.toLowerCase() === name.toLowerCase()) ?? name
    found.set(key, [...(found.get(key) ?? []), value])
  }
  return found
}

function membersIn(text: string): number {
  if (!/^\s*\[/.test(text)) return 0
  const reading = read(text)
  return reading.kind === 'batch' ? reading.members.length : 0
}
