// A stdio server that asks the person back: for one page, or for two forms at once; and never answers a read.
import { createInterface } from 'node:readline'

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const waiting = new Map()
let lastId = 0

const elicit = (params) => request('elicitation/create', params)

function request(method, params) {
  lastId += 1
  const id = `ask-${lastId}`
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    say({ id, method, params })
  })
}

const form = (message) =>
  elicit({ message, requestedSchema: { type: 'object', properties: { reply: { type: 'string', title: 'Reply' } }, required: ['reply'] } })

const tools = {
  'sign-in': async ({ url }) => {
    const { result } = await elicit({ mode: 'url', message: 'Sign in to go on.', url, elicitationId: 'visit-1' })
    // What nobody asked for, and what is no id: neither may touch what is known.
    for (const elicitationId of ['nobody-knows', 7]) say({ method: 'notifications/elicitation/complete', params: { elicitationId } })
    if (result?.action === 'accept') say({ method: 'notifications/elicitation/complete', params: { elicitationId: 'visit-1' } })
    return `answered ${result?.action}${result?.content === undefined ? '' : ' with content'}`
  },
  twice: async () => {
    const replies = await Promise.all([form('The first question'), form('The second question')])
    return `answered ${replies.map(({ result }) => result?.content?.reply ?? result?.action).join(' and ')}`
  },
}

// Three at once, of which one is taken back before it is answered.
tools.storm = async () => {
  const replies = [form('The first'), form('The second'), form('The third')]
  const second = `ask-${lastId - 1}`
  setTimeout(() => say({ method: 'notifications/cancelled', params: { requestId: second, reason: 'no longer needed' } }), 300)
  const [first, , third] = replies
  return `answered ${[await first, await third].map(({ result }) => result?.content?.reply ?? result?.action).join(' and ')}`
}

// Asks when its own answer has been given.
tools.late = async () => {
  setTimeout(
    () =>
      void form('One thing more').then(({ result }) =>
        say({ method: 'notifications/message', params: { level: 'info', data: `late ${result?.action}` } }),
      ),
    50,
  )
  return 'done already'
}

tools.sample = async () => {
  const params = {
    systemPrompt: 'Be brief.',
    messages: [{ role: 'user', content: { type: 'text', text: 'Who are you?' } }],
    modelPreferences: { hints: [{ name: 'small' }], costPriority: 0.2 },
    maxTokens: 50,
  }
  const { result, error } = await request('sampling/createMessage', params)
  return error === undefined ? `answered ${JSON.stringify(result)}` : `refused ${error.code} ${error.message}`
}

tools.contact = async () => {
  const formats = { email: 'email', site: 'uri', day: 'date', at: 'date-time' }
  const properties = Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, { type: 'string', format }]))
  const { result } = await elicit({ message: 'How are you reached?', requestedSchema: { type: 'object', properties } })
  return `answered ${result?.action} ${JSON.stringify(result?.content)}`
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {}, logging: {} },
    serverInfo: { name: 'asks', version: '1.0.0' },
  }),
  'tools/list': () => ({
    tools: [
      { name: 'sign-in', inputSchema: { type: 'object', properties: { url: { type: 'string' } } } },
      { name: 'contact', inputSchema: { type: 'object' } },
      { name: 'storm', inputSchema: { type: 'object' } },
      { name: 'late', inputSchema: { type: 'object' } },
      { name: 'sample', inputSchema: { type: 'object' } },
      { name: 'twice', inputSchema: { type: 'object' } },
      { name: 'page-first', inputSchema: { type: 'object' } },
    ],
  }),
  // Asks while it makes a list.
  'prompts/list': async () => {
    const { result } = await form('Which prompts?')
    return { prompts: [{ name: String(result?.content?.reply ?? result?.action) }] }
  },
  'tools/call': async (params) => ({ content: [{ type: 'text', text: await tools[params.name](params.arguments) }] }),
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const message = JSON.parse(line)
  const { id, method, params } = message
  if (method === undefined) {
    waiting.get(id)?.(message)
    waiting.delete(id)
  } else if (id !== undefined) {
    if (method === 'resources/read') return // never answered
    if (params?.name === 'page-first') {
      const data = {
        elicitations: [{ mode: 'url', elicitationId: 'visit-2', url: 'https://me@bank.test/grant', message: 'Grant access first.' }],
      }
      return say({ id, error: { code: -32042, message: 'A page must be visited', data } })
    }
    const answer = answers[method]
    if (answer === undefined) say({ id, error: { code: -32601, message: `No method ${method}` } })
    else say({ id, result: await answer(params) })
  }
})
