// References within a schema that lead nowhere. What leads out of it, and schemas that hold others with an address of their own, are
// left alone: what is meant there cannot be told from the schema itself.
import { isObject, type Json } from '../json.ts'

const MOST = 20_000

/** The first `$ref` to a place within the schema that there is not. */
export function danglingRef(schema: Json): { says: string; at: string } | undefined {
  const anchors = new Set<string>()
  const refs: [at: string, ref: string][] = []
  let left = MOST
  let nested = false
  const gather = (value: Json | undefined, at: string, plain: boolean): void => {
    if (typeof value !== 'object' || value === null || (left -= 1) < 0) return
    if (Array.isArray(value)) return value.forEach((one, index) => gather(one, `${at}/${index}`, false))
    for (const [key, one] of Object.entries(value)) {
      const place = `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (typeof one === 'string' && !plain) {
        if (key === '$ref') refs.push([place, one])
        else if (key === '$anchor' || key === '$dynamicAnchor') anchors.add(one)
        else if (key === '$id' || key === 'id') {
          if (one.startsWith('#')) anchors.add(one.slice(1))
          else if (key === '$id' && at !== '') nested = true
        }
      }
      // What is no schema may hold such members for other ends.
      if (plain || !/^(?:default|const|enum|examples)$/.test(key)) gather(one as Json, place, !plain && isMap(key))
    }
  }
  gather(schema, '', false)
  if (nested || left < 0) return undefined
  const lost = refs.find(
    ([, ref]) => ref.startsWith('#') && !(ref.startsWith('#/') || ref === '#' ? leads(schema, ref) : anchors.has(ref.slice(1))),
  )
  return lost === undefined ? undefined : { says: `"$ref" leads nowhere: ${JSON.stringify(lost[1])}`, at: lost[0] }
}

/** Its members are names, not keywords. */
const isMap = (key: string): boolean => /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas|dependencies)$/.test(key)

function leads(schema: Json, ref: string): boolean {
  let place: Json | undefined = schema
  for (const part of decoded(ref).split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (Array.isArray(place)) place = /^\d+$/.test(key) ? place[Number(key)] : undefined
    else place = isObject(place) && Object.hasOwn(place, key) ? place[key] : undefined
    if (place === undefined) return false
  }
  return true
}

function decoded(ref: string): string {
  try {
    return decodeURIComponent(ref)
  } catch {
    return ref
  }
}
