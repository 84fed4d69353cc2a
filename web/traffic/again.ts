// Requests of the record sent again, to the same server or another, once or many times.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import { read } from '#mcp/jsonrpc.ts'
import type { RowKind } from '#mcp/traffic-row.ts'
import { connectionsNow } from '../session/connections.ts'
import { call, EngineFailure, request } from '../session/engine.ts'

/** A message of a record. */
export interface Place {
  connection: string
  seq: number
}

export interface Again extends Place {
  method: string
  name: string
  /** As they were, without what the session adds by itself. */
  params: Json | undefined
}

export interface Outcome {
  /** Milliseconds, of those that were answered. */
  times: number[]
  failed: number
  /** The newest failure, in words. */
  fault?: string
  /** Where the newest answer is, be it an error; told when all is over. `none`: that is the request, which got none. */
  answer?: Place & { none?: true }
  /** Sent, whatever came of it. */
  done: number
  /** Sent, and cancelled by a press of Stop. */
  cancelled: number
  /** Why it ended before all were sent. */
  early?: 'stopped' | 'lost'
}

/** Milliseconds between two words of how far it is, at least. */
const PACE = 200

/** Requests that are sent from one dialog: their times are kept and drawn. */
export const MOST_SENT = 100_000

/** How many times so many requests may be sent. */
export function mostTimes(requests: number): number {
  return Math.max(1, Math.floor(MOST_SENT / Math.max(1, requests)))
}

/** Requests among these messages, in the order in which they were sent; what is none is left out. */
export async function requestsAmong(messages: readonly Place[]): Promise<Again[]> {
  const found: (Again & { at: number })[] = []
  for (const { connection, seq } of [...messages].sort((a, b) => a.seq - b.seq)) {
    const detail = await call('message', [connection, seq])
    if (detail === null || detail.row.kind === 'app' || detail.row.direction !== 'out') continue
    const reading = read(detail.text)
    if (reading.kind !== 'request' || reading.method === 'initialize') continue
    const { name, at } = detail.row
    found.push({ connection, seq, method: reading.method, name, params: withoutEnvelope(reading.params), at })
  }
  return found.sort((a, b) => a.at - b.at).map(({ at: _at, ...one }) => one)
}

/** One of them, among those of several records. */
export function keyOf({ connection, seq }: Place): string {
  return `${connection}/${seq}`
}

/** What was made of params, while the page lives: a dialog is closed by a press beside it, and what was typed is not to go with it. */
const kept = new Map<string, string>()

/** Those of some messages. */
export function editsOf(messages: readonly Place[]): Map<string, string> {
  return new Map(messages.map(keyOf).flatMap((key) => (kept.has(key) ? [[key, kept.get(key)!]] : [])))
}

/** `text` undefined: it goes out as it was. */
export function keepEdit(place: Place, text: string | undefined): void {
  if (text === undefined) kept.delete(keyOf(place))
  else kept.set(keyOf(place), text)
}

/** The params of a request as JSON text to be changed; blank: it has none. */
export function paramsText({ params }: Again): string {
  return params === undefined ? '' : writeJson(params, 2)
}

/** The requests with the texts that a person made of their params, by `keyOf`. @throws SyntaxError on the first that is no JSON. */
export function withEdits(requests: readonly Again[], texts: ReadonlyMap<string, string>): Again[] {
  return requests.map((one) => {
    const text = texts.get(keyOf(one))
    return text === undefined ? one : { ...one, params: text.trim() === '' ? undefined : parseJson(text) }
  })
}

/** Takes from `_meta` what a session puts there anew. */
export function withoutEnvelope(params: Json | undefined): Json | undefined {
  if (!isObject(params) || !isObject(params._meta)) return params
  const { _meta, ...rest } = params
  const kept = Object.entries(_meta).filter(([name]) => name !== 'progressToken' && !name.startsWith('io.modelcontextprotocol/'))
  if (kept.length > 0) return { ...rest, _meta: Object.fromEntries(kept) }
  return Object.keys(rest).length === 0 ? undefined : rest
}

