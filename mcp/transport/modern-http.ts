// What 2026-07-28 asks of an HTTP server, for one whose server is a child that knows nothing of HTTP: headers that say what the
// body says, and statuses that go with errors.
import { isObject, type Json } from '../json.ts'
import type { Reading } from '../jsonrpc.ts'

const VERSION = 'io.modelcontextprotocol/protocolVersion'
export const HEADER_MISMATCH = -32020
/** A header is wrong, a capability is missing, the revision is not spoken: nobody but a server of this era says so. */
const MODERN_ERRORS = [HEADER_MISMATCH, -32021, -32022]
const UNKNOWN_METHOD = -32601
const NAMES: { [method: string]: string } = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }

/** The revision that a request names itself, as requests of this era do. */
export function versionIn(params: Json | undefined): string | undefined {
  const meta = isObject(params) ? params._meta : undefined
  const version = isObject(meta) ? meta[VERSION] : undefined
  return typeof version === 'string' ? version : undefined
}

/** What a header says that the body does not; undefined when they agree. */
export function headerFault(headers: Headers, { method, params }: { method: string; params?: Json }): string | undefined {
  const member = NAMES[method]
  const name = member !== undefined && isObject(params) ? params[member] : undefined
  const wanted: [string, Json | undefined][] = [
    ['MCP-Protocol-Version', versionIn(params)],
    ['Mcp-Method', method],
    ['Mcp-Name', name],
  ]
  for (const [header, value] of wanted) {
    if (typeof value !== 'string') continue
    const sent = headers.get(header)
    if (sent === null) return `The header ${header} is missing; the body says ${JSON.stringify(value)}`
    if (decode(sent) !== value) return `The header ${header} says ${JSON.stringify(sent)}, and the body ${JSON.stringify(value)}`
  }
  return undefined
}

/** What a child has shown of its era, and the statuses that follow from it. */
export class Proof {
  /** It answered as only servers of this era do. */
  modern = false

  /** The status of a reply that carries this answer. */
  status(reading: Reading): number {
    if (reading.kind === 'result' && isObject(reading.result) && typeof reading.result.resultType === 'string') this.modern = true
    if (reading.kind !== 'failure') return 200
    const code = Number(reading.error.code)
    if (MODERN_ERRORS.includes(code)) this.modern = true
    if (MODERN_ERRORS.includes(code)) return 400
    // To its reader 404 with this code means a server of this era: an older one may say the same, and must not get it.
    return code === UNKNOWN_METHOD ? (this.modern ? 404 : 400) : 200
  }
}

function decode(value: string): string {
  const coded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (coded === undefined) return value
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(coded), (char) => char.charCodeAt(0)))
  } catch {
    return value
  }
}
