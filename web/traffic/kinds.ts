// The groups of rows that a person can leave out, and the marks of each kind.
import type { Row, RowKind } from '#mcp/traffic-row.ts'
import { wishWords } from '#mcp/wish-words.ts'

export interface KindGroup {
  id: string
  title: string
  kinds: RowKind[]
}

export const KIND_GROUPS: KindGroup[] = [
  { id: 'requests', title: 'Requests', kinds: ['request', 'batch'] },
  { id: 'answers', title: 'Answers', kinds: ['result', 'failure'] },
  { id: 'notifications', title: 'Notifications', kinds: ['notification'] },
  { id: 'apps', title: 'Apps', kinds: ['app'] },
  { id: 'http', title: 'HTTP', kinds: ['http'] },
  { id: 'noise', title: 'Noise', kinds: ['noise', 'garbled', 'note'] },
  { id: 'process', title: 'Process', kinds: ['stderr', 'start', 'exit'] },
]

/** The kinds to ask for when these groups are left out; undefined: all. */
export function kindsWithout(hidden: ReadonlySet<string>): RowKind[] | undefined {
  const shown = KIND_GROUPS.filter(({ id }) => !hidden.has(id))
  return shown.length === KIND_GROUPS.length ? undefined : shown.flatMap(({ kinds }) => kinds)
}

/** What a row is called in the column "Message". */
export function messageOf(row: Row): string {
  switch (row.kind) {
    case 'stderr':
    case 'exit':
    case 'start':
    case 'note':
    case 'batch':
    case 'garbled':
      return row.kind
    case 'noise':
      return 'not JSON-RPC'
    case 'http':
      return row.method
    case 'app':
      return `app: ${row.method === '' ? 'message' : row.method.replace(/^ui\/notifications\//, '')}`
    default:
      return row.method === '' ? row.kind : row.method
  }
}

/** Who wanted it where no person simply did: "by Loupe: the list changed". */
export function wishOf(row: Row): string {
  return row.direction !== 'out' || (row.by === 'you' && row.why === undefined) ? '' : wishWords(row)
}

export function arrowOf(row: Row): string {
  return row.direction === 'out' ? '→' : row.direction === 'in' ? '←' : '·'
}

/** Said to a screen reader instead of the arrow. */
export function wayOf(row: Row): string {
  if (row.kind === 'app') return row.direction === 'out' ? 'to the app' : 'from the app'
  return row.direction === 'out' ? 'sent' : row.direction === 'in' ? 'received' : 'beside'
}

/** That a server logs an error does not mean that the talk with it failed. */
export function wentWrong({ tone, kind, direction }: Pick<Row, 'tone' | 'kind' | 'direction'>): boolean {
  return tone === 'bad' && !(kind === 'notification' && direction === 'in')
}
