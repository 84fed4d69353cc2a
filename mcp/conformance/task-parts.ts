// What rules about tasks have in common: how tasks look, and what is known of each.
import { isObject, type Json } from '../json.ts'
import { BOTH, isText } from './items.ts'
import { quote, remembering, type Level, type Look, type Rule } from './rule.ts'
import type { Facts } from './facts.ts'
import type { Asked, Message, Obj } from './seen.ts'

export const PAGE = ['2025-11-25/basic/utilities/tasks']
export const EXTENSION = ['ext-tasks:specification/2026-07-28/tasks.md']
export const NAME = 'io.modelcontextprotocol/tasks'
export const RELATED = 'io.modelcontextprotocol/related-task'
export const STATES = ['working', 'input_required', 'completed', 'failed', 'cancelled']
export const DONE = ['completed', 'failed', 'cancelled']
export const MADE_UP = 'loupe-no-such-'
export const WITH_ID = ['tasks/get', 'tasks/result', 'tasks/cancel', 'tasks/update'].flatMap(BOTH)

export const objectOf = (value: Json | undefined): Obj => (isObject(value) ? value : {})
export const metaOf = (value: Obj): Obj => objectOf(value._meta)
export const isTime = (value: Json | undefined): boolean => isText(value) && !Number.isNaN(Date.parse(value)) && /^\d{4}-/.test(value)
export const taskId = (asked: Asked | undefined): string => (isText(asked?.params.taskId) ? asked.params.taskId : '')
export const idOf = (value: Json | undefined): string => (isObject(value) && isText(value.taskId) ? value.taskId : '')
export const needsIds = ({ capabilities }: Facts): boolean => capabilities.tasks !== undefined
export const extended = ({ capabilities }: Facts): boolean => objectOf(capabilities.extensions)[NAME] !== undefined
export const declared = (asked: Asked | undefined): boolean =>
  objectOf(objectOf(metaOf(asked?.params ?? {})['io.modelcontextprotocol/clientCapabilities']).extensions)[NAME] !== undefined
/** A task that an answer created. */
export const created = ({ kind, method, result }: Message): Obj | undefined =>
  kind !== 'result' || method !== 'tools/call'
    ? undefined
    : isObject(result.task)
      ? result.task
      : result.resultType === 'task'
        ? result
        : undefined

/** What is known of one task. */
export interface Known {
  asked: Asked | undefined
  status: string
  /** Milliseconds since the epoch at which it may be gone. */
  until: number
}
export type Tasks = Map<string, Known>

export const TASK_EVENTS = [
  'result tools/call',
  'result tasks/get',
  'result tasks/cancel',
  'result tasks/list',
  'notification notifications/tasks/status',
  'notification notifications/tasks',
] as const

/** Takes in what an event says of tasks; the ways that their states went wrong. */
export function learn(tasks: Tasks, seen: Message): string | undefined {
  const made = created(seen)
  const told = made ?? (seen.kind === 'notification' ? seen.params : seen.result)
  const all = Array.isArray(told.tasks) ? told.tasks.filter(isObject) : idOf(told) === '' ? [] : [told]
  let wrong: string | undefined
  for (const task of all) {
    const id = idOf(task)
    const status = String(task.status)
    const before = tasks.get(id)
    if (before !== undefined && DONE.includes(before.status) && status !== before.status)
      wrong = `${quote(id)} is ${status}, and was ${before.status}`
    const ttl = task.ttl ?? task.ttlMs
    const until = typeof ttl === 'number' ? seen.at + ttl : Number.POSITIVE_INFINITY
    if (before !== undefined || tasks.size < 1000)
      tasks.set(id, { asked: before?.asked ?? (made === undefined ? undefined : seen.asked), status, until: before?.until ?? until })
  }
  return wrong
}

export function knowing(
  on: readonly string[],
  level: Level,
  look: (seen: Message, tasks: Tasks, facts: Facts, wrong: string | undefined) => Look,
): Pick<Rule, 'on' | 'judge'> {
  return remembering(
    [...new Set([...TASK_EVENTS, ...on])],
    level,
    (): Tasks => new Map(),
    (seen, tasks, facts) => {
      const topic = `${seen.kind} ${seen.method}`
      if (!on.includes(topic)) {
        if ((TASK_EVENTS as readonly string[]).includes(topic)) learn(tasks, seen)
        return null
      }
      const before = new Map(tasks)
      const wrong = (TASK_EVENTS as readonly string[]).includes(topic) ? learn(tasks, seen) : undefined
      return look(seen, before, facts, wrong)
    },
  )
}

export const TASK_SHAPE = (task: Obj, ttl: 'ttl' | 'ttlMs'): string | undefined => {
  if (!isText(task.taskId)) return `taskId is ${quote(task.taskId)}`
  if (!STATES.includes(task.status as string)) return `the status is ${quote(task.status)}`
  const time = ['createdAt', 'lastUpdatedAt'].find((name) => !isTime(task[name]))
  if (time !== undefined) return `${time} is ${quote(task[time])}`
  const limit = task[ttl]
  return limit === null || typeof limit === 'number' ? undefined : `${ttl} is ${quote(limit)}`
}
export const guessable = (id: string): boolean => id.length < 12 || /^\D*\d{1,12}$/.test(id)
