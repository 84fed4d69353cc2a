// Says whether a value fits a schema, without eval: @cfworker/json-schema over the mended copy. What cannot be
// judged (an unknown dialect, a schema that trips the library) counts as fitting, and is said. Formats are judged by
// `errors` alone: what a format means differs between languages, so nothing is decided by one.
import { dereference, validate, type OutputUnit, type Schema } from '@cfworker/json-schema'
import { isObject, type Json } from '#mcp/json.ts'
import { bigsOf, factorOf, standIns, withMultiples, withStandIns } from './exact.ts'
import { isCheapCheck, patternsOf } from './pattern-cost.ts'
import { OUTSIDE, type Mended } from './schema.ts'
import { define, own } from './schema-parts.ts'

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
  const run = (part: Json, value: Json, short: boolean, known = lookup): OutputUnit[] => {
    try {
      const result = validate(value, part as unknown as Schema, draft, known, short)
      return result.valid ? [] : result.errors
    } catch {
      return []
    }
  }
  const ofRoot = bigsOf(root)
  // What lies elsewhere is not known, so nothing is known to fit it; only the form, which must offer something, takes it for anything.
  const strict = withRefusals(root)
  const strictLookup = strict === root ? lookup : dereference(strict as unknown as Schema)
  const errors = (value: Json): OutputUnit[] => {
    const ofValue = bigsOf(value)
    if (ofValue.size === 0 && ofRoot.size === 0) return run(strict, value, false, strictLookup)
    const known = standIns(new Set([...ofValue, ...ofRoot]))
    const copy = withStandIns(withMultiples(strict, ofValue, known), known)
    return run(copy, withStandIns(value, known), false, dereference(copy as unknown as Schema)).map(named)
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
    errors,
    fits: (part, value, unsure) => {
      const { lean, patterns } = leanOf(part)
      if (!isCheapCheck(patterns, value)) return unsure
      const bigs = bigsOf(lean, bigsOf(value))
      if (bigs.size === 0) return run(lean, value, true).length === 0
      const known = standIns(bigs)
      return run(withHidden(withStandIns(lean, known), lean), withStandIns(value, known), true).length === 0
    },
  }
}

/** Stands before the reference in the one choice that is put in the place of what lies outside, to be known again in an error. */
const REFUSED = '\u0000outside '

/** A copy in which what lies outside of the schema allows nothing; itself when nothing does. */
function withRefusals(schema: Json): Json {
  if (Array.isArray(schema)) {
    const copy = schema.map(withRefusals)
    return copy.some((one, index) => one !== schema[index]) ? copy : schema
  }
  if (!isObject(schema)) return schema
  const copy: { [key: string]: Json } = {}
  let same = true
  for (const [key, value] of Object.entries(schema)) {
    const one = withRefusals(value)
    define(copy, key, one)
    same &&= one === value
  }
  const ref = own(schema, OUTSIDE)
  if (typeof ref !== 'string') return same ? schema : copy
  copy.allOf = [...(Array.isArray(copy.allOf) ? copy.allOf : []), { enum: [REFUSED + ref] }]
  return copy
}

/** The reference that led outside, where an error is of that. */
export function outsideOf(error: string): string | undefined {
  return /\\u0000outside ([^"]*)"/.exec(error)?.[1]
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
  return same ? schema : withHidden(copy, schema)
}

/** Carries over what the library noted on a schema. */
function withHidden(copy: Json, schema: Json): Json {
  for (const key of HIDDEN) {
    const note = isObject(schema) ? Object.getOwnPropertyDescriptor(schema, key) : undefined
    if (note !== undefined && isObject(copy)) Object.defineProperty(copy, key, note)
  }
  return copy
}

/** An error of the rule that stands in place of `multipleOf`, under its own name again. */
function named(unit: OutputUnit): OutputUnit {
  const factor = unit.keyword === 'enum' ? factorOf(unit.error) : undefined
  if (factor === undefined) return unit
  const keywordLocation = unit.keywordLocation.replace(/\/allOf\/\d+\/then\/enum$/, '/multipleOf')
  return { ...unit, keyword: 'multipleOf', keywordLocation, error: `It is not a multiple of ${factor}.` }
}
