// What of a message is newer than the revision that was agreed on, or of none at all.
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

/** The notifications of all revisions, and of the extensions that are known. */
const NOTIFICATIONS = new Set(
  [
    'cancelled',
    'elicitation/complete',
    'initialized',
    'message',
    'progress',
    'prompts/list_changed',
    'resources/list_changed',
    'resources/updated',
    'roots/list_changed',
    'subscriptions/acknowledged',
    'tasks',
    'tasks/status',
    'tools/list_changed',
  ].map((name) => `notifications/${name}`),
)

/** Letters that a slip of one place changes. */
const SLIP = 3

/**
 * A notification that no revision has, in words. JSON-RPC has it passed over, so that its sender hears nothing of it: `slip`, and one of those
 * that there are was meant. A name of another domain is an extension's own business.
 */
export function unknownNotification(method: string): { says: string; slip: boolean } | undefined {
  if (NOTIFICATIONS.has(method)) return undefined
  if (method === '') return { says: 'its method is empty: clients pass over it', slip: true }
  const bare = `notifications/${method}`
  const near = NOTIFICATIONS.has(bare) ? bare : [...NOTIFICATIONS].find((one) => isNear(one, method))
  if (near === undefined && !method.startsWith('notifications/')) return undefined
  const says = `no revision has the notification ${method}: clients pass over it`
  return near === undefined ? { says, slip: false } : { says: `${says}. ${near} is one`, slip: true }
}

/** Whether they differ in one place alone. */
function isNear(one: string, other: string): boolean {
  const most = Math.min(one.length, other.length)
  let front = 0
  while (front < most && one[front] === other[front]) front += 1
  let back = 0
  while (back < most - front && one.at(-1 - back) === other.at(-1 - back)) back += 1
  return Math.max(one.length, other.length) - front - back <= SLIP
}
