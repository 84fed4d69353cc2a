// What was seen and what a run provoked, as one list: of each rule the worse of both, with where it was seen.
import type { Outcome } from './rule.ts'

const WORST: readonly Outcome[] = ['fail', 'warn', 'inconclusive', 'info', 'pass', 'skipped']

export const worse = (one: Outcome, other: Outcome): boolean => WORST.indexOf(one) < WORST.indexOf(other)

/** `run` of a result: how the run found what stood worse in the conversation of the page. */
export function combined<T extends { id: string; outcome: Outcome }>(seen: readonly T[], run: readonly T[]): (T & { run?: Outcome })[] {
  const provoked = new Map(run.map((state) => [state.id, state]))
  return seen.map((state) => {
    const other = provoked.get(state.id)
    if (other === undefined || other.outcome === 'skipped') return state
    if (worse(other.outcome, state.outcome)) return other
    return worse(state.outcome, other.outcome) ? { ...state, run: other.outcome } : state
  })
}
