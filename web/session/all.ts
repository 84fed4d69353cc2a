// All records of this page as one, and how its connections are told apart there.
import type { Called } from '#mcp/traffic/filter.ts'
import type { ConnectionState } from './connection-state.ts'

/** In place of a connection's id: all records of this page. No id of a connection is spelled so. */
export const ALL = '*'

export function calledAs({ id, name, facts }: Pick<ConnectionState, 'id' | 'name' | 'facts'>): Called {
  const own: unknown = facts?.serverInfo?.name
  return typeof own === 'string' && own !== '' ? { id, name, own } : { id, name }
}
