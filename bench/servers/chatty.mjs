// A server that never rests: forty log messages a second, lines of stderr, pings, updates, lists that change, and now and then a line
// that is no message.
import { createInterface } from 'node:readline'

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
let turn = 0
let ids = 0
const tools = () =>
  Array.from({ length: 30 + (turn % 3) }, (_, at) => ({
    name: `tool_${at}`,
    description: 'Counts to twenty, a tenth of a second for each.',
    inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
  }))
const answers = {
  'tools/list': () => ({ tools: tools() }),
  'resources/list': () => ({ resources: [{ uri: 'a://1', name: 'one' }] }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'resources/read': () => ({ contents: [{ uri: 'a://1', text: String(turn) }] }),
  'prompts/list': () => ({ prompts: [] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === undefined || id === undefined) return
  if (method === 'initialize') {
    const capabilities = { tools: { listChanged: true }, logging: {}, resources: { subscribe: true, listChanged: true }, prompts: {} }
    say({ id, result: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'chatty', version: '1' } } })
    return setInterval(chat, 50)
  }
  if (method === 'server/discover') return say({ id, error: { code: -32601, message: 'Method not found' } })
  if (method !== 'tools/call') return say({ id, result: answers[method]?.() ?? {} })
  const progressToken = params._meta?.progressToken
  let progress = 0
  const timer = setInterval(() => {
    progress += 1
    if (progressToken !== undefined) say({ method: 'notifications/progress', params: { progressToken, progress, total: 20 } })
    if (progress < 20) return
    clearInterval(timer)
    say({ id, result: { content: [{ type: 'text', text: `done in turn ${turn}` }] } })
  }, 100)
})

function chat() {
  turn += 1
  for (const at of [0, 1]) {
    const data = { turn, what: 'the job went on', items: [turn % 7, turn % 11, at], note: 'z'.repeat(turn % 300) }
    say({ method: 'notifications/message', params: { level: turn % 50 === 0 ? 'warning' : 'info', logger: 'chatty', data } })
  }
  if (turn % 20 === 0) process.stderr.write(`line ${turn}\n`)
  if (turn % 600 === 0) say({ method: 'notifications/tools/list_changed' })
  if (turn % 100 === 0) say({ method: 'notifications/resources/updated', params: { uri: 'a://1' } })
  if (turn % 200 === 0) say({ id: `chatty-${(ids += 1)}`, method: 'ping' })
  if (turn % 1500 === 0) process.stdout.write('Debugger attached.\n')
}
