// For tests: greetings as they are written, and a stream that is opened for them.
import { writeJson, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import type { Talk } from '../../testing/record.ts'

const R = '2025-11-25'
export const init = (id: Json, version: Revision = R): string =>
  writeJson({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  })
export const greeted = (id: Json, version: Revision = R): string =>
  writeJson({ jsonrpc: '2.0', id, result: { protocolVersion: version, capabilities: {}, serverInfo: { name: 'a', version: '1' } } })
export const stream = (talk: Talk): number => {
  const exchange = talk.send('', { http: 'GET' })
  talk.fact(exchange, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  return exchange
}
