// The JSON text of a result as it is compared: a text within it that is JSON is laid out as such, one of several lines
// stands line by line.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'

/** Gives the text back where it is no JSON. */
export function spread(result: string): string {
  try {
    return writeJson(spreadValue(parseJson(result), 0), 2)
  } catch {
    return result
  }
}

/** Deeper than this nothing is looked into. */
const DEEPEST = 200

function spreadValue(value: Json, depth: number): Json {
  if (depth > DEEPEST) return value
  if (Array.isArray(value)) return value.map((one) => spreadValue(one, depth + 1))
  if (!isObject(value)) return value
  const copy: { [key: string]: Json } = {}
  for (const [key, one] of Object.entries(value))
    Object.defineProperty(copy, key, {
      value: typeof one === 'string' ? spreadText(one) : spreadValue(one, depth + 1),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return copy
}

function spreadText(text: string): Json {
  if (/^\s*[[{]/.test(text)) {
    try {
      const value = parseJson(text)
      if (typeof value === 'object' && value !== null) return value
    } catch {
      // It only begins like JSON.
    }
  }
  return text.includes('\n') ? text.split('\n') : text
}
