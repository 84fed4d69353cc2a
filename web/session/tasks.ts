// Tasks that servers work on: followed by the interval that each server asks for, answered through the desk, fetched when
// they are done. They outlive views, connections and a reload of the page.
import { create } from 'zustand'
import { isObject, type Json } from '#mcp/json.ts'
import type { AskReply } from '#mcp/session-types.ts'
import { connectionsNow, onConnected } from './connections.ts'
import { askHere, EngineFailure, request } from './engine.ts'
import type { PendingAsk } from './engine-messages.ts'
import { onNotice } from './notices.ts'
import { itself, type Wish } from '#mcp/wish.ts'
import { rootsFor } from './opening.ts'
import { keepSoon, restoredTasks } from './task-kept.ts'
import { expiryOf, isOver, readTask, type Task, type TaskState } from './task-read.ts'
import { watch } from './task-watch.ts'

/** Milliseconds, where the server names none. */
const USUAL_INTERVAL = 1000
/** Where the server tells of a task, it is asked all the same: what was told may have been lost. */
const RARE_INTERVAL = 30_000
const MOST_KEPT = 50

export const useTasks = create<{ tasks: ReadonlyMap<string, Task> }>(() => ({ tasks: restoredTasks() }))

interface Run {
  control: AbortController
  asked: Asked
  wake: () => void
  /** A person wants to know now. */
  wanted?: boolean
  /** The server told that it is over. */
  over?: true
}

const runs = new Map<string, Run>()

export function taskKey(connection: string, taskId: string): string {
  return `${connection} ${taskId}`
}

function put(key: string, change: Partial<Task>): void {
  useTasks.setState(({ tasks }) => {
    const task = tasks.get(key)
    if (task === undefined) return {}
    const next = { ...task, ...change }
    const last = task.history.at(-1)
    if (last?.status !== next.status || last.message !== next.statusMessage)
      next.history = [
        ...task.history.slice(-99),
        { at: Date.now(), status: next.status, ...(next.statusMessage === undefined ? {} : { message: next.statusMessage }) },
      ]
    return { tasks: new Map(tasks).set(key, next) }
  })
}

/** Takes in a task that a call became, and follows it. Returns its key. */
export function trackTask(connection: string, tool: string, state: TaskState, token?: string): string {
  const key = taskKey(connection, state.taskId)
  add(connection, tool, state, token)
  follow(key)
  return key
}

function add(connection: string, tool: string, state: TaskState, token?: string, idle?: true): void {
  const key = taskKey(connection, state.taskId)
  useTasks.setState(({ tasks }) => {
    const history = [
      { at: Date.now(), status: state.status, ...(state.statusMessage === undefined ? {} : { message: state.statusMessage }) },
    ]
    const task: Task = { ...state, key, connection, tool, since: Date.now(), history, polls: 0 }
    if (token !== undefined) task.token = token
    if (idle !== undefined) task.idle = idle
    return { tasks: new Map([...tasks].filter(([one]) => one !== key).slice(1 - MOST_KEPT)).set(key, task) }
  })
}

export function forgetTask(key: string): void {
  runs.get(key)?.control.abort('You no longer follow the task')
  runs.delete(key)
  useTasks.setState(({ tasks }) => ({ tasks: new Map([...tasks].filter(([one]) => one !== key)) }))
}

/** Asks at once, whatever the interval. */
export function pollNow(key: string): void {
  const run = runs.get(key)
  if (run === undefined) return follow(key, true)
  run.wanted = true
  run.wake()
}

/** Asks the server to end it; whether it does, its status tells. */
export async function cancelTask(key: string): Promise<void> {
  const task = useTasks.getState().tasks.get(key)
  if (task === undefined) return
  put(key, { cancelling: true })
  try {
    const { result } = await request(task.connection, 'tasks/cancel', { taskId: task.taskId })
    // 2025-11-25 answers with the task; the extension acknowledges, and promises nothing.
    const state = readTask(result)
    if (state !== undefined) settle(key, state)
    pollNow(key)
  } catch (error) {
    put(key, { cancelling: undefined, says: `It was not cancelled: ${(error as Error).message}` })
  }
}

/** Tasks that the server lists (2025-11-25, where it declares that). @throws EngineFailure */
export async function listTasks(connection: string): Promise<number> {
  let cursor: Json | undefined
  let count = 0
  for (let page = 0; page < 20; page++) {
    const { result } = await request(connection, 'tasks/list', cursor === undefined ? undefined : { cursor })
    const { tasks, nextCursor } = isObject(result) ? result : {}
    for (const one of Array.isArray(tasks) ? tasks : []) {
      const state = readTask(one)
      if (state === undefined) continue
      count += 1
      const key = taskKey(connection, state.taskId)
      if (useTasks.getState().tasks.has(key)) put(key, state)
      else add(connection, '', state, undefined, true)
    }
    if (typeof nextCursor !== 'string' || nextCursor === cursor) break
    cursor = nextCursor
  }
  return count
}

