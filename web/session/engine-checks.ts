// A run of checks as the engine plays it: in conversations of its own, whose record is opened beside the connection's.
import { createJudge } from '#mcp/conformance/judge.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import { play } from '#mcp/conformance/scenario.ts'
import { SCENARIOS } from '#mcp/conformance/scenarios.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { writeRecord } from '#mcp/traffic/record-format.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { CheckState, RunPart } from './check-state.ts'
import type { Connection, ConnectionHost } from './engine-connection.ts'
import { probesFor } from './engine-doctor.ts'
import { plainOf } from './engine-judge.ts'
import { SavedRecord } from './engine-record.ts'

const MEMORY = 64 * 1024 * 1024
const ANSWER = 5000

/** @throws Error when no conversation could be begun. */
export async function runChecks(
  connection: Connection,
  /** `dressed`: the target with the credentials that the connection's requests carry. */
  { only, dressed }: { only?: string[]; dressed?: Target },
  host: ConnectionHost,
  signal: AbortSignal,
  onPart: (part: RunPart) => void,
): Promise<{ record: SavedRecord; states: CheckState[] }> {
  const { target } = connection.state()
  const { era, clientInfo, timeouts } = connection.settings
  const traffic = createTraffic({ memoryLimit: MEMORY })
  const scenarios = SCENARIOS.filter(({ for: ids }) => only === undefined || ids.some((id) => only.includes(id)))
  const { played, error } = await play(
    {
      target: dressed ?? target,
      era,
      clientInfo,
      limits: { connect: timeouts.connect || 60_000, answer: ANSWER },
      signal,
      open: (into) => probesFor(target, host).open(into),
    },
    traffic,
    scenarios,
    (done, of, title) => onPart({ done, of, title }),
  )
  if (error !== undefined && played === 0) throw error
  const judge = createJudge(RULES)
  for (const event of traffic.events()) judge.take(event)
  judge.end()
  const id = `${connection.id}-checks`
  const name = `Checks of ${connection.name}`
  const { facts } = connection.state()
  const about = { name, target, savedAt: Date.now(), ...(facts === undefined ? {} : { facts }) }
  const record = await SavedRecord.open(id, name, new Blob([...writeRecord(traffic, about, undefined)]), MEMORY)
  return { record, states: judge.standings().map((standing) => ({ ...plainOf(standing, judge), record: id })) }
}
