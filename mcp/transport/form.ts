// What kind of body a reply has: by its media type, or by how it begins.

/** How the reply reads: 'json' is one body of JSON (whatever its type claims), 'html' a page for people. */
export type Form = 'stream' | 'json' | 'html' | 'text' | 'empty'

/** By media type alone, without case; null when there is none. */
export function formOf(contentType: string | null): Form | null {
  const type = mediaType(contentType)
  if (type === '') return null
  if (type === 'text/event-stream') return 'stream'
  if (type === 'application/json' || type.endsWith('+json')) return 'json'
  return type === 'text/html' || type === 'application/xhtml+xml' ? 'html' : 'text'
}

export function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase()
}

/** By its first words, where no type is named. */
export function sniff(head: string): Form {
  const text = head.trimStart()
  if (text === '') return 'empty'
  if (/^[[{]/.test(text)) return 'json'
  if (/^(?:event|data|id|retry)?:/.test(text)) return 'stream'
  return text.startsWith('<') ? 'html' : 'text'
}
