// The page's way to what is too large for it, or lies elsewhere: everything here asks the engine.
import type { BigSource, HeldBytes } from '#mcp/content/big.ts'
import { call, handThrough, releaseWith } from './engine.ts'

/** Asks about a part that the engine holds. */
export function askHeld<Name extends keyof BigSource>(
  id: number,
  pointer: string,
  name: Name,
  args: Parameters<BigSource[Name]>,
): ReturnType<BigSource[Name]> {
  return call('ask', [id, pointer, name, args]) as ReturnType<BigSource[Name]>
}

/** Gives a large text that the page has to the engine; it is kept as long as `owner` is in use. */
export async function keepText(text: string, owner: object): Promise<number> {
  const id = await call('keep', [text])
  releaseWith(owner, id)
  return id
}

/** Fetches a picture by its address, since a person asked for it. */
export function fetchPicture(url: string): Promise<{ bytes: Uint8Array<ArrayBuffer> }> {
  return call('picture', [url])
}

/** A port through which a held value comes, once, past the page. */
export function handHeld(id: number, pointer: string): MessagePort {
  const { port1, port2 } = new MessageChannel()
  handThrough(port2, id, pointer)
  return port1
}

export function heldBytes(id: number, pointer: string): Promise<HeldBytes> {
  return call('heldBytes', [id, pointer])
}
