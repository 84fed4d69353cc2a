// By which revision an event is judged.
import { isLegacy, LEGACY_REVISIONS, type Revision } from '../dialect/revisions.ts'

import type { Facts } from './facts.ts'
import type { Asked } from './seen.ts'

/**
 * What a modern request says of itself counts only with a server that has shown that it is one. What is asked in the older
 * way before anything was agreed on is judged by the newest of those revisions.
 */
export function revisionOf(asked: Asked | undefined, facts: Facts): Revision | undefined {
  if (asked?.revision !== undefined)
    return facts.era === 'modern' || (facts.era === undefined && facts.everModern) ? asked.revision : undefined
  if (facts.revision !== undefined) return facts.revision
  if (asked?.ours !== true) return undefined
  const wanted = asked.method === 'initialize' ? asked.params.protocolVersion : undefined
  return isLegacy(wanted) ? wanted : LEGACY_REVISIONS.at(-1)
}
