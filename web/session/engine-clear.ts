// Emptying a record, and taking that back for a while: what was in it stays beside the record, and counts for its memory, until nobody can
// have it back any more.
import { Breath } from '#mcp/breath.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { Judges } from './engine-judges.ts'
import type { Keeping } from './engine-keeping.ts'

/** Milliseconds for which it can be taken back. */
export const UNDO_FOR = 30_000
/** Milliseconds of putting back between two pauses, in which all else that waits is done. */
const SLICE = 20

export interface ClearHost {
  traffic(id: string): Traffic | undefined
  judges: Pick<Judges, 'clear' | 'putBack'>
  keeping: Pick<Keeping, 'forget' | 'keepAnew' | 'returns'>
  /** How much can be taken back has changed. */
  told(id: string): void
}

export function createClearing({ traffic: trafficOf, judges, keeping, told }: ClearHost) {
  const due = new Map<string, ReturnType<typeof setTimeout>>()

  const forgetLater = (id: string, traffic: Traffic): void => {
    clearTimeout(due.get(id))
    due.set(
      id,
      setTimeout(() => {
        due.delete(id)
        traffic.letGo()
        told(id)
      }, UNDO_FOR),
    )
  }

  return {
    /** Whether there was anything in it. */
    async clear(id: string): Promise<boolean> {
      const traffic = trafficOf(id)
      const emptied = traffic?.clear() === true
      if (emptied) {
        judges.clear(id)
        // Of one that is brought back just now, only a part was there.
        if (keeping.returns(id)) traffic.letGo()
        else forgetLater(id, traffic)
        told(id)
      }
      await keeping.forget(id, false)
      return emptied
    },
    /** Whether all of it is there again: it may have been let go. */
    async undo(id: string): Promise<boolean> {
      const traffic = trafficOf(id)
      if (traffic === undefined || traffic.aside === 0) return false
      clearTimeout(due.get(id))
      due.delete(id)
      const breath = new Breath(SLICE)
      const steps = traffic.putBack()
      let step = steps.next()
      for (; step.done !== true; step = steps.next()) if (breath.due) await breath.take()
      if (!step.value) return false
      judges.putBack(id)
      told(id)
      // The page waits for the rows alone.
      void keeping.keepAnew(id)
      return true
    },
  }
}
