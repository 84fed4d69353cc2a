// The page's way to what is too large for it: sources that ask the engine.
import type { BigSource, HeldBytes } from '#mcp/content/big.ts'
import { call, handThrough, releaseWith } from './engine.ts'

/** Asks the engine about a part that it holds. */
export function heldSource(id: number, pointer: string): BigSource {
  const ask =
    <Name extends keyof BigSource>(name: Name) =>
    (...args: Parameters<BigSource[Name]>) =>
      call('ask', [id, pointer, name, args]) as ReturnType<BigSource[Name]>
  return {
    look: ask('look'),
    lines: ask('lines'),
    tree: ask('tree'),
    toggle: ask('toggle'),
    unfold: ask('unfold'),
    table: ask('table'),
    seek: ask('seek'),
    hit: ask('hit'),
    copy: ask('copy'),
    pointer: ask('pointer'),
    remark: ask('remark'),
  }
}

/** Gives a large text that the page has to the engine, to ask about it. */
export async function keptSource(text: string): Promise<BigSource> {
  const id = await call('keep', [text])
  const source = heldSource(id, '')
  releaseWith(source, id)
  return source
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
