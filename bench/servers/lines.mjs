// A server of one line each: answers whatever has an id, and floods on request. No protocol, so that nothing but the way there is measured.
import { createInterface } from 'node:readline'

const line = (message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`

createInterface({ input: process.stdin }).on('line', async (text) => {
  const { id, method, params } = JSON.parse(text)
  if (method !== 'flood') return void process.stdout.write(line({ id, result: { content: [{ type: 'text', text: 'hello' }] } }))
  const notice = (n) =>
    line({
      method: 'notifications/message',
      params: { level: 'info', logger: 'flood', data: `line ${n} ${'of many that say little '.repeat(3)}` },
    })
  for (let sent = 0; sent < params.count;) {
    let block = ''
    for (let end = Math.min(sent + 500, params.count); sent < end; sent++) block += notice(sent)
    if (!process.stdout.write(block)) await new Promise((resolve) => process.stdout.once('drain', resolve))
  }
})
