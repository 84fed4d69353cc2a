// From what came back for the first modern request to the era of the server: pure, one rule a line of reasoning.
// 2026-07-28: basic/versioning, and "Backward Compatibility" of basic/transports/stdio and /streamable-http.
import type { McpError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import type { Era, EraRule, EraVerdict } from '../session-types.ts'
import { isLegacy, isModern, MODERN_ERRORS, type Revision } from './revisions.ts'

export type ProbeOutcome =
  | { kind: 'result'; result: Json }
  /** A JSON-RPC error; `status` is that of its HTTP reply. */
  | { kind: 'error'; code: number; data?: Json; status?: number }
  /** An HTTP status whose body is no JSON-RPC message. */
  | { kind: 'http'; status: number }
  /** A time limit passed, or the reply ended without an answer. */
  | { kind: 'silent' }
  /** Something came that is no answer at all. */
  | { kind: 'unreadable' }
  | { kind: 'unreachable' }
  /** The process ended. */
  | { kind: 'exited' }

export interface Probe {
  /** What was asked; the answer of a server that does not know the method depends on it. */
  method: string
  /** A process, or the like: without HTTP statuses, and silence means something. */
  overPipe: boolean
  outcome: ProbeOutcome
}

export type Judgement =
  /** `revision`: the newest that both speak, when the server named those that it speaks. */
  | { kind: 'decided'; verdict: EraVerdict; revision?: Revision }
  /** A modern server that speaks nothing which we do. */
  | { kind: 'apart'; supported: string[]; why: string }
  /** It says nothing about the era: what failed is to be reported, and nothing remembered. `unless`: what holds if it answers initialize. */
  | { kind: 'undecided'; why: string; unless?: EraVerdict }

const METHOD_NOT_FOUND = -32601
/** Who was asked to identify himself, or to wait, was told nothing about the server behind. */
const TELLS_NOTHING = new Map([
  [401, 'asks for authorization'],
  [403, 'forbids the request'],
  [407, 'comes from a proxy that asks for authorization'],
  [408, 'means that the request took too long'],
  [429, 'asks to slow down'],
  [503, 'asks to come back later'],
])

/** Judges a probe. Never throws. */
export function judgeProbe({ method, overPipe, outcome }: Probe): Judgement {
  switch (outcome.kind) {
    case 'result':
      return judgeResult(method, outcome.result)
    case 'error':
      return judgeError(method, outcome)
    case 'http':
      return judgeStatus(method, outcome.status)
    case 'silent':
      return overPipe
        ? decided('legacy', 'silence', `It did not answer ${method}: servers of the older kind may stay silent before initialize.`)
        : undecided(`No answer to ${method} came, which says nothing about the era of a remote server.`)
    case 'exited':
      return decided('legacy', 'exit', `Its process ended when it was asked ${method}: it wants initialize first.`)
    case 'unreadable':
      return undecided('What came back is no answer to read an era from.')
    case 'unreachable':
      return undecided('The server was not reached, so nothing is known about its era.')
  }
}

function judgeResult(method: string, result: Json): Judgement {
  const versions = isObject(result) ? result.supportedVersions : undefined
  if (method === 'server/discover' && !Array.isArray(versions))
    return decided(
      'legacy',
      'other-error',
      `It answered ${method} with something that is no discovery result: it does not know the method.`,
    )
  if (!Array.isArray(versions)) return decided('modern', 'discovered', `It answered ${method} without an initialize before it.`)
  return common(versions, 'discovered', `It answered ${method}`)
}

function judgeError(method: string, { code, data, status }: Extract<ProbeOutcome, { kind: 'error' }>): Judgement {
  if (status !== undefined && TELLS_NOTHING.has(status)) return judgeStatus(method, status)
  const name = MODERN_ERRORS.get(code)
  if (name !== undefined) {
    const told = `It answered ${method} with error ${code} (${name}), which only servers of the newer kind know`
    const supported = isObject(data) && code === -32022 ? data.supported : undefined
    return Array.isArray(supported) ? common(supported, 'modern-error', told) : decided('modern', 'modern-error', `${told}.`)
  }
  // Every modern server knows server/discover; any other method it may lack, and says so with 404 and a JSON-RPC error.
  if (status === 404 && code === METHOD_NOT_FOUND && method !== 'server/discover')
    return decided('modern', 'modern-error', `It answered ${method} with HTTP 404 and error ${code}, as servers of the newer kind do.`)
  if (status !== undefined && (status < 200 || status >= 300)) return judgeStatus(method, status, code)
  return decided('legacy', 'other-error', `It answered ${method} with error ${code}, which is none of those of the newer kind.`)
}

function judgeStatus(method: string, status: number, code?: number): Judgement {
  const nothing = TELLS_NOTHING.get(status)
  if (nothing !== undefined) return undecided(`HTTP ${status} ${nothing}, and says nothing about the era.`)
  // An older server may crash over a method that it does not know, or leave a gateway waiting for an answer to it.
  if (status >= 500)
    return {
      ...undecided(`HTTP ${status} is a failure of the server, and says nothing about the era.`),
      unless: { era: 'legacy', rule: 'failed', why: `It failed at ${method} with HTTP ${status}, and answered initialize.` },
    }
  if (status < 400) return undecided(`HTTP ${status} without a message says nothing about the era.`)
  const body = code === undefined ? 'without an error' : `and error ${code}, which is none`
  return decided('legacy', 'refused', `It refused ${method} with HTTP ${status} ${body} of the newer kind.`)
}

/** The newest revision that both speak. */
function common(named: readonly Json[], rule: EraRule, told: string): Judgement {
  const supported = named.map(String)
  const list = supported.join(', ') || 'none'
  const modern = supported.filter(isModern).toSorted().at(-1)
  if (modern !== undefined)
    return { kind: 'decided', revision: modern, verdict: { era: 'modern', rule, why: `${told}; it speaks ${list}.` } }
  const legacy = supported.filter(isLegacy).toSorted().at(-1)
  if (legacy === undefined) return { kind: 'apart', supported, why: `${told}; it speaks ${list}.` }
  const why = `${told}; it speaks ${list}. The newest that both speak is ${legacy}, which begins with initialize.`
  return { kind: 'decided', revision: legacy, verdict: { era: 'legacy', rule: 'only-older', why } }
}

/** Whether the failure of a handshake means that the server is not of the older era after all. */
export function contradicts(error: McpError): boolean {
  const { kind, status } = error
  if (kind === 'rpc') return true
  return kind === 'http' && status !== undefined && status >= 400 && status < 500 && !TELLS_NOTHING.has(status)
}

/** What a failed request is as the outcome of a probe. */
export function outcomeOf(error: McpError): ProbeOutcome {
  const { kind, rpc, status, data } = error
  const told = status === undefined ? {} : { status }
  if (rpc !== undefined) return { kind: 'error', code: Number(rpc.code), ...(rpc.data === undefined ? {} : { data: rpc.data }), ...told }
  if (kind === 'http' && status !== undefined) return status < 300 ? { kind: 'unreadable' } : { kind: 'http', status }
  if (kind === 'silent') return { kind: 'silent' }
  if (kind === 'garbled') return { kind: 'unreadable' }
  const exited = isObject(data) && 'signal' in data && (data.code !== null || data.signal !== null)
  return exited ? { kind: 'exited' } : { kind: 'unreachable' }
}

function decided(era: Era, rule: EraRule, why: string): Judgement {
  return { kind: 'decided', verdict: { era, rule, why } }
}

function undecided(why: string): Extract<Judgement, { kind: 'undecided' }> {
  return { kind: 'undecided', why }
}
