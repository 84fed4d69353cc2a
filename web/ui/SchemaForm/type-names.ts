// The type that a schema has, said or implied, and its name for people.
import { writeJson, type Json } from '#mcp/json.ts'
import { own, type SchemaObject } from './schema-parts.ts'

const LABELS: { [type: string]: string } = {
  string: 'Text',
  array: 'List',
  object: 'Object',
  number: 'Number',
  integer: 'Integer',
  boolean: 'True or false',
}

export function typeLabel(type: Json): string {
  return typeof type === 'string' ? (own(LABELS, type) ?? type) : 'JSON'
}

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/** The type, a list of several, or undefined when only JSON will do. */
export function typeOf(schema: SchemaObject, notes: string[]): string | string[] | undefined {
  const { type } = schema
  if (type !== undefined) {
    const named = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === 'string' && TYPES.includes(one))
    if (named.length === 0) notes.push(`“${writeJson(type)}” is not a type of JSON Schema: any JSON can be sent.`)
    return named.length > 1 ? named : named[0]
  }
  const has = (...keys: string[]) => keys.some((key) => key in schema)
  if (has('properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames')) return 'object'
  if (has('items', 'prefixItems')) return 'array'
  if (has('pattern', 'minLength', 'maxLength', 'contentEncoding')) return 'string'
  if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return 'number'
  return undefined
}
