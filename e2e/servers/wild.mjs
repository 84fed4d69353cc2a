// A stdio server that does nearly everything wrong that can be done with lines, and answers all the same where it can:
// node wild.mjs. Its tool "well" is answered amid all that, the others in a way that is no answer.
import { createInterface } from 'node:readline'

let begun = false
/** Windows' line ends, and a byte order mark before the first. */
const line = (text) => {
  process.stdout.write(`${begun ? '' : '\uFEFF'}${text}\r\n`)
  begun = true
}
const answer = (id, result) => JSON.stringify({ jsonrpc: '2.0', id, result })
const said = (text) => ({ content: [{ type: 'text', text }] })
const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'a log message' } })
const names = ['well', 'together', 'indented', 'mistyped', 'half', 'long', 'latin']

const CALLS = {
  well(id) {
    line('Handling a call…')
    line('<p>not JSON either</p>')
    line(answer(4711, said('for nobody')))
    line(answer(id, said('all is well')))
    line(answer(id, said('all is well, again')))
    process.stdout.write(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x0a]))
  },
  together: (id) => line(note + answer(id, said('run together'))),
  indented: (id) => line(JSON.stringify(JSON.parse(answer(id, said('indented'))), null, 2)),
  mistyped: (id) => line(answer(String(id), said('for another id'))),
  long: (id) =>
    line(answer(id, { content: Array.from({ length: 8000 }, (_, at) => ({ ...(at !== 6123 && { type: 'text' }), text: `block ${at}` })) })),
  latin: (id) => process.stdout.write(Buffer.from(`${answer(id, said('café'))}\n`, 'latin1')),
  half: (id) => process.stdout.write(answer(id, said('cut')).slice(0, 25), () => process.exit(9)),
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method, params } = JSON.parse(text)
  if (id === undefined) return
  if (method === 'initialize')
    line(answer(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'wild', version: '1.0.0' } }))
  else if (method === 'tools/list') line(answer(id, { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) }))
  else if (method === 'tools/call') CALLS[params.name](id)
  else line(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } }))
})
