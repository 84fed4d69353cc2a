// What an ask says of the call that it belongs to, so that whoever answers knows how long she may take.
import { expect, test, vi } from 'vitest'
import type { Json } from '../json.ts'
import type { AskReply } from '../session-types.ts'
import { closeAfterEach, talk } from '../testing/talk.ts'

closeAfterEach()

const FORM = { message: 'name?', requestedSchema: { type: 'object', properties: {} } }

test('a list during which the server asks waits for the person: its clock stands still', async () => {
  let decide: (reply: AskReply) => void = () => {}
  const { session, asks } = await talk(
    { answers: { 'tools/list': async (_, turn) => ({ tools: [], told: await turn.ask('q', 'elicitation/create', FORM) }) } },
    { timeouts: { list: 5000 } },
    () => new Promise((resolve) => (decide = resolve)),
  )
  vi.useFakeTimers()
  const listed = session.request('tools/list')
  await vi.waitFor(() => expect(asks).toHaveLength(1))
  await vi.advanceTimersByTimeAsync(60_000)
  decide({ kind: 'result', result: { action: 'decline' } })
  const { result } = await listed
  expect(result).toMatchObject({ told: { action: 'decline' } })
  expect(asks[0]).toMatchObject({ during: { method: 'tools/list' }, clock: { held: true, limits: { idle: 5000 } } })
})

test('what is asked after the answer says so, and is answered all the same', async () => {
  const replies: unknown[] = []
  const { session, asks } = await talk(
    {
      streams: true,
      answers: {
        'tools/call': (_, turn) => {
          // Its answer comes first, on the same stream.
          turn.send({ id: turn.id, result: { content: [] } })
          return turn.ask('late', 'elicitation/create', FORM).then((result) => {
            replies.push(result)
            return {}
          })
        },
      },
    },
    {},
    () => Promise.resolve({ kind: 'result', result: { action: 'cancel' } }),
  )
  await session.request('tools/call', { name: 'echo' })
  await vi.waitFor(() => expect(replies).toEqual([{ action: 'cancel' }]))
  expect(asks[0]).toMatchObject({ late: true, during: { name: 'echo' } })
  expect(asks[0]).not.toHaveProperty('clock')
})

test('a server that takes its ask back may say why', async () => {
  const { session, asks } = await talk({
    answers: {
      'tools/call': async (_, turn) => {
        void turn.ask('q', 'elicitation/create', FORM).catch(() => {})
        turn.send({ method: 'notifications/cancelled', params: { requestId: 'q', reason: 'no longer needed' } })
        return { content: [] }
      },
    },
  })
  await session.request('tools/call', { name: 'echo' })
  await vi.waitFor(() => expect(asks[0]?.signal.reason).toBe('The server took its request back: no longer needed'))
})

test('what one result wants is one round, each under its name', async () => {
  const wants = { method: 'elicitation/create', params: FORM }
  const first: Json = { resultType: 'input_required', inputRequests: { a: wants, b: wants }, requestState: 's' }
  const { session, asks } = await talk(
    { era: 'modern', answers: { 'tools/call': ({ requestState }) => (requestState === undefined ? first : { content: [] }) } },
    { era: 'modern' },
    () => Promise.resolve({ kind: 'result', result: { action: 'decline' } }),
  )
  await session.request('tools/call', { name: 'echo' })
  expect(asks.map(({ round }) => round)).toEqual([
    { id: asks[0]!.round!.id, size: 2, name: 'a' },
    { id: asks[0]!.round!.id, size: 2, name: 'b' },
  ])
  expect(asks[0]!.clock?.held).toBe(true)
})

test('what belongs to a task is answered as what belongs to it', async () => {
  const task = { 'io.modelcontextprotocol/related-task': { taskId: 't' } }
  const { session } = await talk(
    {
      answers: {
        'tools/call': async (_, turn) => ({ content: [], told: await turn.ask('q', 'elicitation/create', { ...FORM, _meta: task }) }),
      },
    },
    {},
    () => Promise.resolve({ kind: 'result', result: { action: 'decline' } }),
  )
  expect((await session.request('tools/call', { name: 'echo' })).result).toMatchObject({ told: { action: 'decline', _meta: task } })
})

test('a call may become a task where that was declared, and no other request', async () => {
  const made: Json = { resultType: 'task', taskId: 't', status: 'working' }
  const answers = { 'tools/call': () => made, 'prompts/get': () => made, 'tasks/get': () => ({ taskId: 't', status: 'working' }) }
  const extensions = { 'io.modelcontextprotocol/tasks': {} }
  const { session, server } = await talk({ era: 'modern', answers }, { era: 'modern', capabilities: { extensions } })
  expect((await session.request('tools/call', { name: 'echo' })).result).toMatchObject(made)
  await expect(session.request('prompts/get', { name: 'p' })).rejects.toMatchObject({ kind: 'garbled' })
  await session.request('tasks/get', { taskId: 't' })
  expect(server.seen.at(-1)!.headers.get('mcp-name')).toBe('t')
  session.declare({})
  await expect(session.request('tools/call', { name: 'echo' })).rejects.toMatchObject({ kind: 'garbled' })
})

