// The checklists of this page, one for each connection: they go on while a person looks at something else.
import { create } from 'zustand'
import type { StepReport } from '#mcp/doctor/step.ts'
import { go } from '../route/route.ts'
import { call, EngineFailure } from './engine.ts'

export interface Checkup {
  /** In the order of the steps; a running one is the last. */
  steps: StepReport[]
  running: boolean
  /** Milliseconds since the epoch. */
  at: number
  /** The checklist itself could not be run. */
  error?: string
}

const useStore = create<{ checkups: ReadonlyMap<string, Checkup> }>(() => ({ checkups: new Map() }))
const runs = new Map<string, AbortController>()

export function useCheckup(connection: string): Checkup | undefined {
  return useStore((state) => state.checkups.get(connection))
}

/** Starts it anew, and shows it. */
export function openDoctor(connection: string): void {
  go({ connection, panel: 'doctor' })
  void startCheckup(connection)
}

/** Never rejects: how it went is in the store. */
export async function startCheckup(connection: string): Promise<void> {
  runs.get(connection)?.abort()
  const run = new AbortController()
  runs.set(connection, run)
  const change = (next: (before: Checkup) => Checkup): void => {
    if (runs.get(connection) !== run) return
    useStore.setState(({ checkups }) => {
      const before = checkups.get(connection) ?? { steps: [], running: true, at: Date.now() }
      return { checkups: new Map(checkups).set(connection, next(before)) }
    })
  }
  change(() => ({ steps: [], running: true, at: Date.now() }))
  const take = (part: unknown): void =>
    change((before) => {
      const step = part as StepReport
      return { ...before, steps: [...before.steps.filter(({ id }) => id !== step.id), step] }
    })
  try {
    const steps = await call('doctor', [connection], { signal: run.signal, onPart: take })
    change((before) => ({ ...before, steps, running: false }))
  } catch (error) {
    const cancelled = error instanceof EngineFailure && error.kind === 'cancelled'
    change((before) => ({
      ...before,
      steps: before.steps.filter(({ state }) => state !== 'running'),
      running: false,
      error: cancelled ? 'Stopped by you.' : (error as Error).message,
    }))
  }
}

export function stopCheckup(connection: string): void {
  runs.get(connection)?.abort()
}
