// Tasks on both surfaces, with an engine at the other end that answers as a server would.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isObject, type Json } from '#mcp/json.ts'
import { useDesk } from './asks.ts'
import { acceptStates, dropConnection } from './connections.ts'
import type { ConnectionState } from './connection-state.ts'
import { answerAsk, attachEngine, type EnginePort } from './engine.ts'
import type { FromEngine, ToEngine } from './engine-messages.ts'
import { acceptNotices } from './notices.ts'
import { settingsComeFrom } from './opening.ts'
import { expiryOf, readTask, type TaskState } from './task-read.ts'
import { cancelTask, forgetTask, taskKey, trackTask, useTasks } from './tasks.ts'

type Answer = (params: { [name: string]: Json }) => Json | Promise<Json>

/** What was asked for by subscription, and what of it was ended. */
let watched: { calls: { id: number; ids: string[] }[]; aborted: number[]; say: (message: FromEngine) => void }

/** An engine whose requests are answered from a table; what was asked is kept. */
function engine(answers: { [method: string]: Answer }): string[] {
  const asked: string[] = []
  const port: EnginePort = {
    onmessage: null,
    postMessage(message: ToEngine) {
      if (message.kind === 'abort') watched.aborted.push(message.id)
      if (message.kind !== 'call') return
      if (message.name === 'watchTasks') watched.calls.push({ id: message.id, ids: message.args[1] as string[] })
      if (message.name !== 'request') return
      const [, method, params] = message.args as [string, string, Json]
      asked.push(method)
      void (async () => {
        const result = await answers[method]!(isObject(params) ? params : {})
        const failed = isObject(result) && result.fails === true
        const reply: FromEngine = failed
          ? {
              kind: 'throw',
              id: message.id,
              error: { name: 'McpError', kind: 'rpc', code: Number(result.code), message: String(result.message) },
            }
          : { kind: 'return', id: message.id, value: { result, exchange: 1, requestSeq: 1, answerSeq: 2, ms: 1, bytes: 1 } }
        port.onmessage?.({ data: reply } as MessageEvent<FromEngine>)
      })()
    },
  }
  watched = { calls: [], aborted: [], say: (message) => port.onmessage?.({ data: message } as MessageEvent<FromEngine>) }
  attachEngine(port, { token: '', origin: '', proxy: false, memoryLimit: 0 })
  return asked
}

function connection(id: string, era: 'legacy' | 'modern', status: 'connected' | 'closed' = 'connected', generation = 1): void {
  const verdict = { era, rule: 'chosen', why: '' }
  const facts = { era, verdict, revision: '2025-11-25', transport: 'stdio', capabilities: {} } as unknown as NonNullable<
    ConnectionState['facts']
  >
  const target = { kind: 'stdio', command: 'x', args: [], env: [] } as const
  acceptStates([
    {
      id,
      name: id,
      target: { ...target, args: [], env: [] },
      status,
      since: 0,
      generation,
      facts,
      messages: 0,
      dropped: 0,
      consoleLines: 0,
    },
  ])
}

const BORN = '2026-01-01T00:00:00Z'
const state = (status: string, more: Partial<TaskState> = {}): TaskState => ({
  taskId: 't',
  status,
  createdAt: BORN,
  pollInterval: 5,
  ...more,
})
const taskNow = (id: string) => useTasks.getState().tasks.get(taskKey(id, 't'))

beforeEach(() => {
  settingsComeFrom(
    () => ({ roots: [{ uri: 'file:///r' }] }) as unknown as ReturnType<Parameters<typeof settingsComeFrom>[0]>,
    () => undefined,
  )
})
afterEach(() => {
  for (const key of useTasks.getState().tasks.keys()) forgetTask(key)
  for (const id of ['old', 'new']) dropConnection(id)
  useDesk.setState({ asks: [], withdrawn: [] })
})

