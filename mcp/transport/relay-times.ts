// Where the time of a relayed request went before its reply began, as who relays it measured: what neither a Request nor a
// Response can hold.

/** Milliseconds, one after the other. */
export interface RelayTimes {
  /** Until there was a connection: lookup, TCP, TLS; next to nothing where one was kept open. */
  connect: number
  /** Until the request was written to it. */
  send: number
  /** Until the head of the reply was there. */
  wait: number
}

const known = new WeakMap<Response, RelayTimes>()

export function noteTimes(response: Response, times: RelayTimes | undefined): Response {
  if (times !== undefined) known.set(response, times)
  return response
}

/** Undefined for a reply that was not relayed. */
export function timesOf(response: Response): RelayTimes | undefined {
  return known.get(response)
}

/** From what anyone may have written; undefined when it is none. */
export function readTimes(value: unknown): RelayTimes | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { connect, send, wait } = value as { [name in keyof RelayTimes]?: unknown }
  return isSpan(connect) && isSpan(send) && isSpan(wait) ? { connect, send, wait } : undefined
}

function isSpan(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 1e12
}
