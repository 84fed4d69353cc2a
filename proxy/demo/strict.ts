// What the demo server refuses although it could be read: a teacher keeps the rules that it teaches.
import { isObject, parseJson } from '#mcp/json.ts'
import type { Reading } from '#mcp/jsonrpc.ts'
import { RpcFailure, type Params } from './peer.ts'

/** What is wrong with the form of a request; undefined when nothing is. */
export function formFault(text: string, { kind }: Reading): string | undefined {
  if (kind !== 'request') return undefined
  const value = parseJson(text)
  if (!isObject(value)) return undefined
  if (value.jsonrpc !== '2.0') return '"jsonrpc" must be "2.0"'
  return value.params === undefined || isObject(value.params) ? undefined : '"params" must be an object'
}

/** For a list that has one page. @throws RpcFailure for a cursor, as none was given out */
export function onePage({ cursor }: Params): void {
  if (cursor !== undefined) throw new RpcFailure(-32602, 'This list has one page, and no cursor leads to another')
}
