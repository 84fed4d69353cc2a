// The checks of this page's connections: how the rules stand by what was seen, and the runs that a person started.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import type { CheckState, RunPart, RunWish } from './check-state.ts'
import { call, EngineFailure } from './engine.ts'
import { acceptRun, useFound } from './findings.ts'
import { paced } from './paced.ts'

export interface CheckRun {
  running: boolean
  /** Milliseconds since the epoch. */
  at: number
  part?: RunPart
  states: CheckState[]
  /** What the run before found, by id. */
  before?: ReadonlyMap<string, CheckState['outcome']>
  /** What was asked for. */
  wish: RunWish
  error?: string
}

/** Milliseconds between two looks at how the rules stand. */
const PACE = 500

const useStore = create<{ runs: ReadonlyMap<string, CheckRun> }>(() => ({ runs: new Map() }))
const controls = new Map<string, AbortController>()

export function useRun(connection: string): CheckRun | undefined {
  return useStore((state) => state.runs.get(connection))
}

/** Where the tab remembers the page that a run was started in: what it found does not outlive that page. */
const startedIn = (connection: string): string => `loupe.checked.${connection}`
const THIS_PAGE = String(performance.timeOrigin)

/** Whether a run was started in this tab before the page was loaded again, and none since. */
export function hasLostRun(connection: string): boolean {
  const page = window.sessionStorage.getItem(startedIn(connection))
  return page !== null && page !== THIS_PAGE
}

/** How the rules stand by what was seen; undefined until that is known. Asked for anew while more is judged. */
export function useStandings(connection: string): CheckState[] | undefined {
  const judged = useFound(connection)?.judged ?? 0
  const { data, refetch } = useQuery({
    queryKey: ['checks', connection],
    queryFn: () => call('checks', [connection]),
    enabled: connection !== '',
    gcTime: 0,
  })
  // Where messages never cease judging does not either: it is looked at all the while, and not when it pauses.
  const [look] = useState(() => paced(PACE))
  useEffect(() => {
    if (connection !== '' && judged > 0) look(async () => void (await refetch({ cancelRefetch: false })))
  }, [connection, judged, refetch, look])
  useEffect(() => () => look(undefined), [look])
  return data
}

/** Never rejects: how it went is in the store. What was found so far is there while it goes on. */
export async function startRun(connection: string, wish: RunWish = {}): Promise<void> {
  const whole = wish.only === undefined && wish.consent === undefined
  controls.get(connection)?.abort()
  const control = new AbortController()
  controls.set(connection, control)
  window.sessionStorage.setItem(startedIn(connection), THIS_PAGE)
  const change = (next: (before: CheckRun) => CheckRun): void => {
    if (controls.get(connection) !== control) return
    const { runs } = useStore.getState()
    const before = runs.get(connection) ?? { running: true, at: Date.now(), states: [], wish }
    const now = next(before)
    useStore.setState({ runs: new Map(runs).set(connection, now) })
    if (now.states !== before.states) acceptRun(connection, now.states)
  }
  change(({ states, before }) => ({
    running: true,
    at: Date.now(),
    states,
    wish,
    ...(states.length === 0
      ? before === undefined
        ? {}
        : { before }
      : { before: new Map(states.map(({ id, outcome }) => [id, outcome])) }),
  }))
  try {
    const states = await call('runChecks', [connection, wish], {
      signal: control.signal,
      onPart: (part) =>
        change((run) => ({
          ...run,
          part: part as RunPart,
          states: whole ? merged(run.states, (part as RunPart).states ?? []) : run.states,
        })),
    })
    change((run) => ({ ...run, running: false, states: whole ? states : merged(run.states, states, wish.only) }))
  } catch (error) {
    const cancelled = error instanceof EngineFailure && error.kind === 'cancelled'
    // What it played until then is in a record of its own.
    change((run) => ({
      ...run,
      running: false,
      states: run.states.map((state) => {
        const { pending, ...rest } = state
        return pending === true ? rest : state
      }),
      error: cancelled ? 'Stopped by you.' : (error as Error).message,
    }))
  }
}

export function stopRun(connection: string): void {
  controls.get(connection)?.abort()
}

/** What was found stands beside what was known; `only`: nothing else of it counts. */
function merged(old: CheckState[], fresh: CheckState[], only?: string[]): CheckState[] {
  const news = new Map(
    fresh.filter(({ id, outcome }) => (only === undefined ? outcome !== 'skipped' : only.includes(id))).map((state) => [state.id, state]),
  )
  if (old.length === 0) return only === undefined ? [...news.values()] : fresh
  const kept = old.map((state) => news.get(state.id) ?? state)
  const known = new Set(old.map(({ id }) => id))
  return [...kept, ...[...news.values()].filter(({ id }) => !known.has(id))]
}
