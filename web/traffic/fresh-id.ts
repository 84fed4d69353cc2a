// Requests that were sent before, changed and sent once more: their ids were used, so they take the next ones of their connection, unless
// a person wrote the id.
import { read } from '#mcp/jsonrpc.ts'
import { memberSpans, scalarSpan } from '#mcp/json-member.ts'

/** The ids of the requests in a text, as they are written there: of one request, or of those in a batch. */
export function idsIn(text: string): string[] {
  return spans(text).map((span) => text.slice(...span))
}

/** The text with other ids in the place of these, and all else as it is written. What had one id has one again. */
export function withIds(text: string, ids: ReadonlyMap<string, number>): string {
  let left = text
  for (const [from, to] of spans(text).reverse()) {
    const id = ids.get(text.slice(from, to))
    if (id !== undefined) left = `${left.slice(0, from)}${id}${left.slice(to)}`
  }
  return left
}

function spans(text: string): [from: number, to: number][] {
  const { kind } = read(text)
  const all: [number, number][] = kind === 'request' ? [[0, text.length]] : kind === 'batch' ? memberSpans(text) : []
  return all.flatMap(([from, to]) => {
    const one = text.slice(from, to)
    const span = read(one).kind === 'request' ? scalarSpan(one, 'id') : undefined
    return span === undefined ? [] : [[from + span[0], from + span[1]] as [number, number]]
  })
}
