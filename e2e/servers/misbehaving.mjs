// Stdio servers that fail on purpose, each in one way a person meets: node misbehaving.mjs <way>
import { createInterface } from 'node:readline'

const way = process.argv[2]
const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`)

if (way === 'exits') {
  process.stderr.write('Reading configuration…\nError: DATABASE_URL is not set\n')
  process.exit(3)
}
if (way === 'talks') {
  for (let at = 0; at < 30; at += 1) process.stderr.write(`step ${at}\n`)
  process.stderr.write('FATAL: cannot open the database\n')
  process.exit(3)
}
if (way === 'usage-on-stdout') {
  process.stdout.write('Usage: misbehaving <config.json>\n  --port N\n')
  process.exit(1)
}
if (way === 'missing-module') await import('a-module-that-is-not-there')
if (way === 'usage') {
  process.stderr.write('Usage: misbehaving [options] <folder>\n  --help  show this\n')
  process.exit(1)
}

if (way === 'prints') process.stdout.write('Server ready!\nListening for messages\n')

createInterface({ input: process.stdin }).on('line', (line) => {
  if (way === 'silent') return
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') {
    const protocolVersion = way === 'old-version' ? '2023-01-01' : '2025-06-18'
    say({
      jsonrpc: '2.0',
      id,
      result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: `misbehaving: ${way}`, version: '1.0.0' } },
    })
    return
  }
  if (method === 'tools/list') {
    say({ jsonrpc: '2.0', id, result: { tools: [{ name: 'go', inputSchema: { type: 'object' } }, { name: 'no-schema' }] } })
    return
  }
  if (method === 'tools/call') {
    if (way === 'dies') {
      process.stderr.write('Segmentation is imminent\nfatal: out of cheese\n')
      process.exit(70)
    }
    if (way === 'prints') process.stdout.write('debug: called\n')
    say({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'went' }] } })
    return
  }
  if (method === 'resources/read' && way === 'dies') {
    process.stderr.write('fatal: no such drawer\n')
    process.exit(71)
  }
  if (id !== undefined) say({ jsonrpc: '2.0', id, error: { code: -32601, message: `Method not found: ${method}` } })
})
