// Tasks of 2025-11-25.
import { idKey } from '../../jsonrpc.ts'
import { isObject, type Json } from '../../json.ts'
import { BOTH, isText } from '../items.ts'
import { between } from '../revision.ts'
import { each, quote, type Rule } from '../rule.ts'
import {
  DONE,
  MADE_UP,
  PAGE,
  RELATED,
  TASK_SHAPE,
  WITH_ID,
  guessable,
  idOf,
  knowing,
  metaOf,
  needsIds,
  objectOf,
  taskId,
} from '../task-parts.ts'

const OLD = between('2025-11-25', '2025-11-25')

export const TASK_RULES: readonly Rule[] = [
  {
    id: 'TK-01',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'What of tasks is declared is declared with objects.',
    looksAt: 'capability "tasks"',
    mend: 'Declare {"tasks": {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}}, each an object.',
    ...each(['result initialize'], 'MUST', ({ result }) => {
      const { tasks } = objectOf(result.capabilities)
      if (tasks === undefined) return null
      const at = '/result/capabilities/tasks'
      if (!isObject(tasks)) return { says: `it is ${quote(tasks)}`, at }
      const calls = objectOf(objectOf(tasks.requests).tools).call
      const parts: [string, Json | undefined][] = [
        ['list', tasks.list],
        ['cancel', tasks.cancel],
        ['requests', tasks.requests],
        ['requests.tools.call', calls],
      ]
      const odd = parts.find(([, value]) => value !== undefined && !isObject(value))
      return odd === undefined ? undefined : { says: `${odd[0]} is ${quote(odd[1])}`, at }
    }),
  },
  {
    id: 'TK-02',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'A call as a task is answered with that task, which works.',
    looksAt: 'call as a task',
    mend: 'Answer with {"task": {"taskId": …, "status": "working", "createdAt": …, "ttl": …}}.',
    ...each(['result tools/call'], 'MUST', (seen) => {
      if (seen.asked?.params.task === undefined || !isObject(seen.result.task)) return null
      const wrong = TASK_SHAPE(seen.result.task, 'ttl')
      return wrong === undefined ? undefined : { says: wrong, at: '/result/task' }
    }),
  },
  {
    id: 'TK-06',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'A task has its id, status, times and ttl; one that is done stays so.',
    looksAt: 'state of a task',
    mend: 'Give each task "taskId", "status", "createdAt", "lastUpdatedAt" and "ttl", and let completed, failed and cancelled be final.',
    ...knowing(['result tasks/get', 'notification notifications/tasks/status'], 'MUST', (seen, _tasks, _facts, wrong) => {
      const shape = TASK_SHAPE(seen.kind === 'notification' ? seen.params : seen.result, 'ttl')
      return shape ?? wrong
    }),
  },
  {
    id: 'TK-07',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'The result of a task names the task.',
    looksAt: 'answer to tasks/result',
    mend: `Put {"taskId"} under "${RELATED}" in its _meta.`,
    ...each(['result tasks/result'], 'MUST', ({ result, asked }) => {
      const id = idOf(metaOf(result)[RELATED])
      return id !== '' && id === taskId(asked) ? undefined : { says: `it names ${quote(id)}`, at: '/result/_meta' }
    }),
  },
  {
    id: 'TK-08',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'A task that does not exist is refused with -32602.',
    looksAt: 'request about a task that does not exist',
    mend: 'Answer for a task that does not exist with -32602.',
    ...each(WITH_ID, 'MUST', ({ kind, asked, error }, facts) => {
      if (!taskId(asked).startsWith(MADE_UP) || !needsIds(facts)) return null
      if (kind === 'result') return 'it is answered with a result'
      // Some of the requests may not be there at all.
      if (error?.code === -32601) return null
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'TK-10',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'A task that is done cannot be cancelled: -32602.',
    looksAt: 'tasks/cancel of a task that is done',
    mend: 'Refuse tasks/cancel of a task that is done with -32602.',
    ...knowing(BOTH('tasks/cancel'), 'MUST', ({ kind, asked, error }, tasks) => {
      const known = tasks.get(taskId(asked))
      if (known === undefined || !DONE.includes(known.status)) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'TK-09',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'A task that was cancelled is cancelled.',
    looksAt: 'answer to tasks/cancel',
    mend: 'Set the status to "cancelled" before you answer tasks/cancel, and leave it so.',
    ...each(['result tasks/cancel'], 'MUST', ({ result }) =>
      result.status === 'cancelled' ? undefined : { says: `its status is ${quote(result.status)}`, at: '/result/status' },
    ),
  },
  {
    id: 'TK-11',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'The list of tasks holds each that can be asked for.',
    looksAt: 'list of tasks',
    mend: 'List every task that tasks/get knows, to the same client.',
    ...knowing(BOTH('tasks/list'), 'MUST', ({ kind, asked, error, result, at }, tasks) => {
      if (asked?.params.cursor === 'loupe-no-such-cursor') {
        if (kind === 'result') return 'a cursor that is none is answered with a result'
        return error?.code === -32602 || error?.code === -32601 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
      }
      if (kind === 'failure' || asked?.params.cursor !== undefined || isText(result.nextCursor)) return null
      if (!Array.isArray(result.tasks)) return { says: `tasks is ${quote(result.tasks)}`, at: '/result/tasks' }
      const listed = new Set(result.tasks.map(idOf))
      const missing = [...tasks].find(([id, { until }]) => !listed.has(id) && at < until)
      return missing === undefined ? undefined : { says: `${quote(missing[0])} is missing`, at: '/result/tasks' }
    }),
  },
  {
    id: 'TK-12',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'What is asked for a task names a task that there is.',
    looksAt: 'request of the server for a task',
    mend: 'Name the task in _meta of what is asked: {"io.modelcontextprotocol/related-task": {"taskId": …}}.',
    ...knowing(['request elicitation/create', 'request sampling/createMessage'], 'MUST', ({ params }, tasks, { pending }) => {
      const id = idOf(metaOf(params)[RELATED])
      const running = [...pending.values()].flat().some(({ ours, params: own }) => ours && own.task !== undefined)
      if (id === '' || running) return null
      return tasks.has(id) ? undefined : { says: `it names ${quote(id)}`, at: '/params/_meta' }
    }),
  },
  {
    id: 'TK-13',
    level: 'derived',
    revisions: OLD,
    spec: PAGE,
    says: 'A task whose call failed has failed.',
    looksAt: 'result of a task with isError',
    mend: 'Let a task whose result has isError end as "failed".',
    ...knowing(['result tasks/result'], 'derived', ({ result, asked }, tasks) => {
      const known = tasks.get(taskId(asked))
      if (result.isError !== true || known === undefined || !DONE.includes(known.status)) return null
      return known.status === 'failed' ? undefined : `its status is ${known.status}`
    }),
  },
  {
    id: 'TK-14',
    level: 'MUST',
    revisions: OLD,
    spec: PAGE,
    says: 'The id of a task cannot be guessed.',
    looksAt: 'id of a task',
    mend: 'Use random ids.',
    ...each(['result tools/call'], 'MUST', (seen) => {
      const id = isObject(seen.result.task) ? idOf(seen.result.task) : ''
      return id === '' ? null : guessable(id) ? { says: `${quote(id)} can`, at: '/result/task/taskId' } : undefined
    }),
  },
  {
    id: 'TK-15',
    level: 'SHOULD NOT',
    revisions: OLD,
    spec: PAGE,
    says: 'What is about tasks names its task once.',
    looksAt: 'answer or notification about tasks',
    mend: `Leave "${RELATED}" out where the task is named already.`,
    ...each(
      ['result tasks/get', 'result tasks/list', 'result tasks/cancel', 'notification notifications/tasks/status'],
      'SHOULD NOT',
      ({ kind, params, result }) =>
        metaOf(kind === 'notification' ? params : result)[RELATED] === undefined ? undefined : 'its _meta does so again',
    ),
  },
  {
    id: 'TK-16',
    level: 'MUST',
    revisions: OLD,
    spec: ['2025-11-25/basic/utilities/progress'],
    says: 'Progress of a task ends with the task.',
    looksAt: 'progress of a task',
    mend: 'Send no progress once the status is final.',
    ...knowing(['notification notifications/progress'], 'MUST', ({ params: { progressToken } }, tasks, { tokens }) => {
      const own = isText(progressToken) || typeof progressToken === 'number' ? tokens.get(idKey(progressToken)) : undefined
      const task = [...tasks.values()].find(({ asked }) => asked !== undefined && asked === own)
      return task === undefined ? null : DONE.includes(task.status) ? `it came, and the task was ${task.status}` : undefined
    }),
  },
]
