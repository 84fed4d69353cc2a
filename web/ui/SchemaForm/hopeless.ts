// Schemas that no value fits, as far as one place of them shows it: said at the field, where else a person would try in vain.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import type { SchemaObject } from './schema-parts.ts'

const PAIRS = ['imum', 'Length', 'Items', 'Properties']

/** Why no value can fit, where a schema says so in one place. */
export function hopeless(schema: SchemaObject): string[] {
  if (schema.not === true || (isObject(schema.not) && Object.keys(schema.not).length === 0)) return ['The schema allows no value here.']
  for (const pair of PAIRS) {
    const [least, most] = [schema[`min${pair}`], schema[`max${pair}`]]
    if ((typeof least === 'number' || typeof least === 'bigint') && (typeof most === 'number' || typeof most === 'bigint') && least > most)
      return [`Nothing can satisfy this: at least ${least} and at most ${most} are wanted at once.`]
  }
  const values = 'const' in schema ? [schema.const!] : Array.isArray(schema.enum) ? schema.enum : []
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  if (schema.type === undefined || values.length === 0 || values.some((value) => types.some((type) => isOfType(value, type)))) return []
  return [
    `What the schema lists here is not of the type that it wants (${types.map((type) => writeJson(type)).join(', ')}): nothing can satisfy both.`,
  ]
}

function isOfType(value: Json, type: Json | undefined): boolean {
  if (value === null) return type === 'null'
  if (Array.isArray(value)) return type === 'array'
  if (typeof value === 'bigint') return type === 'integer' || type === 'number'
  if (typeof value === 'number') return type === 'number' || (type === 'integer' && Number.isInteger(value))
  return typeof value === type
}
