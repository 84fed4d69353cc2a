// What the page knows of a connection: pushed whole by the engine whenever it changes (at most once a frame).
import type { ClockReading, Facts } from '#mcp/session-types.ts'
import type { Problem } from '#mcp/problem.ts'
import type { RouteVerdict } from '#mcp/transport/cors.ts'
import type { Target } from '#mcp/transport/target.ts'

export type { Problem, RouteVerdict }

export type ConnectionStatus = 'idle' | 'connecting' | 'connected' | 'failed' | 'closed'

export interface ProcessState {
  pid?: number
  commandLine: string
  startedAt: number
  exit?: { code: number | null; signal: string | null; at: number; cause?: string }
  /** The last lines of stderr, oldest first, at most 20. */
  stderr: string[]
  /** The first lines of stdout that were no messages, at most 20. */
  noise: readonly string[]
  /** How many such lines there were in all. */
  noiseLines: number
  /** Streamable HTTP endpoint for other clients. */
  endpoint?: string
}

/** Of a connection that is a record opened from a file: it shows, and sends nothing. */
export interface RecordState {
  file: string
  /** Milliseconds since the epoch, if the file says so. */
  savedAt?: number
  /** What was taken out before it was saved, if anything was. */
  redacted?: { placeholder: string; where: string }[]
  /** Messages that were marked when it was saved, by seq, each with a note or ''. */
  notes?: { readonly [seq: string]: string }
  /** What is wrong with its lines, of the first of them, `taken` where one was taken over all the same; and how many could not be. */
  faults: { line: number; why: string; taken?: true }[]
  faulty: number
  /** Messages that had been dropped before it was saved; left out: none. */
  before?: number
  /** It grows yet: what another client and its server say just now. */
  live?: true
  /** Why a live one ends before its tap did. */
  cut?: string
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
  record?: RecordState
  route?: RouteVerdict
  process?: ProcessState
  problem?: Problem
  /** Milliseconds the last ping or handshake took. */
  latency?: number
  /** The lowest level of log messages that this session was told to send; undefined: it was told none. */
  logLevel?: string | undefined
  /** While it connects: how long the greeting may take yet. */
  clock?: ClockReading
  /** While what was recorded before the page was loaded again comes back and takes its time: how much of it is there, from 0 to 1. */
  restoring?: number
  /** Messages that were in the record when it was emptied, and that can still be put back; left out: none. */
  cleared?: number
  /** Waiting for a server that went away: attempt number and when the next one is due. */
  waiting?: { attempt: number; nextAt: number }
  /** Messages in the record, and dropped from it. */
  messages: number
  dropped: number
  /** Lines of stderr and log messages so far. */
  consoleLines: number
}