const OF_OURS = { list: {}, cancel: {}, requests: { elicitation: { create: {} } } }
type Reply = (reply: AskReply) => void

/** Talks to a server that asks for a form as a task during a call, and goes on as `next` says. */
async function asTask(next: (ask: (method: string, params: Json) => Promise<Json>, made: { [name: string]: Json }) => Promise<Json>) {
  const decide: Reply[] = []
  const talked = await talk(
    {
      answers: {
        'tools/call': async (_, turn) => {
          let count = 0
          const ask = (method: string, params: Json) => turn.ask(`t${++count}`, method, params)
          const made = (await ask('elicitation/create', { ...FORM, task: { ttl: 60_000 } })) as { task: { [name: string]: Json } }
          return { content: [], told: await next(ask, made.task) }
        },
      },
    },
    { capabilities: { elicitation: { form: {} }, tasks: OF_OURS } },
    () => new Promise((resolve) => decide.push(resolve)),
  )
  return { ...talked, decide }
}

test('what a server asks as a task is one at once, and answered when it comes for it', async () => {
  const { session, asks, decide } = await asTask(async (ask, made) => {
    const { taskId } = made
    const state = await ask('tasks/get', { taskId: taskId! })
    const list = await ask('tasks/list', {})
    const result = ask('tasks/result', { taskId: taskId! })
    decide[0]!({ kind: 'result', result: { action: 'decline' } })
    const told = await result
    const after = await ask('tasks/get', { taskId: taskId! })
    const late = await ask('tasks/cancel', { taskId: taskId! }).catch((error: Error) => error.message)
    const other = await ask('tasks/get', { taskId: 'guessed' }).catch((error: Error) => error.message)
    return { made, state, list, told, after, late, other }
  })
  const { result } = await session.request('tools/call', { name: 'echo' })
  const { told } = result as { told: { [name: string]: { [name: string]: Json } } }
  const { taskId } = told.made!
  expect(told.made).toMatchObject({ status: 'working', ttl: 60_000, createdAt: expect.any(String), lastUpdatedAt: expect.any(String) })
  expect(told.state).toEqual(told.made)
  expect(told.list).toEqual({ tasks: [told.made] })
  expect(told.told).toEqual({ action: 'decline', _meta: { 'io.modelcontextprotocol/related-task': { taskId } } })
  expect(told.after).toMatchObject({ taskId, status: 'completed' })
  expect(told.late).toContain('completed')
  expect(told.other).toContain('no task')
  expect(asks[0]).toMatchObject({ task: true, method: 'elicitation/create' })
})

test('a task of ours that the server cancels takes its ask away', async () => {
  const { session, asks } = await asTask(async (ask, { taskId }) => {
    const cancelled = await ask('tasks/cancel', { taskId: taskId! })
    return [cancelled, await ask('tasks/result', { taskId: taskId! }).catch((error: Error) => error.message)]
  })
  const { result } = await session.request('tools/call', { name: 'echo' })
  expect(result).toMatchObject({ told: [{ status: 'cancelled' }, expect.stringContaining('cancelled')] })
  expect(asks[0]?.signal.reason).toBe('The server cancelled the task')
})

test('what we did not declare is no task, whatever the server wishes', async () => {
  const { session } = await talk(
    {
      answers: {
        'tools/call': async (_, turn) => ({ content: [], told: await turn.ask('q', 'elicitation/create', { ...FORM, task: {} }) }),
      },
    },
    {},
    () => Promise.resolve({ kind: 'result', result: { action: 'decline' } }),
  )
  expect((await session.request('tools/call', { name: 'echo' })).result).toMatchObject({ told: { action: 'decline' } })
})

test('who cancels a call whose result asked is told so in words, not by an exception', async () => {
  const asked: Json = {
    resultType: 'input_required',
    inputRequests: { a: { method: 'elicitation/create', params: FORM } },
    requestState: 's',
  }
  const { session, asks } = await talk(
    { era: 'modern', answers: { 'tools/call': () => asked } },
    { era: 'modern' },
    () => new Promise(() => {}),
  )
  const control = new AbortController()
  const call = session.request('tools/call', { name: 'echo' }, { signal: control.signal })
  await vi.waitFor(() => expect(asks).toHaveLength(1))
  control.abort()
  await expect(call).rejects.toMatchObject({ kind: 'cancelled' })
  expect(asks[0]?.signal.reason).toBe('You cancelled the call')
})
