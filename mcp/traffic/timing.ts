// Where the time of a request went, from stamps alone: what nobody measured is not made up.
import type { ExchangeDetail } from '../traffic-row.ts'

/** Milliseconds, one after the other. What is not known, or has not come yet, is left out. */
export interface Timing {
  /** Waited in this client: for a turn, for credentials, for a way to the server. */
  queued?: number
  /** On the way to and from the proxy, beyond what the proxy itself measured. */
  passing?: number
  /** Until there was a connection. */
  connect?: number
  /** Until the request was written. */
  send?: number
  /** Until the head of the reply came: from its leaving here, where no proxy tells more. */
  wait?: number
  /** From there to the last byte. */
  receive?: number
}

export type Stamps = Pick<ExchangeDetail, 'sentAt' | 'queued' | 'relay' | 'firstByteAt' | 'endedAt'>

export function timingOf({ sentAt, queued, relay, firstByteAt, endedAt }: Stamps): Timing {
  const timing: Timing = {}
  if (queued !== undefined) timing.queued = queued
  if (firstByteAt === undefined) {
    if (endedAt !== undefined) timing.wait = Math.max(0, endedAt - sentAt)
    return timing
  }
  const whole = Math.max(0, firstByteAt - sentAt)
  if (relay === undefined) timing.wait = whole
  else {
    const { connect, send, wait } = relay
    Object.assign(timing, { passing: Math.max(0, whole - connect - send - wait), connect, send, wait })
  }
  if (endedAt !== undefined) timing.receive = Math.max(0, endedAt - firstByteAt)
  return timing
}
