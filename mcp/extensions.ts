// Extensions that a person declares by hand: ids with their settings, as they stand in `capabilities.extensions`. What cannot be sent is
// a fault; what is odd is told and sent all the same.
import { isObject, parseJson, type Json } from './json.ts'
import { metaWarnings } from './meta-names.ts'

export type Extensions = { [id: string]: Json }

/** `fault`: it is not declared. `warnings`: a sentence each. Blank: none are declared. */
export function readExtensions(text: string): { extensions: Extensions; warnings: string[] } | { fault: string } {
  if (text.trim() === '') return { extensions: {}, warnings: [] }
  let value: Json
  try {
    value = parseJson(text)
  } catch {
    return { fault: 'This is not JSON yet.' }
  }
  if (!isObject(value)) return { fault: 'Write an object: {"com.example/name": {}} – an id, and its settings.' }
  for (const [id, settings] of Object.entries(value)) {
    if (id === '') return { fault: 'An id is empty.' }
    if (settings !== null && !isObject(settings))
      return { fault: `The settings of ${JSON.stringify(id)} must be an object; {} where it has none.` }
  }
  return { extensions: value, warnings: Object.keys(value).flatMap(oddIn) }
}

function oddIn(id: string): string[] {
  if (!id.includes('/')) return [`${JSON.stringify(id)}: an id has a prefix before its name, as com.example/name.`]
  // Ids have the grammar that names in _meta have.
  return metaWarnings({ [id]: null }, '2026-07-28')
}

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
