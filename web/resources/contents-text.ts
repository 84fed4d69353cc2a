// The contents of a resource as text, to see what changed between two readings: JSON in its long form, bytes by size
// and fingerprint.
import { readContents } from '#mcp/content-read.ts'
import { heldText } from '#mcp/held.ts'
import { parseJson, writeJson, type Json } from '#mcp/json.ts'

export function contentsText(result: Json): string {
  const contents = readContents(result)
  return contents
    .map(({ uri, mimeType, text, blob, raw }) => {
      const head = contents.length > 1 ? `── ${uri}${mimeType === undefined ? '' : `, ${mimeType}`}\n` : ''
      const held = heldText(raw, 'text') ?? heldText(raw, 'blob')
      if (held !== undefined) return `${head}(${held.length.toLocaleString('en')} characters: too large to be compared here)`
      if (text !== undefined) return head + pretty(text)
      if (blob !== undefined) return `${head}(${blob.length.toLocaleString('en')} characters of base64, ${fingerprint(blob)})`
      return head + writeJson(raw, 2)
    })
    .join('\n')
}

function pretty(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text
  try {
    return writeJson(parseJson(text), 2)
  } catch {
    return text
  }
}

/** Tells texts apart (FNV-1a); withstands nobody. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
