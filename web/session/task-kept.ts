// Tasks outlive a reload in the tab's storage. What is kept is written whole, so it is written a moment after it changed, and when
// the page goes.
import { parseJson, writeJson } from '#mcp/json.ts'
import type { Task } from './task-read.ts'

const KEY = 'loupe.tasks'
const LONGEST_KEPT = 100_000
/** Milliseconds: progress may come a thousand times a second. */
const WITHIN = 500

export function restoredTasks(): Map<string, Task> {
  try {
    const kept = parseJson(window.sessionStorage.getItem(KEY) ?? '[]') as unknown as Task[]
    return new Map(kept.map((task) => [task.key, { ...task, nextPollAt: undefined }]))
  } catch {
    return new Map()
  }
}

let timer: ReturnType<typeof setTimeout> | undefined
let due: (() => Task[]) | undefined

/** Keeps what `tasks` gives then. */
export function keepSoon(tasks: () => Task[]): void {
  due = tasks
  if (timer !== undefined) return
  timer = setTimeout(keep, WITHIN)
  globalThis.addEventListener?.('pagehide', keep)
}

function keep(): void {
  clearTimeout(timer)
  timer = undefined
  globalThis.removeEventListener?.('pagehide', keep)
  const kept = (due?.() ?? []).map((task) => {
    if (task.result === undefined || writeJson(task.result).length <= LONGEST_KEPT) return task
    const { result: _, ...rest } = task
    return { ...rest, says: 'Its result was too long to be kept over the reload.' }
  })
  try {
    window.sessionStorage.setItem(KEY, writeJson(kept))
  } catch {
    // Full or forbidden: they do not outlive a reload then.
  }
}
