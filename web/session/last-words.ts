// What a server process said last before it ended under a call, read from the record: by the time a person looks, another
// process may have taken its place.
import { useQuery } from '@tanstack/react-query'
import { isObject } from '#mcp/json.ts'
import type { Row } from '#mcp/traffic-row.ts'
import { rowsOnce } from './all-rows.ts'
import { call, type EngineFailure } from './engine.ts'

export interface LastWords {
  /** The row of its end. */
  seq: number
  /** Its last lines on stderr, oldest first. */
  lines: string[]
}

const MOST = 12

/** The failure is the end of the process that was called; not of one that we ended ourselves. */
export function isExit(failure: Pick<EngineFailure, 'data'> | undefined): boolean {
  return isObject(failure?.data) && 'signal' in failure.data
}

/** The rows of stderr that belong to the process whose end is the row `exit`: those since its start, at most the last `MOST`. */
export function stderrOf(rows: readonly Row[], exit: number): Row[] {
  const before = rows.filter(({ seq }) => seq < exit)
  const start = before.findLastIndex(({ kind }) => kind !== 'stderr')
  return before.slice(start + 1).slice(-MOST)
}

/** `seq`: the row of the request. Undefined when the record holds no end after it. */
async function readLastWords(connection: string, seq: number): Promise<LastWords | null> {
  const query = { filter: '', tail: false, from: 0 }
  const exits = await rowsOnce(connection, { ...query, kinds: ['exit'], around: seq, size: 5 })
  const exit = exits.find((row) => row.seq > seq)
  if (exit === undefined) return null
  const rows = await rowsOnce(connection, { ...query, kinds: ['stderr', 'start', 'exit'], around: exit.seq, size: 2 * MOST + 3 })
  const texts = stderrOf(rows, exit.seq).map(async (row) => (await call('message', [connection, row.seq]))?.text ?? row.name)
  return { seq: exit.seq, lines: await Promise.all(texts) }
}

/** Undefined while they are read, and when the failure is no end of a process. */
export function useLastWords(connection: string, seq: number | undefined, failure: Pick<EngineFailure, 'data'> | undefined) {
  const { data } = useQuery({
    queryKey: ['record', connection, 'last words', seq],
    queryFn: () => readLastWords(connection, seq!),
    enabled: seq !== undefined && isExit(failure),
    staleTime: Infinity,
  })
  return data ?? undefined
}
