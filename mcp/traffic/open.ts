// What the fold holds of requests and exchanges that are not over yet.
import type { Id } from '../jsonrpc.ts'
import type { By } from '../wish.ts'

/** A request without an answer. */
export interface Pending {
  seq: number
  method: string
  id: Id
  /** It was named by a cancelled notification: an answer does not undo that. */
  cancelled: boolean
  /** A message of its exchange was not kept, which may have been its answer. */
  unkept?: true
  /** Its exchange has ended, and its row says how. */
  ended?: true
  by: By | undefined
}

/** An exchange that has not ended. */
export interface Open {
  sentAt: number
  httpMethod: string
  status: number
  mediaType: string
  /** Where a redirect leads. */
  location: string
  /** Who wanted it. */
  by: By | undefined
  /** Keys of our requests that it carried. */
  asked: string[]
  /** Row of a request that is no part of the conversation. */
  aside?: number
  /** Row of a request that holds no message: it opens a stream, or ends a session. */
  bare?: number
}
