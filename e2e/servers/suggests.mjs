// A stdio server with a prompt and a template whose arguments it can complete; what it was sent is written to a file:
// node suggests.mjs <record>
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , record] = process.argv
const STREETS = { Oslo: ['Karl Johans gate', 'Kirkeveien'], Bergen: ['Bryggen'] }
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

/** What fits, and after how long: the answer to the first letter comes last. */
function complete({ argument: { name, value }, context }) {
  if (value === 'fault') return { error: { code: -32000, message: 'the index is being built' } }
  const city = context?.arguments?.city
  const all = name === 'street' ? (STREETS[city] ?? []) : ['Oslo', 'Bergen', 'Odda']
  const values = all.filter((one) => one.toLowerCase().startsWith(value.toLowerCase()))
  return { result: { completion: value === 'b' ? { values: ['too late'] } : { values, total: 40, hasMore: true } } }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  appendFileSync(record, `${line}\n`)
  const { id, method, params } = JSON.parse(line)
  const result = {
    initialize: () => ({
      protocolVersion: params.protocolVersion,
      capabilities: { completions: {}, prompts: {}, resources: {} },
      serverInfo: { name: 'suggests', version: '1.0.0' },
    }),
    'prompts/list': () => ({
      prompts: [
        {
          name: 'visit',
          arguments: [
            { name: 'city', required: true, description: 'where to' },
            { name: 'street', description: 'hangs on the city' },
          ],
        },
      ],
    }),
    'prompts/get': () => ({ messages: [{ role: 'user', content: { type: 'text', text: JSON.stringify(params.arguments ?? null) } }] }),
    'resources/list': () => ({ resources: [] }),
    'resources/templates/list': () => ({ resourceTemplates: [{ name: 'maps', uriTemplate: 'map://{city}{/street*}{?zoom}' }] }),
    'resources/read': () => ({ contents: [{ uri: params.uri, text: `read ${params.uri}` }] }),
  }[method]
  if (method === 'completion/complete' && params.argument.value === 'b')
    setTimeout(() => {
      send({ id, ...complete(params) })
      appendFileSync(record, '{"method":"answered late"}\n')
    }, 500)
  else if (method === 'completion/complete') send({ id, ...complete(params) })
  else if (id !== undefined) send({ id, result: result?.() ?? {} })
})
