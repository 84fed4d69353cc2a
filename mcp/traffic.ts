// The record of one connection, and the fold over it. Placeholder of the outside: the inside follows.
import type { WireEvent, WireFact } from './wire-event.ts'
import type { ExchangeDetail, MessageDetail, Row, RowQuery, RowWindow } from './traffic-row.ts'

export interface Traffic {
  /** Opens an exchange and gives its id (from 1). */
  open(): number
  /** Writes down a fact, stamps it, folds it; returns the row it made (0 when it made none). */
  append(exchange: number, fact: WireFact): number
  row(seq: number): Row | undefined
  message(seq: number): MessageDetail | null
  exchange(id: number): ExchangeDetail | null
  /** A window now; O(size) while the filter is empty. */
  window(query: RowQuery): RowWindow
  readonly total: number
  readonly dropped: number
  subscribe(listener: () => void): () => void
  clear(): void
  /** Every event, oldest first. */
  events(): Iterable<WireEvent>
}
