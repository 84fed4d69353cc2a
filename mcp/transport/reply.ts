// What a line of a child is pushed into.
import type { McpError } from '../errors.ts'
import type { Reading } from '../jsonrpc.ts'
import type { TakesRun } from '../log-run.ts'

/** One reply, in whatever form its reader wants it. */
export interface Reply {
  response: Promise<Response>
  /** `last`: it completes the reply. */
  push(text: string, last: boolean, reading: Reading): void
  /** Takes log messages that come many at a time, where its reader need not hear of each. */
  run?: TakesRun
  /** No more can come. `error`: because the child is gone. */
  end(error?: McpError): void
}
