// Whether a tool's schema is one at all: the forms that keywords must have, without judging any value by it.
import { isObject, type Json } from '../json.ts'

const TYPES = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems']
const TEXTS = ['$id', '$schema', '$ref', '$anchor', '$comment', 'title', 'description', 'format', 'pattern', 'contentEncoding']
const FLAGS = ['uniqueItems', 'readOnly', 'writeOnly', 'deprecated']
const ONES = [
  'additionalProperties',
  'items',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
]
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains']
const NUMBERS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
/** Where "exclusiveMinimum" is true or false. */
const OLDEST = /draft-0?[34]\b/
const MOST = 5000

export interface ShapeFault {
  says: string
  at: string
}

/** The first keyword that is of the wrong form; undefined when the schema is one. */
export function schemaFault(schema: Json): ShapeFault | undefined {
  let left = MOST
  const oldest = isObject(schema) && typeof schema.$schema === 'string' && OLDEST.test(schema.$schema)
  const walk = (value: Json | undefined, at: string): ShapeFault | undefined => {
    if (typeof value === 'boolean' || (left -= 1) < 0) return undefined
    if (!isObject(value)) return { says: 'a schema must be an object, true or false', at }
    const { type, required } = value
    if (type !== undefined && ![type].flat().every((one) => TYPES.includes(one as string)))
      return { says: `there is no type ${JSON.stringify(type)}`, at: `${at}/type` }
    if (required !== undefined && !(Array.isArray(required) && required.every((one) => typeof one === 'string')))
      return { says: '"required" must be an array of names', at: `${at}/required` }
    if (value.enum !== undefined && !Array.isArray(value.enum)) return { says: '"enum" must be an array', at: `${at}/enum` }
    for (const name of TEXTS)
      if (value[name] !== undefined && typeof value[name] !== 'string') return { says: `"${name}" must be a text`, at: `${at}/${name}` }
    for (const name of FLAGS)
      if (value[name] !== undefined && typeof value[name] !== 'boolean')
        return { says: `"${name}" must be true or false`, at: `${at}/${name}` }
    if (value.examples !== undefined && !Array.isArray(value.examples)) return { says: '"examples" must be an array', at: `${at}/examples` }
    for (const name of COUNTS)
      if (value[name] !== undefined && !(Number.isInteger(value[name]) && Number(value[name]) >= 0))
        return { says: `"${name}" must be a count`, at: `${at}/${name}` }
    for (const name of NUMBERS)
      if (
        value[name] !== undefined &&
        typeof value[name] !== 'number' &&
        typeof value[name] !== 'bigint' &&
        !(oldest && name.startsWith('exclusive'))
      )
        return { says: `"${name}" must be a number`, at: `${at}/${name}` }
    if (value.multipleOf !== undefined && Number(value.multipleOf) <= 0)
      return { says: '"multipleOf" must be above 0', at: `${at}/multipleOf` }
    for (const name of MAPS) {
      const map = value[name]
      if (map === undefined) continue
      if (!isObject(map)) return { says: `"${name}" must be an object`, at: `${at}/${name}` }
      for (const [key, one] of Object.entries(map)) {
        const fault = walk(one, `${at}/${name}/${key}`)
        if (fault !== undefined) return fault
      }
    }
    for (const name of [...LISTS, ...ONES]) {
      const part = value[name]
      if (part === undefined) continue
      if (LISTS.includes(name) && !Array.isArray(part)) return { says: `"${name}" must be an array`, at: `${at}/${name}` }
      // In draft-07 "items" may be an array.
      for (const [index, one] of (Array.isArray(part) ? part : [part]).entries()) {
        const fault = walk(one, Array.isArray(part) ? `${at}/${name}/${index}` : `${at}/${name}`)
        if (fault !== undefined) return fault
      }
    }
    return undefined
  }
  return walk(schema, '')
}

export function depthOf(value: Json | undefined, limit = 100): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  let deepest = 0
  for (const one of Object.values(value)) deepest = Math.max(deepest, depthOf(one, limit - 1))
  return deepest + 1
}
