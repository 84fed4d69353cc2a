// JSON as configuration files have it: a BOM, comments and trailing commas are passed over, faults are placed.
import type { Json } from '#mcp/json.ts'

/**
 * Parses JSONC. A text that is the inside of an object (`"name": { … },`) is read as that object.
 * @throws SyntaxError with line and column.
 */
export function readJsonc(text: string): Json {
  const plain = blank(text.replace(/^\uFEFF/, ' '))
  const wrapped = /^\s*"(?:[^"\\]|\\.)*"\s*:/.test(plain) ? `{${plain.replace(/,\s*$/, '')}}` : plain
  try {
    return JSON.parse(wrapped) as Json
  } catch (error) {
    throw new SyntaxError(place(wrapped, error instanceof Error ? error.message : String(error)), { cause: error })
  }
}

/** Replaces comments and trailing commas by spaces of the same length, so that places stay true. */
function blank(text: string): string {
  const spaces = (part: string) => part.replace(/[^\r\n]/g, ' ')
  return text
    .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\//g, (part) => (part.startsWith('"') ? part : spaces(part)))
    .replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (part) => (part === ',' ? ' ' : part))
}

function place(text: string, message: string): string {
  const at = /position (\d+)/.exec(message)
  if (at === null || /line \d/.test(message)) return message
  const before = text.slice(0, Number(at[1]))
  return `${message} (line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')})`
}
