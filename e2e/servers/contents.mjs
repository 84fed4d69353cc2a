// A stdio server whose resources are one of each kind of content, good, hostile and broken.
import { createInterface } from 'node:readline'

const base64 = (data) => Buffer.from(data).toString('base64')
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC'
const MARKDOWN = `# A title

[a page](https://example.com/) [a trap](javascript:alert(1)) ![a picture](https://example.invalid/x.png)

<script>document.title = 'broken into'</script> <img src=x onerror="document.title = 'broken into'">
`

const resources = [
  { name: 'markdown', mimeType: 'text/markdown', text: MARKDOWN },
  { name: 'json', mimeType: 'application/json', text: '{"id": 9007199254740993, "list": [1, 2, 3]}' },
  { name: 'mislabelled', mimeType: 'image/jpeg', blob: PNG },
  { name: 'broken base64', mimeType: 'image/png', blob: 'SG!!VsbG8=' },
  { name: 'not utf-8', mimeType: 'text/plain', blob: base64([0xff, 0xfe]) },
  { name: 'html', mimeType: 'text/html', text: '<script>document.title = "broken into"</script><h1>heading</h1>' },
  {
    name: 'svg',
    mimeType: 'image/svg+xml',
    text: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>parent.document.title = "broken into"</script></svg>',
  },
  { name: 'neither', mimeType: 'text/plain' },
  { name: 'twice', mimeType: 'text/plain', description: 'the first', text: 'same text' },
  { name: 'twice', mimeType: 'text/plain', description: 'the second', text: 'same text' },
]
const uriOf = ({ name }) => `contents://${encodeURIComponent(name)}`

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { resources: {}, tools: {} },
    serverInfo: { name: 'contents', version: '1.0.0' },
  }),
  'resources/list': () => ({
    resources: resources.map((one) => ({ uri: uriOf(one), name: one.name, mimeType: one.mimeType, description: one.description })),
  }),
  'resources/templates/list': () => ({
    resourceTemplates: [
      { uriTemplate: 'docs://{+path}{?q,lang}', name: 'documents' },
      { uriTemplate: 'docs://{id', name: 'unclosed' },
    ],
  }),
  'resources/read': ({ uri }) => {
    const { name: _, description: __, ...found } = resources.find((one) => uriOf(one) === uri) ?? { text: `you asked for ${uri}` }
    return { contents: [{ uri, ...found }] }
  },
  'tools/list': () => ({ tools: [{ name: 'chatter', inputSchema: { type: 'object' } }] }),
  'tools/call': () => {
    for (let n = 0; n < 5000; n += 1)
      say({ method: 'notifications/message', params: { level: n % 2 === 0 ? 'debug' : 'warning', data: `line ${n}` } })
    return { content: [{ type: 'text', text: 'said it all' }] }
  },
}

function say(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined || method === undefined) return
  const answer = answers[method]
  if (answer === undefined) say({ id, error: { code: -32601, message: `No method ${method}` } })
  else say({ id, result: answer(params) })
})
