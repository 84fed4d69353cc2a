// A request that stays open and brings what the server says unasked, under one id for as long as it lives.
// 2026-07-28: basic/patterns/subscriptions; the ways in which servers end one are told apart here.
import { isObject, type Json } from '../json.ts'
import { idKey, type Id } from '../jsonrpc.ts'
import type { Message } from '../dialect/dialect.ts'
import type { Exchange, Hearing } from '../wire.ts'
import { itself, type Wish } from '../wish.ts'
import type { Line } from './line.ts'
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

export interface OpenRequest {
  id: Id
  message: Message
  hearing: Hearing
  signal: AbortSignal
  wish: Wish
}

/** Sends a request that stays open until the signal ends it, as the era has it. `life` ends with the connection. */
export function postOpen(line: Line, life: AbortSignal, { id, message, hearing, signal, wish }: OpenRequest): Exchange {
  const { dialect } = line
  const farewell = dialect.cancel(id, 'No longer wanted')
  const leave = (): void => {
    if (farewell !== null && !life.aborted) line.post({ ...farewell }, life, {}, { wish: itself('the stream is no longer wanted') })
  }
  signal.addEventListener('abort', leave, { once: true })
  const exchange = line.post({ id, method: message.method, params: dialect.dress(message, {}) }, signal, hearing, { wish })
  // What is over is not taken leave of.
  void exchange.ended.then(() => signal.removeEventListener('abort', leave))
  return exchange
}
