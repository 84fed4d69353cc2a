// Says whether a value fits a schema, without eval: @cfworker/json-schema over the mended copy. What cannot be
// judged (an unknown dialect, a schema that trips the library) counts as fitting, and is said.
import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema'
import { isObject, type Json } from '#mcp/json.ts'
import type { Mended, SchemaObject } from './schema.ts'

export interface Judge {
  /** Errors of `value` against the whole schema, as the library puts them; [] when it fits. */
  errors(value: Json): OutputUnit[]
  /** Whether `value` fits a part of the schema (or one put together from its parts). */
  fits(part: Json, value: Json): boolean
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
  return { errors: (value) => run(root, value, false), fits: (part, value) => run(part, value, true).length === 0 }
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

export type { SchemaObject }
