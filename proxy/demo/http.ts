// The demo server over Streamable HTTP, on loopback, with sessions and what a browser needs to reach it directly.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { isObject, writeJson } from '#mcp/json.ts'
import { idKey, read, type Id, type Reading } from '#mcp/jsonrpc.ts'
import { headerFault, HEADER_MISMATCH, Proof } from '#mcp/transport/modern-http.ts'
import { envelopeFault, MODERN, type ModernDemo, type ModernRequest } from './modern.ts'
import type { Peer } from './peer.ts'
import { beginEvents, Resumable, type EventStream } from './resumable.ts'
import { createDemo, createModernDemo, REVISIONS } from './server.ts'
import { formFault } from './strict.ts'

/** Messages kept for a client that does not listen yet. */
const BACKLOG = 100
const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i

/** What answers requests: as JSON, or as a stream when something comes before, or when they were several. */
interface Stream {
  response: ServerResponse
  /** Answers that it still owes. */
  left: number
  /** From the first event on. */
  events?: EventStream
}

interface Session {
  peer: Peer
  /** Requests that wait for their answer. */
  open: Map<string, Stream>
  streams: Resumable
  listener?: EventStream
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
  if (!['GET', 'POST', 'DELETE'].includes(request.method ?? '') || (revision === MODERN && request.method !== 'POST')) {
    response.setHeader('Allow', 'GET, POST, DELETE, OPTIONS')
    return refuse(response, 405, `${request.method} means nothing here`)
  }
  if (request.method === 'POST') {
    const { accept = '*/*', 'content-type': type = '' } = request.headers
    if (!/^application\/json\b/i.test(type)) return refuse(response, 415, 'Send application/json')
    if (!/application\/json|application\/\*|\*\/\*/i.test(accept))
      return refuse(response, 406, 'Accept application/json and text/event-stream')
    const body = await bodyOf(request)
    const reading = read(body)
    const fault = formFault(body, reading)
    if (fault !== undefined) return refuse(response, 400, fault, -32600, idOf(reading))
    if (reading.kind === 'request' && (revision === MODERN || modern.knows(reading)))
      return answerModern(reading, request, response, modern)
    if (revision === undefined || REVISIONS.includes(String(revision))) return post(body, reading, request, response, sessions)
  }
  if (revision !== undefined && !REVISIONS.includes(String(revision)))
    return refuse(response, 400, `There is no revision ${String(revision)} here`)

