// Apart from the way to what is held, which the first screen sets up and does not use.
import { heldAt } from '#mcp/held.ts'
import { writeJson, type Json } from '#mcp/json.ts'
import { sourceOf } from './held-access.ts'

/** A value as JSON text, whole also where parts of it are not in the page. */
export function wholeJson(value: Json): string | Promise<string> {
  const held = heldAt(value)
  return held === undefined ? writeJson(value, 2) : sourceOf(held).copy()
}
