// Extensions that a person declares by hand: ids with their settings, as they stand in `capabilities.extensions`.
import { isObject, type Json } from './json.ts'

export type Extensions = { [id: string]: Json }

/** Whether an extension holds: only what both sides declare does. `theirs`, `ours`: their `capabilities`; undefined while not known. */
export function standing(id: string, theirs: Extensions | undefined, ours: Extensions | undefined): 'both' | 'theirs' | 'ours' | 'unknown' {
  const has = (side: Extensions | undefined): boolean | undefined =>
    side === undefined ? undefined : isObject(side.extensions) && side.extensions[id] !== undefined
  const [they, we] = [has(theirs), has(ours)]
  if (they === undefined || we === undefined || (!they && !we)) return 'unknown'
  return they && we ? 'both' : they ? 'theirs' : 'ours'
}

/** Those of `known` with `own` over them; what is null there is left out. */
export function withExtensions(known: Extensions, own: Extensions): Extensions {
  return Object.fromEntries(Object.entries({ ...known, ...own }).filter(([, settings]) => settings !== null))
}
