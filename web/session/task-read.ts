// Tasks as both surfaces write them: those of 2025-11-25 (`ttl`, `pollInterval`, nested in the result that makes one) and
// those of the extension io.modelcontextprotocol/tasks (`ttlMs`, `pollIntervalMs`, flat).
import { isObject, type Json } from '#mcp/json.ts'

export interface TaskState {
  taskId: string
  /** 'working', 'input_required', 'completed', 'failed', 'cancelled'; any other is shown as it came. */
  status: string
  statusMessage?: string | undefined
  createdAt?: string
  lastUpdatedAt?: string
  /** Milliseconds from its creation for which the server keeps it; null: for ever. */
  ttl?: number | null
  /** Milliseconds. */
  pollInterval?: number
}

/** A task as it is followed here. */
export interface Task extends TaskState {
  key: string
  connection: string
  /** The tool that was called; '' for one that the server's list named. */
  tool: string
  token?: string
  /** Milliseconds since the epoch at which it came to be known here. */
  since: number
  /** Each status that it was seen in, oldest first. */
  history: { at: number; status: string; message?: string }[]
  polls: number
  nextPollAt?: number | undefined
  progress?: { progress: number; total?: number; message?: string }
  result?: Json
  error?: { code: number; message: string }
  /** What hinders following it. */
  says?: string
  /** The server tells of it by itself. */
  pushed?: true | undefined
  cancelling?: true
  /** It is not followed: it was listed, or given up. */
  idle?: true
}

const OVER = new Set(['completed', 'failed', 'cancelled'])

export function isOver(status: string): boolean {
  return OVER.has(status)
}

/** The task in a result, wherever it stands; undefined when there is none. */
export function readTask(result: Json): TaskState | undefined {
  // A result with content is what a tool says, whatever else stands in it.
  if (!isObject(result) || result.content !== undefined) return undefined
  const value = isObject(result.task) ? result.task : result
  const { taskId, status } = value
  if (typeof taskId !== 'string' || typeof status !== 'string') return undefined
  const task: TaskState = { taskId, status }
  for (const name of ['statusMessage', 'createdAt', 'lastUpdatedAt'] as const) {
    const said = value[name]
    if (typeof said === 'string') task[name] = said
  }
  const ttl = value.ttlMs === undefined ? value.ttl : value.ttlMs
  if (typeof ttl === 'number' || ttl === null) task.ttl = ttl
  const interval = value.pollIntervalMs ?? value.pollInterval
  if (typeof interval === 'number' && interval >= 0) task.pollInterval = interval
  return task
}

/** Milliseconds since the epoch after which the server need not know it any more. */
export function expiryOf({ createdAt, ttl }: TaskState): number | undefined {
  const born = createdAt === undefined ? Number.NaN : Date.parse(createdAt)
  return typeof ttl !== 'number' || Number.isNaN(born) ? undefined : born + ttl
}

/** The progress token of a call that is to become a task: it outlives the call. */
export function taskToken(key: string): string {
  return `task-${key}`
}
