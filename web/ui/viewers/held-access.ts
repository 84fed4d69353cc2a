// Sources for what is not in the page: a part of a result that stayed in the engine, or a text that is handed over.
import type { BigSource } from '#mcp/content/big.ts'
import type { HeldRef } from '#mcp/held.ts'
import { heldAccess } from './held-way.ts'

export function sourceOf({ id, pointer }: Pick<HeldRef, 'id' | 'pointer'>): BigSource {
  const ask =
    <Name extends keyof BigSource>(name: Name) =>
    async (...args: Parameters<BigSource[Name]>): Promise<Awaited<ReturnType<BigSource[Name]>>> =>
      await (await heldAccess()).askHeld(id, pointer, name, args)
  return {
    look: ask('look'),
    lines: ask('lines'),
    tree: ask('tree'),
    toggle: ask('toggle'),
    unfold: ask('unfold'),
    table: ask('table'),
    facts: ask('facts'),
    seek: ask('seek'),
    hit: ask('hit'),
    copy: ask('copy'),
    pointer: ask('pointer'),
    remark: ask('remark'),
    place: ask('place'),
  }
}

/** A source for a large text that the page has: it is handed over first. */
export async function keptSource(text: string): Promise<BigSource> {
  const owner = {}
  const id = await (await heldAccess()).keepText(text, owner)
  // The source keeps its owner, and the owner the text.
  return Object.assign(sourceOf({ id, pointer: '' }), { owner })
}
