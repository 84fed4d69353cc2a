// The exact message that a call will be, and the same as a command for a shell: curl.
import { headerText, mirror, paramHeaders } from '#mcp/dialect/param-headers.ts'
import { writeJson, type Json } from '#mcp/json.ts'
import type { Tool } from '#mcp/model.ts'
import type { Facts } from '#mcp/session-types.ts'
import { shellWord } from '#mcp/traffic/request-command.ts'
import { isSecretRequestHeader } from '#mcp/traffic/secret-headers.ts'
import { MASK, maskUrl } from '#mcp/traffic/secret-names.ts'
import { isPipe, type HttpTarget } from '#mcp/transport/target.ts'
import { withMeta, type Meta } from '../session/server-extras.ts'

export type Headers = { name: string; value: string; secret: boolean }[]

/** What a call is made of, and what the connection puts around it. */
export interface CallParts {
  tool: Pick<Tool, 'name' | 'inputSchema'>
  args: Json
  facts: Facts | undefined
  /** What a person wants sent along. */
  meta?: Meta
  /** It is to become a task. */
  task?: { ttl?: number }
}

/** The params as a person put them together, before the era adds its own. */
export function callParams({ tool, args, meta, task }: Pick<CallParts, 'tool' | 'args' | 'meta' | 'task'>): Json {
  return withMeta({ name: tool.name, arguments: args, ...(task === undefined ? {} : { task: { ...task } }) }, meta)!
}

/** The JSON-RPC message. Its id and progress token are given when it leaves. */
export function callMessage({ tool, args, facts, meta, task }: CallParts): Json {
  const _meta = facts?.era === 'modern' ? { ...facts.envelope, progressToken: 1, ...meta } : { progressToken: 1, ...meta }
  return {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: tool.name, arguments: args, ...(task === undefined ? {} : { task: { ...task } }), _meta },
  }
}

/** The headers of the POST, as far as they are ours. */
export function callHeaders(target: HttpTarget, { tool, args, facts }: CallParts): Headers {
  if (isPipe(target.url)) return []
  const headers: Headers = []
  const add = (name: string, value: string) => headers.push({ name, value, secret: false })
  add('content-type', 'application/json')
  add('accept', 'application/json, text/event-stream')
  if (facts !== undefined && facts.revision >= '2025-06-18') add('mcp-protocol-version', facts.revision)
  if (facts?.sessionId !== undefined) headers.push({ name: 'mcp-session-id', value: facts.sessionId, secret: true })
  if (facts?.era === 'modern') {
    add('mcp-method', 'tools/call')
    add('mcp-name', headerText(tool.name))
    const travelling = paramHeaders(tool.inputSchema)
    if (travelling.kind === 'headers') for (const [name, value] of mirror(travelling.headers, args).headers) add(name.toLowerCase(), value)
  }
  if (target.bearer !== undefined && target.bearer !== '')
    headers.push({ name: 'authorization', value: `Bearer ${target.bearer}`, secret: true })
  for (const { name, value } of target.headers) headers.push({ name, value, secret: isSecretRequestHeader(name) })
  return headers
}

/** A curl command for a POSIX shell. Secrets are left out unless asked for. */
export function curlText(target: HttpTarget, headers: Headers, message: Json, secrets: boolean): string {
  const lines = [`curl -sS -N ${shellWord(secrets ? target.url : maskUrl(target.url))}`]
  for (const { name, value, secret } of headers) lines.push(`-H ${shellWord(`${name}: ${secret && !secrets ? MASK : value}`)}`)
  lines.push(`--data-raw ${shellWord(writeJson(message))}`)
  return lines.join(' \\\n  ')
}
