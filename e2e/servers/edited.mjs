// A stdio server whose tools stand in a file, so that a test can edit them as an author edits a server; one called “mutter”
// writes to stderr while it works:
// node edited.mjs <tools.json>
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const tools = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize')
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'edited', version: '1.0.0' } })
  else if (method === 'tools/list') answer(id, { tools })
  else if (method === 'tools/call') {
    const said = () =>
      answer(id, { content: [{ type: 'text', text: `${tools.length} tools; ${params.name}(${JSON.stringify(params.arguments)})` }] })
    if (params.name !== 'mutter') return said()
    for (let at = 0; at < 30; at += 1) setTimeout(() => process.stderr.write(`muttered ${at}\n`), at * 20)
    setTimeout(said, 700)
  } else if (id !== undefined) answer(id, {})
})
