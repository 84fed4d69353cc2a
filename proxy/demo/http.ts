// The demo server over Streamable HTTP, on loopback, with sessions and what a browser needs to reach it directly.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { writeJson } from '#mcp/json.ts'
import { idKey, read, type Id, type Reading } from '#mcp/jsonrpc.ts'
import { headerFault, HEADER_MISMATCH, Proof } from '#mcp/transport/modern-http.ts'
import type { ModernDemo, ModernRequest } from './modern.ts'
import type { Peer } from './peer.ts'
import { createDemo, createModernDemo, REVISIONS } from './server.ts'

/** Messages kept for a client that does not listen yet. */
const BACKLOG = 100
const EVENTS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform' }
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

interface Session {
  peer: Peer
  /** Requests that wait for their answer: each may answer as JSON, or as a stream when something comes before it. */
  open: Map<string, ServerResponse>
  listener?: ServerResponse
  backlog: string[]
}

export function createHttpDemo(): Server {
  const sessions = new Map<string, Session>()
  const modern = createModernDemo()
  return createServer(async (request, response) => {
    try {
      await route(request, response, sessions, modern)
    } catch (error) {
      refuse(response, 500, error instanceof Error ? error.message : String(error))
    }
  })
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Map<string, Session>,
  modern: ModernDemo,
): Promise<void> {
  const { host, origin } = request.headers
  if (!LOOPBACK.test(host ?? '')) return refuse(response, 403, `Host ${host} is not this machine`)
  if (origin !== undefined) {
    if (!URL.canParse(origin) || !LOOPBACK.test(new URL(origin).host))
      return refuse(response, 403, `Origin ${origin} is not of this machine`)
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', 'Mcp-Session-Id, WWW-Authenticate')
    response.setHeader('Vary', 'Origin')
  }
  if (request.url?.split('?', 1)[0] !== '/mcp') return refuse(response, 404, 'The endpoint is /mcp')
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE, OPTIONS')
    // Whatever is asked for: a demo that anyone on this machine may use has no header to refuse.
    response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '*')
    response.setHeader('Access-Control-Max-Age', '600')
    response.writeHead(204).end()
    return
  }
  const revision = request.headers['mcp-protocol-version']
  if (request.method === 'POST') {
    const body = await bodyOf(request)
    const reading = read(body)
    if (reading.kind === 'request' && modern.knows(reading)) return answerModern(reading, request, response, modern)
    if (revision === undefined || REVISIONS.includes(String(revision))) return post(body, reading, request, response, sessions)
  }
  if (revision !== undefined && !REVISIONS.includes(String(revision)))
    return refuse(response, 400, `There is no revision ${String(revision)} here`)

  const [id, session] = sessionOf(request, sessions)
  if (session === undefined)
    return refuse(response, id === undefined ? 400 : 404, id === undefined ? 'Mcp-Session-Id is missing' : 'There is no such session')
  if (request.method === 'GET') return listen(request, response, session)
  if (request.method === 'DELETE') {
    sessions.delete(id!)
    session.peer.close()
    session.listener?.end()
    response.writeHead(204).end()
    return
  }
  response.setHeader('Allow', 'GET, POST, DELETE, OPTIONS')
  refuse(response, 405, `${request.method} means nothing here`)
}

/** Alone the answer is one body of JSON; with something before it, a stream. */
async function answerModern(reading: ModernRequest, request: IncomingMessage, response: ServerResponse, modern: ModernDemo): Promise<void> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  const fault = headerFault(headers, reading)
  const json = (status: number, text: string): void => void response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
  if (fault !== undefined) return json(400, writeJson({ jsonrpc: '2.0', id: reading.id, error: { code: HEADER_MISMATCH, message: fault } }))
  const left = new AbortController()
  response.on('close', () => left.abort())
  const proof = new Proof()
  proof.modern = true
  await modern.answer(
    reading,
    (message, last) => {
      if (last && !response.headersSent) return json(proof.status(read(message)), message)
      event(response, message)
      if (last) response.end()
    },
    left.signal,
  )
}

async function post(
  body: string,
  reading: Reading,
  request: IncomingMessage,
  response: ServerResponse,
  sessions: Map<string, Session>,
): Promise<void> {
  if (reading.kind === 'garbled') return refuse(response, 400, reading.why, reading.value === undefined ? -32700 : -32600)
  let [id, session] = sessionOf(request, sessions)
  if (reading.kind === 'request' && reading.method === 'initialize' && id === undefined) {
    id = randomUUID()
    session = createSession()
    sessions.set(id, session)
    response.setHeader('Mcp-Session-Id', id)
  }
  if (id === undefined) return refuse(response, 400, 'Mcp-Session-Id is missing: begin with initialize')
  if (session === undefined) return refuse(response, 404, 'There is no such session: begin anew with initialize')
  if (reading.kind === 'batch') return refuse(response, 400, 'This demo takes one message at a time')
  if (reading.kind === 'request') {
    const key = idKey(reading.id)
    if (session.open.has(key)) return refuse(response, 409, 'That id is in use')
    const { open } = session
    open.set(key, response)
    response.on('close', () => open.delete(key))
  } else {
    response.writeHead(202).end()
    cancelled(reading, session)
  }
  session.peer.receive(body)
}

/** A cancelled request gets no answer, so its stream ends here. */
function cancelled(reading: ReturnType<typeof read>, session: Session): void {
  if (reading.kind !== 'notification' || reading.method !== 'notifications/cancelled') return
  const { requestId } = (reading.params ?? {}) as { requestId?: Id }
  if (requestId === undefined) return
  setImmediate(() => {
    const stream = session.open.get(idKey(requestId))
    if (stream?.headersSent === false) stream.writeHead(200, EVENTS)
    stream?.end()
  })
}

function createSession(): Session {
  const session: Session = {
    open: new Map(),
    backlog: [],
    peer: createDemo((message, during) => {
      const stream = during === undefined ? undefined : session.open.get(idKey(during.id))
      if (stream !== undefined && during?.last === true && !stream.headersSent) {
        stream.writeHead(200, { 'Content-Type': 'application/json' }).end(message)
      } else if (stream !== undefined) {
        event(stream, message)
        if (during?.last === true) stream.end()
      } else if (session.listener !== undefined) event(session.listener, message)
      else if (during === undefined && session.backlog.length < BACKLOG) session.backlog.push(message)
    }),
  }
  return session
}

function listen(request: IncomingMessage, response: ServerResponse, session: Session): void {
  if (!String(request.headers.accept ?? '').includes('text/event-stream'))
    return refuse(response, 406, 'GET opens an event stream: accept it')
  session.listener?.end()
  session.listener = response
  response.on('close', () => {
    if (session.listener === response) delete session.listener
  })
  response.writeHead(200, EVENTS).flushHeaders()
  for (const message of session.backlog.splice(0)) event(response, message)
}

function event(response: ServerResponse, message: string): void {
  if (!response.headersSent) response.writeHead(200, EVENTS)
  response.write(`event: message\ndata: ${message}\n\n`)
}

function sessionOf(request: IncomingMessage, sessions: Map<string, Session>): [string | undefined, Session | undefined] {
  const id = request.headers['mcp-session-id']
  return typeof id === 'string' ? [id, sessions.get(id)] : [undefined, undefined]
}

function refuse(response: ServerResponse, status: number, message: string, code = -32000): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
