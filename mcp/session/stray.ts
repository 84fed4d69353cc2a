// Where each request has a stream of its own, and subscriptions have theirs (2026-07-28), each brings its own things.
import { writeJson } from '../json.ts'
import type { Id } from '../jsonrpc.ts'

const OF_A_SUBSCRIPTION = /^notifications\/(?:\w+\/list_changed|resources\/updated)$/
const OF_A_REQUEST = new Set(['notifications/progress', 'notifications/message'])

/** Whether a notification came where it does not belong: on the stream of a request, or on that of a subscription. */
export function isStray(method: string, onRequest: boolean): boolean {
  return onRequest ? OF_A_SUBSCRIPTION.test(method) : OF_A_REQUEST.has(method)
}

/** Of an answer that fits no request: what is said to whoever waits. */
export function strayWords(id: Id | null | undefined): string {
  return id === undefined || id === null
    ? 'An answer without an id came: nothing says what it answers.'
    : `An answer with the id ${writeJson(id)} came, and nobody asked with that.`
}
