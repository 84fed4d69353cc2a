// What a fake server's tool has in hand while it answers.
import type { Id } from '../jsonrpc.ts'
import type { Json } from '../json.ts'

export interface Turn {
  id: Id
  /** Sends a message on the reply's stream. */
  send(message: { [key: string]: Json }): void
  /** Sends a request on the reply's stream; resolves with the client's result, rejects with its error. */
  ask(id: Id, method: string, params?: Json): Promise<Json>
}

export type Answer = (params: { [key: string]: Json }, turn: Turn) => Json | Promise<Json>
