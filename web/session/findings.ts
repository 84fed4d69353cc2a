// Which rows of a record break a rule, and how many findings there are, as the engine told them.
import { create } from 'zustand'
import type { CheckMarks, Mark } from './check-state.ts'

interface Found {
  counts: CheckMarks['counts']
  judged: number
  behind: number
  missed: number
  broken: number
  /** The newest of them, by row. Mutated in place: `judged` tells that it changed. */
  marks: Map<number, Mark>
}

const MOST = 20_000
const WEIGHT = { fail: 3, warn: 2, info: 1 }

const useStore = create<{ found: ReadonlyMap<string, Found> }>(() => ({ found: new Map() }))

export function acceptFindings(connection: string, { marks, ...rest }: CheckMarks): void {
  useStore.setState(({ found }) => {
    const all = found.get(connection)?.marks ?? new Map<number, Mark>()
    for (const [seq, mark] of marks) {
      const before = all.get(seq)
      if (before === undefined || WEIGHT[mark] > WEIGHT[before]) all.set(seq, mark)
      if (all.size > MOST) all.delete(all.keys().next().value!)
    }
    return { found: new Map(found).set(connection, { ...rest, marks: all }) }
  })
}

export function useFound(connection: string): Found | undefined {
  return useStore((state) => state.found.get(connection))
}

/** The mark of a row; undefined when nothing is wrong with it, or nobody looked yet. */
export function useMark(connection: string, seq: number): Mark | undefined {
  return useStore((state) => state.found.get(connection)?.marks.get(seq))
}

/** Breaches that a person should see: not what is merely noted. */
export function foundIn(connection: string): number | undefined {
  const counts = useStore.getState().found.get(connection)?.counts
  return counts === undefined ? undefined : counts.fail + counts.warn
}
