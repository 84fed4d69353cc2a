// Lists that their server said to have changed, where the person wants to ask for them again by a click.
import { create } from 'zustand'
import type { ListMethod } from './list-methods.ts'

const useStore = create<{ since: ReadonlyMap<string, number> }>(() => ({ since: new Map() }))

/** Notes that a list changed now. */
export function noteStale(connection: string, method: string): void {
  useStore.setState(({ since }) => ({ since: new Map(since).set(`${method} ${connection}`, Date.now()) }))
}

const reasons = new Map<string, string>()

/** Notes why a list is asked for again by itself, until that is done. */
export function noteReason(connection: string, method: string, why: string): void {
  reasons.set(`${method} ${connection}`, why)
}

/** Why it is asked for again; undefined: for no reason of ours. */
export function takeReason(connection: string, method: string): string | undefined {
  const key = `${method} ${connection}`
  const why = reasons.get(key)
  reasons.delete(key)
  return why
}

/** When a list was last said to have changed, milliseconds since the epoch; 0: never. */
export function staleSince(connection: string, method: string): number {
  return useStore.getState().since.get(`${method} ${connection}`) ?? 0
}

/** Whether a list that came at `at` (milliseconds since the epoch) was said to have changed since. */
export function useStale(connection: string, method: ListMethod, at: number): boolean {
  return useStore(() => staleSince(connection, method)) > at
}
