// Whether a value fits a structural schema, and nothing more: each part of the schema becomes a function once, so that every message can be
// looked at, of which nearly all fit. What is amiss with one that does not is said in words elsewhere (structure.ts); both say the same.
import { isObject, type Json } from '../json.ts'
import { definitionsOf, hasType, resolve, same, TAGS, type Schema } from './structure.ts'

export type Fits = (value: Json | undefined) => boolean

const anything: Fits = () => true

/** `definition` names one of the schema's; one that it has not fits all. */
export function fittingOf(root: Schema, definition: string): Fits {
  const known = new Map<Schema, Fits>()
  const of = (given: Json | undefined): Fits => {
    const schema = isObject(given) ? resolve(root, given) : undefined
    if (schema === undefined) return anything
    const made = known.get(schema)
    if (made !== undefined) return made
    // It may be a part of itself.
    let own: Fits | undefined
    known.set(schema, (value) => own!(value))
    own = together(root, schema, of)
    known.set(schema, own)
    return own
  }
  return of(definitionsOf(root)[definition])
}

function together(root: Schema, schema: Schema, of: (given: Json | undefined) => Fits): Fits {
  const parts: Fits[] = []
  const { const: only, enum: some, type, minimum, maximum, maxItems } = schema
  if (Array.isArray(schema.allOf)) parts.push(...schema.allOf.map(of))
  if (Array.isArray(schema.anyOf) && schema.anyOf.length > 0) parts.push(anyOf(root, schema.anyOf, of))
  if (only !== undefined) parts.push((value) => same(value, only))
  if (Array.isArray(some)) parts.push((value) => some.some((one) => same(value, one)))
  if (type !== undefined) parts.push((value) => hasType(value, type))
  if (typeof minimum === 'number') parts.push((value) => !(Number(value) < minimum))
  if (typeof maximum === 'number') parts.push((value) => !(Number(value) > maximum))
  if (typeof maxItems === 'number') parts.push((value) => !Array.isArray(value) || value.length <= maxItems)
  if (isObject(schema.items)) {
    const item = of(schema.items)
    parts.push((value) => !Array.isArray(value) || value.every(item))
  }
  const members = membersOf(schema, of)
  if (members !== undefined) parts.push((value) => !isObject(value) || members(value))
  const [first = anything, second] = parts
  if (second === undefined) return first
  return (value) => {
    for (const part of parts) if (!part(value)) return false
    return true
  }
}

function membersOf(schema: Schema, of: (given: Json | undefined) => Fits): ((value: { [name: string]: Json }) => boolean) | undefined {
  const required = (Array.isArray(schema.required) ? schema.required : []).filter((name) => typeof name === 'string')
  const named = new Map(Object.entries(isObject(schema.properties) ? schema.properties : {}).map(([name, one]) => [name, member(one, of)]))
  const other = member(schema.additionalProperties, of)
  if (required.length === 0 && other === anything && [...named.values()].every((one) => one === anything)) return undefined
  return (value) => {
    for (const name of required) if (!Object.hasOwn(value, name)) return false
    for (const name of Object.keys(value)) if (!(named.get(name) ?? other)(value[name])) return false
    return true
  }
}

const member = (given: Json | undefined, of: (given: Json | undefined) => Fits): Fits => (given === false ? () => false : of(given))

/** Of branches that the value names by a constant, one of those; or else any. */
function anyOf(root: Schema, branches: readonly Json[], of: (given: Json | undefined) => Fits): Fits {
  const all = branches.map((branch) => ({ fits: of(branch), tags: tagsOf(root, branch) }))
  return (value) => {
    const meant = isObject(value) ? all.filter(({ tags }) => tags.some(([tag, ones]) => ones.some((one) => same(value[tag], one)))) : []
    return (meant.length > 0 ? meant : all).some(({ fits }) => fits(value))
  }
}

/** What a branch has for members by which it can be told, and their values. */
function tagsOf(root: Schema, branch: Json): [tag: string, ones: readonly Json[]][] {
  const schema = isObject(branch) ? resolve(root, branch) : undefined
  const properties = isObject(schema?.properties) ? schema.properties : {}
  return TAGS.flatMap((tag): [string, readonly Json[]][] => {
    const own = properties[tag]
    if (!isObject(own)) return []
    return [[tag, own.const !== undefined ? [own.const] : Array.isArray(own.enum) ? own.enum : []]]
  })
}