test('both shapes of a task are read, and what is none is none', () => {
  expect(readTask({ task: { taskId: 't', status: 'working', createdAt: BORN, ttl: 5, pollInterval: 7 } })).toEqual({
    taskId: 't',
    status: 'working',
    createdAt: BORN,
    ttl: 5,
    pollInterval: 7,
  })
  const flat = readTask({ resultType: 'task', taskId: 't', status: 'working', createdAt: BORN, ttlMs: null, pollIntervalMs: 7 })
  expect(flat).toMatchObject({ ttl: null, pollInterval: 7 })
  expect(expiryOf(flat!)).toBeUndefined()
  expect(expiryOf(state('working', { ttl: 1000 }))).toBe(Date.parse(BORN) + 1000)
  const nones: Json[] = [null, {}, { task: { taskId: 1 } }, { content: [], task: { taskId: 't', status: 'x' } }]
  for (const none of nones) expect(readTask(none)).toBeUndefined()
})

describe('of 2025-11-25', () => {
  test('is polled until it is over, and its result is fetched', async () => {
    let polls = 0
    const asked = engine({
      'tasks/get': () => ({ ...state(++polls < 3 ? 'working' : 'completed', { statusMessage: `${polls}` }) }),
      'tasks/result': () => ({ content: [{ type: 'text', text: 'done' }] }),
    })
    connection('old', 'legacy')
    trackTask('old', 'paint', state('working'))
    await vi.waitFor(() => expect(taskNow('old')?.result).toEqual({ content: [{ type: 'text', text: 'done' }] }))
    expect(asked).toEqual(['tasks/get', 'tasks/get', 'tasks/get', 'tasks/result'])
    expect(taskNow('old')?.history.map(({ status, message }) => `${status} ${message ?? ''}`)).toEqual([
      'working ',
      'working 1',
      'working 2',
      'completed 3',
    ])
  })

  test('that wants input is asked for its result early, once, and polled on meanwhile', async () => {
    let answer: (result: Json) => void = () => {}
    let polls = 0
    let status = 'input_required'
    const asked = engine({
      'tasks/get': () => {
        polls += 1
        return { ...state(status) }
      },
      'tasks/result': () => new Promise<Json>((resolve) => (answer = resolve)),
    })
    connection('old', 'legacy')
    trackTask('old', 'paint', state('working'))
    await vi.waitFor(() => expect(polls).toBeGreaterThan(2))
    expect(asked.filter((method) => method === 'tasks/result')).toHaveLength(1)
    status = 'completed'
    answer({ content: [] })
    await vi.waitFor(() => expect(taskNow('old')).toMatchObject({ status: 'completed', result: { content: [] } }))
  })

  test('survives a connection that ends, and one that its server forgot says so', async () => {
    let known = true
    const gone: Json = { code: -32602, message: 'No such task', fails: true }
    engine({ 'tasks/get': () => (known ? { ...state('working') } : gone) })
    connection('old', 'legacy')
    trackTask('old', 'paint', state('working'))
    await vi.waitFor(() => expect(taskNow('old')?.polls).toBeGreaterThan(0))
    connection('old', 'legacy', 'closed')
    await vi.waitFor(() => expect(taskNow('old')?.nextPollAt).toBeUndefined())
    known = false
    connection('old', 'legacy', 'connected', 2)
    await vi.waitFor(() => expect(taskNow('old')).toMatchObject({ says: 'No such task', idle: true }))
  })
})

test('the progress of a call that became a task goes on to be told, by the token of that call', async () => {
  engine({ 'tasks/get': () => ({ ...state('working') }) })
  connection('old', 'legacy')
  trackTask('old', 'paint', state('working'), 'task-7')
  const tell = (progressToken: string, progress: number): void =>
    acceptNotices([{ connection: 'old', method: 'notifications/progress', params: { progressToken, progress, total: 9 }, seq: 1 }])
  tell('task-8', 1)
  expect(taskNow('old')).not.toHaveProperty('progress')
  tell('task-7', 2)
  expect(taskNow('old')?.progress).toEqual({ progress: 2, total: 9 })
})