function follow(key: string, wanted = false): void {
  const task = useTasks.getState().tasks.get(key)
  if (task === undefined || runs.has(key)) return
  const control = new AbortController()
  const asked: Asked = { open: new Set(), answered: new Set(), fetching: undefined }
  const run: Run = { control, asked, wake: () => {}, wanted }
  runs.set(key, run)
  put(key, { idle: undefined, says: undefined })
  rewatch(task.connection)
  void (async () => {
    while (!control.signal.aborted) {
      const now = useTasks.getState().tasks.get(key)
      if (now === undefined || !connected(now.connection)) break
      const wish = run.wanted === true ? undefined : itself('how does the task stand?')
      run.wanted = false
      if (!(await step(now, asked, control.signal, wish))) break
      const { pollInterval = USUAL_INTERVAL, pushed } = useTasks.getState().tasks.get(key) ?? {}
      const pause = pushed === true ? Math.max(pollInterval, RARE_INTERVAL) : pollInterval
      put(key, { nextPollAt: Date.now() + pause })
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause)
        run.wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (run.over === true) break
    }
    put(key, { nextPollAt: undefined, pushed: undefined })
    if (runs.get(key) === run) runs.delete(key)
    rewatch(task.connection)
    const { status = '' } = useTasks.getState().tasks.get(key) ?? {}
    control.abort(isOver(status) ? `The task is ${status}` : 'The task is not followed any more, until the connection is back')
  })()
}

/** What one task has asked, so that nothing is put to the person twice. */
interface Asked {
  open: Set<string>
  answered: Set<string>
  fetching: Promise<void> | undefined
}

/** One poll. False: there is nothing more to follow. */
async function step(task: Task, asked: Asked, signal: AbortSignal, wish: Wish | undefined): Promise<boolean> {
  const { key, connection, taskId, polls } = task
  try {
    const { result, answerSeq, exchange } = await request(connection, 'tasks/get', { taskId }, { signal, wish })
    const state = readTask(result)
    put(key, {
      polls: polls + 1,
      ...(state === undefined ? { says: 'The answer to tasks/get is no task; see Traffic.' } : { says: undefined }),
    })
    if (state === undefined) return true
    settle(key, state)
    if (isModern(connection)) return take(task, state, result, { seq: answerSeq, exchange }, asked, signal)
    if (state.status === 'input_required') asked.fetching ??= fetchResult(task, signal)
    if (!isOver(state.status)) return true
    if (state.status !== 'cancelled') await (asked.fetching ??= fetchResult(task, signal))
    return false
  } catch (error) {
    if (signal.aborted) return false
    const { kind, message } = error as EngineFailure
    // Who cannot be reached is followed again when the connection is back; who refuses does not know it any more.
    put(key, { says: message, ...(kind === 'rpc' ? { idle: true as const } : {}) })
    return kind !== 'rpc' && connected(connection)
  }
}

/** The extension: a task whole, as it was asked for or told of. False: there is nothing more to follow. */
function take(
  task: Task,
  state: TaskState,
  whole: Json,
  from: { seq: number; exchange: number },
  asked: Asked,
  signal: AbortSignal,
): boolean {
  if (state.status === 'input_required') void gather(task, state, whole, from, asked, signal)
  if (!isOver(state.status)) return true
  if (isObject(whole) && whole.result !== undefined) put(task.key, { result: whole.result })
  if (isObject(whole) && isObject(whole.error))
    put(task.key, { error: { code: Number(whole.error.code), message: String(whole.error.message) } })
  return false
}

/** Who is told of a task by its server: all that are followed on a connection, by one stream. */
function rewatch(connection: string): void {
  const { generation = 0 } = connectionsNow().get(connection) ?? {}
  const ids = [...useTasks.getState().tasks.values()].flatMap(({ key, connection: of, taskId }) =>
    of === connection && runs.has(key) && isModern(of) ? [taskId] : [],
  )
  watch(connection, generation, ids, (agreed) => {
    for (const id of ids) put(taskKey(connection, id), { pushed: agreed.includes(id) ? true : undefined })
    // What happened before the server began to tell is asked for.
    for (const id of agreed) runs.get(taskKey(connection, id))?.wake()
  })
}

/** 2025-11-25: the result is a request that waits until the task is over, and over which the server may ask. */
async function fetchResult({ key, connection, taskId }: Task, signal: AbortSignal): Promise<void> {
  try {
    const { result } = await request(
      connection,
      'tasks/result',
      { taskId },
      { signal, wish: itself('the task has a result, or a question'), limits: { idle: 0, total: 0 } },
    )
    put(key, { result })
  } catch (error) {
    const { kind, code, message } = error as EngineFailure
    if (kind === 'rpc') put(key, { error: { code: code ?? 0, message } })
    else if (!signal.aborted) put(key, { says: message })
  } finally {
    runs.get(key)?.wake()
  }
}

