// What the branches of a union are called: by their title, by the constants that tell them apart, by OpenAPI's
// discriminator, or by their type.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { CLASH, flatten, mergeSchemas, type Flat } from './merge.ts'
import { own, type SchemaObject } from './schema-parts.ts'
import { typeLabel, typeOf } from './type-names.ts'

const plainText = (value: Json) => (typeof value === 'string' ? value : writeJson(value))

/** The values that a member may have, where they are listed. */
function constantsIn(member: Json | undefined, root: SchemaObject): Json[] | undefined {
  const { schema } = flatten(member, root)
  return 'const' in schema ? [schema.const!] : Array.isArray(schema.enum) ? schema.enum : undefined
}

/** The member whose constants tell the branches apart. */
export function tagOf(flats: readonly Flat[], root: SchemaObject): string | undefined {
  const names = new Set(flats.flatMap(({ schema: { properties } }) => (isObject(properties) ? Object.keys(properties) : [])))
  for (const name of names) {
    const lists = flats
      .map(({ schema: { properties } }) => constantsIn(isObject(properties) ? own(properties, name) : undefined, root))
      .filter((list) => list !== undefined)
    const all = lists.flat().map((value) => writeJson(value))
    if (lists.length > 1 && lists.some((list) => list.length === 1) && new Set(all).size === all.length) return name
  }
  return undefined
}

/** What OpenAPI's discriminator calls branches that are given by reference: by its mapping, or by the end of the reference. */
export function namesByDiscriminator(
  list: readonly Json[],
  discriminator: Json | undefined,
): { member: string; names: string[] } | undefined {
  if (!isObject(discriminator) || typeof discriminator.propertyName !== 'string') return undefined
  const mapping = isObject(discriminator.mapping) ? Object.entries(discriminator.mapping) : []
  const names = list.map((branch) => {
    const ref = isObject(branch) && typeof branch.$ref === 'string' ? branch.$ref : undefined
    const end = ref?.slice(ref.lastIndexOf('/') + 1)
    return ref === undefined ? undefined : (mapping.find(([, to]) => to === ref || to === end)?.[0] ?? end)
  })
  return names.every((name) => name !== undefined) ? { member: discriminator.propertyName, names } : undefined
}

/** A branch whose discriminating member is settled; as it is where its schema settles that itself. */
export function withTag(flat: Flat, member: string, name: string): Flat {
  const { properties } = flat.schema
  const declared = isObject(properties) ? own(properties, member) : undefined
  if (!isObject(declared) || 'const' in declared || 'enum' in declared || '$ref' in declared) return flat
  return { ...flat, schema: mergeSchemas(flat.schema, { properties: { [member]: { const: name } } }) }
}

/** A branch is named by its title, by the constant that tells it apart, or by its type. */
export function branchLabel(schema: SchemaObject, index: number, root: SchemaObject, tag?: string, inside = false): string {
  if (typeof schema.title === 'string' && schema.title !== '') return schema.title
  if (isObject(schema.properties))
    for (const member of tag === undefined ? Object.values(schema.properties) : [own(schema.properties, tag)]) {
      const constants = constantsIn(member, root)
      if (constants !== undefined && (tag !== undefined || constants.length === 1)) return constants.slice(0, 3).map(plainText).join(', ')
    }
  const inner = schema.anyOf ?? schema.oneOf
  if (!inside && schema.type === undefined && Array.isArray(inner) && inner.length > 0 && inner.length <= 3)
    return inner
      .map((one, at) => (isObject(one) && one.type === 'null' ? 'null' : branchLabel(flatten(one, root).schema, at, root, undefined, true)))
      .join(' or ')
  if ('const' in schema) return writeJson(schema.const)
  if (Array.isArray(schema.enum) && schema.enum.length > 0)
    return schema.enum.slice(0, 3).map(plainText).join(', ') + (schema.enum.length > 3 ? ', …' : '')
  const type = typeOf(schema, [])
  if (type === 'object') {
    const names =
      Array.isArray(schema.required) && schema.required.length > 0
        ? schema.required
        : isObject(schema.properties)
          ? Object.keys(schema.properties)
          : []
    if (names.length > 0) return names.slice(0, 3).join(', ')
  }
  if (typeof type === 'string') return schema.format !== undefined ? `${typeLabel(type)} (${String(schema.format)})` : typeLabel(type)
  return `Choice ${index + 1}`
}

/** A branch with what stands beside the union. The member by which it is known is sent with it, demanded or not. */
export function mergedBranch(common: SchemaObject, flat: Flat, tag: string | undefined): Flat & { excluded: boolean } {
  const { properties } = flat.schema
  const member = tag !== undefined && isObject(properties) ? own(properties, tag) : undefined
  const demanded = Array.isArray(flat.schema.required) && flat.schema.required.includes(tag!)
  const known = isObject(member) && 'const' in member && !('default' in member) && !demanded
  const branch = known ? mergeSchemas(flat.schema, { properties: { [tag!]: { default: member.const! } } }) : flat.schema
  const merged = mergeSchemas(common, branch)
  const { [CLASH]: clash, ...schema } = merged
  if (clash === undefined || CLASH in flat.schema) return { ...flat, schema: merged, excluded: false }
  const notes = [...flat.notes, `What stands beside the choice excludes this shape: it would have to be ${String(clash)} at once.`]
  return { ...flat, schema, notes, excluded: true }
}
