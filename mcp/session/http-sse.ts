// HTTP+SSE, the transport of 2024-11-05: one GET stream brings everything, and its first event says where to post.
import { McpError } from '../errors.ts'
import { isObject } from '../json.ts'
import { readEndpoint } from '../transport/endpoint.ts'
import type { End, Hearing } from '../wire.ts'
import { httpFailure, unreachable } from './failure.ts'
import type { Line } from './line.ts'
import { pause } from './pause.ts'
import { OPENING } from './reason.ts'

/** Statuses to a POST after which the older transport may be tried (2025-11-25, transports, backwards compatibility). */
const TRIGGERS = new Set([400, 404, 405])

/** Whether a refused greeting leaves room for a server of the older transport. */
export function mayBeHttpSse(error: unknown): boolean {
  if (!(error instanceof McpError) || error.kind !== 'http' || !TRIGGERS.has(error.status ?? 0)) return false
  // Whoever answers in JSON-RPC has understood the POST; only 405 is said that way by frameworks that did not.
  return error.rpc === undefined || error.status === 405
}

/** In the data of an error: there is a stream, and what is wrong is what it names. `none`: it names nothing. */
const ENDPOINT = 'ENDPOINT'

/** The first refusal, which is what most people need, with what became of the second try; that alone where it found a stream. */
export function triedHttpSse(error: unknown, other: unknown): unknown {
  if (!(error instanceof McpError) || !(other instanceof McpError) || other.kind === 'cancelled') return other
  // Who refuses a message, and not POST as such, may keep a stream for another purpose.
  if (isObject(other.data) && other.data.code === ENDPOINT && (other.data.none !== true || error.status !== 400)) return other
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
  let unlike = (_headers: Headers): void => {}
  /** Not to be waited for: a stream under another name may go on for good. */
  const other = new Promise<Headers>((resolve) => (unlike = resolve)).then((headers): never => {
    throw new McpError('http', `${url} answered GET with ${typeIn(headers)}, and HTTP+SSE wants an event stream`, {
      exchange: exchange.id,
      status: 200,
      advice: 'Send the header "Content-Type: text/event-stream"; what comes is not read as a stream without it.',
    })
  })
  const exchange = line.get(
    undefined,
    {
      onStatus: (status, headers) => {
        if (status === 200 && !/^text\/(?:event-stream|html)\b/i.test(typeIn(headers))) unlike(headers)
      },
      onMessage: host.hear,
      onEvent: (name, data) => {
        if (name === 'endpoint') named(data)
      },
    },
    AbortSignal.any([signal, own.signal]),
    OPENING,
  )
  let asking = false
  let status = 0
  void exchange.responded.then((came) => (status = came))
  const none = exchange.ended.then(async (end) => {
    if (signal.aborted) throw new McpError('cancelled', 'Connecting was cancelled by you')
    // A person who logs in may take longer than any server.
    asking = true
    if ((await host.readmitted?.(end, attempt)) === true) throw new Readmitted()
    const situation = { method: 'GET', url, greeting: 'GET', session: false, sessions: false, settled: false }
    if (end.status === 0) throw unreachable(end, situation)
    if (end.status >= 400 || end.form !== 'stream') throw httpFailure(end, situation)
    throw new McpError('silent', `The HTTP+SSE stream of ${url} ended before it named where to post: ${end.failure?.why ?? 'closed'}`, {
      exchange: exchange.id,
      ...NONE,
    })
  })
  const late = new AbortController()
  const limit =
    host.patience === 0
      ? []
      : [
          pause(host.patience, late.signal).then(() => {
            if (asking) return none
            const time = `within ${host.patience / 1000} s`
            if (status === 0) throw new McpError('silent', `${url} did not answer GET ${time}`, { exchange: exchange.id })
            throw new McpError('silent', `The HTTP+SSE stream of ${url} named no address to post to ${time}`, {
              exchange: exchange.id,
              ...NONE,
            })
          }),
        ]
  try {
    line.endpoint = addressOf(await Promise.race([endpoint, none, other, ...limit]), url, exchange.id)
  } catch (error) {
    own.abort('It is no HTTP+SSE stream')
    if (error instanceof Readmitted) return openHttpSse(line, host, signal, attempt + 1)
    throw error
  } finally {
    late.abort()
    for (const loser of [none, other, ...limit]) loser.catch(() => {})
  }
  void exchange.ended.then((end) => {
    if (!signal.aborted) host.onEnd(end.failure?.why ?? 'closed')
  })
}

/** There are other credentials: it is opened once more. */
class Readmitted extends Error {}

const typeIn = (headers: Headers): string => headers.get('content-type') ?? 'no content type'

const NONE = {
  data: { code: ENDPOINT, none: true },
  advice: 'A server of HTTP+SSE (2024-11-05) must send an event "endpoint" first, with the URI to post to; see the traffic for what came.',
}

/** Relative to the stream's own URL; never on another origin, which would be handed what only this server may see. */
function addressOf(data: string, url: string, exchange: number): string {
  const named = readEndpoint(data, url)
  if (named.kind === 'none')
    throw new McpError('garbled', `The event "endpoint" of ${url} names ${named.why}: there is nowhere to post to`, {
      exchange,
      data: { code: ENDPOINT },
      advice: 'Its data must be the URI to post to as it is, without quotes or JSON around it: "data: /messages?sessionId=…".',
    })
  if (named.kind === 'elsewhere')
    throw new McpError(
      'http',
      `The event "endpoint" of ${url} names an address on another origin to post to: ${named.href}. Nothing was sent there.`,
      {
        exchange,
        data: { code: ENDPOINT },
        advice:
          'The "endpoint" event must name an address of the same scheme, host and port; behind a reverse proxy, check its forwarded headers.',
      },
    )
  return named.href
}
