// A server of the official SDK before its version 2, which speaks the older era alone: over stdio, or on a free port that it
// prints, there with sessions at /mcp (Streamable HTTP) and at /sse (HTTP+SSE). Argument: `stdio` or `http`.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

const text = (words) => ({ content: [{ type: 'text', text: words }] })

function make() {
  const server = new McpServer(
    { name: 'older', version: '1.0.0' },
    { capabilities: { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, logging: {} } },
  )
  server.registerTool('echo', { description: 'Says it again', inputSchema: { text: z.string() } }, async ({ text: words }) => text(words))
  server.registerTool('region', { description: 'The same', inputSchema: { region: z.string() } }, async ({ region }) => text(region))
  server.registerTool('steps', { description: 'Tells its progress' }, async ({ _meta, sendNotification }) => {
    for (const progress of [1, 2, 3])
      if (_meta?.progressToken !== undefined)
        await sendNotification({
          method: 'notifications/progress',
          params: { progressToken: _meta.progressToken, progress, total: 3 },
        })
    return text('three steps')
  })
  server.registerTool('greet', { description: 'Asks for a name' }, async ({ sendRequest }) => {
    const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const answer = await sendRequest(
      { method: 'elicitation/create', params: { message: 'Who are you?', requestedSchema } },
      z.looseObject({ action: z.string() }),
    )
    return text(answer.action === 'accept' ? `Hello ${answer.content.name}` : `You said ${answer.action}`)
  })
  server.registerTool('slow', { description: 'Waits until it is cancelled' }, async ({ _meta, signal, sendNotification }) => {
    const stopped = new Promise((resolve) => {
      const stop = () => {
        process.stderr.write('slow was cancelled\n')
        resolve({ content: [] })
      }
      signal.addEventListener('abort', stop, { once: true })
    })
    if (_meta?.progressToken !== undefined)
      await sendNotification({ method: 'notifications/progress', params: { progressToken: _meta.progressToken, progress: 1 } })
    return stopped
  })
  server.registerTool('change', { description: 'Changes the list of tools' }, async () => {
    server.sendToolListChanged()
    return text('changed')
  })
  server.registerResource('note', 'test://note', { mimeType: 'text/plain' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'a note' }],
  }))
  return server
}

if (process.argv[2] === 'stdio') await make().connect(new StdioServerTransport())
else {
  const transports = new Map()
  const keep = (id, transport) => {
    transports.set(id, transport)
    transport.onclose = () => transports.delete(id)
  }
  const http = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1')
    const known = transports.get(request.headers['mcp-session-id'] ?? searchParams.get('sessionId'))
    if (pathname === '/sse' && request.method === 'GET') {
      const transport = new SSEServerTransport('/messages', response)
      keep(transport.sessionId, transport)
      return make().connect(transport)
    }
    if (pathname === '/messages' && known !== undefined) return known.handlePostMessage(request, response)
    if (pathname !== '/mcp') return response.writeHead(404).end('Not found')
    if (known !== undefined) return known.handleRequest(request, response)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => keep(id, transport),
    })
    await make().connect(transport)
    return transport.handleRequest(request, response)
  })
  http.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${http.address().port}\n`))
}
