// How long a request may take unless a person says otherwise. Milliseconds.
import type { ConnectOptions, Limits } from '../session-types.ts'

const USUAL = { list: 60_000, call: 300_000, total: 3_600_000 }
/** Requests that may rightly take long. */
const LONG = new Set(['tools/call', 'prompts/get', 'resources/read', 'tasks/result'])

export function isLong(method: string): boolean {
  return LONG.has(method)
}

export function limitsFor(method: string, chosen: ConnectOptions['timeouts']): Limits {
  const timeouts = { ...USUAL, ...chosen }
  return isLong(method) ? { idle: timeouts.call, total: timeouts.total } : { idle: timeouts.list, total: 0 }
}
