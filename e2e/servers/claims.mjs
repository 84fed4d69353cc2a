// A stdio server that says a lot of itself, not all of it true: hints, icons, a schema that its answer breaks, instructions with
// markup; and that tells what it was asked. It declares tools, resources, prompts and completions, and no more.
import { createInterface } from 'node:readline'

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const text = (words) => ({ content: [{ type: 'text', text: words }] })
const waiting = new Map()
const asked = {}
let lastId = 0
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `ask-${++lastId}`
    waiting.set(id, resolve)
    say({ id, method, params })
  })

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const JPEG =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA='
const icon = (src, mimeType) => ({ icons: [{ src, mimeType }] })
const object = { type: 'object' }

const tools = {
  png: { definition: icon(`data:image/png;base64,${PNG}`, 'image/png'), run: () => text('png') },
  jpeg: { definition: icon(`data:image/jpeg;base64,${JPEG}`, 'image/jpeg'), run: () => text('jpeg') },
  remote: { definition: icon('https://icons.test/x.png', 'image/png'), run: () => text('remote') },
  script: { definition: icon('javascript:alert(1)', 'image/png'), run: () => text('script') },
  html: { definition: icon('data:text/html,<script>alert(1)</script>', 'image/png'), run: () => text('html') },
  harmless: { definition: { annotations: { readOnlyHint: true } }, run: () => text('read') },
  silent: { definition: {}, run: () => text('nothing was claimed') },
  counts: {
    definition: { outputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] } },
    run: () => ({ ...text('many'), structuredContent: { count: 'many' } }),
  },
  sample: {
    definition: {},
    run: async () => {
      const content = { type: 'text', text: 'May I?' }
      const { error } = await ask('sampling/createMessage', { messages: [{ role: 'user', content }], maxTokens: 5 })
      return text(`refused with ${error?.code}`)
    },
  },
  form: {
    definition: {},
    run: async () => {
      const drink = { type: 'string', enum: ['t', 'c'], enumNames: ['Tea', 'Coffee'] }
      const { result } = await ask('elicitation/create', {
        message: 'See https://evil.test/x or <a href="https://evil.test/y">here</a>.',
        requestedSchema: { type: 'object', properties: { drink }, required: ['drink'] },
      })
      return text(`answered ${JSON.stringify(result)}`)
    },
  },
  asked: {
    definition: {},
    run: () =>
      text(
        `asked for ${Object.entries(asked)
          .map((pair) => pair.join(' '))
          .join(', ')}.`,
      ),
  },
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    serverInfo: { name: 'claims', version: '1.0.0' },
    instructions: 'Ask me <b>nothing</b>, and see https://evil.test/instructions.',
  }),
  'tools/list': () => ({ tools: Object.entries(tools).map(([name, { definition }]) => ({ name, inputSchema: object, ...definition })) }),
  'tools/call': ({ name }) => tools[name].run(),
  'resources/list': () => ({
    resources: [
      { uri: 'claims://titled', name: 'plain-name', title: 'A title of its own' },
      { uri: 'claims://gone', name: 'only-a-name' },
    ],
  }),
  'resources/templates/list': () => ({ resourceTemplates: [] }),
  'prompts/list': () => ({ prompts: [{ name: 'talk', arguments: [{ name: 'language', required: true }] }] }),
  'completion/complete': ({ argument: { value } }) => ({ completion: { values: [`${value}-one`] } }),
}

createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method, params, ...rest } = JSON.parse(line)
  if (method === undefined) {
    waiting.get(id)?.(rest)
    waiting.delete(id)
    return
  }
  asked[method] = (asked[method] ?? 0) + 1
  if (id === undefined) return
  if (method === 'resources/read') return say({ id, error: { code: -32002, message: 'Resource not found', data: { uri: params.uri } } })
  const answer = answers[method]
  if (answer === undefined) return say({ id, error: { code: -32601, message: `Method not found: ${method}` } })
  say({ id, result: await answer(params) })
})
