// HTTP+SSE, the transport of 2024-11-05: one GET stream brings everything, and its first event says where to post.
import { McpError } from '../errors.ts'
import type { End, Hearing } from '../wire.ts'
import { httpFailure } from './failure.ts'
import type { Line } from './line.ts'
import { pause } from './pause.ts'

/** Statuses to a POST after which the older transport may be tried (2025-11-25, transports, backwards compatibility). */
const TRIGGERS = new Set([400, 404, 405])

/** Whether a refused greeting leaves room for a server of the older transport. */
export function mayBeHttpSse(error: unknown): boolean {
  if (!(error instanceof McpError) || error.kind !== 'http' || !TRIGGERS.has(error.status ?? 0)) return false
  // Whoever answers in JSON-RPC has understood the POST; only 405 is said that way by frameworks that did not.
  return error.rpc === undefined || error.status === 405
}

/** The first refusal, which is what most people need, with what became of the second try. */
export function triedHttpSse(error: unknown, other: unknown): unknown {
  if (!(error instanceof McpError) || !(other instanceof McpError) || other.kind === 'cancelled') return other
  const { message, kind, exchange, code, status, rpc, data, advice = '' } = error
  const known = Object.entries({ exchange, code, status, rpc, data }).filter(([, value]) => value !== undefined)
  return new McpError(kind, message, {
    ...Object.fromEntries(known),
    advice: `${advice} HTTP+SSE (2024-11-05) was tried as well: ${other.message}.`.trim(),
  })
}

export interface HttpSseHost {
  url: string
  /** Milliseconds until the address must have come; 0: no limit. */
  patience: number
  hear: NonNullable<Hearing['onMessage']>
  /** The server refused the stream; true: there are other credentials to be sent. */
  readmitted?(end: End, attempt: number): Promise<boolean>
  /** The stream, open once, is over. */
  onEnd(why: string): void
}

/**
 * Opens the stream and waits for its `endpoint` event; from then on the line posts there.
 * @throws McpError when there is no such stream, or what it names cannot be used.
 */
export async function openHttpSse(line: Line, host: HttpSseHost, signal: AbortSignal, attempt = 0): Promise<void> {
  const { url } = host
  const own = new AbortController()
  let named = (_uri: string): void => {}
  const endpoint = new Promise<string>((resolve) => (named = resolve))
  const exchange = line.get(
    undefined,
    {
      onMessage: host.hear,
      onEvent: (name, data) => {
        if (name === 'endpoint') named(data.trim())
      },
    },
    AbortSignal.any([signal, own.signal]),
  )
  let asking = false
  const none = exchange.ended.then(async (end) => {
    if (signal.aborted) throw new McpError('cancelled', 'Connecting was cancelled by you')
    // A person who logs in may take longer than any server.
    asking = true
    if ((await host.readmitted?.(end, attempt)) === true) throw new Readmitted()
    if (end.status >= 400 || (end.status !== 0 && end.form !== 'stream'))
      throw httpFailure(end, { method: 'GET', url, greeting: 'GET', session: false, sessions: false, settled: false })
    throw new McpError('silent', `The stream of ${url} ended before it named where to post: ${end.failure?.why ?? 'closed'}`, {
      exchange: exchange.id,
    })
  })
  const late = new AbortController()
  const limit =
    host.patience === 0
      ? []
      : [
          pause(host.patience, late.signal).then(() => {
            if (asking) return none
            throw new McpError('silent', `The stream of ${url} is open, but named no address to post to within ${host.patience / 1000} s`, {
              exchange: exchange.id,
              advice: 'A server of HTTP+SSE (2024-11-05) must send an event "endpoint" first; see the traffic for what came.',
            })
          }),
        ]
  try {
    line.endpoint = addressOf(await Promise.race([endpoint, none, ...limit]), url, exchange.id)
  } catch (error) {
    own.abort('It is no HTTP+SSE stream')
    if (error instanceof Readmitted) return openHttpSse(line, host, signal, attempt + 1)
    throw error
  } finally {
    late.abort()
    for (const loser of [none, ...limit]) loser.catch(() => {})
  }
  void exchange.ended.then((end) => {
    if (!signal.aborted) host.onEnd(end.failure?.why ?? 'closed')
  })
}

/** There are other credentials: it is opened once more. */
class Readmitted extends Error {}

/** Relative to the stream's own URL; never on another origin, which would be handed what only this server may see. */
function addressOf(uri: string, url: string, exchange: number): string {
  if (uri === '' || !URL.canParse(uri, url))
    throw new McpError('garbled', `The server named ${JSON.stringify(uri)} as where to post, which is no address`, { exchange })
  const address = new URL(uri, url)
  if (address.origin !== new URL(url).origin)
    throw new McpError('http', `The server named an address on another origin to post to: ${address.href}. Nothing was sent there.`, {
      exchange,
      advice:
        'The "endpoint" event must name an address of the same scheme, host and port; behind a reverse proxy, check its forwarded headers.',
    })
  return address.href
}
