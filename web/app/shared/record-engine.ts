// What a page that holds a record has instead of the engine: it answers, within the page, all that showing the record asks.
import type { SharedFindings } from '#mcp/conformance/by-row.ts'
import type { BigSource } from '#mcp/content/big.ts'
import { maskExchange, maskMessage } from '#mcp/auth/mask-detail.ts'
import { Excerpt } from '#mcp/traffic/excerpt.ts'
import { writeReport } from '#mcp/traffic/report.ts'
import type { Traffic } from '#mcp/traffic.ts'
import { bytesOf } from '#mcp/transport/replaced.ts'
import type { CheckMarks } from '../../session/check-state.ts'
import type { ConnectionState } from '../../session/connection-state.ts'
import type { EnginePort } from '../../session/engine.ts'
import { createSources } from '../../session/engine-all.ts'
import { askHeld, handHeld, heldBytes, holdText, keep, release } from '../../session/engine-held.ts'
import type { EngineCalls, FromEngine, ToEngine } from '../../session/engine-messages.ts'
import type { ExportPart } from '../../session/engine-record.ts'
import { createViews } from '../../session/engine-views.ts'
import { inSlices, Pace } from '../../session/in-slices.ts'

export interface SharedRecord {
  state: ConnectionState
  traffic: Traffic
  found: SharedFindings
  /** The same as a page is told of it, noted in the record. */
  told: CheckMarks
  /** What wrote it. */
  by: string
  /** Messages that had not been judged when it was written. */
  unjudged: number
}

/** Notes in the record what was found in it, and gives it as it is told to a page. Each step is a moment to do something else. */
export function* blameAll(traffic: Traffic, { rules, rows }: SharedFindings): Generator<undefined, CheckMarks> {
  const counts = { fail: 0, warn: 0, info: 0 }
  const marks: CheckMarks['marks'] = []
  for (const [rule, outcome, seqs] of rows)
    for (const seq of seqs) {
      yield
      const id = rules[rule]?.id
      const row = traffic.row(seq)
      if (id === undefined || row === undefined) continue
      traffic.blame(seq, id, outcome !== 'info', outcome === 'fail')
      counts[outcome] += 1
      marks.push(row.of === undefined || outcome === 'info' ? [seq, outcome] : [seq, outcome, row.of])
    }
  return { counts, rules: rules.map(({ id }) => id), judged: marks.length, behind: 0, missed: 0, broken: traffic.broken, marks }
}

/** A page that greets hears what was found. */
export function recordEngine({ state, traffic, found, told, by, unjudged }: SharedRecord): EnginePort {
  const { id, name, target, facts, record } = state
  const replaced = (record?.redacted?.length ?? 0) > 0
  const port: EnginePort = { onmessage: null, postMessage: (message) => queueMicrotask(() => take(message)) }
  const post = (message: FromEngine): void => void port.onmessage?.(new MessageEvent('message', { data: message }))
  const shown = { id, traffic, state: () => state }
  const sources = createSources(
    (wanted) => (wanted === id ? shown : undefined),
    () => [shown],
    () => views.touch(id),
  )
  const views = createViews(sources.of, (pushed) => post({ kind: 'push', ...pushed }))

  /** Calls that can be given up. */
  const calls = new Map<number, AbortController>()

  const answers: { [Name in keyof EngineCalls]?: (args: Parameters<EngineCalls[Name]>, call: number, signal: AbortSignal) => unknown } = {
    checks: () => found.rules,
    blamedFor: ([, seq]) => traffic.blamedFor(seq),
    activity: ([, ...wish]) => traffic.activity(...wish),
    message([, seq, apart]) {
      const message = traffic.message(seq)
      if (message?.http?.aside === true) return maskMessage(message)
      return apart === true && message !== null ? holdText(message) : message
    },
    messageBytes: ([, seq]) => bytesOf(traffic.message(seq)),
    exchange([, exchange]) {
      const detail = traffic.exchange(exchange)
      return detail?.aside === true ? maskExchange(detail) : detail
    },
    ask: ([held, pointer, asked, args]: [number, string, keyof BigSource, unknown[]]) => askHeld(held, pointer, asked, args),
    heldBytes: ([held, pointer]) => heldBytes(held, pointer),
    keep: ([text]) => keep(text, text.length),
    // A report of messages is all that is written from here: the file itself is the record.
    export([, { seqs = [] }], call, signal) {
      const about = { name, target, ...(facts && { facts }), by: replaced ? `${by}; secrets are replaced` : by }
      const excerpt = new Excerpt(traffic)
      const pace = new Pace(excerpt, signal, (share) => post({ kind: 'part', id: call, part: { share } satisfies ExportPart }))
      return inSlices(writeReport(excerpt, seqs, { ...about, standings: found.rules, unjudged }, undefined), 'text/markdown', pace)
    },
  }

  function take(message: ToEngine): void {
    switch (message.kind) {
      case 'hello':
        post({ kind: 'state', states: [state] })
        post({ kind: 'findings', connection: id, found: told })
        return
      case 'view':
        return views.show(message.view, message.connection, message.query)
      case 'unview':
        return views.hide(message.view)
      case 'ack':
        return views.acknowledge(message.view)
      case 'release':
        return release(message.id)
      case 'hand':
        return handHeld(message.id, message.pointer, message.through)
      case 'abort':
        return calls.get(message.id)?.abort(message.reason)
      case 'call':
        return void answer(message.id, message.name, message.args)
      default:
    }
  }

  async function answer(call: number, name: keyof EngineCalls, args: unknown[]): Promise<void> {
    const control = new AbortController()
    calls.set(call, control)
    try {
      const asked = answers[name] as ((args: unknown[], call: number, signal: AbortSignal) => unknown) | undefined
      if (asked === undefined) throw new Error('This page shows a record, and does nothing else.')
      post({ kind: 'return', id: call, value: await asked(args, call, control.signal) })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      post({ kind: 'throw', id: call, error: { name: 'Error', kind: 'engine', message } })
    } finally {
      calls.delete(call)
    }
  }

  return port
}
