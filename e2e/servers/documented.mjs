// The stdio server of the documentation's examples: the tools echo and add, and the prompt review.
import { createInterface } from 'node:readline'

const text = (type = 'string') => ({ type })
const tools = [
  { name: 'echo', inputSchema: { type: 'object', properties: { message: text() }, required: ['message'] } },
  { name: 'add', inputSchema: { type: 'object', properties: { a: text('number'), b: text('number') }, required: ['a', 'b'] } },
]
const said = (what) => ({ content: [{ type: 'text', text: String(what) }] })
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: 'documented', version: '1.0.0' },
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools }),
  'tools/call': ({ name, arguments: given }) => said(name === 'echo' ? given?.message : given?.a + given?.b),
  'prompts/list': () => ({ prompts: [{ name: 'review', arguments: [{ name: 'code', required: true }] }] }),
  'prompts/get': ({ arguments: given }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Review ${given?.code}` } }] }),
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = answers[method]
  const rest = answer === undefined ? { error: { code: -32601, message: `Unknown method ${method}` } } : { result: answer(params ?? {}) }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...rest })}\n`)
})
