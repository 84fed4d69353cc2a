// How viewers reach what is too large for the page: handed in at start, since the engine is not known here.
import type { BigSource, HeldBytes } from '#mcp/content/big.ts'
import type { HeldRef } from '#mcp/held.ts'

export interface HeldAccess {
  source(id: number, pointer: string): BigSource
  /** Gives a large text that is here to a worker. */
  keep(text: string): Promise<BigSource>
  bytes(id: number, pointer: string): Promise<HeldBytes>
  /** A picture that lies elsewhere, fetched without credentials. Rejects in words. */
  picture(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer> }>
  /** A port through which the value comes, once: for a worker. */
  hand(id: number, pointer: string): MessagePort
}

let access: HeldAccess | undefined

export function heldComesFrom(given: HeldAccess): void {
  access = given
}

/** @throws Error when there is nothing to ask, as in a page without an engine. */
export function heldAccess(): HeldAccess {
  if (access === undefined) throw new Error('There is no engine to ask for what is large.')
  return access
}

export function sourceOf({ id, pointer }: HeldRef): BigSource {
  return heldAccess().source(id, pointer)
}
