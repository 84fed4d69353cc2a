// Emptying a record, and taking that back for a while: what was in it stays beside the record, and counts for its memory, until nobody can
// have it back any more.
import { Breath } from '#mcp/breath.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { Connection } from './engine-connection.ts'
import type { ErrandHost } from './engine-errands.ts'

/** Milliseconds for which it can be taken back. */
export const UNDO_FOR = 30_000
/** Milliseconds of putting back between two pauses, in which all else that waits is done. */
const SLICE = 20

type Host = Pick<ErrandHost, 'judges' | 'keeping' | 'told'>

/** Until when. */
const due = new WeakMap<Traffic, ReturnType<typeof setTimeout>>()

/** Whether there was anything in it. */
export async function clear(connection: Connection, { judges, keeping, told }: Host): Promise<boolean> {
  const { id, traffic } = connection
  const emptied = traffic.clear()
  if (emptied) {
    judges.tell(id, 'clear')
    // Of one that is brought back just now, only a part was there.
    if (keeping.returns(id)) traffic.letGo()
    clearTimeout(due.get(traffic))
    const end = () => {
      traffic.letGo()
      told(connection)
    }
    due.set(traffic, setTimeout(end, UNDO_FOR))
    told(connection)
  }
  await keeping.forget(id, false)
  return emptied
}

/** Whether all of it is there again: it may have been let go. */
export async function undoClear(connection: Connection, { judges, keeping, told }: Host): Promise<boolean> {
  const { id, traffic } = connection
  if (traffic.aside === 0) return false
  clearTimeout(due.get(traffic))
  const breath = new Breath(SLICE)
  const steps = traffic.putBack()
  let step = steps.next()
  for (; step.done !== true; step = steps.next()) if (breath.due) await breath.take()
  if (!step.value) return false
  judges.tell(id, 'putBack')
  told(connection)
  // The page waits for the rows alone. What cannot be written is lost with a reload, and nothing else is.
  keeping.keepAnew(id).catch(() => undefined)
  return true
}
