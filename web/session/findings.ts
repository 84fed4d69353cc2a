// Which rows of a record break a rule, and how many findings there are, as the engine told them.
import { create } from 'zustand'
import type { CheckMarks, CheckState, Mark } from './check-state.ts'

export interface Found {
  counts: CheckMarks['counts']
  rules: CheckMarks['rules']
  judged: number
  behind: number
  missed: number
  broken: number
  /** The newest of them, by row. Mutated in place: `judged` tells that it changed. */
  marks: Map<number, Mark>
  /** By request: what is wrong with the rows that belong to it. Mutated likewise. */
  below: Map<number, Below>
}

/** Rows that break a rule, and how grave the worst of them is. */
export interface Below {
  rows: number
  worst: Mark
}

const MOST = 20_000
const WEIGHT = { fail: 3, warn: 2, info: 1 }

/** `provoked`: rules of which a run that a person started has a finding. */
const useStore = create<{ found: ReadonlyMap<string, Found>; provoked: ReadonlyMap<string, readonly string[]> }>(() => ({
  found: new Map(),
  provoked: new Map(),
}))

export function acceptFindings(connection: string, { marks, ...rest }: CheckMarks): void {
  useStore.setState(({ found }) => {
    const all = found.get(connection)?.marks ?? new Map<number, Mark>()
    const below = found.get(connection)?.below ?? new Map<number, Below>()
    for (const [seq, mark, of] of marks) {
      const before = all.get(seq)
      if (of !== undefined && mark !== 'info') {
        const { rows, worst } = below.get(of) ?? { rows: 0, worst: mark }
        const anew = before === undefined || before === 'info'
        below.set(of, { rows: anew ? rows + 1 : rows, worst: WEIGHT[mark] > WEIGHT[worst] ? mark : worst })
        if (below.size > MOST) below.delete(below.keys().next().value!)
      }
      if (before === undefined || WEIGHT[mark] > WEIGHT[before]) all.set(seq, mark)
      if (all.size > MOST) all.delete(all.keys().next().value!)
    }
    return { found: new Map(found).set(connection, { ...rest, marks: all, below }) }
  })
}

export function useFound(connection: string): Found | undefined {
  return useStore((state) => state.found.get(connection))
}

/** Of all connections; `wanted` false: of none, and nothing is drawn anew for them. */
export function useAllFound(wanted: boolean): ReadonlyMap<string, Found> | undefined {
  return useStore(({ found }) => (wanted ? found : undefined))
}

/** The mark of a row; undefined when nothing is wrong with it, or nobody looked yet. */
export function useMark(connection: string, seq: number): Mark | undefined {
  return useStore((state) => state.found.get(connection)?.marks.get(seq))
}

/** What is wrong with the rows that belong to a request, now. */
export function belowOf(connection: string, seq: number): Below | undefined {
  return useStore.getState().found.get(connection)?.below.get(seq)
}

/** What is wrong with the rows that belong to a request. */
export function useBelow(connection: string, seq: number): Below | undefined {
  return useStore(() => belowOf(connection, seq))
}

/** A rule of which something is to be read: it is broken, noted, or could not be told. */
export function hasFinding({ outcome }: Pick<CheckState, 'outcome'>): boolean {
  return outcome !== 'pass' && outcome !== 'skipped'
}

export function acceptRun(connection: string, states: readonly Pick<CheckState, 'id' | 'outcome'>[]): void {
  const ids = states.filter(hasFinding).map(({ id }) => id)
  useStore.setState(({ provoked }) => ({ provoked: new Map(provoked).set(connection, ids) }))
}

/** Rules with a finding, in what was seen or in a run: as many as the list of findings has rows. */
export function foundIn(connection: string): number {
  const { found, provoked } = useStore.getState()
  return new Set([...(found.get(connection)?.rules ?? []), ...(provoked.get(connection) ?? [])]).size
}

/** Draws anew when `foundIn` has changed. */
export function useFoundIn(connection: string): number {
  return useStore(() => foundIn(connection))
}
