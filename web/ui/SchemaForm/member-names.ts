// Names that the members of a map may have.
import { flatten } from './merge.ts'
import type { SchemaObject } from './schema-parts.ts'

/** So many names are fields of their own; more are typed. */
const MANY_NAMES = 50

/** The names that members may have, where the schema lists them. */
export function namesAllowed(schema: SchemaObject, root: SchemaObject): string[] | undefined {
  if (schema.propertyNames === undefined || schema.additionalProperties === false) return undefined
  const names = flatten(schema.propertyNames, root).schema.enum
  return Array.isArray(names) && names.length <= MANY_NAMES ? names.filter((name) => typeof name === 'string') : undefined
}
