// The exact message that a call will be, and the same as a curl command.
import { writeJson, type Json } from '#mcp/json.ts'
import type { Facts } from '#mcp/session-types.ts'
import type { HttpTarget } from '#mcp/transport/target.ts'

export type Headers = { name: string; value: string; secret: boolean }[]

/** The JSON-RPC message. Its id and progress token are given when it leaves. */
export function callMessage(tool: string, args: Json): Json {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args, _meta: { progressToken: 1 } } }
}

/** The headers of the POST, as far as they are ours. */
export function callHeaders(target: HttpTarget, facts: Facts | undefined): Headers {
  const headers: Headers = [
    { name: 'content-type', value: 'application/json', secret: false },
    { name: 'accept', value: 'application/json, text/event-stream', secret: false },
  ]
  if (facts !== undefined && facts.revision >= '2025-06-18')
    headers.push({ name: 'mcp-protocol-version', value: facts.revision, secret: false })
  if (facts?.sessionId !== undefined) headers.push({ name: 'mcp-session-id', value: facts.sessionId, secret: false })
  if (target.bearer !== undefined && target.bearer !== '')
    headers.push({ name: 'authorization', value: `Bearer ${target.bearer}`, secret: true })
  for (const { name, value } of target.headers) headers.push({ name, value, secret: /auth|token|key|cookie|secret/i.test(name) })
  return headers
}

/** A curl command for a POSIX shell. Secrets are left out unless asked for. */
export function curlText(target: HttpTarget, headers: Headers, message: Json, secrets: boolean): string {
  const lines = [`curl -sS -N ${quote(target.url)}`]
  for (const { name, value, secret } of headers) lines.push(`-H ${quote(`${name}: ${secret && !secrets ? '…' : value}`)}`)
  lines.push(`--data-raw ${quote(writeJson(message))}`)
  return lines.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replace(/'/g, `'\\''`)}'`
}
