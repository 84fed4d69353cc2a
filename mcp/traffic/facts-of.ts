// What the handshake settled, read off a record whose header does not say it, as one that was tapped from others.
import { isObject, parseJson, type Json } from '../json.ts'
import type { Facts } from '../session-types.ts'
import type { Traffic } from '../traffic.ts'
import type { RowWindow } from '../traffic-row.ts'
import { isPipe, type Target } from '../transport/target.ts'
import { readFacts } from './read-header.ts'

const PROTOCOL = 'io.modelcontextprotocol/protocolVersion'
const SERVER = 'io.modelcontextprotocol/serverInfo'

/** Undefined when no greeting was answered in it. The newest one counts. */
export function factsOf(traffic: Traffic, target: Target): Facts | undefined {
  for (const method of ['initialize', 'server/discover']) {
    const answers = all(traffic, `method:${method} kind:result`)
    const answer = answers.rows.findLast((row) => row.method === method && row.peer !== undefined)
    if (answer === undefined) continue
    const result = member(traffic.message(answer.seq)?.text, 'result')
    const params = member(traffic.message(answer.peer!)?.text, 'params')
    if (!isObject(result)) continue
    const meta = (value: Json | undefined): { [name: string]: Json } => (isObject(value) && isObject(value._meta) ? value._meta : {})
    const legacy = method === 'initialize'
    const facts = readFacts({
      era: legacy ? 'legacy' : 'modern',
      revision: (legacy ? result.protocolVersion : meta(params)[PROTOCOL]) ?? null,
      transport: target.kind === 'stdio' ? 'stdio' : isPipe(target.url) ? 'websocket' : 'streamable-http',
      verdict: { rule: 'chosen', why: `By the ${method} in this record.` },
      capabilities: result.capabilities ?? {},
      serverInfo: (legacy ? result.serverInfo : meta(result)[SERVER]) ?? null,
      ...(typeof result.instructions === 'string' ? { instructions: result.instructions } : {}),
      greeting: result,
      greetedBy: method,
    })
    if (typeof facts !== 'string') return facts
  }
  return undefined
}

/** The last rows that match, once the whole record was looked at. */
function all(traffic: Traffic, filter: string): RowWindow {
  for (;;) {
    const window = traffic.window({ filter, tail: true, from: 0, size: 20 })
    if (!window.scanning) return window
  }
}

function member(text: string | undefined, name: string): Json | undefined {
  try {
    const value = parseJson(text ?? '')
    return isObject(value) ? value[name] : undefined
  } catch {
    return undefined
  }
}
