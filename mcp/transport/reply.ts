// What a line of a child is pushed into.
import type { McpError } from '../errors.ts'
import type { Reading } from '../jsonrpc.ts'

/** One reply, in whatever form its reader wants it. */
export interface Reply {
  response: Promise<Response>
  /** `last`: it completes the reply. */
  push(text: string, last: boolean, reading: Reading): void
  /** No more can come. `error`: because the child is gone. */
  end(error?: McpError): void
}
