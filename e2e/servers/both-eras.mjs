// A server of the official SDK that speaks both eras: over stdio, or over HTTP on a free port that it prints.
// Arguments: `stdio` or `http`, then optionally `modern` to refuse the older era.
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { z } from 'zod'

const [transport, only] = process.argv.slice(2)
const legacy = only === 'modern' ? 'reject' : undefined

function make() {
  const server = new McpServer(
    { name: 'both-eras', version: '1.0.0', title: 'Both eras' },
    { capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, logging: {} } },
  )
  server.registerTool('echo', { description: 'Says it again', inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({
    content: [{ type: 'text', text }],
  }))
  server.registerTool('steps', { description: 'Tells its progress', inputSchema: z.object({}) }, async (_args, context) => {
    const progressToken = context.mcpReq._meta?.progressToken
    for (const progress of [1, 2, 3])
      if (progressToken !== undefined)
        await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 3 } })
    return { content: [{ type: 'text', text: 'three steps' }] }
  })
  server.registerTool('greet', { description: 'Asks for a name', inputSchema: z.object({}) }, async (_args, context) => {
    const answer = context.mcpReq.inputResponses?.name
    if (answer === undefined) {
      const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
      const name = inputRequired.elicit({ message: 'Who are you?', requestedSchema })
      return inputRequired({ inputRequests: { name }, requestState: 'opaque: {"a":1}' })
    }
    const said = answer.action === 'accept' ? `Hello ${answer.content.name}` : `You said ${answer.action}`
    return { content: [{ type: 'text', text: said }] }
  })
  server.registerTool('slow', { description: 'Waits until it is cancelled', inputSchema: z.object({}) }, async (_args, context) => {
    const progressToken = context.mcpReq._meta?.progressToken
    const stopped = new Promise((resolve) => {
      const stop = () => {
        process.stderr.write('slow was cancelled\n')
        resolve({ content: [] })
      }
      context.mcpReq.signal.addEventListener('abort', stop, { once: true })
    })
    if (progressToken !== undefined)
      await context.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1 } })
    return stopped
  })
  server.registerTool(
    'region',
    {
      description: 'Its argument travels as a header too',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
    },
    async ({ region }) => ({ content: [{ type: 'text', text: region }] }),
  )
  server.registerTool('change', { description: 'Changes the list of tools', inputSchema: z.object({}) }, async () => {
    changed()
    return { content: [{ type: 'text', text: 'changed' }] }
  })
  server.registerResource('note', 'test://note', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'a note' }],
  }))
  servers.add(server)
  return server
}

const servers = new Set()
let changed = () => {
  for (const server of servers) server.sendToolListChanged()
}

if (transport === 'stdio') serveStdio(make, { legacy })
else {
  const handler = createMcpHandler(make, { legacy })
  changed = () => handler.notify.toolsChanged()
  const server = createServer(async (request, response) => {
    const aborted = new AbortController()
    response.on('close', () => aborted.abort())
    const body = request.method === 'POST' ? Readable.toWeb(request) : undefined
    const headers = new Headers(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const answer = await handler.fetch(
      new Request(`http://127.0.0.1${request.url}`, { method: request.method, headers, body, duplex: 'half', signal: aborted.signal }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.flushHeaders()
    try {
      if (answer.body !== null) for await (const chunk of answer.body) response.write(chunk)
    } catch {
      // The client left.
    }
    response.end()
  })
  server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/mcp\n`))
}