describe('of the extension', () => {
  test('what it wants is put to the person once, goes back by tasks/update, and the result is in the task', async () => {
    let given: Json | undefined
    const wants = {
      colour: { method: 'elicitation/create', params: { message: 'Which?' } },
      folders: { method: 'roots/list' },
    }
    const wanting: Json = { ...state('input_required', { ttl: 60_000 }), inputRequests: wants }
    const done: Json = { ...state('completed'), result: { content: [], isError: true } }
    engine({
      'tasks/get': () => (given === undefined ? wanting : done),
      'tasks/update': ({ inputResponses }) => {
        given = inputResponses!
        return {}
      },
    })
    connection('new', 'modern')
    trackTask('new', 'paint', state('working'))
    await vi.waitFor(() => expect(taskNow('new')?.polls).toBeGreaterThan(2))
    const { asks } = useDesk.getState()
    expect(asks).toHaveLength(1)
    expect(asks[0]).toMatchObject({
      method: 'elicitation/create',
      during: { method: 'task', name: 'paint' },
      deadline: Date.parse(BORN) + 60_000,
      round: { size: 1, name: 'colour' },
    })
    answerAsk(asks[0]!.key, { kind: 'result', result: { action: 'decline' } })
    await vi.waitFor(() => expect(taskNow('new')).toMatchObject({ status: 'completed', result: { content: [], isError: true } }))
    expect(given).toEqual({ colour: { action: 'decline' }, folders: { roots: [{ uri: 'file:///r' }] } })
  })

  test('is cancelled by a request of its own, and its ask goes away with it', async () => {
    let status = 'input_required'
    const asked = engine({
      'tasks/get': () => ({ ...state(status), inputRequests: { a: { method: 'elicitation/create', params: {} } } }),
      'tasks/cancel': () => {
        status = 'cancelled'
        return {}
      },
    })
    connection('new', 'modern')
    const key = trackTask('new', 'paint', state('working'))
    await vi.waitFor(() => expect(useDesk.getState().asks).toHaveLength(1))
    await cancelTask(key)
    await vi.waitFor(() => expect(taskNow('new')?.status).toBe('cancelled'))
    await vi.waitFor(() => expect(useDesk.getState().asks).toEqual([]))
    expect(useDesk.getState().withdrawn[0]?.why).toBe('The task is cancelled')
    expect(asked).toContain('tasks/cancel')
  })

  test('is told of where the server agrees to, and then asked for rarely', async () => {
    const asked = engine({ 'tasks/get': () => ({ ...state('working') }), 'tasks/update': () => ({}) })
    connection('new', 'modern', 'connected', 7)
    trackTask('new', 'paint', state('working'))
    await vi.waitFor(() => expect(watched.calls).toEqual([{ id: expect.any(Number), ids: ['t'] }]))
    const { id } = watched.calls[0]!
    const tell = (params: Json): void => acceptNotices([{ connection: 'new', method: 'notifications/tasks', params, seq: 9 }])
    watched.say({ kind: 'part', id, part: ['t'] })
    expect(taskNow('new')?.pushed).toBe(true)
    await vi.waitFor(() => expect(taskNow('new')!.nextPollAt! - Date.now()).toBeGreaterThan(20_000))
    const before = asked.length
    tell({ ...state('input_required'), inputRequests: { colour: { method: 'elicitation/create', params: {} } } })
    await vi.waitFor(() => expect(useDesk.getState().asks).toHaveLength(1))
    expect(useDesk.getState().asks[0]).toMatchObject({ seq: 9 })
    tell({ ...state('completed'), result: { content: [] } })
    await vi.waitFor(() => expect(taskNow('new')).toMatchObject({ status: 'completed', result: { content: [] }, pushed: undefined }))
    expect(useDesk.getState().asks).toEqual([])
    await vi.waitFor(() => expect(watched.aborted).toContain(id))
    expect(asked).toHaveLength(before)
  })

  test('is asked for as before where the server will not tell, and that is not asked again', async () => {
    const asked = engine({ 'tasks/get': () => ({ ...state('working') }) })
    connection('new', 'modern', 'connected', 8)
    trackTask('new', 'paint', state('working'))
    await vi.waitFor(() => expect(watched.calls).toHaveLength(1))
    watched.say({ kind: 'return', id: watched.calls[0]!.id, value: undefined })
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(3))
    trackTask('new', 'paint', state('working', { taskId: 'u' }))
    await vi.waitFor(() => expect(useTasks.getState().tasks.get(taskKey('new', 'u'))?.polls).toBeGreaterThan(0))
    expect(watched.calls).toHaveLength(1)
  })
})
