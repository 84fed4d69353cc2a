// A request that stays open and brings what the server says unasked, under one id for as long as it lives.
// 2026-07-28: basic/patterns/subscriptions; the ways in which servers end one are told apart here.
import { isObject, type Json } from '../json.ts'
import { idKey, type Id } from '../jsonrpc.ts'
import type { Exchange, Hearing } from '../wire.ts'
import type { Channel } from './listen.ts'

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged'

export interface SubscriptionHost {
  nextId(): Id
  /** Sends the request under this id. */
  post(id: Id, hearing: Hearing, signal: AbortSignal): Exchange
  hear: NonNullable<Hearing['onMessage']>
  /** The server said which of the wishes of the request in row `seq` it will serve. */
  onAcknowledged(filter: Json, seq: number): void
}

/** Each attempt is a new request. */
export function subscriptionChannel(host: SubscriptionHost): Channel {
  return {
    open({ onOpen, onHeard, onEnded }, signal) {
      const id = host.nextId()
      let sent = 0
      return host.post(
        id,
        {
          onSent: (seq) => void (sent = seq),
          onMessage(reading, seq, number) {
            // A result, or (over a pipe) a cancelled notification, is the end in good order.
            if (reading.kind === 'result' && idKey(reading.id) === idKey(id)) return onEnded()
            if (reading.kind === 'notification' && reading.method === 'notifications/cancelled') return onEnded()
            if (reading.kind === 'notification' && reading.method === ACKNOWLEDGED) {
              onOpen()
              return host.onAcknowledged(isObject(reading.params) ? (reading.params.notifications ?? {}) : {}, sent)
            }
            onHeard()
            host.hear(reading, seq, number)
          },
        },
        signal,
      )
    },
  }
}