/** The extension: what the task wants is put to the person, once for each key, and goes back with tasks/update. */
async function gather(
  task: Task,
  state: TaskState,
  result: Json,
  from: { seq: number; exchange: number },
  asked: Asked,
  signal: AbortSignal,
): Promise<void> {
  const { inputRequests } = isObject(result) ? result : {}
  const wanted = Object.entries(isObject(inputRequests) ? inputRequests : {}).filter(
    ([name]) => !asked.open.has(name) && !asked.answered.has(name),
  )
  if (wanted.length === 0) return
  const { key, connection, taskId, tool } = task
  const id = `${key} ${[...asked.answered].length} ${wanted.map(([name]) => name).join(' ')}`
  const name = connectionsNow().get(connection)?.name ?? connection
  const deadline = expiryOf(state)
  const people = wanted.filter(([, one]) => !isObject(one) || one.method !== 'roots/list').length
  const replies = await Promise.all(
    wanted.map(async ([member, one]): Promise<[string, AskReply]> => {
      asked.open.add(member)
      const method = isObject(one) && typeof one.method === 'string' ? one.method : ''
      if (method === 'roots/list') return [member, { kind: 'result', result: { roots: rootsFor(name).map((root) => ({ ...root })) } }]
      const ask: PendingAsk = {
        key: `${key} ${member} ${Date.now()}`,
        connection,
        connectionName: name,
        method,
        params: isObject(one) ? (one.params ?? {}) : {},
        ...from,
        at: Date.now(),
        during: { method: 'task', name: tool === '' ? taskId : tool },
        round: { id, size: people, name: member },
        ...(deadline === undefined ? {} : { deadline }),
      }
      return [member, await askHere(ask, signal)]
    }),
  )
  const given = replies.flatMap(([member, reply]): [string, Json][] => (reply.kind === 'result' ? [[member, reply.result]] : []))
  for (const [member] of replies) asked.open.delete(member)
  for (const [member] of given) asked.answered.add(member)
  if (given.length < replies.length) {
    for (const [member] of replies) asked.answered.add(member)
    return put(key, { says: 'You rejected what it wants: it waits. Cancel it, or follow it again to be asked again.' })
  }
  try {
    await request(connection, 'tasks/update', { taskId, inputResponses: Object.fromEntries(given) })
    runs.get(key)?.wake()
  } catch (error) {
    put(key, { says: `Your answer was not taken: ${(error as Error).message}` })
  }
}

function settle(key: string, state: TaskState): void {
  // What it no longer says is no longer so.
  put(key, { statusMessage: undefined, ...state })
  if (isOver(state.status)) put(key, { cancelling: undefined })
}

function connected(connection: string): boolean {
  return connectionsNow().get(connection)?.status === 'connected'
}

function isModern(connection: string): boolean {
  return connectionsNow().get(connection)?.facts?.era === 'modern'
}

/** Those that are not over are followed as soon as their connection is up. */
function resume(connection: string): void {
  for (const task of useTasks.getState().tasks.values())
    if (task.connection === connection && !isOver(task.status) && task.idle !== true) follow(task.key)
}
onConnected(resume)
for (const { connection } of useTasks.getState().tasks.values()) if (connected(connection)) resume(connection)

/** Statuses that are told unasked are hints, and the task is asked for; in the extension, the whole task is told. */
onNotice(({ connection, method, params, seq }) => {
  if (!isObject(params)) return
  if (method === 'notifications/tasks/status' || method === 'notifications/tasks') {
    const key = taskKey(connection, String(params.taskId))
    const run = runs.get(key)
    const task = useTasks.getState().tasks.get(key)
    if (run === undefined || task === undefined) return
    const state = method === 'notifications/tasks' && isModern(connection) ? readTask(params) : undefined
    if (state === undefined) return run.wake()
    settle(key, state)
    if (take(task, state, params, { seq, exchange: 0 }, run.asked, run.control.signal)) return
    run.over = true
    run.wake()
  }
  if (method !== 'notifications/progress') return
  for (const task of useTasks.getState().tasks.values()) {
    if (task.connection !== connection || task.token === undefined || task.token !== params.progressToken) continue
    const { progress, total, message } = params
    put(task.key, {
      progress: {
        progress: Number(progress ?? 0),
        ...(typeof total === 'number' ? { total } : {}),
        ...(typeof message === 'string' ? { message } : {}),
      },
    })
  }
})

useTasks.subscribe(() => keepSoon(() => [...useTasks.getState().tasks.values()]))
