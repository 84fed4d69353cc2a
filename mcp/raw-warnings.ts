// What a text that is about to be sent does that the revision spoken does not allow, where the text itself can be read. A
// person may want just that: these are words beside the composer, and nothing is held back.
import { duplicateIn } from './json-duplicates.ts'
import { isObject, parseJson, type Json } from './json.ts'
import { metaWarnings } from './meta-names.ts'
import type { Facts } from './session-types.ts'

/** Sentences; none for a text that is no JSON, which its writer knows. */
export function rawWarnings(text: string, facts: Pick<Facts, 'revision' | 'envelope'>): string[] {
  let value: Json
  try {
    value = parseJson(text)
  } catch {
    return []
  }
  const members = Array.isArray(value) ? value : [value]
  const messages = members.filter(isObject)
  const twice = duplicateIn(text)?.name
  return [
    ...(twice === undefined
      ? []
      : [`${JSON.stringify(twice)} stands twice in one object: most servers take the last, some the first or neither.`]),
    ...(Array.isArray(value) ? batchWarnings(messages, facts.revision) : []),
    ...new Set(messages.flatMap((message) => metaOf(message, facts))),
  ]
}

function batchWarnings(messages: { [key: string]: Json }[], revision: string): string[] {
  const asks = messages.filter(({ method }) => method !== undefined)
  return [
    ...(revision === '2025-03-26' ? [] : [`A batch: ${revision} has none (2025-03-26 alone does).`]),
    ...(asks.some(({ method }) => method === 'initialize') ? ['initialize must travel alone, not in a batch.'] : []),
    ...(asks.length > 0 && asks.length < messages.length
      ? ['A batch holds requests and notifications, or responses; this one mixes the two.']
      : []),
  ]
}

/** What the era itself puts into `_meta` is no business of the person. */
function metaOf({ params, result }: { [key: string]: Json }, { revision, envelope = {} }: Pick<Facts, 'revision' | 'envelope'>): string[] {
  const holder = isObject(params) ? params : isObject(result) ? result : {}
  if (!isObject(holder._meta)) return []
  const own = Object.entries(holder._meta).filter(([name]) => !(name in envelope) && name !== LOG_LEVEL)
  return metaWarnings(Object.fromEntries(own), revision)
}

const LOG_LEVEL = 'io.modelcontextprotocol/logLevel'
