// A stdio server whose tools have the input schemas of a file, and which writes down each line that it is sent:
// node schemas.mjs <schemas.json> <record>
import { appendFileSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , file, record] = process.argv
const tools = JSON.parse(readFileSync(file, 'utf8')).map(({ name, says, schema, outputSchema }) => ({
  name,
  description: says,
  inputSchema: schema,
  outputSchema,
}))
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(record, `${line}\n`)
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'schemas', version: '1.0.0' } })
  else if (method === 'tools/list') answer(id, { tools })
  else if (method === 'tools/call')
    answer(id, { content: [{ type: 'text', text: `call ${id} came` }], structuredContent: params.arguments })
  else if (id !== undefined) answer(id, {})
})
