// What of a message is newer than the revision that was agreed on.
import { isObject, type Json } from '../json.ts'

/** What of a message belongs to a later revision; what is merely an additional member is told as such. */
export function newerThan(
  kind: string,
  method: string,
  result: { [key: string]: Json },
  revision: string,
): string | { says: string; at: string } | undefined {
  const since: { [method: string]: string } = {
    'elicitation/create': '2025-06-18',
    'notifications/elicitation/complete': '2025-11-25',
    'notifications/tasks/status': '2025-11-25',
    'notifications/subscriptions/acknowledged': '2026-07-28',
  }
  const first = since[method]
  if (kind !== 'result') return first !== undefined && revision < first ? `${method} came with ${first}` : undefined
  if (revision < '2025-06-18' && result.structuredContent !== undefined)
    return { says: '"structuredContent" came with 2025-06-18; older clients ignore it', at: '/result/structuredContent' }
  const content = Array.isArray(result.content) ? result.content : []
  for (const [index, block] of content.entries()) {
    const type = isObject(block) ? block.type : undefined
    if (type === 'audio' && revision < '2025-03-26') return { says: 'audio came with 2025-03-26', at: `/result/content/${index}` }
    if (type === 'resource_link' && revision < '2025-06-18')
      return { says: 'resource_link came with 2025-06-18', at: `/result/content/${index}` }
  }
  return undefined
}
