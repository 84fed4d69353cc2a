// What RJSF is handed of a schema: a tree of kinds and positions. Names, patterns, references and defaults of a server
// never reach it, so nothing that a server writes can trip it; which field draws what is RJSF's own dispatch.
import type { RJSFSchema } from '@rjsf/utils'
import type { Node, Shape } from './node.ts'

const TYPES: { [kind in Node['kind']]?: RJSFSchema } = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  list: { type: 'array' },
  object: { type: 'object' },
}

/** The schema of one field. Kinds that JSON Schema has no type for are dispatched by `$id`. */
export function plainSchema(node: Node): RJSFSchema {
  return TYPES[node.kind] ?? SPECIAL[node.kind as keyof typeof SPECIAL]
}

const SPECIAL = {
  const: { $id: 'ConstField', type: 'string' },
  null: { $id: 'ConstField', type: 'string' },
  enum: { $id: 'EnumField', type: 'string' },
  many: { $id: 'ManyField', type: 'string' },
  tuple: { $id: 'TupleField', type: 'string' },
  union: { $id: 'UnionField', type: 'string' },
  json: { $id: 'JsonField', type: 'string' },
} as const satisfies { [kind in Node['kind']]?: RJSFSchema }

const shapes = new WeakMap<Shape, RJSFSchema>()

/** The members of an object, named by their position. */
export function plainShape(shape: Shape): RJSFSchema {
  const known = shapes.get(shape)
  if (known !== undefined) return known
  const properties: NonNullable<RJSFSchema['properties']> = {}
  for (const [index, property] of shape.properties.entries()) properties[`p${index}`] = plainSchema(property.node())
  const schema: RJSFSchema = { type: 'object', properties }
  shapes.set(shape, schema)
  return schema
}

/** The position that a name of `plainShape` stands for. */
export function positionOf(name: string): number {
  return Number(name.slice(1))
}
