// Streams by which servers tell of tasks, one a connection; opened anew when other tasks are followed. A server that will not
// tell is not asked again before it is connected to anew.
import { call } from './engine.ts'

interface Watch {
  print: string
  control: AbortController
}

const watches = new Map<string, Watch>()
/** By connection: the generation in which the server would not tell. */
const unwilling = new Map<string, number>()

/** `onAgreed` is given the ids that the server tells of, anew whenever they change. */
export function watch(connection: string, generation: number, ids: readonly string[], onAgreed: (ids: string[]) => void): void {
  const print = [generation, ...ids].join(' ')
  const before = watches.get(connection)
  if (before?.print === print || unwilling.get(connection) === generation) return
  before?.control.abort()
  watches.delete(connection)
  if (ids.length === 0) return
  const control = new AbortController()
  watches.set(connection, { print, control })
  let agreed: string[] = []
  const onPart = (part: unknown): void => {
    if (control.signal.aborted) return
    const next = part as string[]
    if (agreed.length === 0 && next.length === 0) return
    agreed = next
    onAgreed(next)
  }
  let told = false
  call('watchTasks', [connection, ids], {
    signal: control.signal,
    onPart: (part) => ((told ||= (part as string[]).length > 0), onPart(part)),
  })
    .catch(() => undefined)
    .finally(() => {
      if (control.signal.aborted) return
      onPart([])
      if (watches.get(connection)?.control === control) watches.delete(connection)
      if (!told) unwilling.set(connection, generation)
    })
}
