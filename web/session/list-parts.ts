// How a long list crosses from the engine to the page.
import { isObject, type Json } from '#mcp/json.ts'
import type { Answer } from '#mcp/session-types.ts'
import { MEMBER } from './list-methods.ts'

/** Members of a list that cross at a time. */
const AT_ONCE = 250

/** A long list goes ahead in parts, each of them a task for a page that would hold its breath at the whole: `wholeAgain` puts it together. */
export function inParts(method: string, answer: Answer, post: (part: Json[]) => void): Answer {
  const { result } = answer
  const member = (MEMBER as { [method: string]: string })[method]
  const items = member !== undefined && isObject(result) ? result[member] : undefined
  if (member === undefined || !isObject(result) || !Array.isArray(items) || items.length <= AT_ONCE) return answer
  for (let at = 0; at < items.length; at += AT_ONCE) post(items.slice(at, at + AT_ONCE))
  return { ...answer, result: { ...result, [member]: [] } }
}

/** `parts`: what came ahead of the answer. */
export function wholeAgain(method: string, { result }: Answer, parts: readonly Json[][]): void {
  const member = (MEMBER as { [method: string]: string })[method]
  if (member !== undefined && isObject(result)) result[member] = parts.flat()
}
