// What an era of the protocol must answer. The session asks these questions and knows no era itself.
import type { Json } from '../json.ts'
import type { Id, RpcError } from '../jsonrpc.ts'
import type { Era, Facts } from '../session-types.ts'
import type { HeaderList } from '../wire-event.ts'

export interface Message {
  method: string
  params?: Json
}

/** What is to be heard of what a server says unasked. */
export interface Wishes {
  /** Capabilities of the server. */
  capabilities: { [name: string]: Json }
  /** Resources whose changes are wanted. */
  uris: readonly string[]
  /** Tasks whose states are wanted, by their ids (2026-07-28, io.modelcontextprotocol/tasks). */
  tasks?: readonly string[]
}

/** What a result means for the request that it answers. */
export type Meaning =
  /** `flaw`: what it lacks, in few words; it is an answer all the same. */
  | { kind: 'final'; flaw?: string }
  /** The server wants answers first; the request goes out once more with the params that `again` makes of them. */
  | { kind: 'input'; requests: { key: string; message: Message }[]; again(replies: { [key: string]: Json }): Json }
  /** It must not be taken for an answer. */
  | { kind: 'invalid'; why: string }

/** Facts that the greeting's answer tells. */
export type Learnt = Omit<Facts, 'listening' | 'subscribed' | 'transport' | 'verdict'>

export interface Dialect {
  readonly era: Era
  /** The request that opens a connection. */
  greeting(): Message
  /**
   * Reads the answer to the greeting and remembers what later messages need.
   * @throws McpError when this peer cannot be talked to in this era.
   */
  learn(result: Json, headers: Headers): Learnt
  /** Notifications due once the greeting was answered. */
  settled(): Message[]
  /** Headers of one message, besides those of the person. `message` is undefined for GET and DELETE. */
  headers(message: Message | undefined): HeaderList
  /** The params as they leave: with what the era puts into `_meta`. */
  dress(message: Message, extras: { progressToken?: Id }): Json | undefined
  /** Why a message must not be sent; undefined when it may. */
  refuses(message: Message): string | undefined
  /** What a result means. Also how the dialect hears of lists that later requests depend on. */
  meaning(message: Message, result: Json): Meaning
  /** What an error asks us to do before the same request may be sent once more; undefined when it is final. */
  amends(message: Message, error: RpcError): { list?: string } | undefined
  /** What to do about an error, in one sentence. */
  advice(message: Message, error: RpcError): string | undefined
  /** The notification that cancels a request; null: closing its stream does. */
  cancel(id: Id, reason: string | undefined): Message | null
  /** Whether the revision spoken lets several messages travel as one. */
  batches(): boolean
  /** Whether the greeting may be cancelled like any other request. */
  readonly greetingCancels: boolean
  /** What brings what a server says unasked: a GET stream, a request that stays open, or nothing. */
  listening(wishes: Wishes): 'get' | Message | null
  /** The request that starts or ends hearing of changes of a resource; null: it is a wish among those of `listening`. */
  subscribe(uri: string, on: boolean): Message | null
  /**
   * Declares other capabilities from the next message on; returns what each request carries in `_meta` then. Undefined: they
   * were declared for good when the connection began.
   */
  declare(capabilities: { [name: string]: Json }): { [key: string]: Json } | undefined
  /** The request that sets the lowest level of log messages; null: it is said with each request from now on. */
  setLogLevel(level: string | undefined): Message | null
  /** Whether an answer may come by GET: on the stream of what is said unasked, or on one resumed with Last-Event-ID. */
  readonly answersByGet: boolean
  /** Whether the server may send requests. Where it may not, none is answered. */
  readonly serverRequests: boolean
  /** Whether servers of this era may hold sessions, so that a refusal may mean that one is missing. */
  readonly sessions: boolean
  /** Whether the connection has a session at the server that ends with DELETE. */
  hasSession(): boolean
}
