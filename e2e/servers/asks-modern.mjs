// A stdio server of 2026-07-28 that wants three things in one answer, and after that one more; `tasks` in its tools/call
// belongs to the extension io.modelcontextprotocol/tasks.
import { createInterface } from 'node:readline'

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const form = (message) => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: { type: 'object', properties: { reply: { type: 'string', title: 'Reply' } }, required: ['reply'] } },
})
const sample = {
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text: 'Who are you?' } }], maxTokens: 50 },
}
const tasks = new Map()

function callTool({ name, inputResponses, requestState }) {
  if (name === 'job') {
    const id = `job-${tasks.size + 1}`
    tasks.set(id, { id, polls: 0 })
    return { resultType: 'task', ...stateOf(tasks.get(id)) }
  }
  if (requestState === undefined)
    return {
      resultType: 'input_required',
      inputRequests: { name: form('Your name?'), model: sample, folders: { method: 'roots/list' } },
      requestState: 'first',
    }
  return { content: [{ type: 'text', text: `answered ${JSON.stringify(inputResponses)}` }] }
}

function stateOf({ id, polls, answer, cancelled }) {
  const at = new Date(0).toISOString()
  const task = { taskId: id, createdAt: at, lastUpdatedAt: at, ttlMs: null, pollIntervalMs: 50 }
  if (cancelled) return { ...task, status: 'cancelled' }
  if (polls === 0) return { ...task, status: 'working', statusMessage: 'getting ready' }
  if (answer === undefined) return { ...task, status: 'input_required', inputRequests: { colour: form('Which colour?') } }
  return { ...task, status: 'completed', result: { content: [{ type: 'text', text: `painted ${JSON.stringify(answer)}` }] } }
}

function known(taskId) {
  const task = tasks.get(taskId)
  if (task === undefined) throw new Error(`No task ${taskId}`)
  return task
}

const answers = {
  'server/discover': () => ({
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
  }),
  'tools/list': () => ({
    tools: [
      { name: 'three', inputSchema: { type: 'object' } },
      { name: 'job', inputSchema: { type: 'object' } },
    ],
  }),
  'tools/call': callTool,
  'tasks/get': ({ taskId }) => {
    const task = known(taskId)
    task.polls += 1
    return stateOf(task)
  },
  'tasks/update': ({ taskId, inputResponses }) => {
    known(taskId).answer ??= inputResponses.colour
    return {}
  },
  'tasks/cancel': ({ taskId }) => {
    known(taskId).cancelled = true
    return {}
  },
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined || method === undefined) return
  const answer = answers[method]
  if (answer === undefined) return say({ id, error: { code: -32601, message: `No method ${method}` } })
  try {
    say({ id, result: { resultType: 'complete', ...answer(params) } })
  } catch ({ message }) {
    say({ id, error: { code: -32602, message } })
  }
})
