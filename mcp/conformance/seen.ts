// The record as rules see it: what each event means, and to which request and exchange it belongs.
import { type Json } from '../json.ts'
import { idKey, type Id, type Reading, type RpcError } from '../jsonrpc.ts'
import type { Revision } from '../dialect/revisions.ts'
import type { HeaderList, WireFact } from '../wire-event.ts'

export type Obj = { [key: string]: Json }

/** One HTTP exchange, or one line to a pipe and what came of it. */
export interface Trip {
  id: number
  seq: number
  at: number
  /** As the record has it: POST, GET, DELETE, STDIN, WS. */
  method: string
  url: string
  headers: HeaderList
  /** What was sent, if it is JSON. */
  body?: Json
  text?: string
  /** Our requests that it carried. */
  asked: Asked[]
  status?: number
  statusSeq?: number
  replyHeaders: HeaderList
  /** A browser kept some of them to itself: one that is absent may have been sent. */
  filtered?: true
  mediaType: string
  /** Messages that came back, and answers among them. */
  messages: number
  answers: number
  /** The last answer that came, and when. */
  last?: Message | undefined
  lastAt?: number
  /** Of a reply that is no stream: its beginning. */
  reply?: string
  frames: number
  /** It went elsewhere than to the server's endpoint: to metadata, to an authorization server, to an icon. */
  aside: boolean
  over?: 'closed' | 'failed' | 'ours'
}

/** A request, of either side. */
export interface Asked {
  seq: number
  at: number
  ours: boolean
  method: string
  id: Id
  params: Obj
  /** What it says of itself, where it does (2026-07-28). */
  revision?: Revision
  trip: Trip | undefined
  answered?: number
  cancelled?: boolean
  /** It is no proper request: it has no "jsonrpc", or params that are no object. */
  odd?: true
}

interface Base {
  seq: number
  at: number
  /** What was negotiated, or what the request that this belongs to says; undefined before that is known. */
  revision: Revision | undefined
  trip: Trip | undefined
}

export type MessageKind = 'request' | 'notification' | 'result' | 'failure' | 'garbled' | 'batch'

/** A message of the server, or with kind 'sent' one of ours. */
export interface Message extends Base {
  kind: MessageKind | 'sent'
  reading: Reading
  text: string
  /** The parsed text; undefined where it is no JSON. */
  value: Json | undefined
  /** It came within an array. */
  batched: boolean
  /** Of an answer, the method of its request; '' where there is none. */
  method: string
  id: Id | null | undefined
  params: Obj
  /** The result, where it is an object. */
  result: Obj
  error: RpcError | undefined
  /** The request that it answers. */
  asked: Asked | undefined
  /** That request had its answer before. */
  again: boolean
}

export interface Side extends Base {
  /** 'aside' is the end of an exchange that went elsewhere. */
  kind: 'status' | 'over' | 'aside' | 'frame' | 'sign' | 'noise' | 'stderr' | 'note' | 'exit' | 'app'
  text: string
  fact: WireFact
}

export type Seen = Message | Side

export function keyOf(ours: boolean, id: Id): string {
  return `${ours ? 'out' : 'in'}:${idKey(id)}`
}