  const [id, session] = sessionOf(request, sessions)
  if (session === undefined)
    return refuse(response, id === undefined ? 400 : 404, id === undefined ? 'Mcp-Session-Id is missing' : 'There is no such session')
  if (request.method === 'GET') return listen(request, response, session)
  sessions.delete(id!)
  session.peer.close()
  session.listener?.end()
  response.writeHead(204).end()
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
  const meta = isObject(reading.params) && isObject(reading.params._meta) ? reading.params._meta : {}
  const whole = envelopeFault(meta) === undefined
  proof.modern = true
  await modern.answer(
    reading,
    (message, last) => {
      if (last && !response.headersSent) return json(whole ? proof.status(read(message)) : 400, message)
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
  const own = idOf(reading)
  if (id === undefined) return refuse(response, 400, 'Mcp-Session-Id is missing: begin with initialize', -32600, own)
  if (session === undefined) return refuse(response, 404, 'There is no such session: begin anew with initialize', -32600, own)
  if (reading.kind === 'batch') return postBatch(body, reading, response, session)
  if (reading.kind === 'request') {
    const key = idKey(reading.id)
    if (session.open.has(key)) return refuse(response, 409, 'That id is in use', -32600, own)
    keep(session, key, { response, left: 1 })
  } else {
    response.writeHead(202).end()
    cancelled(reading, session)
  }
  session.peer.receive(body)
}

/** One revision has arrays of messages: what answers them comes on one stream. */
function postBatch(body: string, { members }: Extract<Reading, { kind: 'batch' }>, response: ServerResponse, session: Session): void {
  const asked = members.flatMap((one) => (one.kind === 'request' ? [one] : []))
  if (session.peer.state.revision !== '2025-03-26') return refuse(response, 400, 'Batches exist in revision 2025-03-26 alone', -32600)
  if (members.length === 0 || asked.some(({ method }) => method === 'initialize'))
    return refuse(response, 400, members.length === 0 ? 'The array is empty' : 'initialize comes by itself', -32600)
  const keys = asked.map(({ id }) => idKey(id))
  if (new Set(keys).size < keys.length || keys.some((key) => session.open.has(key))) return refuse(response, 409, 'An id is in use', -32600)
  const stream = { response, left: keys.length }
  for (const key of keys) keep(session, key, stream)
  if (keys.length === 0) response.writeHead(202).end()
  else beginEvents(response)
  session.peer.receive(body)
}

function keep({ open }: Session, key: string, stream: Stream): void {
  open.set(key, stream)
  // Of a stream that can be resumed the answer is still wanted.
  stream.response.on('close', () => stream.events === undefined && open.delete(key))
}

/** A cancelled request gets no answer, so its stream ends here. */
function cancelled(reading: ReturnType<typeof read>, session: Session): void {
  if (reading.kind !== 'notification' || reading.method !== 'notifications/cancelled') return
  const { requestId } = (reading.params ?? {}) as { requestId?: Id }
  if (requestId === undefined) return
  setImmediate(() => {
    const stream = session.open.get(idKey(requestId))
    if (stream === undefined || --stream.left > 0) return
    session.open.delete(idKey(requestId))
    beginEvents(stream.response)
    stream.response.end()
    stream.events?.end()
  })
}

function createSession(): Session {
  const session: Session = {
    open: new Map(),
    streams: new Resumable(),
    backlog: [],
    peer: createDemo((message, during) => {
      const stream = during === undefined ? undefined : session.open.get(idKey(during.id))
      if (during?.last === true) session.open.delete(idKey(during.id))
      if (stream !== undefined && during?.last === true && !stream.response.headersSent) {
        stream.response.writeHead(200, { 'Content-Type': 'application/json' }).end(message)
      } else if (stream !== undefined) {
        stream.events ??= session.streams.open(stream.response, primed(session))
        stream.events.send(message)
        if (during?.last === true && --stream.left === 0) stream.events.end()
      } else if (session.listener?.open === true) session.listener.send(message)
      else if (during === undefined && session.backlog.length < BACKLOG) session.backlog.push(message)
    }),
  }
  return session
}

function listen(request: IncomingMessage, response: ServerResponse, session: Session): void {
  if (!String(request.headers.accept ?? '').includes('text/event-stream'))
    return refuse(response, 406, 'GET opens an event stream: accept it')
  const last = request.headers['last-event-id']
  if (typeof last === 'string') {
    // Another stream than that which listens: an answer that was lost goes on there.
    if (session.streams.resume(last, response) === undefined) return refuse(response, 400, `There is no event ${last} to go on from`)
  } else {
    session.listener?.end()
    session.listener = session.streams.open(response, primed(session))
  }
  if (session.listener?.open === true) for (const message of session.backlog.splice(0)) session.listener.send(message)
}

/** Older clients may not know an event without data. */
const primed = ({ peer }: Session): boolean => peer.state.revision === '2025-11-25'

/** In the newer era nothing is resumed, and events have no ids. */
function event(response: ServerResponse, message: string): void {
  beginEvents(response)
  response.write(`event: message\ndata: ${message}\n\n`)
}

function sessionOf(request: IncomingMessage, sessions: Map<string, Session>): [string | undefined, Session | undefined] {
  const id = request.headers['mcp-session-id']
  return typeof id === 'string' ? [id, sessions.get(id)] : [undefined, undefined]
}

function refuse(response: ServerResponse, status: number, message: string, code = -32600, id: Id | null = null): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(writeJson({ jsonrpc: '2.0', id, error: { code, message } }))
}

const idOf = (reading: Reading): Id | null => (reading.kind === 'request' ? reading.id : null)

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
