// The exact message that a call will be, and the same as a curl command.
import { headerText, mirror, paramHeaders } from '#mcp/dialect/param-headers.ts'
import { writeJson, type Json } from '#mcp/json.ts'
import type { Tool } from '#mcp/model.ts'
import type { Facts } from '#mcp/session-types.ts'
import type { HttpTarget } from '#mcp/transport/target.ts'

export type Headers = { name: string; value: string; secret: boolean }[]

/** What a call is made of, and what the connection puts around it. */
export interface CallParts {
  tool: Pick<Tool, 'name' | 'inputSchema'>
  args: Json
  facts: Facts | undefined
}

/** The JSON-RPC message. Its id and progress token are given when it leaves. */
export function callMessage({ tool, args, facts }: CallParts): Json {
  const _meta = { ...facts?.envelope, progressToken: 1 }
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool.name, arguments: args, _meta } }
}

/** The headers of the POST, as far as they are ours. */
export function callHeaders(target: HttpTarget, { tool, args, facts }: CallParts): Headers {
  const headers: Headers = []
  const add = (name: string, value: string) => headers.push({ name, value, secret: false })
  add('content-type', 'application/json')
  add('accept', 'application/json, text/event-stream')
  if (facts !== undefined && facts.revision >= '2025-06-18') add('mcp-protocol-version', facts.revision)
  if (facts?.sessionId !== undefined) add('mcp-session-id', facts.sessionId)
  if (facts?.era === 'modern') {
    add('mcp-method', 'tools/call')
    add('mcp-name', headerText(tool.name))
    const travelling = paramHeaders(tool.inputSchema)
    if (travelling.kind === 'headers') for (const [name, value] of mirror(travelling.headers, args).headers) add(name.toLowerCase(), value)
  }
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
