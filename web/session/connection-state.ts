// What the page knows of a connection: pushed whole by the engine whenever it changes (at most once a frame).
import type { Facts } from '#mcp/session-types.ts'
import type { Target } from '#mcp/transport/target.ts'

export type ConnectionStatus = 'idle' | 'connecting' | 'connected' | 'failed' | 'closed'

/** A failure in the words of the product page: what was tried, what happened, what to do. */
export interface Problem {
  /** Stable name for tests and for `data-error`: 'refused', 'dns', 'tls', 'cors', 'http-401', 'http-404', 'html', 'exited', 'not-found', 'version', 'no-proxy', 'time-out' … */
  code: string
  title: string
  tried: string
  happened: string
  todo: string[]
  /** Row of the record where to look. */
  seq?: number
  exchange?: number
}

/** How the route to a remote server was chosen, header by header. */
export interface RouteVerdict {
  via: 'direct' | 'proxy'
  /** One sentence. */
  why: string
  asked: string[]
  /** Names allowed by the server's preflight answer; null when no preflight was seen. */
  allowed: string[] | null
  /** What `Access-Control-Expose-Headers` lets the page read; null when unknown. */
  exposed: string[] | null
  /** Sentences about what a direct connection would lack. */
  notes: string[]
}

export interface ProcessState {
  pid?: number
  commandLine: string
  startedAt: number
  exit?: { code: number | null; signal: string | null; at: number; cause?: string }
  /** The last lines of stderr, oldest first, at most 20. */
  stderr: string[]
  /** Streamable HTTP endpoint for other clients. */
  endpoint?: string
}

export interface ConnectionState {
  id: string
  name: string
  target: Target
  status: ConnectionStatus
  /** Milliseconds since the epoch at which `status` began. */
  since: number
  /** Grows with each (re)connect; the record goes on. */
  generation: number
  facts?: Facts
  route?: RouteVerdict
  process?: ProcessState
  problem?: Problem
  /** Milliseconds the last ping or handshake took. */
  latency?: number
  /** Waiting for a server that went away: attempt number and when the next one is due. */
  waiting?: { attempt: number; nextAt: number }
  /** Messages in the record, and dropped from it. */
  messages: number
  dropped: number
  /** Lines of stderr and log messages so far. */
  consoleLines: number
}
