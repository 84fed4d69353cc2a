// Says whether a value fits a schema, without eval: @cfworker/json-schema over the mended copy. What cannot be
// judged (an unknown dialect, a schema that trips the library) counts as fitting, and is said. Formats are judged by
// `errors` alone: what a format means differs between languages, so nothing is decided by one.
import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema'
import { isObject, type Json } from '#mcp/json.ts'
import { isCheapCheck, patternsOf } from './pattern-cost.ts'
import { define, type Mended } from './schema.ts'

export interface Judge {
  /** Errors of `value` against the whole schema, as the library puts them; [] when it fits. May run without end: not for the page. */
  errors(value: Json): OutputUnit[]
  /**
   * Whether `value` fits a part of the schema (or one put together from its parts). It ends at once: where a pattern
   * might not, the answer is `unsure`.
   */
  fits(part: Json, value: Json, unsure: boolean): boolean
  /** Why nothing is judged. */
  silent?: string
}

/** Makes the judge of a mended schema. Never throws. */
export function makeJudge({ root, draft }: Mended): Judge {
  if (draft === undefined) return { errors: () => [], fits: () => true, silent: 'The dialect of this schema is not known.' }
  let lookup: Record<string, Schema | boolean>
  try {
    lookup = dereference(root as unknown as Schema)
  } catch (error) {
    return { errors: () => [], fits: () => true, silent: `The schema cannot be checked: ${(error as Error).message}` }
  }
  const run = (part: Json, value: Json, short: boolean): OutputUnit[] => {
    try {
      const result = validate(plain(value), part as unknown as Schema, draft, lookup, short)
      return result.valid ? [] : result.errors
    } catch {
      return []
    }
  }
  let whole: string[] | undefined
  const parts = new Map<Json, { lean: Json; patterns: readonly string[] }>()
  const leanOf = (part: Json) => {
    let known = parts.get(part)
    if (known === undefined) {
      const { patterns, refers } = patternsOf(part)
      if (refers) whole ??= patternsOf(root).patterns
      known = { lean: withoutFormats(part), patterns: refers ? whole! : patterns }
      parts.set(part, known)
    }
    return known
  }
  return {
    errors: (value) => run(root, value, false),
    fits: (part, value, unsure) => {
      const { lean, patterns } = leanOf(part)
      return isCheapCheck(patterns, value) ? run(lean, value, true).length === 0 : unsure
    },
  }
}

/** What the library notes on schemas, out of sight of a copy. */
const HIDDEN = ['__absolute_uri__', '__absolute_ref__', '__absolute_recursive_ref__']

/** The same schema without `format`, as far as it is not reached by reference; itself when there is none. */
function withoutFormats(schema: Json): Json {
  if (Array.isArray(schema)) {
    const copy = schema.map(withoutFormats)
    return copy.some((one, index) => one !== schema[index]) ? copy : schema
  }
  if (!isObject(schema)) return schema
  const copy: { [key: string]: Json } = {}
  let same = true
  for (const [key, value] of Object.entries(schema)) {
    const lean = key === 'format' && typeof value === 'string' ? undefined : withoutFormats(value)
    if (lean !== undefined) define(copy, key, lean)
    same &&= lean === value
  }
  if (same) return schema
  for (const key of HIDDEN) {
    const note = Object.getOwnPropertyDescriptor(schema, key)
    if (note !== undefined) Object.defineProperty(copy, key, note)
  }
  return copy
}

/** The library knows no bigint; as a double it is close enough for every keyword but `const` and `multipleOf`. */
function plain(value: Json): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  const copy: { [key: string]: unknown } = {}
  for (const [key, member] of Object.entries(value))
    Object.defineProperty(copy, key, { value: plain(member), enumerable: true, configurable: true, writable: true })
  return copy
}
