// Follows references and folds `allOf` into one flat schema, one level at a time: recursion costs nothing until
// a person opens it. Conditional keywords are taken out and handed on, since only a value decides them.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { typeLabel } from './type-names.ts'
import { define, findRef, own, type SchemaObject } from './schema-parts.ts'

/** `fits` holds for an object that fits `test`, `fails` for one that does not. */
export interface Condition {
  test: Json
  fits?: Json
  fails?: Json
}

export interface Flat {
  schema: SchemaObject
  conditions: Condition[]
  notes: string[]
}

/** Stands in a flat schema that no value fits, since its parts exclude each other: what they want, in words. */
export const CLASH = 'x-loupe-clash'

/** Flattens one schema. Never throws; what cannot be followed becomes "anything" with a note. */
export function flatten(schema: Json | undefined, root: SchemaObject, seen: readonly Json[] = []): Flat {
  if (schema === undefined || schema === true) return { schema: {}, conditions: [], notes: [] }
  if (schema === false) return { schema: { not: {} }, conditions: [], notes: [] }
  if (!isObject(schema)) return { schema: {}, conditions: [], notes: ['The schema here is not an object: any JSON can be sent.'] }
  if (seen.includes(schema))
    return { schema: {}, conditions: [], notes: ['The schema refers to itself without end: any JSON can be sent.'] }
  const trail = [...seen, schema]
  const { $ref, allOf, if: test, then, else: otherwise, dependentSchemas, dependencies, dependentRequired, ...rest } = schema
  let flat: Flat = { schema: {}, conditions: [], notes: [] }
  const found = typeof $ref === 'string' ? findRef($ref, root) : undefined
  if (found !== undefined) flat = flatten(found, root, trail)
  if (Array.isArray(allOf)) for (const part of allOf) flat = join(flat, flatten(part, root, trail))
  flat = join(flat, { schema: rest, conditions: [], notes: [] })
  if (isObject(test) || typeof test === 'boolean') flat.conditions.push({ test, fits: then, fails: otherwise })
  for (const [map, required] of [
    [dependentSchemas, false],
    [dependencies, false],
    [dependentRequired, true],
  ] as const) {
    if (!isObject(map)) continue
    for (const [name, wants] of Object.entries(map)) {
      const fits: Json = Array.isArray(wants) ? { required: wants } : required ? {} : wants
      flat.conditions.push({ test: { type: 'object', required: [name] }, fits })
    }
  }
  return flat
}

function join(a: Flat, b: Flat): Flat {
  return { schema: mergeSchemas(a.schema, b.schema), conditions: [...a.conditions, ...b.conditions], notes: [...a.notes, ...b.notes] }
}

const LARGER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const SMALLER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']

/** Both at once, as far as one flat schema can say it; words (title, description, default) of `b` win. */
export function mergeSchemas(a: SchemaObject, b: SchemaObject): SchemaObject {
  const merged: SchemaObject = { ...a }
  for (const [key, value] of Object.entries(b)) {
    const before = own(a, key)
    if (before === undefined) {
      define(merged, key, value)
      continue
    }
    if ((key === 'properties' || key === 'patternProperties') && isObject(before) && isObject(value)) merged[key] = mergeMaps(before, value)
    else if (key === 'required' && Array.isArray(before) && Array.isArray(value)) merged[key] = [...new Set([...before, ...value])]
    else if (key === 'type') {
      const met = meetTypes(before, value)
      merged[key] = met ?? value
      if (met === undefined) merged[CLASH] = `${wordsFor(before)} and ${wordsFor(value)}`
    } else if (key === 'const' && writeJson(before) !== writeJson(value)) merged[CLASH] = `${writeJson(before)} and ${writeJson(value)}`
    // One flat schema has one list of choices; the other kind of list holds a second.
    else if ((key === 'anyOf' || key === 'oneOf') && writeJson(before) !== writeJson(value)) {
      const other = key === 'anyOf' ? 'oneOf' : 'anyOf'
      if (merged[other] === undefined && b[other] === undefined) merged[other] = before
      merged[key] = value
    } else if (key === 'enum' && Array.isArray(before) && Array.isArray(value)) {
      const texts = new Set(value.map((one) => writeJson(one)))
      merged[key] = before.filter((one) => texts.has(writeJson(one)))
    } else if (LARGER.includes(key) && isNumber(before) && isNumber(value)) merged[key] = before > value ? before : value
    else if (SMALLER.includes(key) && isNumber(before) && isNumber(value)) merged[key] = before < value ? before : value
    else if (key === 'items' || key === 'additionalProperties')
      merged[key] =
        before === false || value === false ? false : before === true ? value : value === true ? before : { allOf: [before, value] }
    else define(merged, key, value)
  }
  return merged
}

function isNumber(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function mergeMaps(a: SchemaObject, b: SchemaObject): SchemaObject {
  const merged: SchemaObject = {}
  for (const [name, schema] of Object.entries(a)) define(merged, name, schema)
  for (const [name, schema] of Object.entries(b)) {
    const before = own(a, name)
    define(merged, name, before === undefined ? schema : { allOf: [before, schema] })
  }
  return merged
}

function wordsFor(type: Json): string {
  return (Array.isArray(type) ? type : [type]).map(typeLabel).join(' or ').toLowerCase()
}

function meetTypes(a: Json, b: Json): Json | undefined {
  const left = Array.isArray(a) ? a : [a]
  const right = Array.isArray(b) ? b : [b]
  const met = left.filter((type) => right.includes(type) || (type === 'integer' && right.includes('number')))
  if (left.includes('number') && right.includes('integer') && !met.includes('integer')) met.push('integer')
  if (met.length === 0) return undefined
  return met.length === 1 ? met[0]! : met
}

/** The branches of a union, and in the place of a branch that is a choice and nothing else its own: one choice is made, not one in another.
 *  `around`: branches of unions that the same place has been through. */
export function spread(list: readonly Json[], root: SchemaObject, around: readonly Json[] = []): readonly Json[] {
  const all = spreadAll(list, root, around, [list])
  return all.length === list.length ? list : [...new Map(all.map((branch) => [writeJson(branch), branch])).values()]
}

/** `lists`: the choices that this one stands in. */
function spreadAll(list: readonly Json[], root: SchemaObject, around: readonly Json[], lists: readonly (readonly Json[])[]): Json[] {
  return list.flatMap((branch) => {
    // Most branches say what they are themselves.
    if (!isObject(branch) || 'type' in branch) return [branch]
    const { schema } = flatten(branch, root)
    const [key, ...others] = Object.keys(schema).filter((name) => name !== 'title' && name !== 'description')
    const inner = key === 'oneOf' || key === 'anyOf' ? schema[key] : undefined
    if (others.length > 0 || !Array.isArray(inner) || inner.length < 2 || around.includes(branch)) return [branch]
    // "Or null" is a state of the branch that it belongs to.
    if (inner.some((one) => isObject(one) && one.type === 'null')) return [branch]
    // A choice within itself adds nothing to it.
    return lists.includes(inner) ? [] : spreadAll(inner, root, around, [...lists, inner])
  })
}
