// What an attempt to connect makes of a server that behaves oddly: it prints text, it ends, it hides its session.
import { McpError } from '#mcp/errors.ts'
import { likelyCause } from '#mcp/last-words.ts'
import { problemOf } from '#mcp/problem.ts'
import type { Answer, Session } from '#mcp/session-types.ts'
import type { ConnectionState, ProcessState } from './connection-state.ts'
import { itself } from '#mcp/wish.ts'
import { shownPlace } from './engine-child.ts'

/** Milliseconds. A process that prints text and then says nothing for so long is no MCP server on stdio: nobody waits for the time limit. */
const NOISE_LIMIT = 10_000
/** Milliseconds for a sign of life. */
const PING_LIMIT = 10_000

/** Grows with each line that is no message; its signal aborts, with the reason, when nothing else comes. */
export class Doubt {
  readonly #hopeless = new AbortController()
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false

  get signal(): AbortSignal {
    return this.#hopeless.signal
  }

  grow(): void {
    clearTimeout(this.#timer)
    if (this.#ended) return
    const reason = new McpError('silent', 'The server printed text on stdout and answered nothing')
    this.#timer = setTimeout(() => this.#hopeless.abort(reason), NOISE_LIMIT)
  }

  /** It is connected, or the attempt failed otherwise. */
  end(): void {
    this.#ended = true
    clearTimeout(this.#timer)
  }
}

/** Why an attempt failed, when a person or a doubt may have ended it. */
export function causeOf(thrown: unknown, given: AbortSignal, doubt: Doubt): unknown {
  if (given.aborted) return new McpError('cancelled', 'Connecting was cancelled by you')
  return doubt.signal.aborted ? doubt.signal.reason : thrown
}

/** Some servers end when the first message is not initialize. One that says why it ended has another reason. */
export function endedByQuestion(error: unknown, process: ProcessState | undefined): boolean {
  const { stderr, noise } = process ?? { stderr: [], noise: [] }
  return error instanceof McpError && error.kind === 'unreachable' && likelyCause(stderr, noise) === undefined
}

/** A direct request was refused for want of a session id that the page cannot read: a proxy could. */
export function hidesSession(error: unknown, { target, route, facts }: ConnectionState): boolean {
  if (!(error instanceof McpError) || error.kind !== 'http' || !error.advice?.includes('Access-Control-Expose-Headers')) return false
  const auto = target.kind === 'http' && target.via === 'auto' && route?.via === 'direct'
  return auto && facts?.sessionId === undefined
}

/** The least that a server of its era can be asked. @throws McpError */
/** `why`: what for. */
export function signOfLife(session: Session, why: string): Promise<Answer> {
  return session.request(session.facts.pings ? 'ping' : 'server/discover', undefined, { wish: itself(why), limits: { idle: PING_LIMIT } })
}

/** `modern`: the newer era may have been spoken; `proxy`: there is one. */
export function problemWith(
  error: unknown,
  { target, route }: ConnectionState,
  process: ProcessState | undefined,
  ways: { modern: boolean; proxy: boolean },
): ConnectionState['problem'] {
  return problemOf({
    ...ways,
    error,
    what: shownPlace(target),
    kind: target.kind,
    ...(route === undefined ? {} : { via: route.via }),
    stderr: process?.stderr ?? [],
    noise: process?.noise ?? [],
  })
}
