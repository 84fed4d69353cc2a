// A Streamable HTTP endpoint per started command, for other MCP clients. Each of their sessions gets a child of its own:
// two clients on one child would swap answers, since both number from 0. Which line belongs to which reply is decided in
// #mcp/transport/stdio.ts; here are sessions, children and doors.
import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { idKey, read } from '#mcp/jsonrpc.ts'
import { versionIn } from '#mcp/transport/modern-http.ts'
import { stdioHandler, type StdioHandler } from '#mcp/transport/stdio.ts'
import { eachLine, type SpawnRequest } from '#mcp/transport/tunnel-frames.ts'
import type { Child, Children } from './child.ts'
import { textOf, toRequest, writeResponse } from './fetch-adapter.ts'
import type { Guard } from './guard.ts'

/** Milliseconds after which a session that nobody uses is ended: clients forget to say DELETE. */
const IDLE = 30 * 60_000
/** The same for a client that listened and stopped: most likely it has ended. */
const LEFT = 60_000
const ENDPOINT_LIMIT = 256
const SESSION_LIMIT = 16

export interface Bridge {
  /** The path of the endpoint for this command: the same command has the same one while the proxy lives. */
  offer(request: SpawnRequest): string
  /** Answers a request that passed the guard's rules for Host and Origin; the token is asked for here. */
  handle(id: string, request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

interface Endpoint {
  id: string
  request: SpawnRequest
  sessions: Map<string, Session>
  /** Children for requests of the newer era, which has no sessions: each says all that it needs itself. */
  pool: Map<string, Pooled>
}

interface Session {
  child: Child
  handler: StdioHandler
  /** Requests and streams that are open now. */
  open: number
  listened: boolean
  idle?: NodeJS.Timeout
}

interface Pooled extends Session {
  /** Ids under way: no two requests with one id may be at one child. */
  busy: Set<string>
}

export interface BridgeOptions {
  guard: Guard
  children: Children
  /** Gets the stderr of children that no page shows. */
  onStderr?: (command: string, text: string) => void
  /** Milliseconds, for tests. */
  idle?: number
  left?: number
}

export function createBridge({ guard, children, onStderr, idle = IDLE, left = LEFT }: BridgeOptions): Bridge {
  const endpoints = new Map<string, Endpoint>()
  const ids = new Map<string, string>()

  const end = (endpoint: Endpoint, sessionId: string): Promise<void> => {
    const session = endpoint.sessions.get(sessionId) ?? endpoint.pool.get(sessionId)
    endpoint.sessions.delete(sessionId)
    endpoint.pool.delete(sessionId)
    if (session === undefined) return Promise.resolve()
    clearTimeout(session.idle)
    session.handler.close()
    return session.child.end()
  }

  /** Starts a child: for a session, or, with `pooled`, for whoever comes without one. */
  const begin = (endpoint: Endpoint, pooled = false): [string, Session] => {
    const sessionId = randomUUID()
    const handler = stdioHandler({
      form: 'http',
      ...(pooled ? {} : { sessionId }),
      write: (line) => {
        if (child.write(Buffer.from(line)) || !child.running) return
        handler.exit({ code: null, signal: null, error: { code: 'STDIN_FULL', message: 'The server does not read what it is sent' } })
        void end(endpoint, sessionId)
      },
      onSide: (fact) => fact.kind === 'stderr' && onStderr?.(endpoint.request.command, fact.text),
      onDelete: () => void end(endpoint, sessionId),
    })
    const child = children.spawn(endpoint.request, {
      started() {},
      lines: (block) => eachLine(block, handler.line),
      errorLines: (block) => eachLine(block, handler.errorLine),
      overlong: handler.overlong,
      exited(exit) {
        handler.exit(exit)
        // From now on 404, which tells a client to begin anew.
        void end(endpoint, sessionId)
      },
    })
    const session: Session = { child, handler, open: 0, listened: false }
    if (pooled) endpoint.pool.set(sessionId, { ...session, busy: new Set() })
    else endpoint.sessions.set(sessionId, session)
    return [sessionId, session]
  }

  const use = (endpoint: Endpoint, sessionId: string, session: Session, response: ServerResponse, listens: boolean): void => {
    session.open++
    session.listened ||= listens
    clearTimeout(session.idle)
    response.on('close', () => {
      session.open--
      if (session.open > 0 || !(endpoint.sessions.has(sessionId) || endpoint.pool.has(sessionId))) return
      session.idle = setTimeout(() => void end(endpoint, sessionId), session.listened ? left : idle).unref()
    })
  }

  const answerPooled = async (
    endpoint: Endpoint,
    key: string,
    body: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    let [id, pooled] = [...endpoint.pool].find(([, { busy }]) => !busy.has(key)) ?? []
    if (pooled === undefined) {
      if (isFull(endpoint)) return say(response, 503, `${SESSION_LIMIT} servers of this command run already.`)
      id = begin(endpoint, true)[0]
      pooled = endpoint.pool.get(id)!
    }
    const { busy, handler, child } = pooled
    busy.add(key)
    response.on('close', () => busy.delete(key))
    use(endpoint, id!, pooled, response, false)
    const answer = await handler.fetch(toRequest(request, response, body))
    // Who did not know the question for its era is asked no further here: its clients begin with initialize.
    if (answer.status === 400 && !handler.modern) response.on('close', () => void end(endpoint, id!))
    await writeResponse(answer, response, child)
  }

  const answer = async (endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET' } = request
    if (!['POST', 'GET', 'DELETE'].includes(method)) {
      response.setHeader('Allow', 'POST, GET, DELETE')
      return say(response, 405, `${method} means nothing to an MCP endpoint.`)
    }
    const body = method === 'POST' ? await textOf(request) : undefined
    if (method === 'POST' && body === undefined) return say(response, 413, 'A message may have 256 MB.')
    const named = request.headers['mcp-session-id']
    let sessionId = typeof named === 'string' ? named : undefined
    let session = sessionId === undefined ? undefined : endpoint.sessions.get(sessionId)
    if (sessionId === undefined) {
      const key = body === undefined ? undefined : modernKey(body)
      if (key !== undefined) return answerPooled(endpoint, key, body!, request, response)
      if (body === undefined || !greets(body)) return say(response, 400, 'The header Mcp-Session-Id is missing: begin with initialize.')
      if (isFull(endpoint)) return say(response, 503, `${SESSION_LIMIT} sessions of this command run already. End some with DELETE.`)
      ;[sessionId, session] = begin(endpoint)
    }
    if (session === undefined) return say(response, 404, 'This session has ended or never was: begin anew with initialize.')
    use(endpoint, sessionId, session, response, method === 'GET')
    await writeResponse(await session.handler.fetch(toRequest(request, response, body)), response, session.child)
  }

  return {
    offer(request) {
      const { command, args, env, cwd } = request
      const key = JSON.stringify([command, args, Object.entries(env).sort(), cwd ?? null])
      const id = ids.get(key) ?? randomBytes(16).toString('base64url')
      if (!ids.has(key)) {
        ids.set(key, id)
        endpoints.set(id, { id, request, sessions: new Map(), pool: new Map() })
        forgetOldest(ids, endpoints)
      }
      return `/mcp/${id}`
    },
    async handle(id, request, response) {
      const { authorization } = request.headers
      const own = request.headers['x-loupe-token']
      const token = typeof own === 'string' ? own : authorization?.replace(/^Bearer +/i, '')
      const verdict = guard.judgeToken(token)
      if (verdict === 'busy') {
        response.setHeader('Retry-After', '10')
        return say(response, 429, 'Too many wrong tokens came: no token is looked at for a while.')
      }
      if (verdict === 'wrong') {
        await guard.pace()
        return say(response, 401, 'Send the token that Loupe printed when it started, in the header X-Loupe-Token.')
      }
      const endpoint = endpoints.get(id)
      if (endpoint === undefined) return say(response, 404, 'There is no such endpoint. Loupe makes one for each command that it starts.')
      await answer(endpoint, request, response)
    },
    close: async () => {
      const all = [...endpoints.values()].flatMap((endpoint) =>
        [...endpoint.sessions.keys(), ...endpoint.pool.keys()].map((sessionId) => end(endpoint, sessionId)),
      )
      await Promise.all(all)
    },
  }
}

/** Of too many endpoints the oldest that nobody uses goes. */
function forgetOldest(ids: Map<string, string>, endpoints: Map<string, Endpoint>): void {
  if (endpoints.size <= ENDPOINT_LIMIT) return
  for (const [key, id] of ids) {
    const endpoint = endpoints.get(id)
    if (endpoint === undefined || endpoint.sessions.size + endpoint.pool.size > 0) continue
    ids.delete(key)
    endpoints.delete(id)
    return
  }
}

function isFull({ sessions, pool }: Endpoint): boolean {
  return sessions.size + pool.size >= SESSION_LIMIT
}

/** The key of the id of a request of the newer era; undefined for all else. */
function modernKey(body: string): string | undefined {
  const reading = read(body)
  return reading.kind === 'request' && versionIn(reading.params) !== undefined ? idKey(reading.id) : undefined
}

function greets(body: string): boolean {
  const reading = read(body)
  return reading.kind === 'request' && reading.method === 'initialize'
}

function say(response: ServerResponse, status: number, why: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(`${why}\n`)
}
