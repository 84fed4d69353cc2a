// What an era of the protocol must answer. The session asks these questions and knows no era itself.
import type { Json } from '../json.ts'
import type { Id } from '../jsonrpc.ts'
import type { Era, Facts } from '../session-types.ts'
import type { HeaderList } from '../wire-event.ts'

export interface Message {
  method: string
  params?: Json
}

export interface Dialect {
  readonly era: Era
  /** The request that opens a connection. */
  greeting(): Message
  /**
   * Reads the answer to the greeting and remembers what later messages need.
   * @throws McpError when this peer cannot be talked to in this era.
   */
  learn(result: Json, headers: Headers): Omit<Facts, 'listening'>
  /** Notifications due once the greeting was answered. */
  settled(): Message[]
  /** Headers of one message, besides those of the person. `message` is undefined for GET and DELETE. */
  headers(message: Message | undefined): HeaderList
  /** The params as they leave: with what the era puts into `_meta`. */
  dress(message: Message, extras: { progressToken?: Id }): Json | undefined
  /** The notification that cancels a request; null: closing its stream does. */
  cancel(id: Id, reason: string | undefined): Message | null
  /** Whether the greeting may be cancelled like any other request. */
  readonly greetingCancels: boolean
  /** Whether a GET stream brings what the server says unasked. */
  readonly listens: boolean
  /** Whether an answer may come by GET: on the stream of what is said unasked, or on one resumed with Last-Event-ID. */
  readonly answersByGet: boolean
  /** Whether the server may send requests. Where it may not, none is answered. */
  readonly serverRequests: boolean
  /** Whether servers of this era may hold sessions, so that a refusal may mean that one is missing. */
  readonly sessions: boolean
  /** Whether the connection has a session at the server that ends with DELETE. */
  hasSession(): boolean
}
