// Tasks of ours, at the wish of a server: what it asks as one is answered at once with the task, and asked for later.
// 2025-11-25: basic/utilities/tasks. The id is made here, so that no peer can guess that of another.
import { isObject, writeJson, type Json } from '../json.ts'
import type { AskReply } from '../session-types.ts'

const RELATED = 'io.modelcontextprotocol/related-task'
const INVALID_PARAMS = -32602
const CANCELLED = -32000
/** Milliseconds: how long one is kept where the server does not say, and at most. */
const USUAL_TTL = 3_600_000
const LONGEST_TTL = 86_400_000
/** Milliseconds between two questions that are often enough: a person answers. */
const POLL_INTERVAL = 1000
const MOST = 100

interface OwnTask {
  id: string
  status: 'working' | 'completed' | 'failed' | 'cancelled'
  createdAt: number
  updatedAt: number
  ttl: number
  outcome: Promise<AskReply>
  finish: (outcome: AskReply) => void
  control: AbortController
  expiry: ReturnType<typeof setTimeout>
}

/** Whether what we declared lets the server ask this as a task. */
export function takesTask(method: string, params: Json | undefined, declared: { [name: string]: Json }): boolean {
  if (!isObject(params) || !isObject(params.task) || !isObject(declared.tasks) || !isObject(declared.tasks.requests)) return false
  const [area, action] = method.split('/') as [string, string]
  const able = declared.tasks.requests[area]
  return isObject(able) && able[action] !== undefined
}

export class OwnTasks {
  readonly #tasks = new Map<string, OwnTask>()

  /** Makes a task of an ask: the answer for now, and what is to be told when the ask is settled. `control` takes the ask away. */
  make(params: Json, control: AbortController): { now: AskReply; settle: (reply: AskReply | 'gone') => void } {
    const wished = isObject(params) && isObject(params.task) ? params.task.ttl : undefined
    const ttl = typeof wished === 'number' && wished > 0 ? Math.min(wished, LONGEST_TTL) : USUAL_TTL
    if (this.#tasks.size >= MOST) return { now: refusal(`This client keeps no more than ${MOST} tasks`), settle: () => {} }
    let finish: OwnTask['finish'] = () => {}
    const outcome = new Promise<AskReply>((resolve) => (finish = resolve))
    const now = Date.now()
    const id = crypto.randomUUID()
    const expiry = setTimeout(() => {
      this.#tasks.delete(id)
      control.abort('The time for which the server wanted the task kept is over')
      finish(refusal('The task has expired'))
    }, ttl)
    const task: OwnTask = { id, status: 'working', createdAt: now, updatedAt: now, ttl, outcome, finish, control, expiry }
    this.#tasks.set(id, task)
    return {
      now: { kind: 'result', result: { task: stateOf(task) } },
      settle: (reply) => {
        if (reply === 'gone') this.#end(task, 'cancelled', { kind: 'error', code: CANCELLED, message: String(control.signal.reason) })
        else this.#end(task, reply.kind === 'error' ? 'failed' : 'completed', reply)
      },
    }
  }

  /** The answer to a request about tasks; undefined when it is none, or not declared. */
  answer(method: string, params: Json | undefined, declared: { [name: string]: Json }): Promise<AskReply> | AskReply | undefined {
    const able = declared.tasks
    if (!isObject(able)) return undefined
    if (method === 'tasks/list' && able.list !== undefined)
      return { kind: 'result', result: { tasks: [...this.#tasks.values()].map(stateOf) } }
    if (method !== 'tasks/get' && method !== 'tasks/result' && (method !== 'tasks/cancel' || able.cancel === undefined)) return undefined
    const id = isObject(params) ? params.taskId : undefined
    const task = typeof id === 'string' ? this.#tasks.get(id) : undefined
    if (task === undefined) return refusal(`There is no task ${writeJson(id ?? null)}`)
    if (method === 'tasks/get') return { kind: 'result', result: stateOf(task) }
    if (method === 'tasks/result') return task.outcome.then((reply) => relatedTo(task.id, reply))
    if (task.status !== 'working') return refusal(`The task is ${task.status} already`)
    this.#end(task, 'cancelled', { kind: 'error', code: CANCELLED, message: 'The task was cancelled' })
    task.control.abort('The server cancelled the task')
    return { kind: 'result', result: stateOf(task) }
  }

  close(): void {
    for (const { expiry } of this.#tasks.values()) clearTimeout(expiry)
    this.#tasks.clear()
  }

  /** Once over, a task stays as it is. */
  #end(task: OwnTask, status: OwnTask['status'], outcome: AskReply): void {
    if (task.status !== 'working') return
    task.status = status
    task.updatedAt = Date.now()
    task.finish(outcome)
  }
}

function stateOf({ id, status, createdAt, updatedAt, ttl }: OwnTask): Json {
  const at = (time: number): string => new Date(time).toISOString()
  return { taskId: id, status, createdAt: at(createdAt), lastUpdatedAt: at(updatedAt), ttl, pollInterval: POLL_INTERVAL }
}

function relatedTo(taskId: string, reply: AskReply): AskReply {
  if (reply.kind !== 'result' || !isObject(reply.result)) return reply
  const meta = isObject(reply.result._meta) ? reply.result._meta : {}
  return { kind: 'result', result: { ...reply.result, _meta: { ...meta, [RELATED]: { taskId } } } }
}

function refusal(message: string): AskReply {
  return { kind: 'error', code: INVALID_PARAMS, message }
}
