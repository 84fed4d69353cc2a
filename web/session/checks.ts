// The checks of this page's connections: how the rules stand by what was seen, and the runs that a person started.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { CheckState, RunPart } from './check-state.ts'
import { call, EngineFailure } from './engine.ts'
import { useFound } from './findings.ts'

export interface CheckRun {
  running: boolean
  /** Milliseconds since the epoch. */
  at: number
  part?: RunPart
  states: CheckState[]
  /** What the run before found, by id. */
  before?: ReadonlyMap<string, CheckState['outcome']>
  error?: string
}

/** Milliseconds between two looks at how the rules stand. */
const PACE = 500

const useStore = create<{ runs: ReadonlyMap<string, CheckRun> }>(() => ({ runs: new Map() }))
const controls = new Map<string, AbortController>()

export function useRun(connection: string): CheckRun | undefined {
  return useStore((state) => state.runs.get(connection))
}

/** How the rules stand by what was seen; undefined until that is known. Asked for anew while more is judged. */
export function useStandings(connection: string): CheckState[] | undefined {
  const judged = useFound(connection)?.judged ?? 0
  const [asked, setAsked] = useState(judged)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(judged), PACE)
    return () => clearTimeout(timer)
  }, [judged])
  return useQuery({
    queryKey: ['checks', connection, asked],
    queryFn: () => call('checks', [connection]),
    placeholderData: (before) => before,
    enabled: connection !== '',
    gcTime: 0,
  }).data
}

/** Never rejects: how it went is in the store. `only`: ids to be played for. */
export async function startRun(connection: string, only?: string[]): Promise<void> {
  controls.get(connection)?.abort()
  const control = new AbortController()
  controls.set(connection, control)
  const change = (next: (before: CheckRun) => CheckRun): void => {
    if (controls.get(connection) !== control) return
    useStore.setState(({ runs }) => {
      const before = runs.get(connection) ?? { running: true, at: Date.now(), states: [] }
      return { runs: new Map(runs).set(connection, next(before)) }
    })
  }
  change(({ states, before }) => ({
    running: true,
    at: Date.now(),
    states,
    ...(states.length === 0
      ? before === undefined
        ? {}
        : { before }
      : { before: new Map(states.map(({ id, outcome }) => [id, outcome])) }),
  }))
  try {
    const states = await call('runChecks', [connection, only === undefined ? {} : { only }], {
      signal: control.signal,
      onPart: (part) => change((run) => ({ ...run, part: part as RunPart })),
    })
    change((run) => ({ ...run, running: false, states: only === undefined ? states : merged(run.states, states, only) }))
  } catch (error) {
    const cancelled = error instanceof EngineFailure && error.kind === 'cancelled'
    change((run) => ({ ...run, running: false, error: cancelled ? 'Stopped by you.' : (error as Error).message }))
  }
}

export function stopRun(connection: string): void {
  controls.get(connection)?.abort()
}

/** One check run again leaves the others as they were. */
function merged(old: CheckState[], fresh: CheckState[], only: string[]): CheckState[] {
  const news = new Map(fresh.map((state) => [state.id, state]))
  return old.length === 0 ? fresh : old.map((state) => (only.includes(state.id) ? (news.get(state.id) ?? state) : state))
}
