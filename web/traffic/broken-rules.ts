// Which rules are broken by messages that have findings: a rule that is broken once stands beside one that is broken thousands of times.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ALL } from '../session/all.ts'
import type { CheckState } from '../session/check-state.ts'
import { connectionsNow } from '../session/connections.ts'
import { call } from '../session/engine.ts'
import { useAllFound, useFound } from '../session/findings.ts'
import { paced } from '../session/paced.ts'

export interface BrokenRule extends Pick<CheckState, 'id' | 'level' | 'says'> {
  outcome: 'fail' | 'warn'
  /** How often, as far as those messages are still in the record. */
  times: number
}

/** The gravest first and then the rarest, which is what is hard to find. `standings`: how the rules stand, by connection. */
export function brokenRules(standings: readonly (readonly CheckState[])[]): BrokenRule[] {
  const all = new Map<string, BrokenRule>()
  for (const { id, level, says, outcome, broken, gone } of standings.flat()) {
    if (outcome !== 'fail' && outcome !== 'warn') continue
    const times = broken - (gone?.messages ?? 0)
    if (times < 1) continue
    const known = all.get(id)
    const worst = known?.outcome === 'fail' ? 'fail' : outcome
    all.set(id, { id, level, says, outcome: worst, times: times + (known?.times ?? 0) })
  }
  return [...all.values()].sort((a, b) => a.outcome.localeCompare(b.outcome) || a.times - b.times || a.id.localeCompare(b.id))
}

/** Milliseconds between two looks. */
const PACE = 500

/** Those of a connection, or of all of them; looked at anew while more is judged. */
export function useBrokenRules(connection: string): BrokenRule[] {
  const one = useFound(connection)?.judged ?? 0
  const all = useAllFound(connection === ALL)
  const judged = all === undefined ? one : [...all.values()].reduce((sum, found) => sum + found.judged, 0)
  const { data = [], refetch } = useQuery({
    queryKey: ['broken-rules', connection],
    queryFn: async () => {
      const ids = connection === ALL ? [...connectionsNow().keys()] : [connection]
      return brokenRules(await Promise.all(ids.map((id) => call('checks', [id]))))
    },
    enabled: connection !== '',
    gcTime: 0,
  })
  const [look] = useState(() => paced(PACE))
  useEffect(() => {
    if (judged > 0) look(async () => void (await refetch({ cancelRefetch: false })))
  }, [judged, refetch, look])
  useEffect(() => () => look(undefined), [look])
  return data
}
