// Whether a call may be, or must be, a task: a matter of 2025-11-25 alone; in the newer era the server decides by itself.
import { isObject } from '#mcp/json.ts'
import type { Tool } from '#mcp/model.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import type { ToolDraft } from './tool-draft.ts'

export type TaskSupport = 'forbidden' | 'optional' | 'required'

/** What the tool says counts only where its server makes tasks of calls at all. */
export function taskSupport({ facts }: Pick<ConnectionState, 'facts'>, tool: Pick<Tool, 'raw'>): TaskSupport {
  const { tasks } = facts?.revision === '2025-11-25' ? facts.capabilities : {}
  const requests = isObject(tasks) && isObject(tasks.requests) ? tasks.requests : {}
  if (!isObject(requests.tools) || requests.tools.call === undefined) return 'forbidden'
  const { execution } = isObject(tool.raw) ? tool.raw : {}
  const said = isObject(execution) ? execution.taskSupport : undefined
  return said === 'optional' || said === 'required' ? said : 'forbidden'
}

/** What `params.task` is to hold; undefined: no task is wanted. */
export function taskOrder(support: TaskSupport, wish: ToolDraft['task']): { ttl?: number } | undefined {
  if (support === 'forbidden' || !(wish?.on ?? support === 'required')) return undefined
  return wish?.seconds === undefined ? {} : { ttl: wish.seconds * 1000 }
}