/**
 * Sends them all in turn, each to `to` or, where that is left out, to where it went before, `times` times over. Never rejects; an abort ends
 * it with the one under way. What would go to a connection that is gone is not sent.
 */
export async function sendAgain(
  to: string | undefined,
  requests: readonly Again[],
  times: number,
  signal: AbortSignal,
  onOutcome: (outcome: Outcome) => void,
): Promise<void> {
  const outcome: Outcome = { times: [], failed: 0, done: 0, cancelled: 0 }
  let told = 0
  const gone = new Set<string>()
  /** The request that was answered last, or failed last. */
  let last: (Place & { exchange: number; answer?: number }) | undefined
  for (let round = 0; round < times && outcome.early === undefined; round += 1)
    for (const { method, params, connection: own } of requests) {
      const connection = to ?? own
      if (signal.aborted) outcome.early = 'stopped'
      if (outcome.early !== undefined) break
      if (gone.has(connection)) continue
      let sent: typeof last
      try {
        const answer = await request(connection, method, params, {
          signal,
          onSent: (seq, exchange) => (sent = { connection, seq, exchange }),
        })
        outcome.times.push(answer.ms)
        last = { connection, seq: answer.requestSeq, exchange: answer.exchange, answer: answer.answerSeq }
        if (isObject(answer.result) && answer.result.isError === true) {
          outcome.failed += 1
          outcome.fault = 'The tool says that it failed.'
        }
      } catch (error) {
        const lost = connectionsNow().get(connection)?.status !== 'connected'
        if (error instanceof EngineFailure && error.kind === 'cancelled') outcome.cancelled += 1
        else {
          if (lost) gone.add(connection)
          // That the next one did not leave any more says less than what the one before it met.
          if (lost && sent === undefined) {
            outcome.fault ??= (error as Error).message
            continue
          }
          outcome.failed += 1
          outcome.fault = (error as Error).message
          last = sent ?? last
        }
      }
      outcome.done += 1
      // Not for each of a hundred thousand: what draws takes the time of what is measured.
      if (performance.now() - told < Math.max(PACE, outcome.done / 100)) continue
      told = performance.now()
      onOutcome({ ...outcome, times: [...outcome.times] })
    }
  if (gone.size > 0 && outcome.early === undefined && outcome.done < times * requests.length) outcome.early = 'lost'
  const answer = last && (await answerTo(last).catch(() => undefined)) // forgotten meanwhile, it is nowhere to be seen
  onOutcome({ ...outcome, times: [...outcome.times], ...(answer === undefined ? {} : { answer }) })
}

const ANSWERS: ReadonlySet<RowKind> = new Set(['result', 'failure', 'garbled', 'batch', 'http'])

/** Where the answer to a request is: an error and a reply that is no message are answers too. @throws EngineFailure */
async function answerTo({ connection, seq, exchange, answer }: Place & { exchange: number; answer?: number }): Promise<Outcome['answer']> {
  if (answer !== undefined) return { connection, seq: answer }
  const { rows = [] } = (await call('exchange', [connection, exchange])) ?? {}
  const found = rows.findLast(({ direction, kind }) => direction === 'in' && ANSWERS.has(kind))
  return found === undefined ? { connection, seq, none: true } : { connection, seq: found.seq }
}

/** "3 of 50 sent, 1 of them cancelled; stopped". */
export function outcomeWords({ done, failed, cancelled, early }: Outcome, all: number): string {
  const parts = [`${done.toLocaleString('en')} of ${all.toLocaleString('en')} sent`]
  if (failed > 0) parts.push(`${failed.toLocaleString('en')} failed`)
  if (cancelled > 0) parts.push(`${cancelled.toLocaleString('en')} of them cancelled`)
  const why = { stopped: '; stopped', lost: '; the rest was not, since the connection is gone' }
  return `${parts.join(', ')}${early === undefined ? '' : why[early]}`
}
