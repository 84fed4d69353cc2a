// Extensions as a person types them. What cannot be sent is a fault; what is odd is told and sent all the same.
import type { Extensions } from './extensions.ts'
import { isObject, parseJson, type Json } from './json.ts'
import { metaWarnings } from './meta-names.ts'

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
