// Results too long to be stored with the history, for as long as the page lives: so that two of them can be compared.
// What the engine holds of a result it holds as long as the result is here.
import type { Json } from '#mcp/json.ts'

/** Results kept, and the bytes of all together. */
const MOST = 30
const MOST_BYTES = 120_000_000

interface Recent {
  result: Json
  bytes: number
}

const recent = new Map<string, Recent>()

const nameOf = (key: string, at: number): string => `${at} ${key}`

export function keepRecent(key: string, at: number, result: Json, bytes: number): void {
  recent.set(nameOf(key, at), { result, bytes })
  let total = 0
  for (const one of recent.values()) total += one.bytes
  for (const [name, one] of recent) {
    if (recent.size <= MOST && total <= MOST_BYTES) break
    recent.delete(name)
    total -= one.bytes
  }
}

/** The result of the call of that time; undefined when it is gone. */
export function recentResult(key: string, at: number): Json | undefined {
  return recent.get(nameOf(key, at))?.result
}
