// Tasks as the extension of 2026-07-28 has them.
import { isObject } from '../../json.ts'
import { BOTH, isText } from '../items.ts'
import { markOf } from '../probes.ts'
import { MODERN } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import { headerOf } from '../trips.ts'
import { EXTENSION, MADE_UP, NAME, TASK_SHAPE, declared, extended, guessable, idOf, knowing, objectOf, taskId } from '../task-parts.ts'

export const TASK_EXTENSION_RULES: readonly Rule[] = [
  {
    id: 'XE-01',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'Who did not declare tasks gets none.',
    looksAt: 'call without the extension',
    mend: 'Answer with a task only where the request declares the extension io.modelcontextprotocol/tasks.',
    ...each(BOTH('tools/call'), 'MUST NOT', (seen, facts) =>
      declared(seen.asked) || !extended(facts) ? null : seen.result.resultType === 'task' ? 'it is answered with a task' : undefined,
    ),
  },
  {
    id: 'XE-02',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A result that is a task has its id, status, times and ttlMs.',
    looksAt: 'result that is a task',
    mend: 'Answer with "resultType": "task", "taskId", "status", "createdAt" and "ttlMs".',
    ...each(['result tools/call'], 'MUST', ({ result }) => {
      if (result.resultType !== 'task') return null
      const wrong = TASK_SHAPE(result, 'ttlMs')
      return wrong === undefined ? undefined : { says: wrong, at: '/result' }
    }),
  },
  {
    id: 'XE-03',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A task can be asked for as soon as it is named.',
    looksAt: 'tasks/get of a task that was created',
    mend: 'Store the task before you send its id.',
    ...knowing(BOTH('tasks/get'), 'MUST', ({ kind, asked, error, at }, tasks) => {
      const known = tasks.get(taskId(asked))
      if (known === undefined || at > known.until) return null
      return kind === 'result' ? undefined : error?.code === -32602 ? 'it is not known' : null
    }),
  },
  {
    id: 'XE-04',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A task brings what its status says: a result, an error, or what is wanted.',
    looksAt: 'state of a task',
    mend: 'Put "result" into a completed task, "error" into a failed one, "inputRequests" into one that wants input.',
    ...each(['result tasks/get'], 'MUST', ({ result }) => {
      if (result.resultType !== 'complete') return { says: `resultType is ${quote(result.resultType)}`, at: '/result/resultType' }
      const needs: { [status: string]: string } = { completed: 'result', failed: 'error', input_required: 'inputRequests' }
      const wanted = needs[String(result.status)]
      return wanted === undefined || isObject(result[wanted])
        ? undefined
        : { says: `it is ${String(result.status)}, and has no ${wanted}`, at: '/result' }
    }),
  },
  {
    id: 'XE-05',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A task that does not exist is refused with -32602.',
    looksAt: 'tasks/get of a task that does not exist',
    mend: 'Answer for a task that does not exist with -32602.',
    ...each(BOTH('tasks/get'), 'MUST', ({ kind, asked, error }, facts) => {
      if (!taskId(asked).startsWith(MADE_UP) || !extended(facts) || !declared(asked)) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32602 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'XE-06',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'Who did not declare tasks cannot use them: -32021.',
    looksAt: 'request about a task without the extension',
    mend: 'Refuse tasks/* of who did not declare the extension with -32021.',
    ...each([...BOTH('tasks/get'), ...BOTH('tasks/update'), ...BOTH('tasks/cancel')], 'MUST', ({ kind, asked, error, trip }, facts) => {
      if (!extended(facts) || declared(asked) || (trip !== undefined && markOf(trip).startsWith('loupe-name'))) return null
      if (kind === 'result') return 'it is answered with a result'
      return error?.code === -32021 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
    }),
  },
  {
    id: 'XE-07',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'An update of a task is acknowledged with an empty result.',
    looksAt: 'answer to tasks/update',
    mend: 'Answer tasks/update with {} and "resultType": "complete".',
    ...each(['result tasks/update'], 'MUST', ({ result }) => {
      const more = Object.keys(result).find((name) => name !== '_meta' && name !== 'resultType')
      return more === undefined ? undefined : { says: `it holds "${more}"`, at: '/result' }
    }),
  },
  {
    id: 'XE-08',
    level: 'SHOULD',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'Answers that nobody waits for are ignored.',
    looksAt: 'tasks/update with what was not asked for',
    mend: 'Pass over answers that the task does not wait for.',
    ...each(BOTH('tasks/update'), 'SHOULD', ({ kind, asked, error }) => {
      const own = Object.keys(objectOf(asked?.params.inputResponses))
      if (own.length === 0 || !own.every((name) => name.startsWith('loupe-')) || taskId(asked).startsWith(MADE_UP)) return null
      return kind === 'result' ? undefined : { says: `it is answered with the error ${error?.code}`, at: '/error' }
    }),
  },
  {
    id: 'XE-09',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A name of what is wanted is not used twice in a task.',
    looksAt: 'task that wants input',
    mend: 'Give each input request of a task a name that it had never before.',
    ...remembering(
      ['result tasks/get'],
      'MUST',
      () => new Map<string, string>(),
      ({ result, asked }, known) => {
        const wanted = Object.entries(objectOf(result.inputRequests))
        if (wanted.length === 0) return null
        for (const [name, one] of wanted) {
          const key = `${taskId(asked)} ${name}`
          const text = quote(one)
          const before = known.get(key)
          if (known.size < 1000) known.set(key, text)
          if (before !== undefined && before !== text)
            return { says: `"${name}" is another than before`, at: `/result/inputRequests/${name}` }
        }
        return undefined
      },
    ),
  },
  {
    id: 'XE-10',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A cancellation of a task is acknowledged with an empty result, whatever its status.',
    looksAt: 'tasks/cancel of a task',
    mend: 'Answer tasks/cancel with an empty result, also where the task is done.',
    ...knowing(BOTH('tasks/cancel'), 'MUST', ({ kind, asked, error, result }, tasks, facts) => {
      if (!extended(facts) || !declared(asked) || !tasks.has(taskId(asked))) return null
      if (kind === 'failure') return { says: `it is answered with the error ${error?.code}`, at: '/error' }
      const more = Object.keys(result).find((name) => name !== '_meta' && name !== 'resultType')
      return more === undefined ? undefined : { says: `it holds "${more}"`, at: '/result' }
    }),
  },
  {
    id: 'XE-11',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A task whose tool failed is completed; failed is one that ended with an error.',
    looksAt: 'task that is done',
    mend: 'Let a result with isError end as "completed"; "failed" is for errors of the protocol.',
    ...each(['result tasks/get'], 'MUST NOT', ({ result }) => {
      const own = objectOf(result.result)
      if (result.status === 'failed')
        return own.isError === true ? { says: 'it is failed, and has a result with isError', at: '/result/status' } : undefined
      return result.status === 'completed' ? undefined : null
    }),
  },
  {
    id: 'XE-12',
    level: 'MUST',
    revisions: MODERN,
    spec: ['docs/seps/2663-tasks-extension'],
    says: 'tasks/result and tasks/list are not there: -32601.',
    looksAt: 'tasks/result or tasks/list',
    mend: 'Answer tasks/result and tasks/list with -32601: the extension does not have them.',
    ...each([...BOTH('tasks/result'), ...BOTH('tasks/list')], 'MUST', ({ kind, error }) =>
      kind === 'result'
        ? 'it is answered with a result'
        : error?.code === -32601
          ? undefined
          : { says: `the code is ${error?.code}`, at: '/error/code' },
    ),
  },
  {
    id: 'XE-13',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['docs/seps/2663-tasks-extension'],
    says: 'Tasks are declared as an extension alone.',
    looksAt: 'capabilities with tasks',
    mend: `Declare "extensions": {"${NAME}": {}}.`,
    ...each(['result server/discover'], 'MUST NOT', ({ result }) => {
      const own = objectOf(result.capabilities)
      if (own.tasks !== undefined) return { says: 'there is "tasks"', at: '/result/capabilities/tasks' }
      return objectOf(own.extensions)[NAME] === undefined ? null : undefined
    }),
  },
  {
    id: 'XE-14',
    level: 'derived',
    revisions: MODERN,
    spec: [...EXTENSION, '2026-07-28/basic/transports/streamable-http'],
    says: 'Another task in Mcp-Name than in the body is refused with HTTP 400 and -32020.',
    looksAt: 'request about a task with another Mcp-Name',
    mend: 'Compare Mcp-Name with the task of the body, and refuse another with HTTP 400 and -32020.',
    ...each([...BOTH('tasks/get'), ...BOTH('tasks/update'), ...BOTH('tasks/cancel')], 'derived', ({ kind, asked, error, trip }, facts) => {
      const name = trip === undefined ? undefined : headerOf(trip.headers, 'mcp-name')
      if (name === undefined || name === taskId(asked) || name.startsWith('=?') || !extended(facts)) return null
      if (kind === 'result') return 'it is answered with a result'
      if (error?.code !== -32020) return { says: `the code is ${error?.code}`, at: '/error/code' }
      return trip?.status === 400 ? undefined : { says: `it comes with HTTP ${trip?.status}`, echo: true }
    }),
  },
  {
    id: 'XE-15',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'A subscription hears of the tasks that it asked for, and of their state alone.',
    looksAt: 'notification about a task',
    mend: 'Send on a subscription the states of the tasks alone that it named.',
    ...each(['notification notifications/tasks'], 'MUST NOT', ({ params, trip }) => {
      const listen = trip?.asked.find(({ method }) => method === 'subscriptions/listen')
      if (listen === undefined) return null
      const ids = objectOf(listen.params.notifications).taskIds ?? listen.params.taskIds
      const id = idOf(params)
      return Array.isArray(ids) && ids.includes(id) ? undefined : { says: `${quote(id)} was not asked for`, at: '/params/taskId' }
    }),
  },
  {
    id: 'XE-16',
    level: 'MUST',
    revisions: MODERN,
    spec: EXTENSION,
    says: 'The id of a task cannot be guessed.',
    looksAt: 'id of a task',
    mend: 'Use random ids.',
    ...each(['result tools/call'], 'MUST', ({ result }) =>
      result.resultType !== 'task' || !isText(result.taskId)
        ? null
        : guessable(result.taskId)
          ? { says: `${quote(result.taskId)} can`, at: '/result/taskId' }
          : undefined,
    ),
  },
]
