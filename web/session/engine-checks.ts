// A run of checks as the engine plays it: in conversations of its own, whose record is opened beside the connection's.
import { createJudge } from '#mcp/conformance/judge.ts'
import { rowOf } from '#mcp/conformance/row.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import { play } from '#mcp/conformance/play.ts'
import { INTERACTIVE_SCENARIOS, STRESS_SCENARIOS } from '#mcp/conformance/scenario-consent.ts'
import { SCENARIOS } from '#mcp/conformance/scenarios.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { writeRecord } from '#mcp/traffic/record-format.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { CheckState, RunPart, RunWish } from './check-state.ts'
import type { Connection, ConnectionHost } from './engine-connection.ts'
import { probesFor } from './engine-doctor.ts'
import { SavedRecord } from './engine-record.ts'

const MEMORY = 64 * 1024 * 1024
const ANSWER = 5000
/** Milliseconds between two words to the page: a step takes a few. */
const PACE = 120

/** @throws Error when no conversation could be begun. */
export async function runChecks(
  connection: Connection,
  /** `dressed`: the target with the credentials that the connection's requests carry. */
  { only, consent, revisions, pigs = {}, dressed }: RunWish & { dressed?: Target },
  host: ConnectionHost,
  signal: AbortSignal,
  onPart: (part: RunPart) => void,
): Promise<{ record: SavedRecord; states: CheckState[] }> {
  const { target } = connection.state()
  const { era, clientInfo, timeouts } = connection.settings
  const traffic = createTraffic({ memoryLimit: MEMORY })
  const scenarios =
    consent !== undefined
      ? [...INTERACTIVE_SCENARIOS, ...STRESS_SCENARIOS].filter(({ id }) => consent.includes(id))
      : SCENARIOS.filter(({ for: ids }) => only === undefined || ids.some((id) => only.includes(id)))
  const judge = createJudge(RULES)
  const id = `${connection.id}-checks`
  let last = 0
  let toldAt = 0
  const told = new Map<string, string>()
  /** Judges what came since, and says how the rules stand that it is about. */
  const news = (): CheckState[] => {
    for (const event of traffic.events(last)) {
      judge.take(event)
      last = event.seq
    }
    return judge.standings().flatMap((standing) => {
      const mark = `${standing.outcome} ${standing.looked}`
      if (standing.outcome === 'skipped' || told.get(standing.rule.id) === mark) return []
      told.set(standing.rule.id, mark)
      return [{ ...rowOf(standing, judge.story.revision), record: id, pending: true as const }]
    })
  }
  let [any, failure] = [false, undefined as Error | undefined]
  for (const choice of revisions ?? [era]) {
    if (signal.aborted) break
    const { played, error } = await play(
      {
        target: dressed ?? target,
        era: choice,
        clientInfo,
        limits: { connect: timeouts.connect || 60_000, answer: ANSWER },
        signal,
        open: (into) => probesFor(target, host).open(into),
        // What goes through the proxy arrives as it was sent; a page by itself may not set every header.
        ways: { exact: host.tunnel()?.state.kind === 'open', addresses: [], pipe: target.kind === 'stdio' },
        pigs,
      },
      traffic,
      scenarios,
      (done, of, title) => {
        const now = performance.now()
        // The last step is always told: a short run has no other.
        if (now - toldAt < PACE && done < of - 1) return
        toldAt = now
        onPart({ done, of, title: revisions === undefined ? title : `${choice}: ${title}`, states: news() })
      },
    )
    any ||= played > 0
    // One revision that the server does not speak keeps no other from being played.
    failure ??= error
  }
  if (failure !== undefined && !any) throw failure
  news()
  judge.end()
  const name = `Checks of ${connection.name}`
  const { facts } = connection.state()
  const about = { name, target, savedAt: Date.now(), ...(facts === undefined ? {} : { facts }) }
  const record = await SavedRecord.open(id, name, new Blob([...writeRecord(traffic, about, undefined)]), MEMORY)
  return { record, states: judge.standings().map((standing) => ({ ...rowOf(standing, judge.story.revision), record: id })) }
}
