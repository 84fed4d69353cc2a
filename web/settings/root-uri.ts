// Roots are URIs; people type paths.

/** What is odd about a root's URI, for people; undefined when nothing is. */
export function rootFault(uri: string): string | undefined {
  if (uri.trim() === '') return undefined
  if (!/^[a-z][\w+.-]*:/i.test(uri)) return 'A root is a URI: file:///home/me/project'
  return /^file:\/\//i.test(uri) ? undefined : 'The specification knows only file:// roots so far.'
}

/** A path that was typed, as the URI that it means. */
export function pathToUri(text: string): string {
  const path = text.trim()
  const encode = (one: string) => one.split('/').map(encodeURIComponent).join('/')
  if (path.startsWith('/')) return `file://${encode(path)}`
  if (/^[a-z]:[\\/]/i.test(path)) return `file:///${path[0]!}:${encode(path.slice(2).replaceAll('\\', '/'))}`
  return text
}
