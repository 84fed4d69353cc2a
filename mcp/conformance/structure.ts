// Says what is amiss with a value by the structural schema of a revision, with the JSON Pointer of each fault. Reads the
// schema as it goes, so that nothing is compiled; knows the keywords that those schemas use, and no others.
import { isObject, writeJson, type Json } from '../json.ts'

export interface Fault {
  pointer: string
  says: string
}

export type Schema = { [keyword: string]: Json }

/** Members whose constants tell the branches of a choice apart. */
export const TAGS = ['type', 'method', 'mode']

const MOST = 20

/** At most the first twenty faults. `definition` names one of the schema's. */
export function faultsOf(root: Schema, definition: string, value: Json | undefined): Fault[] {
  const faults: Fault[] = []
  const schema = definitionsOf(root)[definition]
  if (isObject(schema)) check(root, schema, value, '', faults)
  return faults
}

export function definitionsOf(root: Schema): Schema {
  const found = root.$defs ?? root.definitions
  return isObject(found) ? found : {}
}

function check(root: Schema, given: Json | undefined, value: Json | undefined, pointer: string, faults: Fault[]): void {
  if (!isObject(given) || faults.length >= MOST) return
  const schema = resolve(root, given)
  if (schema === undefined) return
  const tell = (says: string, at = pointer): void => {
    if (faults.length < MOST) faults.push({ pointer: at, says })
  }
  if (Array.isArray(schema.allOf)) for (const part of schema.allOf) check(root, part, value, pointer, faults)
  if (Array.isArray(schema.anyOf)) any(root, schema.anyOf, value, pointer, faults)
  if (schema.const !== undefined && !same(value, schema.const)) return tell(`must be ${show(schema.const)}, and is ${show(value)}`)
  if (Array.isArray(schema.enum) && !schema.enum.some((one) => same(value, one)))
    return tell(`must be one of ${schema.enum.map(show).join(', ')}, and is ${show(value)}`)
  if (schema.type !== undefined && !hasType(value, schema.type))
    return tell(`must be ${[schema.type].flat().map(String).join(' or ')}, and is ${show(value)}`)
  if (typeof schema.minimum === 'number' && Number(value) < schema.minimum)
    tell(`must be at least ${schema.minimum}, and is ${show(value)}`)
  if (typeof schema.maximum === 'number' && Number(value) > schema.maximum) tell(`must be at most ${schema.maximum}, and is ${show(value)}`)
  if (Array.isArray(value)) {
    if (typeof schema.maxItems === 'number' && value.length > schema.maxItems)
      tell(`must have at most ${schema.maxItems} members, and has ${value.length}`)
    if (isObject(schema.items)) for (const [index, item] of value.entries()) check(root, schema.items, item, `${pointer}/${index}`, faults)
  }
  if (!isObject(value)) return
  const properties = isObject(schema.properties) ? schema.properties : {}
  for (const name of Array.isArray(schema.required) ? schema.required : [])
    if (typeof name === 'string' && !Object.hasOwn(value, name)) tell(`"${name}" is missing`)
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties
    if (known === false) tell(`there must be no "${name}"`, `${pointer}/${escape(name)}`)
    else check(root, known, member, `${pointer}/${escape(name)}`, faults)
  }
}

/** The branch that the value names by a constant, or else the one that it breaks least, is the one that it meant. */
function any(root: Schema, branches: Json[], value: Json | undefined, pointer: string, faults: Fault[]): void {
  let best: Fault[] | undefined
  const meant = branches.filter((branch) => names(root, branch, value))
  for (const branch of meant.length > 0 ? meant : branches) {
    const own: Fault[] = []
    check(root, branch, value, pointer, own)
    if (own.length === 0) return
    if (best === undefined || own.length < best.length) best = own
  }
  const kinds = [...new Set(branches.flatMap((branch) => tagOf(root, branch) ?? []))]
  if (meant.length === 0 && kinds.length > 1 && isObject(value) && value.type !== undefined)
    faults.push({ pointer: `${pointer}/type`, says: `must be one of ${kinds.map(show).join(', ')}, and is ${show(value.type)}` })
  else faults.push(...(best ?? []))
}

function tagOf(root: Schema, branch: Json): Json | undefined {
  const schema = isObject(branch) ? resolve(root, branch) : undefined
  const properties = isObject(schema?.properties) ? schema.properties : {}
  if (!isObject(properties.type)) return undefined
  const { const: only, enum: some } = properties.type
  return only ?? (Array.isArray(some) ? some : undefined)
}

function names(root: Schema, branch: Json, value: Json | undefined): boolean {
  if (!isObject(value)) return false
  const schema = isObject(branch) ? resolve(root, branch) : undefined
  const properties = isObject(schema?.properties) ? schema.properties : {}
  return TAGS.some((tag) => {
    const own = properties[tag]
    if (!isObject(own)) return false
    return own.const === undefined ? Array.isArray(own.enum) && own.enum.some((one) => same(value[tag], one)) : own.const === value[tag]
  })
}

export function resolve(root: Schema, schema: Schema): Schema | undefined {
  let found: Json | undefined = schema
  for (let depth = 0; isObject(found) && typeof found.$ref === 'string' && depth < 8; depth++)
    found = definitionsOf(root)[found.$ref.replace(/^#\/(?:\$defs|definitions)\//, '')]
  return isObject(found) ? found : undefined
}

export function hasType(value: Json | undefined, type: Json): boolean {
  if (Array.isArray(type)) return type.some((one) => hasType(value, one))
  switch (type) {
    case 'object':
      return isObject(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return typeof value === 'bigint' || Number.isInteger(value)
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

export function same(one: Json | undefined, other: Json): boolean {
  return one === other || (typeof one === 'object' && one !== null && writeJson(one) === writeJson(other))
}

function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function show(value: Json | undefined): string {
  if (value === undefined) return 'absent'
  if (isObject(value)) return 'an object'
  if (Array.isArray(value)) return 'an array'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
