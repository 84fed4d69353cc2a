// A request that was sent before, changed and sent once more: its id was used, so it takes the next one of its connection, unless
// a person wrote the id.
import { read } from '#mcp/jsonrpc.ts'
import { scalarSpan } from '#mcp/json-member.ts'

/** The id of a request as it is written in its text; undefined: this is no request by itself. */
export function idIn(text: string): string | undefined {
  if (read(text).kind !== 'request') return undefined
  const span = scalarSpan(text, 'id')
  return span && text.slice(...span)
}

/** The text with another id, and all else as it is written. */
export function withId(text: string, id: number): string {
  const span = scalarSpan(text, 'id')
  return span === undefined ? text : `${text.slice(0, span[0])}${id}${text.slice(span[1])}`
}
