// What can go wrong with one request, told apart by `kind` (errors cross a worker boundary as plain objects,
// so `instanceof` is of no use there).
import { isObject, type Json } from './json.ts'
import type { RpcError } from './jsonrpc.ts'

/**
 * - `unreachable`: no HTTP response at all (refused, DNS, TLS, CORS, process gone).
 * - `http`: a response whose status or content type ended the matter.
 * - `rpc`: the peer answered with a JSON-RPC error.
 * - `garbled`: an answer came and could not be read as one.
 * - `silent`: a time limit passed, or the stream ended without an answer.
 * - `cancelled`: by the person.
 * - `unsent`: it must not leave like this, so nothing was sent.
 */
export type McpErrorKind = 'unreachable' | 'http' | 'rpc' | 'garbled' | 'silent' | 'cancelled' | 'unsent'

export interface McpErrorFacts {
  /** The exchange in the record where to look. */
  exchange?: number
  /** JSON-RPC error code (`rpc`) or HTTP status (`http`). */
  code?: number
  /** HTTP status of the reply, where there was one. */
  status?: number
  /** The JSON-RPC error in the reply, also where the status says more (`http`). */
  rpc?: RpcError
  data?: Json
  /** The server asks to be left alone until then; milliseconds since the epoch. */
  retryAt?: number
  /** What to do about it, in one sentence. */
  advice?: string
}

/** `message` says what was tried and what happened. */
export class McpError extends Error {
  readonly kind: McpErrorKind
  readonly exchange: number | undefined
  readonly code: number | undefined
  readonly status: number | undefined
  readonly rpc: RpcError | undefined
  readonly data: Json | undefined
  readonly retryAt: number | undefined
  readonly advice: string | undefined

  constructor(kind: McpErrorKind, message: string, facts: McpErrorFacts = {}) {
    super(message)
    this.name = 'McpError'
    this.kind = kind
    this.exchange = facts.exchange
    this.code = facts.code
    this.status = facts.status
    this.rpc = facts.rpc
    this.data = facts.data
    this.retryAt = facts.retryAt
    this.advice = facts.advice
  }
}

/** Which limit ended a request, and after how long (milliseconds): read from the data of its error, which may have crossed a border. */
export interface LimitPassed {
  limit: 'idle' | 'total'
  ms: number
  ran: number
}

/** Undefined when it was no limit. */
export function limitPassed(error: { kind?: string; data?: Json } | undefined): LimitPassed | undefined {
  const data = error?.data
  if (error?.kind !== 'silent' || !isObject(data) || data.code !== 'LIMIT') return undefined
  return { limit: data.limit === 'total' ? 'total' : 'idle', ms: Number(data.ms), ran: Number(data.ran) }
}

/** The code in the data of a request that was cut off when its connection was given up here. */
export const CUT_OFF = 'CUT_OFF'

export function isCutOff(error: { data?: Json | undefined } | undefined): boolean {
  return isObject(error?.data) && error.data.code === CUT_OFF
}

/** Whether the data of an error came from the other side; else it is our own, and for our own use. */
export function hasPeerData(error: { kind?: string; data?: Json | undefined }): boolean {
  return error.data !== undefined && error.kind !== 'silent' && !isCutOff(error)
}
