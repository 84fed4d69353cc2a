// How viewers reach what is too large for the page, or lies elsewhere: handed in at start, since the engine is not known here.
import type { BigSource, HeldBytes } from '#mcp/content/big.ts'

export interface HeldAccess {
  askHeld<Name extends keyof BigSource>(
    id: number,
    pointer: string,
    name: Name,
    args: Parameters<BigSource[Name]>,
  ): ReturnType<BigSource[Name]>
  /** Gives a large text that is here to a worker, which keeps it as long as `owner` is in use. */
  keepText(text: string, owner: object): Promise<number>
  heldBytes(id: number, pointer: string): Promise<HeldBytes>
  /** A picture that lies elsewhere, fetched without credentials. Rejects in words. */
  fetchPicture(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer> }>
  /** A port through which the value comes, once: for a worker. */
  handHeld(id: number, pointer: string): MessagePort
}

let load: (() => Promise<HeldAccess>) | undefined

/** `source` loads what asks the engine: few pages ever need it. */
export function heldComesFrom(source: () => Promise<HeldAccess>): void {
  load = source
}

/** Rejects when there is nothing to ask, as in a page without an engine. */
export function heldAccess(): Promise<HeldAccess> {
  return load === undefined ? Promise.reject(new Error('There is no engine to ask for what is large.')) : load()
}
