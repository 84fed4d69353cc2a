// Where the text of a row comes from: not all of it crossed the wire.
import type { Row } from '#mcp/traffic-row.ts'

export function originOf({ kind, status }: Pick<Row, 'kind' | 'status'>): string {
  if (kind === 'app') return 'between the app and this host'
  if (kind === 'stderr') return 'as it was written to stderr'
  // Why an exchange broke is our own word, too.
  if (kind === 'note' || kind === 'start' || kind === 'exit' || (kind === 'http' && status === 'failed'))
    return 'written by Loupe, not by the peer'
  return 'as it crossed the wire'
}
